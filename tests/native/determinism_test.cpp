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
      {"dkpp", 10800453413376636427u},
      {"hk", 6135047890260909613u},
      {"hk-multiclass", 17259932592497620896u},
      {"hka", 12311769169983125119u},
      {"irwls", 17744846056175346883u},
      {"irwls-svr", 15336442265327991957u},
      {"lsvm", 14037861609242166188u},
      {"mhka", 15875989366701434841u},
      {"mhks", 16666531730940057105u},
      {"newton-svm", 1964819321527946766u},
      {"ols", 5234086615865665075u},
      {"ols-multiclass", 15831925170048722819u},
      {"rls", 12282129051093447351u},
      {"smo", 9034396413131545350u},
      {"smo-svr", 9038047232467898428u},
  };
  // An algorithm without a line here is compared by the traces alone.
  const auto found = hashes();
  for (const auto& [id, hash] : known) {
    CAPTURE(id);
    REQUIRE(found.contains(id));
    CHECK(found.at(id) == hash);
  }
}
