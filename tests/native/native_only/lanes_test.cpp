// The processor must not show: loops on eight lanes, on four and on two give the same bits.

#include "core/lanes.h"

#include <doctest/doctest.h>

#ifdef __x86_64__

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/errors.h"
#include "core/exponential.h"
#include "core/extremes.h"
#include "core/products.h"
#include "core/random.h"
#include "core/sums.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/margins/central_path.h"
#include "solvers/margins/lagrangian_passes.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/margins/weighted_products.h"
#include "solvers/pairs/active_set.h"

using namespace marginscope;

namespace {

class Bits {
 public:
  void add(double value) { bits_.push_back(std::bit_cast<std::uint64_t>(value)); }
  void add(Eigen::Index value) { bits_.push_back(static_cast<std::uint64_t>(value)); }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
  bool operator==(const Bits&) const = default;

 private:
  std::vector<std::uint64_t> bits_;
};

// What `results` gives on as many lanes as the processor has, and on fewer.
template <class Results>
void compare(const Results& results) {
  const std::size_t widest = widest_lanes;
  if (widest < 8) MESSAGE("This processor has registers for no more than ", widest, " lanes.");
  const Bits on_widest = results();
  for (widest_lanes = widest / 2; widest_lanes >= 2; widest_lanes /= 2) {
    CHECK(on_widest == results());
  }
  widest_lanes = widest;
}

// Few values, both zeros among them, so that many are equal.
std::vector<double> coarse(Random& random, Eigen::Index n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = 0.25 * (static_cast<double>(random.below(9)) - 4);
  for (double& value : values) value = value == 0 && random.below(2) ? -0.0 : value;
  return values;
}

std::vector<double> fine(Random& random, Eigen::Index n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = random.normal();
  return values;
}

// Zero, or `bound` where it forbids a change.
std::vector<double> offsets(Random& random, Eigen::Index n, double bound, std::uint64_t one_in) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = random.below(one_in) == 0 ? bound : 0;
  return values;
}

}  // namespace

