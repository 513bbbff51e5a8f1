#include "selection/selection.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

using std::chrono::nanoseconds;

Dataset dataset(std::string_view text, std::uint64_t seed = 1) {
  return *make_named_problem(*parse_spec(text), seed);
}

SelectionRequest request(Dataset data, std::string_view algorithm, std::string_view criterion,
                         std::vector<std::string> grid) {
  SelectionRequest made;
  made.data = std::move(data);
  made.algorithm = *parse_spec(algorithm);
  made.criterion = *parse_spec(criterion);
  made.training.rules = *parse_rules((*find_algorithm(made.algorithm.name))->default_rules);
  for (const std::string& axis : grid) made.grid.push_back(*parse_grid_axis(axis));
  return made;
}

Selection started(SelectionRequest asked) {
  auto selection = Selection::start(std::move(asked));
  require(selection);
  return std::move(*selection);
}

Selection finished(SelectionRequest asked) {
  Selection selection = started(std::move(asked));
  while (selection.advance(std::chrono::seconds(10))) {
  }
  CHECK(selection.finished());
  return selection;
}

// The fraction of rows on which a machine that was trained on the others is wrong, one training for
// each part.
double error_of_parts(const Dataset& data, const std::string& algorithm, const std::string& rules,
                      Scaling scaling, const std::vector<std::vector<Eigen::Index>>& parts) {
  double wrong = 0;
  for (const auto& part : parts) {
    std::vector<Eigen::Index> others;
    for (Eigen::Index i = 0; i < data.size(); ++i) {
      if (std::find(part.begin(), part.end(), i) == part.end()) others.push_back(i);
    }
    const Eigen::MatrixXd X = (*data.X)(others, Eigen::placeholders::all);
    const Scaler scaler = scaler_of(scaling, X);
    const Run run = trained(problem(scaler.apply(X), (*data.y)(others)), algorithm, rules);
    Eigen::MatrixXd f;
    run.solver().decision_values(scaler.apply((*data.X)(part, Eigen::placeholders::all)), f);
    wrong += static_cast<double>(((*data.y)(part).array() * f.col(0).array() <= 0).count());
  }
  return wrong / static_cast<double>(data.size());
}

std::string refusal(SelectionRequest asked) {
  auto selection = Selection::start(std::move(asked));
  REQUIRE(!selection);
  return selection.error().message;
}

}  // namespace

