// What the experiments are made of: files with splits, statistics, the marks in a paper's tables.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "experiment/cell.h"
#include "experiment/lauer_tables.h"
#include "experiment/parallel.h"
#include "experiment/significance.h"
#include "experiment/splits.h"
#include "experiment/units.h"

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
const Experiment counting{"counting", "Counting",      "For tests.", "numbers",
                          false,      counted_methods, nullptr};

// A unit that makes both methods' cells of a data set: the mean of 1 … n, and twice that.
Unit counting_unit(std::string dataset, int n, std::vector<int>& made) {
  Unit unit;
  unit.doing = dataset;
  unit.pieces = n;
  for (const Method& method : counted_methods) {
    unit.cells.push_back(cell(dataset, std::string(method.id), n, 0, 0));
  }
  const auto values = std::make_shared<std::vector<double>>(n);
  unit.work = [values, &made](int piece) -> Result<void> {
    (*values)[static_cast<std::size_t>(piece)] = piece + 1;
    ++made[static_cast<std::size_t>(piece)];
    return {};
  };
  unit.summarise = [values](std::vector<Cell>& cells) {
    for (Cell& made_cell : cells) {
      std::vector<double> list = *values;
      for (double& value : list) value *= made_cell.method == "two" ? 2 : 1;
      made_cell.result = summary_of(list);
    }
  };
  return unit;
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
  }

  TEST_CASE("two means of random draws are compared by the standard error of their difference") {
    // Deviation 2 over 100 draws here and there: √(4/100 + 4/100) = 0.283, twice that 0.566, and
    // half of the last printed digit beside.
    Cell drawn = cell("a", "x", 100, 10.5, 2);
    drawn.publication = Publication{.mean = printed("10.0"), .n = 100, .drawn = true, .cause = "c"};
    compare_with_publication(drawn);
    CHECK(drawn.equal_as_printed == false);
    CHECK(drawn.difference_error == doctest::Approx(std::sqrt(0.08)));
    CHECK(drawn.within_error == true);
    CHECK_FALSE(drawn.differs());
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

  TEST_CASE("units: order, finished cells, cancellation and refusals") {
    constexpr std::string_view datasets[] = {"z", "a"};
    Layout layout;
    layout.datasets = datasets;
    ExperimentRequest request;
    std::vector<int> z(3), a(2);
    const auto units = [&] {
      std::vector<Unit> list;
      list.push_back(counting_unit("a", 2, a));
      list.push_back(counting_unit("z", 3, z));
      return list;
    };
    double fraction = 0;
    request.on_progress = [&](const Progress& progress) { fraction = progress.fraction; };
    for (const int jobs : {1, 4}) {
      request.jobs = jobs;
      fraction = 0;
      const ExperimentResult all = run_units(counting, request, layout, units());
      REQUIRE(all.cells.size() == 4);
      CHECK(fraction == 1);
      CHECK(entry_text(all.cells[0]) == "z, one");
      CHECK(entry_text(all.cells[3]) == "a, two");
      CHECK(all.cells[1].result.mean == 4);
      CHECK(all.cells[2].result.mean == 1.5);
    }
    // Over as many realisations a finished cell counts; its method is not made anew.
    request.finished = {cell("z", "one", 3, 70, 0), cell("z", "two", 3, 80, 0),
                        cell("a", "one", 9, 90, 0), cell("other", "one", 5, 50, 0),
                        cell("z", "unknown", 3, 0, 0)};
    z = {0, 0, 0};
    const ExperimentResult resumed = run_units(counting, request, layout, units());
    REQUIRE(resumed.cells.size() == 5);
    CHECK(resumed.cells[0].result.mean == 70);
    CHECK(resumed.cells[2].result.mean == 1.5);
    CHECK(entry_text(resumed.cells[4]) == "other, one");
    CHECK(z == std::vector<int>{0, 0, 0});
    // What was finished survives a cancellation, and a training that cannot be made is told.
    std::atomic<bool> cancelled{true};
    request.cancelled = &cancelled;
    const ExperimentResult stopped = run_units(counting, request, layout, units());
    CHECK(stopped.cancelled);
    CHECK(stopped.cells.size() == 3);
    request.cancelled = nullptr;
    std::vector<Unit> failing = units();
    failing[0].work = [](int) -> Result<void> { return fail("too large"); };
    const ExperimentResult refused = run_units(counting, request, layout, std::move(failing));
    REQUIRE(refused.refusal.has_value());
    CHECK(refused.refusal->message == "too large");
    CHECK(refused.cells.size() == 3);
  }

  TEST_CASE("every piece of parallel work is done once") {
    for (const int jobs : {1, 2, 5}) {
      std::vector<std::atomic<int>> done(37);
      parallel_for(37, jobs, nullptr, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
      for (const auto& count : done) CHECK(count == 1);
    }
    int calls = 0;
    std::atomic<bool> cancelled{false};
    parallel_for(10, 1, &cancelled, [&](int i) {
      ++calls;
      cancelled = i == 3;
    });
    CHECK(calls == 4);
  }
}

}  // namespace marginscope
