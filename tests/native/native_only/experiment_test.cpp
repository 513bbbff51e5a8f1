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
