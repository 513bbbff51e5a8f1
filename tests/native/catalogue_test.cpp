#include "data/catalogue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/random.h"
#include "data/grid.h"
#include "support/problems.h"
#include "support/reference_solution.h"

namespace marginscope {
namespace {

Dataset make(std::string_view text, std::uint64_t seed = 1) {
  const auto spec = parse_spec(text);
  REQUIRE(spec.has_value());
  const auto data = make_named_problem(*spec, seed);
  testing::require(data);
  return *data;
}

// Whether a line separates two classes in the plane strictly. Two convex polygons that do not meet
// have an edge whose normal separates them; segments and points may need an edge's direction too.
// So all directions between two points and their normals are tried: O(N³).
bool separable(const Dataset& data) {
  const auto separates = [&](const Eigen::Vector2d& axis) {
    double least[2], most[2];
    for (int side = 0; side < 2; ++side) {
      least[side] = std::numeric_limits<double>::infinity();
      most[side] = -least[side];
    }
    for (Eigen::Index i = 0; i < data.size(); ++i) {
      const double at = data.X.row(i).dot(axis);
      const int side = data.y[i] > 0;
      least[side] = std::min(least[side], at);
      most[side] = std::max(most[side], at);
    }
    return most[0] < least[1] || most[1] < least[0];
  };
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::Vector2d along = (data.X.row(i) - data.X.row(j)).transpose();
      if (separates(along) || separates({-along.y(), along.x()})) return true;
    }
  }
  return false;
}

Eigen::MatrixXd with_ones(const Eigen::MatrixXd& X) {
  Eigen::MatrixXd result(X.rows(), X.cols() + 1);
  result << X, Eigen::VectorXd::Ones(X.rows());
  return result;
}

Eigen::VectorXd least_squares_weights(const Dataset& data) {
  return testing::reference_solution(with_ones(data.X), *data.y);
}

int least_squares_errors(const Dataset& data) {
  const Eigen::VectorXd f = with_ones(data.X) * least_squares_weights(data);
  return static_cast<int>((f.array() * data.y->array() <= 0).count());
}

}  // namespace

