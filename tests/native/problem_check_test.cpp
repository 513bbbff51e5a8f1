// What every algorithm asks of a problem before it starts.

#include "solvers/problem_check.h"

#include <cmath>

#include "core/trainer.h"
#include "selection/selection.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

std::string first_of(const Algorithm& algorithm, std::string_view kernel) {
  if (kernel.empty() || !find_field(algorithm.fields, "kernel")) return std::string(algorithm.id);
  return sentence(algorithm.id, ":kernel=", kernel);
}

}  // namespace

TEST_CASE("what is not a number is refused with its place, by every algorithm") {
  for (const Algorithm& algorithm : algorithms()) {
    CAPTURE(algorithm.id);
    const auto data = named(takes(algorithm, Task::classification, 2)   ? "overlap"
                            : takes(algorithm, Task::classification, 3) ? "three-classes"
                                                                        : "sinc");
    const bool regression = data->task == Task::regression;
    const auto why = [&](const Problem& given) {
      const auto started = (*make_solver({std::string(algorithm.id), {}}))->start(given);
      REQUIRE(!started);
      return started.error().message;
    };
    const Eigen::Index last = data->X.cols() - 1;
    Problem features = *data, labels = *data;
    Eigen::MatrixXd X = *data->X;
    X(2, last) = NAN;
    features.X = X;
    CHECK(why(features) == sentence("Feature ", std::to_string(last + 1),
                                    " of pattern 3 is nan; it must be a finite number"));
    Eigen::VectorXd y = *data->y;
    y[4] = NAN;
    labels.y = y;
    CHECK(why(labels) == sentence(regression ? "The target" : "The label",
                                  " of pattern 5 is nan; it must be a finite number"));
  }
}

TEST_CASE("a feature whose squares vanish is told") {
  Problem data = *named("overlap");
  const auto about_first = [&](double factor) {
    Eigen::MatrixXd X = *data.X;
    X.col(0) *= factor / X.col(0).cwiseAbs().maxCoeff();
    Problem small = data;
    small.X = X;
    return remarks(small);
  };
  CHECK(about_first(1e-149).empty());
  CHECK(
      about_first(1e-160) ==
      std::vector<std::string>{"Feature 1 is below 1e−150 in size, where squares vanish, so it may "
                               "be lost; scale it."});
  CHECK(about_first(0) ==
        std::vector<std::string>{"Feature 1 is constant, so it tells no pattern from another."});
}

TEST_CASE("of few patterns what is true of them is told, whatever learns them") {
  const auto of = [](const Eigen::MatrixXd& X, const Eigen::VectorXd& y, Task task) {
    Problem data = *problem(X, y);
    data.task = task;
    return remarks(data);
  };
  using Told = std::vector<std::string>;
  // A feature that is 0 has no size that could vanish, and one answer needs no weights.
  CHECK(of(Eigen::MatrixXd{{0, 1}}, Eigen::VectorXd::Ones(1), Task::classification) ==
        Told{"All training patterns are of class +1, so one and the same answer is right on all of "
             "them."});
  CHECK(of(Eigen::MatrixXd{{0, 1}, {1, 0}}, Eigen::Vector2d(1, -1), Task::classification) ==
        Told{"There are 2 training patterns for the 3 weights of a linear machine, which they "
             "alone do not determine."});
  CHECK(of(Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Ones(1), Task::regression) ==
        Told{"There is 1 training pattern for the 2 weights of a linear machine, which it alone "
             "does not determine."});
}

TEST_CASE("what the validation part has is asked for as what is trained on") {
  for (const Algorithm& algorithm : algorithms()) {
    CAPTURE(algorithm.id);
    const bool regression =
        !takes(algorithm, Task::classification, 2) && !takes(algorithm, Task::classification, 3);
    auto data = *named(regression                                  ? "sinc"
                       : takes(algorithm, Task::classification, 2) ? "overlap"
                                                                   : "three-classes");
    const auto why = [&] {
      const auto started = (*make_solver({std::string(algorithm.id), {}}))->start(data);
      return started ? std::string() : started.error().message;
    };
    Eigen::MatrixXd X = data.X->topRows(3);
    const Eigen::VectorXd y = data.y->head(3);
    data.X_validation = X;
    data.y_validation = y;
    CHECK(why().empty());
    X(1, 0) = NAN;
    data.X_validation = X;
    CHECK(why() ==
          "Feature 1 of pattern 2 of the validation part is nan; it must be a finite number");
    X(1, 0) = -1e200;
    data.X_validation = X;
    CHECK(
        why().starts_with("The features of the validation part reach 1e200, whose squares "
                          "overflow the range of numbers; scale them below "));
    if (!regression) continue;
    data.X_validation = data.X->topRows(3);
    data.y_validation = Eigen::VectorXd(y * 1e200);
    CHECK(why().starts_with("The targets of the validation part reach "));
  }
}

