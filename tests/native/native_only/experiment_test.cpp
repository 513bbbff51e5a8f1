// What the experiments are made of: files with splits, statistics, the marks in a paper's tables.

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "experiment/cell.h"
#include "experiment/experiment_run.h"
#include "experiment/lauer_tables.h"
#include "experiment/native/threads.h"
#include "experiment/reading.h"
#include "experiment/significance.h"
#include "experiment/splits.h"

namespace marginscope {
namespace {

std::string refusal(std::string_view text, int rows) {
  const auto splits = parse_splits(text, "a.splits", rows);
  REQUIRE(!splits.has_value());
  return splits.error().message;
}

Cell cell(std::string dataset, std::string method, int n, double mean, double sd) {
  Cell made;
  made.dataset = std::move(dataset);
  made.method = std::move(method);
  made.result = summary_of(n, mean, sd);
  return made;
}

constexpr Method counted_methods[] = {{"one", "One", "the piece's number"},
                                      {"two", "Two", "twice that"}};

// How often each piece of a data set was made, and whether one of "a" can be.
std::map<std::string, std::vector<std::atomic<int>>> counts;
bool a_fails = false;

// A unit that makes the cells of a data set: the mean of 1 … n, and twice that.
Unit counting_unit(const std::string& dataset, int n, const std::vector<const Method*>& wanted) {
  counts[dataset] = std::vector<std::atomic<int>>(static_cast<std::size_t>(n));
  Unit unit;
  unit.doing = dataset;
  unit.pieces = n;
  for (const Method* method : wanted) {
    unit.cells.push_back(cell(dataset, std::string(method->id), n, 0, 0));
  }
  unit.work = [dataset](int piece) -> Result<Numbers> {
    if (a_fails && dataset == "a") return fail("too large");
    ++counts[dataset][static_cast<std::size_t>(piece)];
    return Numbers{piece + 1.0, 2 * (piece + 1.0)};
  };
  unit.summarise = [](std::vector<Cell>& cells, std::span<const Numbers> made) {
    for (Cell& made_cell : cells) {
      made_cell.result = summary_of(column_of(made, made_cell.method == "two" ? 1 : 0));
    }
  };
  return unit;
}

Result<Plan> counting_plan(const ExperimentRequest&, const std::vector<const Method*>& wanted) {
  static constexpr std::string_view datasets[] = {"z", "a"};
  Plan plan;
  plan.layout.datasets = datasets;
  plan.units.push_back(counting_unit("a", 2, wanted));
  plan.units.push_back(counting_unit("z", 3, wanted));
  return plan;
}

const Experiment counting{"counting", "Counting",      "For tests.", "numbers",
                          false,      counted_methods, counting_plan};

std::unique_ptr<ExperimentRun> counted(ExperimentRequest request) {
  auto run = ExperimentRun::start(counting, std::move(request));
  REQUIRE(run.has_value());
  return std::move(*run);
}

// Of whose two quantities the second may be missing.
Result<Plan> lacking_plan(const ExperimentRequest& request,
                          const std::vector<const Method*>& wanted) {
  auto plan = counting_plan(request, wanted);
  for (Unit& unit : plan->units) {
    unit.cells[1].method = "one";
    unit.cells[0].quantity = "sure";
    unit.cells[1].quantity = "perhaps";
    unit.always_there = "sure";
    unit.summarise = [](std::vector<Cell>& cells, std::span<const Numbers> made) {
      for (Cell& made_cell : cells) made_cell.result = summary_of(column_of(made, 0));
      std::erase_if(cells, [](const Cell& one) { return one.quantity == "perhaps"; });
    };
  }
  return plan;
}

const Experiment lacking{"lacking", "Lacking",       "For tests.", "numbers",
                         false,     counted_methods, lacking_plan};

int made_of(const std::string& dataset) {
  int sum = 0;
  for (const auto& count : counts[dataset]) sum += count;
  return sum;
}

// The two-sided probability of Student's t with four degrees of freedom in closed form.
double student_4(double t) {
  const double s = t * t / (1 + t * t / 4);
  return 1 - 0.75 * std::abs(t) / std::sqrt(1 + t * t / 4) * (1 - s / 12);
}

}  // namespace

TEST_SUITE("experiment") {
  TEST_CASE("splits keep the order and the repeats, and count rows from 1") {
    const auto splits = parse_splits(
        "# two realisations\ntrain 3 1 3\ntest 2\n\ntrain 2 1\r\ntest 3 3\n", "a.splits", 3);
    REQUIRE(splits.has_value());
    REQUIRE(splits->size() == 2);
    CHECK((*splits)[0].train == std::vector<int>{2, 0, 2});
    CHECK((*splits)[0].test == std::vector<int>{1});
    CHECK((*splits)[1].train == std::vector<int>{1, 0});
    CHECK((*splits)[1].test == std::vector<int>{2, 2});
  }

  TEST_CASE("wrong splits are refused with file and line") {
    CHECK(
        refusal("train 1 2\ntrain 3\n", 3).starts_with("a.splits, line 2: begins with \"train\""));
    CHECK(
        refusal("# x\ntrain 1 4\ntest 1\n", 3).starts_with("a.splits, line 2: \"4\" is not a row"));
    CHECK(refusal("train 1 0\ntest 1\n", 3).starts_with("a.splits, line 1: \"0\" is not a row"));
    CHECK(refusal("train 1 2x\ntest 1\n", 3).starts_with("a.splits, line 1: \"2x\" is not a row"));
    CHECK(refusal("train 1\ntest\n", 3) == "a.splits, line 2: the test part has no rows");
    CHECK(refusal("train 1\n", 3).find("its test line is missing") != std::string::npos);
    CHECK(refusal("# nothing\n", 3).find("there is no realisation") != std::string::npos);
    CHECK(refusal("train 99999999999999999999\ntest 1\n", 3).find("is not a row") !=
          std::string::npos);
  }

  TEST_CASE("mean, deviation and standard error by hand") {
    // Σx = 40, Σ(x − 5)² = 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
    const Summary summary = summary_of(std::array<double, 8>{2, 4, 4, 4, 5, 5, 7, 9});
    CHECK(summary.n == 8);
    CHECK(summary.mean == 5);
    CHECK(summary.sd == doctest::Approx(std::sqrt(32.0 / 7)).epsilon(1e-15));
    CHECK(summary.standard_error == doctest::Approx(std::sqrt(32.0 / 7 / 8)).epsilon(1e-15));
    const Summary single = summary_of(std::array<double, 1>{3});
    CHECK(single.mean == 3);
    CHECK(std::isnan(single.sd));
    CHECK(std::isnan(summary_of(std::span<const double>()).mean));
  }

  TEST_CASE("equal numbers deviate by nothing") {
    const std::vector<double> equal(30, std::sqrt(9.0 / 208 * std::log(20.0)));
    const Summary summary = summary_of(equal);
    CHECK(summary.mean == equal[0]);
    CHECK(summary.sd == 0);
    CHECK(summary.standard_error == 0);
  }

  TEST_CASE("agreement with a printed number goes by its own decimals") {
    CHECK(printed("13.2") == Printed{13.2, 1});
    CHECK(printed("23.70") == Printed{23.7, 2});
    CHECK(printed("12") == Printed{12, 0});
    CHECK(equal_as_printed(13.24, printed("13.2")));
    CHECK_FALSE(equal_as_printed(13.24, printed("13.20")));
    CHECK_FALSE(equal_as_printed(13.26, printed("13.2")));
    CHECK_FALSE(equal_as_printed(36.15, printed("36.20")));
    CHECK(equal_as_printed(-0.43795620, {-0.4379562, 8}));
    CHECK_FALSE(equal_as_printed(std::nan(""), printed("1.0")));
    // Half way between two printed numbers.
    CHECK(equal_as_printed(33.475, printed("33.47")));
    CHECK(equal_as_printed(33.475, printed("33.48")));
  }

  TEST_CASE("incomplete beta function against closed forms") {
    for (const double x : {1e-6, 0.1, 0.4, 0.5, 0.77, 0.999}) {
      for (const double b : {0.5, 1.0, 3.0, 40.0}) {
        CHECK(incomplete_beta(1, b, x) == doctest::Approx(1 - std::pow(1 - x, b)).epsilon(1e-12));
        CHECK(incomplete_beta(b, 1, x) == doctest::Approx(std::pow(x, b)).epsilon(1e-12));
      }
      CHECK(incomplete_beta(0.5, 0.5, x) ==
            doctest::Approx(2 / std::numbers::pi * std::asin(std::sqrt(x))).epsilon(1e-12));
    }
    // Σ_{j=2}^{4} C(4, j) 0.4^j 0.6^(4 − j)
    CHECK(incomplete_beta(2, 3, 0.4) == doctest::Approx(0.5248).epsilon(1e-13));
    CHECK(incomplete_beta(99, 99, 0.5) == doctest::Approx(0.5).epsilon(1e-12));
    CHECK(incomplete_beta(3, 4, 0) == 0);
    CHECK(incomplete_beta(3, 4, 1) == 1);
  }

  TEST_CASE("Student's t against closed forms and tabulated quantiles") {
    for (const double t : {0.1, 1.0, 2.5, 40.0}) {
      CHECK(student_two_sided(t, 1) ==
            doctest::Approx(1 - 2 / std::numbers::pi * std::atan(t)).epsilon(1e-11));
      CHECK(student_two_sided(-t, 2) ==
            doctest::Approx(1 - t / std::sqrt(2 + t * t)).epsilon(1e-10));
    }
    // Quantiles at 5 %, two-sided, as tables print them to three decimals.
    for (const auto& [t, degrees] :
         {std::pair{12.706, 1}, {2.228, 10}, {2.024, 38}, {1.972, 198}}) {
      CHECK(student_two_sided(t, degrees) == doctest::Approx(0.05).epsilon(2e-3));
    }
  }

  TEST_CASE("t-test of two small samples by hand") {
    // Variances 1 and 4, pooled 2.5: t = −2 / √(2.5 · 2/3) with 4 degrees of freedom.
    const TTest test = t_test(summary_of(std::array<double, 3>{1, 2, 3}),
                              summary_of(std::array<double, 3>{2, 4, 6}));
    CHECK(test.degrees == 4);
    CHECK(test.t == doctest::Approx(-2 / std::sqrt(5.0 / 3)).epsilon(1e-14));
    CHECK(test.p == doctest::Approx(student_4(test.t)).epsilon(1e-12));
    // Samples of different sizes: pooled variance (2·1 + 1·2)/3 = 4/3, t = −1 / √(4/3 · 5/6).
    const TTest uneven = t_test(summary_of(3, 2, 1), summary_of(2, 3, std::sqrt(2.0)));
    CHECK(uneven.degrees == 3);
    CHECK(uneven.t == doctest::Approx(-1 / std::sqrt(4.0 / 3 * 5.0 / 6)).epsilon(1e-14));
  }

  TEST_CASE("t-test where nothing varies") {
    CHECK(t_test(summary_of(5, 1, 0), summary_of(5, 1, 0)).p == 1);
    CHECK(t_test(summary_of(5, 1, 0), summary_of(5, 2, 0)).p == 0);
  }

  TEST_CASE("the marks follow from the printed means and deviations, but for two") {
    std::set<std::string> disagreeing;
    for (const LauerTable table : {LauerTable::table_1, LauerTable::table_3}) {
      for (const std::string_view dataset : lauer_datasets()) {
        std::vector<Cell> row;
        std::vector<Publication> publications;
        for (const char* method : {"hk", "hkes", "hkesa", "mhks", "mhka", "lsvm", "svm"}) {
          const auto publication = lauer_publication(table, dataset, method);
          REQUIRE(publication.has_value());
          publications.push_back(*publication);
          row.push_back(cell(std::string(dataset), method, publication->n, publication->mean.value,
                             publication->sd->value));
        }
        mark_rows(row);
        for (std::size_t i = 0; i < row.size(); ++i) {
          const bool same =
              row[i].not_significantly_different == publications[i].not_significantly_different;
          if (!same) disagreeing.insert(row[i].dataset + "/" + row[i].method);
        }
      }
    }
    // With t = 2.17 and t = 2.05 they lie beyond the quantiles 1.97 and 2.02, yet have an asterisk.
    CHECK(disagreeing == std::set<std::string>{"heart/hkes", "splice/mhka"});
  }

  TEST_CASE("rows are marked within a data set, and only beside another method") {
    std::vector<Cell> cells{cell("a", "x", 100, 10, 1), cell("a", "y", 100, 10.1, 1),
                            cell("a", "z", 100, 12, 1), cell("b", "x", 100, 5, 1)};
    mark_rows(cells);
    CHECK(cells[0].best == true);
    CHECK(cells[0].not_significantly_different == true);
    CHECK(cells[1].best == false);
    CHECK(cells[1].not_significantly_different == true);
    CHECK(cells[2].best == false);
    CHECK(cells[2].not_significantly_different == false);
    CHECK_FALSE(cells[3].best.has_value());
    CHECK_FALSE(cells[3].not_significantly_different.has_value());
  }

  TEST_CASE("a cell is compared only over as many realisations as are printed") {
    Cell made = cell("heart", "hk", 100, 16.48, 2.83);
    made.publication = lauer_publication(LauerTable::table_3, "heart", "hk");
    compare_with_publication(made);
    CHECK(made.equal_as_printed == true);
    made.result.sd = 2.84;
    compare_with_publication(made);
    CHECK(made.equal_as_printed == false);
    made.result.n = 99;
    compare_with_publication(made);
    CHECK_FALSE(made.equal_as_printed.has_value());
    CHECK_FALSE(lauer_publication(LauerTable::table_3, "heart", "ols").has_value());
    CHECK_FALSE(lauer_publication(LauerTable::table_1, "sonar", "hk").has_value());
  }

  TEST_CASE("a printed number may be cut, not rounded") {
    const Printed cut{1.41, 2, true};
    CHECK(equal_as_printed(1.417, cut));
    CHECK_FALSE(equal_as_printed(1.409, cut));
    CHECK_FALSE(equal_as_printed(1.4217, cut));
    CHECK_FALSE(equal_as_printed(1.417, printed("1.41")));
    CHECK(equal_as_printed(-1.417, {-1.41, 2, true}));
    CHECK(distance_to_printed(1.417, cut) == 0);
    CHECK(distance_to_printed(1.40, cut) == doctest::Approx(0.01));
    CHECK(distance_to_printed(1.43, cut) == doctest::Approx(0.01));
    CHECK(distance_to_printed(-1.43, {-1.41, 2, true}) == doctest::Approx(0.01));
    CHECK(distance_to_printed(1.43, printed("1.41")) == doctest::Approx(0.015));
    CHECK(std::isnan(distance_to_printed(NAN, cut)));
    CHECK_FALSE(equal_as_printed(NAN, cut));
  }

  TEST_CASE("a printed count is exact: a mean beside it is not rounded to it") {
    const Printed count{.value = 10, .exact = true};
    CHECK(equal_as_printed(10, count));
    CHECK_FALSE(equal_as_printed(9.9, count));
    CHECK(distance_to_printed(9.9, count) == doctest::Approx(0.1));
    Cell drawn = cell("a", "x", 30, 9.9, 2);
    drawn.publication = Publication{.mean = count, .drawn = true};
    compare_with_publication(drawn);
    CHECK(drawn.equal_as_printed == false);
    CHECK(drawn.within_error == true);
    CHECK(read_cell(drawn).here == "9.9 (2.0)");
    CHECK(read_cell(drawn).printed == "10");
    drawn.result.mean = 10;
    compare_with_publication(drawn);
    CHECK(drawn.equal_as_printed == true);
    CHECK(read_cell(drawn).here == "10 (2.0)");
    // Two standard errors are all that a count leaves.
    drawn.result.mean = 10 + 2 * *drawn.difference_error + 0.01;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == false);
  }

