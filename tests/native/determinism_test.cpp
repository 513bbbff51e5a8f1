// The same bits everywhere: natively on two lanes and on four, in WebAssembly, at any optimisation.
// That holds for algorithms that add up on lanes or one after the other, and call no library for
// factorisations, products of matrices or powers.

#include <doctest/doctest.h>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// FNV-1a, of 64 bits.
class Hash {
 public:
  void add(double value) {
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

// Multiples of 2⁻¹⁰, whose sums are exact in any order: so are the means that Gaussians move to.
Problem patterns(Task task) {
  Random random(12);
  Problem made;
  made.task = task;
  made.classes = task == Task::regression ? 0 : 2;
  Eigen::MatrixXd X(90, 3);
  for (double& x : X.reshaped()) x = static_cast<double>(random.below(4096)) / 1024 - 2;
  Eigen::VectorXd y(90);
  for (Eigen::Index i = 0; i < 90; ++i) {
    const double target = X(i, 0) - X(i, 1) * X(i, 2) + random.uniform(-1, 1);
    y[i] = task == Task::regression ? target : target > 0 ? 1 : -1;
  }
  made.X = X;
  made.y = y;
  return made;
}

std::uint64_t hash_of(const char* algorithm) {
  const auto& row = **find_algorithm(algorithm);
  const auto data = std::make_shared<const Problem>(
      patterns(row.takes == Takes::regression ? Task::regression : Task::classification));
  Hash hash;
  for (const std::string& text : variants(row)) {
    Run run = start(data, text, "", {});
    for (int k = 0; k <= 300; ++k) {
      hash.add(values(run.solver(), "decision_values"));
      hash.add(values(run.solver(), "dual_variables"));
      if (run.advance(1) == 0) break;
    }
  }
  return hash.value();
}

}  // namespace

TEST_CASE("every bit of every step is the same on every machine") {
  // Each was printed by this test, natively on x86-64, and is what WebAssembly gives too. A change
  // of the steps themselves, of the settings' tables or of the variants that are made of them
  // changes them: then they are printed anew, natively and in WebAssembly.
  CHECK(hash_of("smo") == 16062013972341654376u);
  CHECK(hash_of("smo-svr") == 7833888900623398348u);
  CHECK(hash_of("dkpp") == 13878520703289893119u);
}
