// The protocol of Lauer & Bloch's Table 2: HKES against libsvm's linear machine over the twenty values of C
// of the search, on the same parts.

#include <libsvm/svm.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "experiment/lauer_training.h"
#include "experiment/native/folder.h"
#include "row.h"
#include "selection/two_stage.h"
#include "support/papers_data_folder.h"
#include "support/sparse_rows.h"

namespace marginscope::bench {
namespace {

using Nodes = testing::SparseRows<svm_node>;

double error_of(const svm_model* model, const Nodes& patterns, const Eigen::VectorXd& y) {
  int wrong = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    wrong += svm_predict(model, patterns.rows[static_cast<std::size_t>(i)]) != y[i];
  }
  return static_cast<double>(wrong) / static_cast<double>(y.size());
}

// libsvm's test error at the C that the validation part prefers, over both stages.
double libsvm_path(const LauerParts& parts) {
  const Problem& problem = *parts.problem;
  Nodes train(problem), validation(*problem.X_validation), test(*parts.test.X);
  const svm_problem given{static_cast<int>(train.y.size()), train.y.data(), train.rows.data()};
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = LINEAR;
  parameter.cache_size = 100;
  parameter.eps = 1e-3;
  parameter.shrinking = 1;
  double best_C = 0, best_error = 2, test_error = 0;
  const auto try_value = [&](double C) {
    parameter.C = C;
    svm_model* model = svm_train(&given, &parameter);
    if (const double error = error_of(model, validation, *problem.y_validation);
        error < best_error) {
      best_error = error;
      best_C = C;
      test_error = error_of(model, test, *parts.test.y);
    }
    svm_free_and_destroy_model(&model);
  };
  for (const double C : coarse_stage()) try_value(C);
  for (const double C : fine_stage(best_C)) try_value(C);
  return test_error;
}

// At the iteration that it retains.
Result<Run> hkes(const LauerParts& parts, const ExperimentRequest& request) {
  auto run = train(lauer_plan_of("hkes"), parts.problem, request);
  if (run) run->seek(run->stop()->retained_iteration);
  return run;
}

// What it needs: the orthogonal factorisation of Z, 2Nq² − 2q³/3 operations, and in each step a sweep over
// Z and its basis, and over the validation part (linear_rows.cpp).
void add_needs(const Problem& problem, double steps, Needs& needs) {
  const auto N = static_cast<double>(problem.X.rows());
  const auto q = static_cast<double>(problem.X.cols() + 1);
  const auto validation = static_cast<double>(problem.X_validation->rows());
  needs.multiply_adds += N * q * q - q * q * q / 3 + steps * (2 * N + validation) * q;
  needs.traffic[0].bytes += steps * (16 * N * q + 24 * N + 8 * validation * q);
  needs.traffic[0].data = std::max(needs.traffic[0].data, 16 * N * (q + 1) + 8 * validation * q);
}

Measured measure_protocol(const SplitSet& set, const ExperimentRequest& request, int realisations) {
  svm_set_print_string_function([](const char*) {});
  constexpr int turns = 5;  // of ours, whose times are short
  Measured measured;
  measured.peer = "libsvm, linear";
  measured.needs.traffic.resize(1);
  measured.needs.rest =
      "the factorisation of Z, one reflection after the other, and what begins and ends a run and "
      "each of its steps, whatever they hold";
  measured.ours.resize(turns);
  double peer_error = 0, our_error = 0, peer = 0;
  for (int r = 0; r < realisations; ++r) {
    const LauerParts parts = lauer_parts(LauerTable::table_1, set, r);
    const auto peer_began = Clock::now();
    peer_error += 100 * libsvm_path(parts) / realisations;
    peer += seconds_since(peer_began);
    for (int turn = 0; turn < turns; ++turn) {
      const auto began = Clock::now();
      const auto run = hkes(parts, request);
      const double error = run ? test_error_of(*run, parts.test) : 1;
      measured.ours[turn] += seconds_since(began);
      if (turn > 0) continue;
      our_error += 100 * error / realisations;
      if (run) add_needs(*parts.problem, run->last_iteration(), measured.needs);
    }
  }
  measured.theirs = {peer};
  // Two different machines: their test errors stand side by side.
  measured.worse = 0;
  measured.detail = sentence("test errors ", short_text(peer_error, 4), " % and ",
                             short_text(our_error, 4), " %");
  return measured;
}

// All sets one after the other; what each took is known already.
Measured measure_whole(const std::vector<Measured>& sets) {
  Measured whole = sets.front();
  whole.needs = {.parts = {}, .rest = sets.front().needs.rest};
  whole.detail.clear();
  for (const Measured& set : sets) {
    whole.needs.parts.push_back(set.needs);
    if (&set == &sets.front()) continue;
    whole.theirs[0] += set.theirs[0];
    for (std::size_t turn = 0; turn < whole.ours.size(); ++turn) whole.ours[turn] += set.ours[turn];
  }
  return whole;
}

}  // namespace

std::vector<Row> protocol_rows(int realisations) {
  std::vector<Row> rows;
  const auto folder = testing::papers_data_folder();
  if (!folder) return rows;
  auto request = std::make_shared<ExperimentRequest>();
  request->data = data_folder(*folder);
  const auto sets = requested_split_sets(*request);
  if (!sets) return rows;
  const std::string each = counted(realisations, "realisation", "realisations");
  const auto measured = std::make_shared<std::vector<Measured>>();
  for (const auto& set : *sets) {
    rows.push_back({.id = "table-2",
                    .work = sentence("Table 2's protocol, ", set->name, ", ", each),
                    .measure = [=] {
                      measured->push_back(measure_protocol(*set, *request, realisations));
                      return measured->back();
                    }});
  }
  rows.push_back({.id = "table-2",
                  .work = sentence("Table 2's protocol, the whole, ", each),
                  .solid = 50,
                  .ambitious = 500,
                  .measure = [=]() -> std::optional<Measured> {
                    const std::vector<Measured> round = std::exchange(*measured, {});
                    if (round.empty()) return std::nullopt;
                    return measure_whole(round);
                  }});
  return rows;
}

}  // namespace marginscope::bench