TEST_SUITE("catalogue") {
  TEST_CASE("the random engine is the standard's") {
    // C++ standard, [rand.predef]: the 10000th output of a default-constructed mt19937_64, whose
    // seed is 5489, is 9981545732273789042. A uniform number is its upper 53 bits.
    Random random(5489);
    for (int i = 1; i < 10000; ++i) random.uniform();
    CHECK(random.uniform() == static_cast<double>(9981545732273789042ULL >> 11) * 0x1p-53);
  }

  TEST_CASE("every problem: both classes, on the grid, the same for the same seed") {
    std::set<std::string_view> ids;
    for (const NamedProblem& problem : named_problems()) {
      INFO(problem.id);
      CHECK(ids.insert(problem.id).second);
      CHECK(!problem.name.empty());
      CHECK(problem.meaning.ends_with("."));
      CHECK(find_named_problem(problem.id).value() == &problem);

      const Dataset data = make(problem.id);
      const bool regression = problem.id == "sinc";
      CHECK((data.task == Task::regression) == regression);
      CHECK(data.size() >= 4);
      CHECK(data.size() <= 60);
      CHECK(data.X.cols() == (problem.id == "one-dimensional" || regression ? 1 : 2));
      CHECK(data.y.size() == data.size());
      CHECK(static_cast<Eigen::Index>(data.validation.size()) == data.size());
      if (!regression) {
        std::map<double, int> counts;
        for (const double label : data.y) ++counts[label];
        const std::set<double> expected =
            problem.id == "three-classes" ? std::set<double>{1, 2, 3} : std::set<double>{-1, 1};
        std::set<double> labels;
        for (const auto& [label, count] : counts) labels.insert(label);
        CHECK(labels == expected);
        if (problem.random) {  // so that a leading part can serve for validation
          const auto half = data.y->head(data.size() / 2);
          CHECK(std::set<double>(half.begin(), half.end()) == expected);
        }
      }
      const Grid grid;
      for (Eigen::Index i = 0; i < data.size(); ++i) {
        const double second = regression ? data.y[i] : data.X.cols() > 1 ? data.X(i, 1) : 0;
        CHECK(grid.contains(data.X(i, 0), second));
      }

      const Dataset again = make(problem.id), other = make(problem.id, 2);
      CHECK(again.X == data.X);
      CHECK(again.y == data.y);
      CHECK((other.X != data.X || other.y != data.y) == problem.random);
    }
    for (const std::string_view id : {"four-points", "xor", "two-gaussians", "overlap", "outlier",
                                      "mislabelled", "moons", "circles", "spirals", "collinear",
                                      "one-dimensional", "repeated", "three-classes", "sinc"}) {
      CHECK(ids.contains(id));
    }
  }

  TEST_CASE("every setting has a default in its range, and sliders stay in it") {
    for (const NamedProblem& problem : named_problems()) {
      for (const Field& field : problem.fields) {
        INFO(problem.id, " ", field.id);
        CHECK(field.slider_from >= field.least);
        CHECK(field.slider_to <= field.most);
        CHECK(field.slider_from < field.slider_to);
        CHECK(field.meaning.ends_with("."));
        const auto text = problem.read(problem, field, {});
        REQUIRE(text.has_value());
        const double value = parse_number(*text).value();
        CHECK(value >= field.slider_from);
        CHECK(value <= field.slider_to);
        // Naming the default changes nothing; both ends of the range make a problem.
        const auto made = problem.make(problem, {{std::string(field.id), *text}}, 5);
        REQUIRE(made.has_value());
        CHECK(*made == *problem.make(problem, {}, 5));
        for (const double end : {field.least, field.most}) {
          const auto extreme = problem.make(problem, {{std::string(field.id), exact_text(end)}}, 5);
          REQUIRE(extreme.has_value());
          CHECK((extreme->y->array() != extreme->y[0]).any());
          const Grid grid;
          for (const double x : extreme->X->col(0)) CHECK(grid.snap_x(x) == x);
          if (extreme->task == Task::classification) continue;
          for (const double target : extreme->y) CHECK(grid.snap_y(target) == target);
        }
      }
    }
  }

  TEST_CASE("refusals") {
    CHECK(find_named_problem("four-point").error().message.find("four-points, xor, ") !=
          std::string::npos);
    CHECK(!make_named_problem({"nothing", {}}, 1).has_value());
    CHECK(make_named_problem({"two-gaussians", {{"n", "1"}}}, 1)
              .error()
              .message.find("2 ≤ n ≤ 5000") != std::string::npos);
    CHECK(make_named_problem({"two-gaussians", {{"size", "9"}}}, 1)
              .error()
              .message.find("n, distance, spread and balance") != std::string::npos);
    CHECK(!make_named_problem({"xor", {{"n", "9"}}}, 1).has_value());
  }

  TEST_CASE("four points: separable, and least squares fails on one") {
    const Dataset data = make("four-points");
    CHECK(data.X == Eigen::MatrixXd{{6, 9}, {5, 7}, {5, 9}, {0, 10}});
    CHECK(data.y == Eigen::VectorXd{{1, 1, -1, -1}});
    CHECK(separable(data));
    CHECK(least_squares_errors(data) == 1);
    // The weights that the article prints.
    const Eigen::VectorXd w = least_squares_weights(data);
    CHECK(w[0] == doctest::Approx(0.15328467).epsilon(1e-7));
    CHECK(w[1] == doctest::Approx(-0.4379562).epsilon(1e-7));
    CHECK(w[2] == doctest::Approx(3.2189781).epsilon(1e-7));
  }

  TEST_CASE("xor: the corners of the square, orthogonal to every weight") {
    const Dataset data = make("xor");
    CHECK((data.X->array().abs() == 1).all());
    CHECK((data.X->col(0).array() * data.X->col(1).array() == data.y->array()).all());
    CHECK((with_ones(data.X).transpose() * *data.y).isZero(0));
    CHECK_FALSE(separable(data));
  }

  TEST_CASE("what the meanings say holds for any seed") {
    int separable_clouds = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      INFO(seed);
      separable_clouds += separable(make("two-gaussians", seed));
      CHECK_FALSE(separable(make("overlap", seed)));
      const Dataset outlier = make("outlier", seed);
      CHECK(separable(outlier));
      CHECK(least_squares_errors(outlier) > 0);
      CHECK(least_squares_errors(make("outlier:outliers=0", seed)) == 0);
      CHECK_FALSE(separable(make("moons", seed)));
      CHECK(separable(make("moons:depth=-0.5,noise=0", seed)));
      CHECK_FALSE(separable(make("circles", seed)));
      CHECK_FALSE(separable(make("spirals", seed)));
      CHECK(separable(make("collinear", seed)));
      CHECK(separable(make("repeated:disputed=0", seed)));
      CHECK_FALSE(separable(make("repeated", seed)));
    }
    // Phi(-2.5 / 0.8) is 0.09 % a point.
    CHECK(separable_clouds >= 15);
  }

  TEST_CASE("clouds have the centres, spread and shares that were asked for") {
    const Dataset data = make("two-gaussians:n=5000,distance=4,spread=1,balance=0.3");
    const auto positive = (data.y->array() > 0).count();
    CHECK(positive == 1500);
    for (const double label : {1.0, -1.0}) {
      Eigen::RowVector2d mean = Eigen::RowVector2d::Zero(), squares = mean;
      double count = 0;
      for (Eigen::Index i = 0; i < data.size(); ++i) {
        if (data.y[i] != label) continue;
        mean += data.X.row(i);
        ++count;
      }
      mean /= count;
      for (Eigen::Index i = 0; i < data.size(); ++i) {
        if (data.y[i] == label) squares += (data.X.row(i) - mean).cwiseAbs2();
      }
      // The centres are ±2 along (4, 3)/5. Five standard errors of a mean are 5/√1500 = 0.13, of a
      // variance 5√(2/1500) = 0.18.
      CHECK(std::abs(mean[0] - 1.6 * label) < 0.13);
      CHECK(std::abs(mean[1] - 1.2 * label) < 0.13);
      CHECK(std::abs(squares[0] / count - 1) < 0.18);
      CHECK(std::abs(squares[1] / count - 1) < 0.18);
    }
  }

  TEST_CASE("shapes without noise are what they say, to a step of the grid") {
    const double step = Grid{}.step();
    const Dataset circles = make("circles:n=31,noise=0,inner_radius=2,outer_radius=5");
    for (Eigen::Index i = 0; i < circles.size(); ++i) {
      CHECK(std::abs(circles.X.row(i).norm() - (circles.y[i] > 0 ? 2 : 5)) <= step);
    }
    const Dataset spirals = make("spirals:n=40,noise=0,turns=0");
    for (Eigen::Index i = 0; i < spirals.size(); ++i) {  // arms without a turn are two half lines
      CHECK(spirals.X(i, 1) == 0);
      CHECK(spirals.X(i, 0) * spirals.y[i] >= 0.5);
      CHECK(spirals.X(i, 0) * spirals.y[i] <= 5.5);
    }
    const Dataset collinear = make("collinear");
    CHECK((collinear.X->col(1).array() == collinear.X->col(0).array() / 2 + 1).all());
    CHECK(with_ones(collinear.X).colPivHouseholderQr().rank() == 2);
    const Dataset three = make("three-classes:spread=0,distance=4");
    for (Eigen::Index i = 0; i < three.size(); ++i) {
      CHECK(std::abs(three.X.row(i).norm() - 4) <= step);
      for (Eigen::Index j = 0; j < i; ++j) {  // the sides of the triangle are √3 · 4
        const double side = three.y[i] == three.y[j] ? 0 : 4 * std::sqrt(3.0);
        CHECK(std::abs((three.X.row(i) - three.X.row(j)).norm() - side) <= 2 * step);
      }
    }
  }

  TEST_CASE("repeated points: few places, some of them with both labels") {
    const Dataset data = make("repeated:spots=10,copies=4,disputed=0.3");
    CHECK(data.size() == 40);
    std::map<std::pair<double, double>, std::set<double>> labels;
    std::map<std::pair<double, double>, int> copies;
    for (Eigen::Index i = 0; i < data.size(); ++i) {
      const std::pair place(data.X(i, 0), data.X(i, 1));
      labels[place].insert(data.y[i]);
      ++copies[place];
    }
    CHECK(labels.size() == 10);
    int disputed = 0;
    for (const auto& [place, seen] : labels) disputed += seen.size() == 2;
    CHECK(disputed == 3);
    for (const auto& [place, count] : copies) CHECK(count == 4);
  }

  TEST_CASE("sinc: equally spaced from −10 to 10, sin(x)/x without noise, 1 at 0") {
    const double step = Grid{}.step();
    const Dataset data = make("sinc:noise=0");
    REQUIRE(data.size() == 49);
    CHECK(data.X(0, 0) == -10);
    CHECK(data.X(24, 0) == 0);
    CHECK(data.y[24] == 1);
    CHECK(data.X(48, 0) == 10);
    for (Eigen::Index i = 0; i < 49; ++i) {
      CHECK(std::abs(data.X(i, 0) - (-10 + 20.0 * static_cast<double>(i) / 48)) <= step);
      CHECK(std::abs(data.y[i] - data.y[48 - i]) <= 2 * step);  // an even function
    }
    CHECK(std::abs(data.y[48] + 0.0544021110889) <= step);  // sin(10)/10
    const auto spread = [](double noise) {
      const auto text = sentence("sinc:n=5000,noise=", exact_text(noise));
      const Dataset drawn = make(text), curve = make("sinc:n=5000,noise=0");
      return std::sqrt((*drawn.y - *curve.y).squaredNorm() / 5000);
    };
    // Five standard errors of a standard deviation are 5/√10000 of it.
    CHECK(std::abs(spread(0.1) - 0.1) < 0.005);
    CHECK(std::abs(spread(0.26) - 0.26) < 0.013);
  }
}

