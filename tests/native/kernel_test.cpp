#include "core/kernel.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/exponential.h"
#include "core/random.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/kernels/row_memory.h"
#include "solvers/margins/kernel_features.h"
#include "support/problems.h"

using namespace marginscope;

namespace {

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd X(rows, columns);
  for (double& value : X.reshaped()) value = random.normal();
  return X;
}

// Entry by entry, as the definitions are written.
double kernel_value(const Kernel& kernel, const Eigen::RowVectorXd& a,
                    const Eigen::RowVectorXd& b) {
  switch (kernel.type) {
    case KernelType::linear:
      return a.dot(b);
    case KernelType::polynomial:
      return std::pow(1 + a.dot(b) / static_cast<double>(a.size()), kernel.p);
    case KernelType::gaussian:
      return std::exp(-(a - b).squaredNorm() / (2 * kernel.sigma * kernel.sigma));
  }
  return 0;
}

const Kernel kernels[] = {{KernelType::linear, 3, 1},
                          {KernelType::polynomial, 1, 1},
                          {KernelType::polynomial, 4, 1},
                          {KernelType::gaussian, 3, 0.3},
                          {KernelType::gaussian, 3, 7}};

}  // namespace

TEST_SUITE("kernels") {
  TEST_CASE("exponentials: relative error within 2 · 2⁻⁵³ from −708 to 0") {
    std::vector<double> x;
    for (int i = 0; i <= 200'000; ++i) x.push_back(-708.0 * i / 200'000);
    for (int i = 1; i < 1000; ++i) x.push_back(-1e-3 * i / 1000);
    for (const double tiny : {-0.0, -1e-300, -5e-324, -1e-16}) x.push_back(tiny);
    std::vector<double> e = x;
    exponentials(e.data(), e.size());
    long double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double exact = std::exp(static_cast<long double>(x[i]));
      worst = std::max(worst, std::abs(static_cast<long double>(e[i]) / exact - 1));
    }
    CHECK(worst <= 2 * 0x1p-53L);
    std::vector<double> far = {-709, -1e9, -INFINITY};
    exponentials(far.data(), far.size());
    for (const double value : far) CHECK(value == doctest::Approx(3.3e-308).epsilon(0.01));
  }

  TEST_CASE("kernel matrices equal their definitions, the symmetric ones to the last bit") {
    Random random(3);
    for (const Kernel& kernel : kernels) {
      const Eigen::MatrixXd A = random_matrix(random, 150, 3), B = random_matrix(random, 70, 3);
      Eigen::MatrixXd K;
      kernel_matrix(kernel, A, B, K);
      for (Eigen::Index i = 0; i < A.rows(); i += 7) {
        for (Eigen::Index j = 0; j < B.rows(); j += 5) {
          CHECK(K(i, j) ==
                doctest::Approx(kernel_value(kernel, A.row(i), B.row(j))).epsilon(1e-12));
        }
      }
      const Eigen::MatrixXd G = gram_matrix(kernel, A).finish();
      CHECK(G == G.transpose());
      if (kernel.type == KernelType::gaussian) CHECK((G.diagonal().array() == 1).all());
      const Eigen::MatrixXd lower = gram_matrix(kernel, A, Triangle::lower).finish();
      CHECK(Eigen::MatrixXd(lower.triangularView<Eigen::Lower>()) ==
            Eigen::MatrixXd(G.triangularView<Eigen::Lower>()));
      for (Eigen::Index i = 0; i < 150; i += 11) {
        for (Eigen::Index j = 0; j < 150; j += 13) {
          CHECK(G(i, j) ==
                doctest::Approx(kernel_value(kernel, A.row(i), A.row(j))).epsilon(1e-12));
        }
      }
    }
  }

  TEST_CASE("rows on demand: the matrix's values, symmetric, the same bits when computed again") {
    Random random(5);
    for (const Kernel& kernel : kernels) {
      constexpr Eigen::Index N = 45;
      Eigen::MatrixXd X = random_matrix(random, N, 3);
      X.row(7) = X.row(3);
      const Eigen::MatrixXd K = gram_matrix(kernel, X).finish();
      KernelRows rows(kernel, X, 48 * N * sizeof(double)), two_rows(kernel, X, 0);
      CHECK(rows.length() == 48);
      CHECK((rows.diagonal().head(N) - K.diagonal()).norm() <= 1e-12 * K.norm());
      Eigen::MatrixXd once(N, N), again(N, N);
      for (Eigen::Index i = 0; i < N; ++i) {
        once.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows.row(i), N);
      }
      for (int k = 0; k < 300; ++k) {
        const auto i = static_cast<Eigen::Index>(random.below(N)),
                   j = static_cast<Eigen::Index>(random.below(N));
        // Both stay while they are used.
        const double *const K_i = two_rows.row(i), *const K_j = two_rows.row(j);
        again.row(i) = Eigen::Map<const Eigen::RowVectorXd>(K_i, N);
        again.row(j) = Eigen::Map<const Eigen::RowVectorXd>(K_j, N);
        CHECK(again.row(i) == once.row(i));
        CHECK(again.row(j) == once.row(j));
      }
      CHECK(once == once.transpose());
      CHECK(once.diagonal() == rows.diagonal().head(N));
      CHECK((once - K).cwiseAbs().maxCoeff() <= 1e-12 * K.cwiseAbs().maxCoeff());
      if (kernel.type == KernelType::gaussian) CHECK(once(3, 7) == 1);
    }
  }

  TEST_CASE("memory for rows: none lies in another, in large pieces and in small ones") {
    for (const std::size_t length : {3000, 30}) {
      constexpr std::size_t rows = 700;
      CHECK((rows * length * sizeof(double) > small_piece) == (length == 3000));
      RowMemory memory(rows, length, rows * length * sizeof(double));
      std::vector<double*> all(rows);
      for (std::size_t k = 0; k < rows; ++k) {
        all[k] = memory.space_for(k);
        std::fill_n(all[k], length, static_cast<double>(k));
      }
      bool kept = true;
      for (std::size_t k = 0; k < rows; ++k) {
        kept &= all[k][0] == static_cast<double>(k) && all[k][length - 1] == static_cast<double>(k);
      }
      CHECK(kept);
    }
  }

  TEST_CASE("memory for rows: beyond the bound the one asked for least recently makes room") {
    constexpr std::size_t length = 1000;
    RowMemory memory(10, length, 3 * length * sizeof(double));
    const auto has = [&](std::size_t i) { return memory.find(i) != nullptr; };
    for (const std::size_t i : {4, 1, 7}) CHECK((!has(i) && memory.space_for(i) != nullptr));
    const double* const of_1 = memory.find(1);
    CHECK(has(4));
    CHECK(!has(2));
    memory.space_for(2);  // in place of 7
    CHECK((has(2) && has(1) && has(4) && !has(7)));
    CHECK(memory.find(1) == of_1);
    CHECK(memory.space_for(7) != of_1);
  }

  TEST_CASE("memory for rows: pieces that are given back wait for the next fit, up to a number") {
    // What waits is taken first, and goes back in the end.
    std::vector<RowPiece> others;
    const auto take_waiting = [&](std::size_t bytes) {
      for (std::size_t left = waiting_pieces(), before = left + 1; left < before;) {
        before = left;
        others.push_back(take_piece(bytes));
        left = waiting_pieces();
      }
    };
    for (const auto& [bytes, most] :
         {std::pair(small_piece, most_small_waiting), std::pair(large_piece, most_large_waiting)}) {
      take_waiting(small_piece);
      take_waiting(large_piece);
      std::vector<RowPiece> taken;
      for (std::size_t k = 0; k < most + 2; ++k) taken.push_back(take_piece(bytes));
      CHECK(waiting_pieces() == 0);
      const double* const last = taken.back().get();
      taken.pop_back();
      if (has_large_pages) CHECK(take_piece(bytes).get() == last);
      taken.clear();
      CHECK(waiting_pieces() == (has_large_pages ? most : 0));
      take_piece(large_piece + 1).reset();  // of another size
      take_piece(64).reset();
      CHECK(waiting_pieces() == (has_large_pages ? most : 0));
    }
  }

  TEST_CASE("a Gaussian does not cancel far from the origin") {
    const Eigen::MatrixXd X{{1e6, 1e6}, {1e6 + 1, 1e6}, {1e6, 1e6 + 2}};
    const Eigen::MatrixXd K = gram_matrix({KernelType::gaussian, 3, 1}, X).finish();
    CHECK(K(0, 1) == doctest::Approx(std::exp(-0.5)).epsilon(1e-9));
    CHECK(K(0, 2) == doctest::Approx(std::exp(-2.0)).epsilon(1e-9));
  }

  TEST_CASE("a Gaussian does not cancel beside a pattern far out") {
    constexpr Eigen::Index N = 12;
    Random random(12);
    const Kernel kernel{KernelType::gaussian, 3, 1};
    for (const double far : {1e6, 1e9, 1e15, 9.97e36}) {
      CAPTURE(far);
      Eigen::MatrixXd X = random_matrix(random, N, 2);
      X(3, 1) = far;
      X.row(7) = X.row(2);
      Eigen::MatrixXd expected(N, N), K;
      for (Eigen::Index i = 0; i < N; ++i) {
        for (Eigen::Index j = 0; j < N; ++j) {
          expected(i, j) = kernel_value(kernel, X.row(i), X.row(j));
        }
      }
      const auto close = [&](const Eigen::MatrixXd& found) {
        return (found - expected).cwiseAbs().maxCoeff() < 2e-9;
      };
      const Eigen::MatrixXd G = gram_matrix(kernel, X).finish();
      CHECK(close(G));
      CHECK(G == G.transpose());
      kernel_matrix(kernel, X, X, K);
      CHECK(close(K));
      KernelRows rows(kernel, X, 0);
      Eigen::MatrixXd by_rows(N, N), at(N, N), of_some(N, N);
      std::vector<Eigen::Index> all(N);
      std::iota(all.begin(), all.end(), 0);
      const PatternGroups groups = rows.groups_of(all);
      std::vector<double> values(static_cast<std::size_t>(rows.length()));
      const Eigen::Map<const Eigen::RowVectorXd> here(values.data(), N);
      for (Eigen::Index i = 0; i < N; ++i) {
        by_rows.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows.row(i), N);
        rows.values_at(X.row(i), values.data());
        at.row(i) = here;
        rows.values_with(groups, i, values.data());
        of_some.row(i) = here;
      }
      CHECK(close(by_rows));
      CHECK(by_rows == by_rows.transpose());
      CHECK(by_rows == at);
      CHECK(by_rows == of_some);
      CHECK(by_rows(2, 7) == 1);
    }
  }

  TEST_CASE("the narrowest Gaussian is 1 where patterns are equal, else 0") {
    const Eigen::MatrixXd X{{0, 0}, {0.5, 1}, {0.5, 1}, {2, -3}};
    Eigen::MatrixXd expected = Eigen::MatrixXd::Identity(4, 4), K;
    expected(1, 2) = expected(2, 1) = 1;
    for (const double sigma : {1e-150, 1e-160, 1e-300, 5e-324}) {
      CAPTURE(sigma);
      const Kernel kernel{KernelType::gaussian, 3, sigma};
      kernel_matrix(kernel, X, X, K);
      CHECK((K - expected).cwiseAbs().maxCoeff() < 1e-300);
      CHECK((gram_matrix(kernel, X).finish() - expected).cwiseAbs().maxCoeff() < 1e-300);
    }
  }

  TEST_CASE("texts of kernels: with defaults, with parameters, refused in a sentence") {
    const auto solver = [](std::string_view text) { return make_solver(*parse_spec(text)); };
    CHECK(solver("smo:kernel=gaussian:sigma=0.5,C=3"));
    CHECK(solver("smo:kernel=gaussian"));
    CHECK(solver("smo:kernel=polynomial:p=2"));
    CHECK(solver("hk:kernel=linear"));
    for (const char* text :
         {"smo:kernel=cubic", "smo:kernel=gaussian:sigma=0", "smo:kernel=gaussian:p=2",
          "smo:kernel=polynomial:p=1.5", "smo:kernel=linear:sigma=1", "ols:kernel=gaussian"}) {
      CHECK_MESSAGE(!solver(text), text);
    }
    const Algorithm& smo = **find_algorithm("smo");
    const Field& field = *find_field(smo.fields, "kernel");
    CHECK(*smo.read(smo, field, {}) == "linear");
    CHECK(*smo.read(smo, field, {{"kernel", "gaussian"}}) == "gaussian:sigma=1");
    CHECK(variant_text_with("gaussian:sigma=1", "sigma", "2") == "gaussian:sigma=2");
  }

  TEST_CASE(
      "features of a kernel: their products are the kernel, their coefficients the function") {
    Random random(8);
    for (const Kernel& kernel : kernels) {
      const Eigen::MatrixXd X = random_matrix(random, 40, 2), new_X = random_matrix(random, 9, 2);
      const KernelFeatures features = KernelFeatures::of(kernel, X).finish();
      const Eigen::MatrixXd& G = features.of_patterns();
      const Eigen::MatrixXd K = gram_matrix(kernel, X).finish();
      CHECK((G * G.transpose() - K).cwiseAbs().maxCoeff() <= 1e-11 * K.cwiseAbs().maxCoeff());
      // Two features span the linear kernel, ten monomials a polynomial of degree 3.
      if (kernel.type == KernelType::linear) CHECK(G.cols() == 2);
      if (kernel.type == KernelType::polynomial && kernel.p == 1) CHECK(G.cols() == 3);
      const Eigen::VectorXd v = random_matrix(random, G.cols(), 1);
      const Eigen::VectorXd alpha = features.coefficients(v);
      Eigen::MatrixXd new_K;
      kernel_matrix(kernel, new_X, X, new_K);
      const Eigen::VectorXd f = features.products(new_X, v);
      const double scale = (new_K.cwiseAbs() * alpha.cwiseAbs()).maxCoeff();
      CHECK((f - new_K * alpha).cwiseAbs().maxCoeff() <= 1e-12 * scale);
    }
  }
}