TEST_SUITE("memory") {
  TEST_CASE("every algorithm starts where it just fits, and is refused with the numbers below") {
    for (const Algorithm& algorithm : algorithms()) {
      for (const char* kernel : {"", "gaussian:sigma=1"}) {
        const auto data = named(takes(algorithm, Task::classification, 2) ? "overlap" : "sinc");
        const std::string text = first_of(algorithm, kernel);
        CAPTURE(text);
        const auto solver = std::move(*make_solver(*parse_spec(text)));
        const ProblemSize size = size_of(*data);
        const double needed = solver->memory_needed(size);
        CHECK(solver->start(*data, {.memory = needed}));
        const auto refused = solver->start(*data, {.memory = std::nextafter(needed, 0)});
        REQUIRE(!refused);
        const std::string& why = refused.error().message;
        CAPTURE(why);
        CHECK(why.find(sentence("needs ", bytes_text(needed), " of memory for ", short_text(size.N),
                                " training patterns with ")) != std::string::npos);
        CHECK(why.ends_with(sentence("keep at most ", short_text(size.N - 1))));
      }
    }
  }

  TEST_CASE("what is said to fit fits, and one pattern more does not") {
    const auto solver = std::move(*make_solver(*parse_spec("irwls:kernel=gaussian:sigma=1")));
    const double N = 1e5;
    Problem large;
    large.X = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(N), 3);
    large.y = Eigen::VectorXd::Ones(large.X.rows());
    const auto refused = solver->start(large, {.memory = 1e9});
    REQUIRE(!refused);
    const std::string& why = refused.error().message;
    const auto most = parse_number(why.substr(why.rfind(' ') + 1));
    REQUIRE(most);
    CHECK(solver->memory_needed({*most, 3}) <= 1e9);
    CHECK(solver->memory_needed({*most + 1, 3}) > 1e9);
  }

  TEST_CASE("rows that can make room for each other keep to their limit, however many patterns") {
    const auto solver = std::move(*make_solver(*parse_spec("smo:kernel=gaussian:sigma=1")));
    for (const double N : {6e3, 1e4, 1e5, 3e5}) {
      CAPTURE(N);
      CHECK(solver->memory_needed({N, 8}) <= 1.0000001 * row_training_memory);
      CHECK(solver->memory_needed({N, 8}) > 0.5 * row_training_memory);
    }
    CHECK(solver->memory_needed({1e3, 8}) < 2.5 * matrix_bytes(1e3, 1e3));
  }

  TEST_CASE("where no pattern fits, features are too many, or there is no room at all") {
    const auto refusal = [](double memory) {
      const auto solver = std::move(*make_solver(*parse_spec("lsvm")));
      const auto refused = solver->start(*named("overlap"), {.memory = memory});
      REQUIRE(!refused);
      return refused.error().message;
    };
    const auto solver = std::move(*make_solver(*parse_spec("lsvm")));
    const double least = solver->memory_needed({.N = 1, .p = 1});
    REQUIRE(solver->memory_needed({.N = 1, .p = 2}) > least);
    CHECK(refusal(least).ends_with("keep fewer features"));
    CHECK(refusal(0).ends_with("what other machines hold is free once they are removed"));
  }

  TEST_CASE("a run, a training, a relearner and a selection are given their memory") {
    const auto data = named("overlap");
    for (const char* const text : {"lsvm", "rls:kernel=gaussian", "irwls"}) {
      CAPTURE(text);
      const Spec spec = *parse_spec(text);
      const double needed = (*make_solver(spec))->memory_needed(size_of(*data));
      // Beside a factorisation for all labellings lie those that are learned together.
      const double beside = (*find_algorithm(spec.name))->relearning == Relearning::at_once
                                ? matrix_bytes(static_cast<double>(data->y.size()), 192)
                                : 0;
      const auto refusals = [&](double part) {
        std::vector<std::string> sentences;
        const double memory = part * needed;
        if (auto run = Run::start(data, std::move(*make_solver(spec)), {}, {.memory = memory});
            !run) {
          sentences.push_back(run.error().message);
        }
        Trainer trainer({.max_iterations = 2, .memory = memory});
        trainer.begin(data, std::move(*make_solver(spec)));
        if (auto done = trainer.advance(no_time_limit); !done) {
          sentences.push_back(done.error().message);
        }
        auto machine =
            make_relearner(spec, {.max_iterations = 2, .memory = part * (needed + beside)}, data);
        if (machine) {
          (*machine)->begin(*data->y, std::nullopt);
          if (auto done = (*machine)->advance(no_time_limit); !done) {
            sentences.push_back(done.error().message);
          }
        } else {
          sentences.push_back(machine.error().message);
        }
        SelectionRequest request;
        request.data = *make_named_problem({"overlap", {}}, 1);
        request.algorithm = spec;
        request.training = {.max_iterations = 2, .memory = memory};
        request.criterion = {"cross-validation", {{"folds", "2"}}};
        auto selection = Selection::start(std::move(request));
        require(selection);
        while (selection->advance(no_time_limit)) {
        }
        const SelectionCell& cell = selection->cells()[0];
        if (!cell.reason.empty()) sentences.push_back(cell.reason);
        return sentences;
      };
      CHECK(refusals(1).empty());
      const auto refused = refusals(0.999);
      CHECK(refused.size() == 4);
      for (const std::string& why : refused) {
        CAPTURE(why);
        CHECK(why.find(" of memory for ") != std::string::npos);
      }
    }
  }
}
