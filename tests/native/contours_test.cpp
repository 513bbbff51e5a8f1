#include "views/contours.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

using namespace marginscope;

namespace {

// f = 0 over [−2, 2] × [−2, 2] by cells × cells.
std::vector<Line> zeros(int cells, const std::function<double(double, double)>& f) {
  Contour contour(cells + 1);
  const double h = 4.0 / cells;
  for (int r = 0; r < cells; ++r) {
    for (int c = 0; c < cells; ++c) {
      const Box cell = {-2 + h * c, -2 + h * r, -2 + h * (c + 1), -2 + h * (r + 1)};
      contour.add(
          r, c, cell,
          {f(cell.x0, cell.y0), f(cell.x1, cell.y0), f(cell.x1, cell.y1), f(cell.x0, cell.y1)});
    }
  }
  return contour.lines();
}

bool closed(const Line& line) {
  return std::hypot(line.front()[0] - line.back()[0], line.front()[1] - line.back()[1]) < 1e-12;
}

}  // namespace

TEST_CASE("a contour that closes is one line, close to where the function is zero") {
  const auto lines = zeros(37, [](double x, double y) { return 1 - x * x - y * y; });
  REQUIRE(lines.size() == 1);
  CHECK(closed(lines[0]));
  double length = 0;
  for (std::size_t i = 0; i < lines[0].size(); ++i) {
    const auto [x, y] = lines[0][i];
    // Linear interpolation over h = 4/37 misses a radius of 1 by h²/8 at most.
    CHECK(std::abs(std::hypot(x, y) - 1) < 4.0 / 37 * 4 / 37 / 8);
    if (i > 0) length += std::hypot(x - lines[0][i - 1][0], y - lines[0][i - 1][1]);
  }
  CHECK(length == doctest::Approx(2 * std::acos(-1.0)).epsilon(0.002));
}

TEST_CASE("the values of a lattice give the lines between their signs") {
  // f = x − 0.25 on 5 × 3 points over [−1, 1] × [0, 1].
  std::vector<double> values;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 5; ++c) values.push_back(-1 + 0.5 * c - 0.25);
  }
  const auto lines = zero_lines(values, 5, {-1, 0, 1, 1});
  REQUIRE(lines.size() == 1);
  REQUIRE(lines[0].size() == 3);
  for (const auto& [x, y] : lines[0]) CHECK(x == doctest::Approx(0.25));
  CHECK(std::abs(lines[0].front()[1] - lines[0].back()[1]) == doctest::Approx(1));
}

TEST_CASE("a contour that leaves the lattice is one line from border to border") {
  const auto lines = zeros(20, [](double x, double y) { return x + 0.3 * y - 0.21; });
  REQUIRE(lines.size() == 1);
  for (const auto& [x, y] : lines[0]) CHECK(x + 0.3 * y == doctest::Approx(0.21));
  for (const auto& end : {lines[0].front(), lines[0].back()}) CHECK(std::abs(end[1]) == 2);
}

TEST_CASE("separate contours are separate lines, and a saddle does not join what crosses it") {
  const auto two = zeros(50, [](double x, double y) {
    return 0.25 - std::min(std::hypot(x - 1, y), std::hypot(x + 1, y));
  });
  REQUIRE(two.size() == 2);
  for (const Line& line : two) CHECK(closed(line));
  // One cell whose diagonals are on one side each.
  const auto saddle = zeros(1, [](double x, double y) { return x * y; });
  REQUIRE(saddle.size() == 2);
  for (const Line& line : saddle) CHECK(line.size() == 2);
  CHECK(zeros(5, [](double, double) { return 1; }).empty());
  CHECK(zeros(5, [](double, double) { return 0; }).empty());
}
