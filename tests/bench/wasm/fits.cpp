// The fit that the benchmarks time as wasm, for tests/bench/wasm/process.mjs: rows are written where room() says,
// then taken as the problem, and fitted. And what wasm does at the most, beside which it is timed.

#include <emscripten/emscripten.h>

#include "../limits.h"
#include "../works.h"

namespace marginscope::bench {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Rows rows;
Shared problem;
Eigen::VectorXd coefficients;
std::vector<double> numbers;

}  // namespace

extern "C" {

// For N rows of p features and the label.
EMSCRIPTEN_KEEPALIVE double* room(int N, int p) {
  rows.resize(N, p + 1);
  return rows.data();
}

EMSCRIPTEN_KEEPALIVE void take() {
  auto taken = std::make_shared<Problem>();
  taken->X = rows.leftCols(rows.cols() - 1).eval();
  taken->y = rows.rightCols(1).eval();
  problem = std::move(taken);
}

// y_i α_i of every pattern, until the next fit; this is what is timed.
EMSCRIPTEN_KEEPALIVE const double* fit(double C) {
  const Run run = trained(problem, smo_text(C, kernel_for(*problem)), smo_rules);
  coefficients = problem->y->cwiseProduct(quantity(run.solver(), "dual_variables"));
  return coefficients.data();
}

// What numbers_of lists, until the next time.
EMSCRIPTEN_KEEPALIVE const double* rates() {
  numbers = numbers_of(measure_rates());
  return numbers.data();
}
EMSCRIPTEN_KEEPALIVE std::size_t rates_count() { return numbers.size(); }
}

}  // namespace marginscope::bench