TEST_SUITE("model selection") {
  TEST_CASE(
      "cells are every combination, the last axis fastest; the first of the least is chosen") {
    const Selection selection =
        finished(request(dataset("overlap"), "rls:kernel=gaussian:sigma=1", "leave-one-out",
                         {"C=0.1, 1,100", "kernel:sigma=0.5,2"}));
    REQUIRE(selection.cells().size() == 6);
    std::size_t i = 0, best = 0;
    for (const char* C : {"0.1", "1", "100"}) {
      for (const char* sigma : {"0.5", "2"}) {
        const SelectionCell& cell = selection.cells()[i];
        CHECK(cell.settings == std::vector<std::string>{C, sigma});
        // The algorithm of a cell is the scene's with the cell's settings.
        const Run run = start(named("overlap"), spec_text(cell.algorithm));
        CHECK(run.record().training_error == cell.training_error);
        const Run by_hand =
            start(named("overlap"), sentence("rls:C=", C, ",kernel=gaussian:sigma=", sigma));
        CHECK(run.record().objective == by_hand.record().objective);
        if (cell.value < selection.cells()[best].value) best = i;
        ++i;
      }
    }
    CHECK(selection.chosen() == best);
    CHECK(selection.fraction_done() == 1);
    CHECK(selection.sentences()[0].find("least error of 6 cells") != std::string::npos);
  }

  TEST_CASE("leave-one-out in closed form is that of N trainings") {
    const Dataset data = dataset("overlap");
    std::vector<std::vector<Eigen::Index>> each;
    for (Eigen::Index i = 0; i < data.size(); ++i) each.push_back({i});
    const std::vector<std::string> grid{"C=0.1,1,100", "kernel:sigma=0.3,1"};
    const Selection closed =
        finished(request(data, "rls:kernel=gaussian:sigma=1", "leave-one-out", grid));
    const Selection folded =
        finished(request(data, "rls:kernel=gaussian:sigma=1",
                         "cross-validation:folds=" + std::to_string(data.size()), grid));
    for (std::size_t i = 0; i < closed.cells().size(); ++i) {
      const SelectionCell& cell = closed.cells()[i];
      CHECK(cell.value == doctest::Approx(error_of_parts(data, spec_text(cell.algorithm), "",
                                                         Scaling::none, each)));
      CHECK(folded.cells()[i].value == doctest::Approx(cell.value));
    }
    CHECK(closed.chosen() == folded.chosen());
  }

  TEST_CASE(
      "a cell is the machine of its settings, whatever ends a training and whatever cells there "
      "are") {
    struct Case {
      const char *problem, *algorithm, *rules;
      std::vector<std::string> grid;
      int max_iterations = 100'000;
    };
    const std::vector<std::string> C{"C=0.1,1,10,100"};
    const std::vector<Case> cases = {
        {"overlap:n=60", "smo", "generalization-loss:alpha=5", C},
        {"overlap:n=60", "smo:kernel=gaussian:sigma=0.5", "iterations:n=10", C},
        {"overlap:n=60", "smo", "kkt+validation-minimum", C},
        {"overlap:n=60", "smo", "kkt", C, 12},
        {"overlap:n=60", "newton-svm", "iterations:n=1", C},
        {"overlap:n=60", "newton-svm", "kkt", C, 1},
        {"sinc", "smo-svr", "iterations:n=2", {"C=0.001,0.1,10", "epsilon=0.05,0.2"}}};
    for (const Case& each : cases) {
      CAPTURE(std::string(each.algorithm));
      CAPTURE(std::string(each.rules));
      SelectionRequest asked =
          request(dataset(each.problem), each.algorithm, "validation", each.grid);
      asked.data.validation.assign(static_cast<std::size_t>(asked.data.size()), false);
      for (std::size_t i = 0; i < asked.data.validation.size(); i += 3) {
        asked.data.validation[i] = true;
      }
      asked.training.rules = *parse_rules(each.rules);
      asked.training.max_iterations = each.max_iterations;
      const auto patterns = training_of(asked.data, Scaling::none).problem;
      const Selection selection = finished(asked);
      for (const SelectionCell& cell : selection.cells()) {
        Run run = trained(patterns, spec_text(cell.algorithm), each.rules,
                          {.max_iterations = each.max_iterations, .watched = part::all});
        run.seek(run.stop()->retained_iteration);
        CHECK(cell.training_error == run.record().training_error);
        CHECK(cell.value == run.record().validation_error);
        CHECK(cell.unfinished == (run.stop()->reason == "max-iterations"));
      }
    }
  }

  TEST_CASE("where features are scaled, who is left out takes no part in the scale") {
    Dataset data = dataset("overlap:n=12");
    Eigen::MatrixXd X = *data.X;
    X(0, 0) = 40;  // alone it decides how wide the feature is
    data.X = X;
    std::vector<std::vector<Eigen::Index>> each;
    for (Eigen::Index i = 0; i < data.size(); ++i) each.push_back({i});
    for (const Scaling scaling : {Scaling::standard, Scaling::unit}) {
      SelectionRequest asked =
          request(data, "rls:kernel=gaussian:sigma=0.2", "leave-one-out", {"C=1,100"});
      asked.scaling = scaling;
      const Selection selection = finished(asked);
      for (const SelectionCell& cell : selection.cells()) {
        CHECK(cell.value ==
              doctest::Approx(error_of_parts(data, spec_text(cell.algorithm), "", scaling, each)));
      }
    }
  }

  TEST_CASE(
      "cross-validation equals a loop by hand over shuffled parts, each scaled by the others") {
    const Dataset data = dataset("moons:n=43");
    constexpr std::size_t folds = 5;
    std::vector<Eigen::Index> order(static_cast<std::size_t>(data.size()));
    std::iota(order.begin(), order.end(), 0);
    Random random(3);
    random.shuffle(order);
    std::vector<std::vector<Eigen::Index>> parts(folds);
    for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
    const std::string rules = "kkt:tolerance=1e-9";
    for (const char* algorithm : {"smo:kernel=gaussian:sigma=1", "rls:kernel=gaussian:sigma=1"}) {
      SelectionRequest asked = request(data, algorithm, "cross-validation:folds=5", {"C=0.1,1,30"});
      asked.scaling = Scaling::standard;
      asked.seed = 3;
      asked.training.rules = *parse_rules(rules);
      const Selection selection = finished(std::move(asked));
      for (const SelectionCell& cell : selection.cells()) {
        CAPTURE(spec_text(cell.algorithm));
        CHECK(cell.value == doctest::Approx(error_of_parts(data, spec_text(cell.algorithm), rules,
                                                           Scaling::standard, parts)));
      }
    }
  }

  TEST_CASE("a validation part judges by its error; a bound lists it beside its own value") {
    Dataset data = dataset("overlap:n=60");
    for (std::size_t i = 0; i < data.validation.size(); i += 3) data.validation[i] = true;
    const std::vector<std::string> grid{"C=0.1,1,100"};
    const Selection by_error =
        finished(request(data, "smo:kernel=gaussian:sigma=1", "validation", grid));
    const Selection by_bound =
        finished(request(data, "smo:kernel=gaussian:sigma=1", "maximal-discrepancy:swaps=4", grid));
    const auto patterns = training_of(data, Scaling::none).problem;
    for (std::size_t i = 0; i < 3; ++i) {
      const SelectionCell &cell = by_error.cells()[i], &bounded = by_bound.cells()[i];
      const Run run = trained(patterns, spec_text(cell.algorithm), "kkt");
      CHECK(cell.training_error == doctest::Approx(run.record().training_error));
      CHECK(cell.value == cell.validation_error);
      CHECK(bounded.validation_error == doctest::Approx(cell.validation_error).epsilon(0.06));
      CHECK(bounded.bound == "maximal-discrepancy");
      CHECK(bounded.value > bounded.training_error);
      REQUIRE(bounded.terms.size() > 2);
      CHECK(bounded.value == doctest::Approx(bounded.terms[0].value + bounded.terms[1].value +
                                             bounded.terms[2].value));
    }
    CHECK(by_bound.sentences().size() > 1);
  }

  TEST_CASE(
      "the two-stage search: powers of 4, then nine values about the best; ties to the first") {
    // Every C separates: all cells are equal, so the first of either stage is taken.
    SelectionRequest asked =
        request(dataset("two-gaussians"), "rls:kernel=gaussian:sigma=0.1", "leave-one-out", {});
    asked.data = testing::settled({.X = Eigen::MatrixXd{{0, 0}, {0, 0.01}, {5, 5}, {5, 5.01}},
                                   .y = Eigen::Vector4d(1, 1, -1, -1)});
    asked.two_stage = true;
    const Selection selection = finished(asked);
    REQUIRE(selection.cells().size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(selection.cells()[i].value == 0);
      const double exponent =
          i < 11 ? -10 + 2 * static_cast<double>(i) : -11 + 0.25 * static_cast<double>(i - 11);
      CHECK(std::log2(*parse_number(selection.cells()[i].settings[0])) ==
            doctest::Approx(exponent));
    }
    CHECK(selection.chosen() == 11);

    asked.data = dataset("overlap");
    asked.algorithm = *parse_spec("rls:kernel=gaussian:sigma=1");
    const Selection other = finished(asked);
    const auto value = [&other](std::size_t i) { return other.cells()[i].value; };
    std::size_t coarse = 0, fine = 11;
    for (std::size_t i = 1; i < 11; ++i) coarse = value(i) < value(coarse) ? i : coarse;
    for (std::size_t i = 12; i < 20; ++i) fine = value(i) < value(fine) ? i : fine;
    CHECK(other.chosen() == fine);
    CHECK(other.cells()[15].settings == other.cells()[coarse].settings);
    CHECK(value(15) == value(coarse));
    asked.grid.push_back(*parse_grid_axis("C=1"));
    CHECK(refusal(asked).find("two-stage") != std::string::npos);
    CHECK(check_two_stage(asked.algorithm));
    SelectionRequest without_C = request(dataset("overlap"), "hk", "cross-validation", {});
    without_C.two_stage = true;
    CHECK(refusal(without_C).find("over C, which hk does not have") != std::string::npos);
  }

  TEST_CASE("stopped at any moment, the cells that were judged stay") {
    Selection selection =
        started(request(dataset("overlap"), "smo:kernel=gaussian:sigma=1",
                        "maximal-discrepancy:swaps=3", {"kernel:sigma=0.5,1,2", "C=0.1,1"}));
    CHECK(!selection.chosen());
    CHECK(selection.sentences().size() == 1);
    double fraction = 0;
    while (selection.cells_done() < 3) {
      CHECK(selection.advance(nanoseconds(0)));
      CHECK(selection.fraction_done() >= fraction);
      fraction = selection.fraction_done();
    }
    int judged = 0;
    for (const SelectionCell& cell : selection.cells()) judged += cell.judged ? 1 : 0;
    CHECK(judged == 3);
    REQUIRE(selection.chosen());
    CHECK(selection.cells()[*selection.chosen()].judged);
  }

  TEST_CASE("C is gone along fastest, and starting from the machine before changes no optimum") {
    SelectionRequest asked =
        request(dataset("overlap"), "smo:kernel=gaussian:sigma=1", "cross-validation:folds=4",
                {"C=0.1,1,30", "kernel:sigma=1,2"});
    asked.training.rules = *parse_rules("kkt:tolerance=1e-9");
    Selection selection = started(asked);
    while (selection.cells_done() < 2) selection.advance(nanoseconds(0));
    CHECK(selection.cells()[0].judged);
    CHECK(selection.cells()[2].judged);
    CHECK(!selection.cells()[1].judged);
    while (selection.advance(std::chrono::seconds(10))) {
    }
    for (const SelectionCell& cell : selection.cells()) {
      SelectionRequest alone = asked;
      alone.grid.clear();
      alone.algorithm = cell.algorithm;
      const Selection cold = finished(alone);
      CHECK(cold.cells()[0].value == cell.value);
      CHECK(cold.cells()[0].training_error == cell.training_error);
    }
  }

  TEST_CASE("a machine that cannot be trained has its reason, and the others go on") {
    Dataset data = dataset("overlap");
    data.X = *data.X * 1e11;
    const Selection selection = finished(request(data, "rls", "maximal-discrepancy:swaps=3",
                                                 {"kernel=polynomial:p=20,gaussian:sigma=1e11"}));
    CHECK(selection.cells()[0].reason.find("overflow") != std::string::npos);
    CHECK(std::isnan(selection.cells()[0].value));
    CHECK(selection.cells()[1].reason.empty());
    CHECK(selection.chosen() == 1);
    const Selection none =
        finished(request(data, "rls", "cross-validation:folds=3", {"kernel=polynomial:p=20"}));
    CHECK(!none.chosen());
    CHECK(none.sentences()[0].find("overflow") != std::string::npos);
  }

  TEST_CASE("an error that is no number is never the least, and is told") {
    Dataset data = dataset("sinc");
    Eigen::MatrixXd X = *data.X;
    X(0, 0) = 1e120;
    data.X = X;
    data.validation[0] = true;
    const Selection selection =
        finished(request(data, "rls", "validation", {"kernel=polynomial:p=3,gaussian:sigma=1"}));
    const SelectionCell& overflows = selection.cells()[0];
    CHECK(std::isnan(overflows.value));
    CHECK(overflows.reason.starts_with("The mean squared error is "));
    CHECK(selection.chosen() == 1);
  }

  TEST_CASE("a kernel matrix that cannot be factorised refuses every cell that has it") {
    Dataset data = dataset("overlap:n=12");
    data.X = *data.X * 1e20;
    const Selection selection = finished(request(data, "rls", "maximal-discrepancy:swaps=3",
                                                 {"kernel=polynomial:p=20,linear", "C=1,10,100"}));
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(i);
      CHECK(selection.cells()[i].reason.find("overflow") != std::string::npos);
      CHECK(std::isnan(selection.cells()[i].value));
      CHECK(selection.cells()[3 + i].reason.find("overflow") == std::string::npos);
    }
  }

  TEST_CASE("of a search in two stages those of the second are left before they are known") {
    SelectionRequest asked =
        request(dataset("overlap"), "rls:kernel=gaussian:sigma=1", "leave-one-out", {});
    asked.two_stage = true;
    Selection selection = started(asked);
    CHECK(selection.cells_left() == 20);
    while (selection.cells_done() < 10) selection.advance(nanoseconds(0));
    CHECK(selection.cells_left() == 10);
    const std::vector<std::string> said = selection.sentences();
    CHECK(std::ranges::any_of(said, [](const std::string& text) {
      return text.find("10 cells have not been judged") == 0;
    }));
    while (selection.advance(std::chrono::seconds(10))) {
    }
    CHECK(selection.cells_left() == 0);
  }

  TEST_CASE("what a search in two stages chooses is the least of all that it has judged") {
    int coarse = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      SelectionRequest asked =
          request(dataset("overlap:n=16", seed), "smo", "cross-validation:folds=4", {});
      asked.two_stage = true;
      const Selection selection = finished(asked);
      const auto best = selection.chosen();
      REQUIRE(best);
      double least = 1;
      for (const SelectionCell& cell : selection.cells()) least = std::min(least, cell.value);
      CHECK(selection.cells()[*best].value == least);
      coarse += *best < 11;
    }
    MESSAGE("The first stage had the least error in ", coarse, " of 40 searches.");
  }

  TEST_CASE("until the second stage of a search is whole, the least of all cells is chosen") {
    SelectionRequest asked =
        request(dataset("overlap"), "rls:kernel=gaussian:sigma=1", "leave-one-out", {});
    asked.two_stage = true;
    Selection selection = started(asked);
    std::size_t begun = 0;
    for (bool more = true; more;) {
      more = selection.advance(nanoseconds(0));
      if (selection.cells_done() <= 11 || !more) continue;
      ++begun;
      double least = 1;
      for (const SelectionCell& cell : selection.cells()) {
        if (cell.judged) least = std::min(least, cell.value);
      }
      REQUIRE(selection.chosen());
      CHECK(selection.cells()[*selection.chosen()].value == least);
    }
    CHECK(begun >= 8);
  }

  TEST_CASE("both of Boni's bounds together: each cell by the one that applies") {
    const Selection selection = finished(request(dataset("overlap"), "dkpp:max_sweeps=2000",
                                                 "joint", {"kernel=gaussian:sigma=0.1,linear"}));
    CHECK(selection.cells()[0].training_error == 0);
    CHECK(selection.cells()[0].bound == "compression");
    CHECK(selection.cells()[1].training_error > 0);
    CHECK(selection.cells()[1].bound == "half-flip");
    const bool first = selection.cells()[0].value <= selection.cells()[1].value;
    CHECK(selection.chosen() == (first ? 0 : 1));
  }

  TEST_CASE("what will be trained is said beforehand") {
    const auto plan = [](const Selection& selection) {
      const std::vector<std::string> said = selection.plan();
      REQUIRE(said.size() == 2);
      return sentence(said[0], " ", said[1]);
    };
    SelectionRequest asked = request(dataset("overlap"), "smo:kernel=gaussian:sigma=1",
                                     "cross-validation:folds=7", {"C=1,10", "kernel:sigma=1,2,3"});
    asked.training.max_iterations = 2000;
    const auto N = static_cast<int>(asked.data.size());
    const std::string apart =
        sentence(" without ", std::to_string(N / 7), N % 7 == 0 ? "" : " or one more");
    CHECK(plan(started(asked)) ==
          sentence("6 machines are judged, one for each cell of the table. Each is trained on ",
                   std::to_string(N), " training patterns and, for the error, 7 times", apart,
                   " of them, which it is then tried on: 8 trainings, each in 2000 "
                   "iterations at most."));
    asked.criterion = *parse_spec("maximal-discrepancy:swaps=3");
    CHECK(plan(started(asked)).find("Each like this: The machine learns the labels of ") !=
          std::string::npos);
    asked.criterion = *parse_spec("cross-validation");
    asked.data = dataset("four-points");
    CHECK(plan(started(asked)).find("4 folds and not 10") != std::string::npos);

    SelectionRequest search =
        request(dataset("overlap"), "rls:kernel=gaussian:sigma=1", "leave-one-out", {});
    search.two_stage = true;
    CHECK(plan(started(search))
              .find("20 machines are judged: with 11 values of C, and then with 9 "
                    "around the best of them. Each is trained on ") == 0);
    search.criterion = *parse_spec("validation");
    for (std::size_t i = 0; i < 8; ++i) search.data.validation[i] = true;
    CHECK(plan(started(search)).find("and tried on the 8 of the validation part.") !=
          std::string::npos);
  }

  TEST_CASE("a cell is told by its settings, what judged it and its value") {
    SelectionRequest asked =
        request(dataset("overlap"), "rls:kernel=gaussian:sigma=1", "leave-one-out", {"C=1,10"});
    CHECK(started(asked).cell_text(1) == "C = 10, judged by leave-one-out: no value");
    CHECK(finished(
              request(dataset("sinc"), "rls:kernel=gaussian:sigma=1", "leave-one-out", {"C=1,10"}))
              .sentences()[0]
              .find(" has the least mean squared error of 2 cells: ") != std::string::npos);
    const Selection selection = finished(asked);
    CHECK(selection.cell_text(0) == sentence("C = 1, judged by leave-one-out: error ",
                                             percent_text(selection.cells()[0].value, 4)));
  }

  TEST_CASE("that several cells are as good is said") {
    const auto said = [](std::vector<std::string> grid) {
      return finished(request(dataset("four-points"), "hk", "cross-validation", std::move(grid)))
          .sentences()[1];
    };
    CHECK(said({"learning_rate=0.5,0.9"}) ==
          "2 cells are as good, and the first of them is taken.");
    CHECK(said({"learning_rate=0.5"}).find("cells are as good") == std::string::npos);
  }

  TEST_CASE("one criterion is preselected, one is the validation error, and each says what it is") {
    const auto kinds = criterion_kinds();
    CHECK(std::ranges::count_if(kinds, &CriterionKind::preselected) == 1);
    CHECK(std::ranges::count_if(kinds, &CriterionKind::of_validation) == 1);
    for (const CriterionKind& kind : kinds) CHECK(kind.idea.size() > 100);
  }

  TEST_CASE("more folds than patterns leave each pattern out once, and say so") {
    const Dataset data = dataset("four-points");
    const Selection asked =
        finished(request(data, "hk", "cross-validation", {"learning_rate=0.5"}));
    const Selection each =
        finished(request(data, "hk", "cross-validation:folds=4", {"learning_rate=0.5"}));
    CHECK(asked.cells()[0].value == each.cells()[0].value);
    // Whichever point is left out is on the wrong side.
    REQUIRE(asked.cells()[0].value > 0.5);
    CHECK(asked.sentences()[1] == "Guessing would do better: it is wrong for half of two classes.");
    CHECK(asked.sentences().back().find("4 folds and not 10") != std::string::npos);
    CHECK(each.sentences().back().find("folds") == std::string::npos);
  }

  TEST_CASE("what cannot be asked is refused in a sentence") {
    const Dataset data = dataset("overlap");
    CHECK(refusal(request(data, "smo", "nonsense", {"C=1"})).find("leave-one-out") !=
          std::string::npos);
    CHECK(refusal(request(data, "smo", "leave-one-out", {"C=1"})).find("rls") != std::string::npos);
    CHECK(refusal(request(data, "smo", "validation", {"C=1"})).find("validation part") !=
          std::string::npos);
    CHECK(refusal(request(data, "smo", "joint", {"C=1,-1"})).find("C is -1") != std::string::npos);
    CHECK(refusal(request(data, "smo", "joint", {"D=1"})).find("no setting D") !=
          std::string::npos);
    CHECK(refusal(request(data, "smo", "joint", {"kernel:sigma=1"})).find("sigma") !=
          std::string::npos);
    CHECK(refusal(request(dataset("sinc"), "smo-svr", "half-flip", {"C=1"})).find("two classes") !=
          std::string::npos);
    std::string many = "=1";
    for (int i = 0; i < 200; ++i) many += ",1";
    CHECK(refusal(request(data, "smo:kernel=gaussian:sigma=1", "joint",
                          {"C" + many, "kernel:sigma" + many}))
              .find("10000") != std::string::npos);
    // An axis that would set again what another one has set, and so make two cells the same machine.
    const std::string gaussian = "smo:kernel=gaussian:sigma=1";
    CHECK(refusal(request(data, gaussian, "joint", {"C=1,10", "kernel:sigma=1", "C=0.1,100"})) ==
          "The grid has \"C\" twice; write all of its values behind one of them");
    CHECK(refusal(request(data, gaussian, "joint", {"kernel:sigma=0.1,2", "kernel=gaussian"})) ==
          "The grid has \"kernel:sigma\" before \"kernel\", which would undo it; write \"kernel\" "
          "first");
    CHECK(Selection::start(
        request(data, "smo", "joint", {"kernel=gaussian", "kernel:sigma=0.1,2", "C=1,2"})));
    // Or two values of one axis that are equal.
    CHECK(refusal(request(data, "smo", "joint", {"kernel=linear,gaussian", "C=1,2,1.0"})) ==
          "The grid has C = \"1\" and \"1.0\", which are equal; leave one of them out");
    CHECK(refusal(request(data, "smo", "joint", {"kernel=gaussian:sigma=1,gaussian"}))
              .find("\"gaussian:sigma=1\" and \"gaussian\", which are equal") != std::string::npos);
    for (const char* wrong : {"C", "=1", "C=", "C=1,,2"}) {
      CAPTURE(wrong);
      CHECK(!parse_grid_axis(wrong));
    }
    // Regression is judged by squares.
    const Selection squares = finished(request(dataset("sinc"), "rls:kernel=gaussian:sigma=1",
                                               "cross-validation:folds=5", {"C=0.001,100"}));
    CHECK(squares.chosen() == 1);
    CHECK(squares.cells()[1].value < squares.cells()[0].value);
  }
}
