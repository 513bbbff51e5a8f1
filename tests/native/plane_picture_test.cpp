#include "views/plane_picture.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "scene/command.h"

using namespace marginscope;

namespace {

Scene scene_of(const char* problem) {
  auto scene = apply(default_scene(), SetProblem{problem});
  REQUIRE(scene);
  return *scene;
}

}  // namespace

TEST_CASE("a picture of two classes: a square around all points, shades and the line f = 0") {
  const Scene scene = scene_of("overlap");
  const Plane plane = plane_of(scene);
  const PlanePicture picture(scene, plane);
  const Box& box = picture.box();
  CHECK(box.x1 - box.x0 == doctest::Approx(box.y1 - box.y0));
  for (Eigen::Index i = 0; i < scene.data.size(); ++i) {
    const auto [x, y] = plane.place(scene.data, i);
    CHECK((box.x0 < x && x < box.x1 && box.y0 < y && y < box.y1));
  }
  const int side = picture.columns();
  REQUIRE(picture.asked().rows() == side * side);
  CHECK(picture.asked()(0, 0) == box.x0);
  CHECK(picture.asked()(side * side - 1, 1) == doctest::Approx(box.y1));
  // f = x₁ − the middle, so the right half is the first class's.
  const double middle = (box.x0 + box.x1) / 2;
  const Eigen::MatrixXd f = picture.asked().col(0).array() - middle;
  const PlanePicture::Painting painting = picture.painting(f, 1);
  REQUIRE(std::ssize(painting.shades) == side * side);
  CHECK(painting.shades.front().winner == 1);
  CHECK(painting.shades.back().winner == 0);
  CHECK(painting.shades.back().share > painting.shades[painting.shades.size() - 2].share);
  REQUIRE(painting.lines.size() == 1);
  for (const auto& [x, y] : painting.lines[0]) CHECK(x == doctest::Approx(middle));
}

TEST_CASE(
    "a picture of several classes has the one that is ahead; of regression the curve or nothing") {
  const Scene several = scene_of("three-classes");
  const PlanePicture picture(several, plane_of(several));
  Eigen::MatrixXd f = Eigen::MatrixXd::Zero(picture.asked().rows(), 3);
  f.col(2).setConstant(5);
  const PlanePicture::Painting painting = picture.painting(f, 0);
  CHECK(std::ranges::all_of(painting.shades, [](const Shade& shade) { return shade.winner == 2; }));
  CHECK(painting.lines.empty());

  const Scene regression = scene_of("sinc");
  const PlanePicture curve(regression, plane_of(regression));
  CHECK(curve.columns() == 0);
  REQUIRE(curve.asked().cols() == 1);
  const auto drawn = curve.painting(2 * curve.asked(), 0);
  CHECK(drawn.shades.empty());
  REQUIRE(drawn.lines.size() == 1);
  for (const auto& [x, y] : drawn.lines[0]) CHECK(y == doctest::Approx(2 * x));

  auto empty = apply(several, ClearPoints{});
  REQUIRE(empty);
  CHECK(PlanePicture(*empty, plane_of(*empty)).asked().rows() == 0);
}

TEST_CASE("a shade grows with the lead of the class that wins, and there is none where none wins") {
  const double none = 0, little = 1e-9, one = -1, more = -2;
  CHECK(shade_of(&none, 1, 1).winner == -1);
  CHECK(shade_of(&little, 1, 1).winner == 0);
  CHECK(shade_of(&little, 1, 1).share > 0.05);
  CHECK(shade_of(&one, 1, 1).winner == 1);
  CHECK(shade_of(&more, 1, 1).share > shade_of(&one, 1, 1).share);
  CHECK(shade_of(&more, 1, 2).share == doctest::Approx(shade_of(&one, 1, 1).share));
  const double three[] = {1, 4, 2};
  CHECK(shade_of(three, 3, 1).winner == 1);
  CHECK(shade_of(three, 3, 1).share == doctest::Approx(shade_of(&more, 1, 1).share));
}
