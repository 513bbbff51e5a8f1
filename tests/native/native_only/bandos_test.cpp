// Bandos et al. (2007): what early stopping by moments saves, and that it costs nothing that can be
// told from noise.

#include <doctest/doctest.h>

#include <cmath>

#include "support/reproduced.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("early stopping's paper") {
  TEST_CASE("Table 1, tolerance: sonar and ionosphere near what is printed") {
    ExperimentRequest request;
    request.datasets = {"sonar", "ionosphere"};
    request.realisations = 2;
    request.jobs = 2;
    const auto cells = reproduced("bandos-table-1", request);
    if (!cells) return;
    CHECK(cells->size() == 40);
    // Differences of two or three times what partitions into folds differ by.
    for (const std::string dataset : {"sonar", "ionosphere"}) {
      for (const auto& [quantity, most] :
           {std::pair{"success_rate", 3.0}, {"support_vectors", 1.5}, {"iterations", 4.0}}) {
        const Cell& cell = cells->at(dataset + " tolerance " + quantity);
        INFO(entry_text(cell) << ": " << cell.result.mean);
        CHECK(std::abs(cell.result.mean - cell.publication->mean.value) < most);
      }
      for (const char* rule : {"kurtosis", "skewness", "std", "mean"}) {
        const std::string row = dataset + ' ' + rule + ' ';
        CHECK(cells->at(row + "iterations").result.mean <
              cells->at(dataset + " tolerance iterations").result.mean);
        CHECK(std::abs(cells->at(row + "success_rate").result.mean -
                       cells->at(dataset + " tolerance success_rate").result.mean) < 1.5);
        // Times are shown beside and not compared.
        CHECK_FALSE(cells->at(row + "seconds").equal_as_printed.has_value());
        CHECK(cells->at(row + "seconds").publication.has_value());
      }
    }
  }

  TEST_CASE("Figure 2: several times fewer iterations, more support vectors with more noise") {
    ExperimentRequest request;
    request.realisations = 6;
    const auto one = reproduced("bandos-figure-2", request);
    CHECK(one->size() == 6 * 6 * 5);
    CHECK(one->at("sinc joint P_n=0.01 speedup").result.mean > 2);
    CHECK(one->at("sinc joint P_n=0.26 speedup").result.mean > 4);
    // What the text says of the speed-up is about times.
    CHECK_FALSE(one->at("sinc joint P_n=0.26 speedup").publication.has_value());
    CHECK(one->at("sinc tolerance P_n=0.26 support_vectors").result.mean >
          3 * one->at("sinc tolerance P_n=0.01 support_vectors").result.mean);
    CHECK(one->at("sinc joint P_n=0.11 risk").result.mean < 0.01);
    // Threads change nothing but times.
    request.jobs = 3;
    request.methods = {"joint"};
    const auto several = reproduced("bandos-figure-2", request);
    CHECK(several->size() == 6 * 5);
    for (const auto& [key, cell] : *several) {
      if (cell.quantity != "seconds") CHECK(cell.result.mean == one->at(key).result.mean);
    }
  }

  TEST_CASE("Figure 1: the criterion falls, and the errors' deviation comes to the noise") {
    ExperimentRequest request;
    request.realisations = 4;
    const auto cells = reproduced("bandos-figure-1", request);
    const auto at = [&](const char* method, const char* noise, int k, const char* quantity) {
      return cells
          ->at(std::string("sinc ") + method + " P_n=" + noise + " iteration=" + std::to_string(k) +
               ' ' + quantity)
          .result.mean;
    };
    CHECK(at("tolerance", "0.16", 40, "objective") < at("tolerance", "0.16", 1, "objective"));
    CHECK(at("tolerance", "0.16", 40, "objective") <= at("joint", "0.16", 40, "objective"));
    CHECK(at("tolerance", "0.26", 40, "std") == doctest::Approx(0.26).epsilon(0.15));
    CHECK(std::abs(at("tolerance", "0.16", 40, "mean")) < 0.05);
  }
}
