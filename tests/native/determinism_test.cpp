// The same bits everywhere: natively on two lanes and on four, in WebAssembly, at any optimisation.
// Sums are added up on lanes or one after the other, never in an order that a library chooses by the
// processor, and each operation rounds by itself.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// FNV-1a, of 64 bits.
class Hash {
 public:
  void add(double value) {
    // What is not a number is one, whatever its bits.
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    for (auto bits = std::bit_cast<std::uint64_t>(value), i = std::uint64_t{0}; i < 8; ++i) {
      hash_ = (hash_ ^ (bits >> (8 * i) & 0xff)) * 0x100000001b3;
    }
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Of everything that an algorithm publishes and records over 300 iterations, in all its variants.
std::map<std::string_view, std::uint64_t> hashes() {
  std::map<std::string_view, Hash> hashes;
  for (const Case& c : cases(of_each_kind)) {
    Hash& hash = hashes[c.algorithm->id];
    Run run = start(c.data, c.text, "", {.watched = part::all});
    std::vector<double> list;
    for (int k = 0; k <= 300; ++k) {
      for (std::size_t q = 0; q < run.solver().quantities().size(); ++q) {
        run.solver().values(q, list);
        hash.add(list);
      }
      for (const RecordColumn& column : record_columns()) hash.add(column.value(run.record()));
      if (run.advance(1) == 0) break;
    }
  }
  std::map<std::string_view, std::uint64_t> values;
  for (const auto& [id, hash] : hashes) values[id] = hash.value();
  return values;
}

}  // namespace

TEST_CASE("every bit of every step is the same on every machine") {
  // Each was printed by this test, natively on x86-64, and is what WebAssembly gives too. A change
  // of the steps themselves, of what is published, of the settings' tables or of the variants that
  // are made of them changes them: then they are printed anew, natively and in WebAssembly.
  const std::map<std::string_view, std::uint64_t> known = {
      {"dkpp", 16360155863217389191u},
      {"hk", 1142754917453344780u},
      {"hk-multiclass", 4710305644114814432u},
      {"hka", 3344120499813500363u},
      {"interior-svm", 8478277595664380972u},
      {"irwls", 7674973197089522006u},
      {"irwls-svr", 14187348032965165197u},
      {"lsvm", 17620424200928976730u},
      {"mhka", 182493047755122336u},
      {"mhks", 17182469029736618621u},
      {"newton-svm", 9317133492832011897u},
      {"ols", 5800054287290318851u},
      {"ols-multiclass", 10680587654293967871u},
      {"rls", 4149271142621926218u},
      {"smo", 4538520489747987278u},
      {"smo-svr", 12038176827547016271u},
  };
  // An algorithm without a line here is compared by the traces alone.
  const auto found = hashes();
  for (const auto& [id, hash] : known) {
    CAPTURE(id);
    REQUIRE(found.contains(id));
    CHECK(found.at(id) == hash);
  }
}