  TEST_CASE("what is not compared says why") {
    Cell drawn = cell("a", "x", 1, 10.5, NAN);
    drawn.publication = Publication{.mean = printed("10.0"), .n = 100, .drawn = true};
    compare_with_publication(drawn);
    CHECK(read_cell(drawn).verdict == "one draw alone");
    Cell other = cell("a", "x", 2, 10.5, 1);
    other.publication = Publication{.mean = printed("10.0"), .n = 1};
    compare_with_publication(other);
    CHECK(read_cell(other).verdict == "printed over 1 realisation");
  }

  TEST_CASE("two means of random draws are compared by the standard error of their difference") {
    // Deviation 2 over 100 draws here and there: √(4/100 + 4/100) = 0.283, twice that 0.566, from
    // 9.95 to 10.05, which are printed as 10.0.
    Cell drawn = cell("a", "x", 100, 10.5, 2);
    drawn.publication = Publication{.mean = printed("10.0"), .n = 100, .drawn = true, .cause = "c"};
    compare_with_publication(drawn);
    CHECK(drawn.equal_as_printed == false);
    CHECK(drawn.difference_error == doctest::Approx(std::sqrt(0.08)));
    CHECK(drawn.within_error == true);
    CHECK_FALSE(drawn.differs());
    drawn.result.mean = 10.61;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == true);
    drawn.result.mean = 10.62;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == false);
    // As a cut number it stands for 10.0 to 10.1.
    drawn.publication->mean.cut = true;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == true);
    drawn.result.mean = 9.43;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == false);
    drawn.publication->mean.cut = false;
    drawn.result.mean = 10.7;
    compare_with_publication(drawn);
    CHECK(drawn.within_error == false);
    CHECK(drawn.differs());
    // More draws here leave the printed mean's own error.
    drawn.result = summary_of(10'000, 10.5, 2);
    compare_with_publication(drawn);
    CHECK(drawn.within_error == false);
    drawn.result = summary_of(10'000, 10.4, 2);
    compare_with_publication(drawn);
    CHECK(drawn.within_error == true);
    // One draw alone does not tell how far others lie apart.
    drawn.result = summary_of(std::vector<double>{10.7});
    compare_with_publication(drawn);
    CHECK_FALSE(drawn.equal_as_printed.has_value());
    CHECK_FALSE(drawn.differs());
    CHECK(agreement_of({drawn}).compared == 0);
    drawn.publication->drawn = false;
    compare_with_publication(drawn);
    CHECK_FALSE(drawn.within_error.has_value());
  }

  TEST_CASE("an entry is its data set, method, coordinates and quantity") {
    Cell a = cell("sonar", "precise", 1, 0, 0);
    a.at = {{"C", 100}, {"2σ²", 0.1}};
    a.quantity = "complexity";
    CHECK(entry_text(a) == "sonar, precise at C = 100, 2σ² = 0.1, complexity");
    Cell b = a;
    b.result.mean = 7;
    CHECK(same_entry(a, b));
    b.at[1].value = 1;
    CHECK_FALSE(same_entry(a, b));
  }

  TEST_CASE("an experiment's cells are in order, whatever the number of threads") {
    for (const int jobs : {1, 2, 5}) {
      ExperimentRequest request;
      request.jobs = jobs;
      const auto run = counted(std::move(request));
      double fraction = 0;
      int pieces = 0, cells = 0;
      run->on_piece = [&](const Progress& progress, const FinishedPiece&) {
        fraction = progress.fraction;
        ++pieces;
      };
      run->on_cells = [&] { ++cells; };
      finish_on_threads(*run);
      REQUIRE(run->cells().size() == 4);
      CHECK(fraction == doctest::Approx(1));
      CHECK(pieces == 5);
      CHECK(cells == 2);
      CHECK(entry_text(run->cells()[0]) == "z, one");
      CHECK(entry_text(run->cells()[3]) == "a, two");
      CHECK(run->cells()[1].result.mean == 4);
      CHECK(run->cells()[2].result.mean == 1.5);
      for (const auto& [dataset, each] : counts) {
        for (const auto& count : each) CHECK(count == 1);
      }
    }
  }

  TEST_CASE("over as many realisations a finished cell counts, and is not made anew") {
    ExperimentRequest request;
    request.finished = {cell("z", "one", 3, 70, 0), cell("z", "two", 3, 80, 0),
                        cell("a", "one", 1, 90, 0), cell("other", "one", 5, 50, 0),
                        cell("z", "unknown", 3, 0, 0)};
    const auto resumed = counted(request);
    finish_on_threads(*resumed);
    REQUIRE(resumed->cells().size() == 5);
    CHECK(resumed->cells()[0].result.mean == 70);
    CHECK(resumed->cells()[2].result.mean == 1.5);
    CHECK(entry_text(resumed->cells()[4]) == "other, one");
    CHECK(made_of("z") == 0);
    // What was finished survives a cancellation.
    std::atomic<bool> cancelled{true};
    request.cancelled = &cancelled;
    const auto stopped = counted(request);
    finish_on_threads(*stopped);
    CHECK(stopped->cancelled());
    CHECK(stopped->cells().size() == 3);
  }

  TEST_CASE("a finished cell over more than are asked for is no cell to be lost") {
    ExperimentRequest request;
    request.finished = {cell("z", "one", 9, 70, 0), cell("z", "two", 3, 80, 0)};
    request.finished_in = "r.json";
    const auto refused = ExperimentRun::start(counting, request);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message ==
          "r.json holds z, one over 9 realisations, which 3 would replace; ask for 9 or more, or "
          "give another --out");
    // Where its method is not asked for it stays, and one over fewer as well.
    for (const int n : {9, 1}) {
      request.finished[0].result.n = n;
      request.methods = {"two"};
      const auto run = counted(request);
      CHECK(run->pieces_left() == 2);
      finish_on_threads(*run);
      REQUIRE(run->cells().size() == 3);
      CHECK(entry_text(run->cells()[0]) == "z, one");
      CHECK(run->cells()[0].result.n == n);
    }
  }

  TEST_CASE("a cell that does not exist, or only over fewer pieces, is not made again") {
    auto whole = ExperimentRun::start(lacking, {});
    REQUIRE(whole.has_value());
    finish_on_threads(**whole);
    REQUIRE((*whole)->cells().size() == 2);
    ExperimentRequest request;
    request.finished = (*whole)->cells();
    Cell fewer = request.finished[0];
    fewer.quantity = "perhaps";
    fewer.result.n -= 1;
    request.finished.push_back(fewer);
    auto resumed = ExperimentRun::start(lacking, request);
    REQUIRE(resumed.has_value());
    CHECK((*resumed)->pieces_left() == 0);
    CHECK((*resumed)->cells().size() == 3);
    // What is always there is made, and with it all that the unit has.
    request.finished = {fewer};
    resumed = ExperimentRun::start(lacking, request);
    REQUIRE(resumed.has_value());
    CHECK((*resumed)->pieces_left() == 5);
  }

  TEST_CASE("an experiment goes on with the pieces of one that was ended, and has the same cells") {
    const auto whole = counted({});
    std::vector<FinishedPiece> pieces;
    whole->on_piece = [&](const Progress&, const FinishedPiece& made) { pieces.push_back(made); };
    finish_on_threads(*whole);
    REQUIRE(pieces.size() == 5);
    for (std::size_t kept = 0; kept <= pieces.size(); ++kept) {
      ExperimentRequest request;
      request.pieces.assign(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(kept));
      // Twice the same is the same; what belongs to no unit of the plan is left out.
      if (kept > 0) request.pieces.push_back(pieces[0]);
      request.pieces.push_back({"a of another request", 0, {1}});
      request.pieces.push_back({pieces[0].unit, 99, {1}});
      const auto run = counted(std::move(request));
      CHECK(run->identity() == whole->identity());
      finish_on_threads(*run);
      CHECK(made_of("a") + made_of("z") == static_cast<int>(pieces.size() - kept));
      REQUIRE(run->cells().size() == 4);
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(same_entry(run->cells()[i], whole->cells()[i]));
        CHECK(run->cells()[i].result.mean == whole->cells()[i].result.mean);
        CHECK(run->cells()[i].result.sd == whole->cells()[i].result.sd);
      }
    }
    // Pieces of other methods are pieces of another unit.
    ExperimentRequest one;
    one.methods = {"one"};
    one.pieces = pieces;
    CHECK(counted(one)->pieces_left() == 5);
    CHECK(counted(one)->others_pieces());
    CHECK_FALSE(whole->others_pieces());
  }

  TEST_CASE("a training that cannot be made ends an experiment, and what is finished stays") {
    ExperimentRequest request;
    request.finished = {cell("z", "one", 3, 70, 0)};
    a_fails = true;
    const auto refused = counted(std::move(request));
    finish_on_threads(*refused);
    a_fails = false;
    REQUIRE(refused->refusal().has_value());
    CHECK(refused->refusal()->message == "too large");
    CHECK(refused->cells().size() == 1);
  }

  TEST_CASE("a method that is not there is refused") {
    ExperimentRequest request;
    request.methods = {"three"};
    const auto refused = ExperimentRun::start(counting, std::move(request));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message == "counting has no method \"three\"; there are one and two");
  }
}

}  // namespace marginscope