TEST_SUITE("lanes") {
  TEST_CASE("exponentials of any number of values") {
    compare([] {
      Random random(1);
      Bits bits;
      for (Eigen::Index n = 1; n <= 60; ++n) {
        std::vector<double> values = fine(random, n);
        for (double& value : values) value *= 300;
        for (double& value : values) value = value > 700 ? -0.0 : value;
        exponentials(values.data(), values.size());
        bits.add(values);
      }
      return bits;
    });
  }

  TEST_CASE("the passes of a pair method, among equals and where nothing may change") {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    compare([] {
      Random random(2);
      Bits bits;
      for (Eigen::Index n = pair_lanes; n <= 260; n += pair_lanes) {
        for (const auto values : {coarse, fine}) {
          for (const std::uint64_t one_in : {1, 2, 1000}) {
            std::vector<double> r = values(random, n), row_a = values(random, n),
                                row_b = values(random, n);
            const std::vector<double> up = offsets(random, n, -infinite, one_in),
                                      low = offsets(random, n, infinite, one_in),
                                      diagonal(static_cast<std::size_t>(n), 1.0);
            Extremes found;
            update_residuals(r.data(), up.data(), low.data(), row_a.data(), 0.5, row_b.data(),
                             -0.25, n, found);
            bits.add(r);
            bits.add(found.i);
            if (found.least_low < infinite) {
              bits.add(first_of_least_low(r.data(), low.data(), found.least_low));
            }
            bits.add(found.largest_up);
            bits.add(found.least_low);
            bits.add(second_of_pair(r.data(), low.data(), row_a.data(), diagonal.data(), 1, 0.75,
                                    1e-12, n));
          }
        }
      }
      return bits;
    });
  }

  TEST_CASE(
      "rows of a kernel matrix, alone and together, their sums, and the blocks of a pair method") {
    compare([] {
      Random random(3);
      Bits bits;
      for (const Eigen::Index N : {1, 7, 40, 203}) {
        Eigen::MatrixXd X(N, 5);
        for (double& value : X.reshaped()) value = 0.5 * std::round(2 * random.normal());
        Eigen::VectorXd y(N);
        for (double& label : y) label = random.below(2) ? 1 : -1;
        auto rows = std::make_shared<KernelRows>(Kernel{KernelType::gaussian, 3, 2}, X, 1 << 20);
        std::vector<RowShare> shares;
        for (Eigen::Index i = 0; i < N; i += 3) shares.push_back({i, random.normal()});
        std::vector<double> sum(static_cast<std::size_t>(rows->length()));
        rows->add(shares, sum.data());
        bits.add(sum);
        ActiveSet active;
        const WeightBounds bounds{.C = 10};
        Eigen::VectorXd beta = Eigen::VectorXd::Zero(N);
        active.start(rows, y);
        for (Eigen::Index i = 0; i < N; ++i) active.set(i, bounds.offsets(y[i], 0));
        active.look();
        for (int k = 0; k < 10 && active.violation() > 0 && std::isfinite(active.violation());
             ++k) {
          bits.add(Eigen::Index{active.move_block(bounds, y, beta).pairs()});
          bits.add(active.violation());
          for (const double weight : beta) bits.add(weight);
        }
      }
      return bits;
    });
  }

  TEST_CASE("the passes of a Ho-Kashyap step") {
    compare([] {
      Random random(4);
      Bits bits;
      for (Eigen::Index n = 0; n <= 40; ++n) {
        for (const auto values : {coarse, fine}) {
          std::vector<double> margins = values(random, n), B = values(random, n), E(B.size());
          bits.add(subtract(margins.data(), B.data(), E.data(), n));
          add_positive_errors(0.4, E.data(), B.data(), n);
          bits.add(E);
          bits.add(B);
        }
      }
      return bits;
    });
  }

  TEST_CASE("sums and extremes, and products with a part of a matrix") {
    compare([] {
      Random random(6);
      Bits bits;
      for (Eigen::Index n = 0; n <= 40; ++n) {
        for (const auto values : {coarse, fine}) {
          const std::vector<double> drawn = values(random, n);
          const Eigen::Map<const Eigen::VectorXd> x(drawn.data(), n);
          const PowerSums powers = power_sums(x, 0.1, 2);
          for (const double found : {sum(x), sum_of_sizes(x), squared_norm(x), powers.second,
                                     powers.third, powers.fourth, largest(x), least_size(x)}) {
            bits.add(found);
          }
          if (n > 0) bits.add(powers.largest);
          bits.add(count_nonzero(x));
          bits.add(count_wrong(Eigen::VectorXd::Ones(n), x));
        }
        Eigen::MatrixXd A(n + 3, 7);
        for (double& value : A.reshaped()) value = random.normal();
        Eigen::VectorXd product(n);
        for (Eigen::Index r = 0; r <= A.cols(); ++r) {
          multiply(A.block(2, 0, n, r), A.row(0).head(r).transpose().eval(), product);
          for (const double value : product) bits.add(value);
          for (const double value : multiply_transposed(A.block(2, 0, n, r), product)) {
            bits.add(value);
          }
        }
      }
      return bits;
    });
  }

  TEST_CASE("products of matrices, and both products with a tall one") {
    compare([] {
      Random random(5);
      Bits bits;
      const auto matrix = [&](Eigen::Index rows, Eigen::Index columns) {
        Eigen::MatrixXd values(rows, columns);
        for (double& value : values.reshaped()) value = random.normal();
        return values;
      };
      const auto add = [&bits](const Eigen::MatrixXd& values) {
        for (const double value : values.reshaped()) bits.add(value);
      };
      for (const Eigen::Index n : {1, 2, 3, 7, 18, 300}) {
        const Eigen::MatrixXd A = matrix(n, 9), B = matrix(9, n);
        Eigen::MatrixXd C = matrix(n, n), D = matrix(9, 9);
        add_product(-1, A, B, C);
        add_product(0.5, A.transpose(), B.transpose(), D);
        add_lower_product(-1, B.transpose(), A.transpose(), C);
        Eigen::MatrixXd divided = A;
        divide_rows(view_of(D), divided.data(), n, n);
        for (const Eigen::MatrixXd& found : {C, D, divided}) add(found);
        Eigen::VectorXd B0 = matrix(n, 1), v = matrix(9, 1), margins, E, next;
        PanelSums sums;
        const RowPanels panels(A);
        bits.add(project(panels, B0, 1, 0.4, v, margins, E, next, sums));
        for (const Eigen::VectorXd& values : {v, margins, E, next}) add(values);
        const Eigen::VectorXd y = Eigen::VectorXd::Ones(n);
        const LagrangianPatterns patterns{panels, y, 2, 0.9};
        Eigen::VectorXd alpha(n), beta(n), product(n), ahead(n);
        bits.add(apply_inverse(patterns, B0, v, alpha, beta, sums).largest);
        look_ahead(patterns, alpha, v, product, ahead, sums);
        for (const Eigen::VectorXd& values : {v, alpha, beta, product, ahead}) add(values);
      }
      return bits;
    });
  }

  TEST_CASE("the passes of an interior point, and weighted products") {
    compare([] {
      Random random(8);
      Bits bits;
      for (const Eigen::Index n : {1, 2, 7, 8, 18, 300}) {
        const auto positive = [&] {
          Eigen::VectorXd values(n);
          for (double& value : values) value = random.uniform(0.01, 3);
          return values;
        };
        const PathPoint at{positive(), positive(), positive(), positive()};
        PathWay way{positive(), positive(), positive()};
        PathAim aimed;
        Eigen::VectorXd d, right;
        path_weights(at, d);
        aim(at, d, 0.3, way, aimed, right);
        way_to(aimed, at, d, positive(), way);
        bits.add(way.longest);
        bits.add(complementarity(at));
        bits.add(complementarity(at, way, 0.25));
        Eigen::MatrixXd Z(n, 11), A = Eigen::MatrixXd::Zero(11, 11);
        for (double& value : Z.reshaped()) value = random.normal();
        weighted_products(Z, d, 0, 7, A);
        weighted_products(Z, d, 7, 4, A);
        const Eigen::MatrixXd products = A.triangularView<Eigen::Lower>();
        for (const double value : products.reshaped()) bits.add(value);
        for (const Eigen::VectorXd& values : {d, right, aimed.of_excess, aimed.of_slack,
                                              aimed.margins, way.alpha, way.excess, way.slack}) {
          for (const double value : values) bits.add(value);
        }
      }
      return bits;
    });
  }

  TEST_CASE("rows of kernel matrices") {
    compare([] {
      Random random(3);
      Bits bits;
      for (const Kernel& kernel : {Kernel{KernelType::linear, 3, 1},
                                   {KernelType::polynomial, 3, 1},
                                   {KernelType::gaussian, 3, 0.7}}) {
        Eigen::MatrixXd X(45, 5);
        for (double& value : X.reshaped()) value = random.normal();
        KernelRows rows(kernel, X, 0);
        for (Eigen::Index i = 0; i < X.rows(); ++i) {
          const double* const row = rows.row(i);
          bits.add(std::vector<double>(row, row + rows.length()));
        }
      }
      return bits;
    });
  }
}

#endif