TEST_SUITE("grid") {
  TEST_CASE("positions: integers, clamping, ties") {
    const Grid grid;
    CHECK(grid.step() == 0x1p-19);
    for (int i = -16; i < 16; ++i) CHECK(grid.contains(i, i));
    CHECK(grid.snap_x(0.1) == std::round(0.1 * 0x1p19) * 0x1p-19);
    CHECK_FALSE(grid.contains(0.1, 0));
    CHECK_FALSE(grid.contains(0, 0.1));
    CHECK(grid.contains(grid.snap_x(0.1), grid.snap_y(-3.3)));
    CHECK(grid.snap_x(-1e300) == -16);
    CHECK(grid.snap_x(1e300) == 16 - 0x1p-19);
    CHECK(grid.snap_y(std::numeric_limits<double>::infinity()) == 16 - 0x1p-19);
    CHECK(grid.snap_y(std::numeric_limits<double>::quiet_NaN()) == -16);
    CHECK_FALSE(grid.contains(16, 0));
    CHECK_FALSE(grid.contains(-16.5, 0));
    CHECK_FALSE(grid.contains(std::numeric_limits<double>::quiet_NaN(), 0));
  }

  TEST_CASE("the default grid where it fits") {
    CHECK(grid_for(make("four-points").X) == Grid{});
    CHECK(grid_for(Eigen::MatrixXd{{-12, 12}, {12, -12}}) == Grid{});
    CHECK(grid_for(Eigen::MatrixXd{{3, 0.25}, {4, 0.25}}) == Grid{});
    CHECK(grid_for(Eigen::MatrixXd{{1}, {2}}) == Grid{});
    CHECK(grid_for(Eigen::MatrixXd{{5, 5}}) == Grid{});
    CHECK(grid_for(Eigen::MatrixXd(0, 2)) == Grid{});
    CHECK_FALSE(grid_for(Eigen::MatrixXd{{0, 0}, {13, 0}}) == Grid{});
    CHECK_FALSE(grid_for(Eigen::MatrixXd{{0, 0}, {0.5, 0.5}}) == Grid{});
  }

  TEST_CASE("other grids: a power of two, corners on the step, exact positions, room enough") {
    Random random(5);
    for (int trial = 0; trial < 2000; ++trial) {
      const auto any = [&](int from, int to) {  // of a size from 2^from to 2^to
        const double significand = random.uniform(-1, 1);
        const auto sizes = static_cast<std::uint64_t>(to - from);
        return std::ldexp(significand, from + static_cast<int>(random.below(sizes)));
      };
      Eigen::MatrixXd X(2, trial % 5 == 0 ? 1 : 2);
      for (Eigen::Index j = 0; j < X.cols(); ++j) {
        const bool wild = trial % 3 == 0;
        const double centre = wild ? any(-1000, 1010) : any(-10, 20);
        const double spread = trial % 7 == 0 ? 0 : wild ? any(-1000, 1010) : any(-20, 20);
        X.col(j) << centre, centre + spread;
      }
      const Grid grid = grid_for(X);
      INFO(X);
      if (grid == Grid{}) continue;
      int exponent = 0;
      CHECK(std::frexp(grid.extent, &exponent) == 0.5);
      CHECK(std::isnormal(grid.step()));
      double range = 0;
      for (Eigen::Index j = 0; j < X.cols(); ++j) {
        range = std::max(range, X.col(j).maxCoeff() - X.col(j).minCoeff());
      }
      for (Eigen::Index j = 0; j < 2; ++j) {
        const double corner = j == 0 ? grid.x0 : grid.y0;
        CHECK(std::isfinite(corner));
        const double steps = corner / grid.step();
        CHECK(steps == std::round(steps));
        CHECK(std::abs(steps) < 0x1p52);  // so that corner + i · step is exact
        const double least = j < X.cols() ? X.col(j).minCoeff() : 0;
        const double most = j < X.cols() ? X.col(j).maxCoeff() : 0;
        CHECK(least - corner >= range / 2);
        CHECK(corner + grid.extent - most >= range / 2);
      }
    }
  }

  TEST_CASE("huge, tiny and constant columns") {
    const Grid huge = grid_for(Eigen::MatrixXd{{-1e300, 0}, {1e300, 1}});
    CHECK(huge.extent >= 4e300);
    CHECK(huge.extent <= 16e300);
    CHECK(huge.x0 <= -2e300);
    const Grid extreme = grid_for(Eigen::MatrixXd{{-1.7e308, 1.7e308}, {1.7e308, 1.7e308}});
    CHECK(std::isfinite(extreme.extent));
    CHECK(std::isfinite(extreme.x0 + extreme.extent));
    CHECK(std::isfinite(extreme.y0 + extreme.extent));
    const Grid tiny = grid_for(Eigen::MatrixXd{{0, 0}, {5e-324, 0}});
    CHECK(std::isnormal(tiny.step()));
    CHECK(tiny.contains(tiny.snap_x(0), tiny.snap_y(0)));
    const Grid far = grid_for(Eigen::MatrixXd{{1e9, -1e9}, {1e9, -1e9}});
    CHECK(far.extent == 32);
    CHECK(far.snap_x(1e9) == 1e9);
    CHECK(far.snap_y(-1e9) == -1e9);
  }
}

}  // namespace marginscope
