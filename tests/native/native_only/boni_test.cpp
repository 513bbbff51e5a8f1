// Boni (2002), Table 3: the Gaussian lines of PIMA as printed there by their bound B1, which d and
// m determine. The first 576 rows train, the last 192 test, features to [−1, 1] over all rows.

#include <doctest/doctest.h>

#include "data/csv.h"
#include "data/scaling.h"
#include "experiment/files.h"
#include "support/papers_data.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("the digital kernel perceptron's paper") {
  TEST_CASE("PIMA with Gaussian kernels: test errors 53, 50, 60 with d = 290, 327, 416") {
    const auto folder = papers_data();
    if (!folder) return;
    const std::string path = *folder + "/uci/pima.csv";
    const auto text = read_file(path);
    require(text);
    const auto data = read_csv(*text, path, Task::classification);
    require(data);
    const Eigen::MatrixXd X = scaler_of(Scaling::unit, data->X).apply(data->X);
    constexpr Eigen::Index m = 576, tested = 192;
    const auto training = problem(X.topRows(m), data->y->head(m));
    struct Line {
      double variance;
      int support_vectors, test_errors;
    };
    for (const Line& line : {Line{0.05, 290, 53}, Line{0.1, 327, 50}, Line{0.5, 416, 60}}) {
      CAPTURE(line.variance);
      const std::string sigma = exact_text(std::sqrt(line.variance));
      Run run = trained(training, "dkpp:max_sweeps=2000,kernel=gaussian:sigma=" + sigma, "",
                        {.max_iterations = 2'000'000, .keep_history = false});
      CHECK(run.stop()->reason == "solved");
      run.seek(run.stop()->retained_iteration);
      Record record;
      run.solver().measure(part::support_vectors | part::training_error, record);
      CHECK(record.training_error == 0);
      CHECK(record.support_vectors == line.support_vectors);
      Eigen::MatrixXd f;
      run.solver().decision_values(X.bottomRows(tested), f);
      const auto right = (data->y->tail(tested).array() * f.col(0).array() > 0).count();
      CHECK(tested - right == line.test_errors);
    }
  }
}
