// Edits of several points at once, the curve that labels them, and what is selected.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene/command.h"
#include "support/random_scenes.h"
#include "support/sessions.h"

using namespace marginscope;
using testing::PatientSession;

namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string refusal(const Scene& scene, const Command& command) {
  const auto next = apply(scene, command);
  return next ? "" : next.error().message;
}

Scene applied(const Scene& scene, const Command& command) {
  auto next = apply(scene, command);
  REQUIRE_MESSAGE(next, next.error().message);
  return std::move(*next);
}

Scene problem(std::string_view text) {
  return applied(default_scene(), SetProblem{std::string(text)});
}

std::vector<int> all_of(const Scene& scene) {
  std::vector<int> list(static_cast<std::size_t>(scene.data.size()));
  std::iota(list.begin(), list.end(), 0);
  return list;
}

// Half of them, some of them twice.
std::vector<int> some_of(const Scene& scene, Random& random) {
  std::vector<int> list;
  for (const int point : all_of(scene)) {
    if (random.below(2)) list.push_back(point);
    if (random.below(8) == 0) list.push_back(point);
  }
  random.shuffle(list);
  return list;
}

int changed_labels(const Scene& one, const Scene& other) {
  return static_cast<int>((one.data.y->array() != other.data.y->array()).count());
}

Curve random_curve(Random& random) {
  Curve curve;
  for (auto n = 2 + random.below(6); n > 0; --n) {
    curve.push_back({random.uniform(-8, 8), random.uniform(-8, 8)});
  }
  return curve;
}

Command random_edit(const Scene& scene, Random& random) {
  const std::vector<int> points = some_of(scene, random);
  const double x = random.uniform(-20, 20), y = random.uniform(-20, 20);
  switch (random.below(8)) {
    case 0:
      return MovePoints{points, x, y};
    case 1:
      return DuplicatePoints{points, x, y};
    case 2:
      return RemovePoints{points};
    case 3:
      return FlipLabels{points};
    case 4:
      return LabelByCurve{points, random_curve(random)};
    case 5:
      return SetPart{points, random.below(2) == 1};
    case 6:
      return AddNoise{random.uniform(), points};
    default:
      break;
  }
  Spray spray{.x = x, .y = y, .radius = random.uniform(0, 4), .radius_up = random.uniform(0, 4)};
  spray.count = static_cast<int>(1 + random.below(20));
  if (random.below(2)) spray.label = random_curve(random);
  return spray;
}

}  // namespace

TEST_CASE("an edit of several points of any scene is undone to the bit, and the counts add up") {
  int taken = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Scene before = testing::random_scene(random);
    PatientSession session;
    REQUIRE(session.open(scene_text(before)));
    const Scene opened = session.scene();
    const Command edit = random_edit(opened, random);
    if (!session.apply(edit)) {
      CHECK(session.scene() == opened);
      continue;
    }
    ++taken;
    const Scene after = session.scene();
    const auto size = opened.data.size();
    if (const auto* spray = std::get_if<Spray>(&edit)) {
      CHECK(after.data.size() == size + spray->count);
    } else if (const auto* copies = std::get_if<DuplicatePoints>(&edit)) {
      const auto mask = [&](int i) { return std::ranges::count(copies->indices, i) > 0; };
      CHECK(after.data.size() == size + std::ranges::count_if(all_of(opened), mask));
    } else if (const auto* removed = std::get_if<RemovePoints>(&edit)) {
      const auto mask = [&](int i) { return std::ranges::count(removed->indices, i) > 0; };
      CHECK(after.data.size() == size - std::ranges::count_if(all_of(opened), mask));
    } else {
      CHECK(after.data.size() == size);
    }
    CHECK(*parse_scene(scene_text(after)) == after);
    // The same scene and edit give the same.
    CHECK(applied(opened, edit).data == after.data);
    if (after == opened) continue;
    REQUIRE(session.undo());
    CHECK(session.scene() == opened);
    REQUIRE(session.redo());
    CHECK(session.scene().data == after.data);
  }
  CHECK(taken > 100);
}

TEST_CASE("points that are moved together keep their places among each other, on the plane") {
  const Scene scene = problem("two-gaussians:n=30");
  const std::vector<int> moved = {3, 7, 20};
  for (const double far : {0.25, 1000.0, -1000.0}) {
    const Scene after = applied(scene, MovePoints{moved, far, -far});
    for (Eigen::Index i = 0; i < scene.data.size(); ++i) {
      const bool is_moved = std::ranges::find(moved, i) != moved.end();
      const Eigen::RowVector2d by = after.data.X.row(i) - scene.data.X.row(i);
      CHECK((by.norm() > 0) == is_moved);
      if (!is_moved) continue;
      CHECK(by == after.data.X.row(3) - scene.data.X.row(3));
      CHECK(after.grid.contains(after.data.X(i, 0), after.data.X(i, 1)));
      if (far == 0.25) CHECK(by == Eigen::RowVector2d(0.25, -0.25));
    }
    CHECK(after.data.y == scene.data.y);
  }
  CHECK(has(refusal(scene, MovePoints{moved, NAN, 0}), "finite distances"));
  CHECK(has(refusal(scene, MovePoints{{30}, 1, 1}), "There is no point 30; the 30 points"));
  // In regression on one feature the target moves, too.
  const Scene sinc = problem("sinc");
  const Scene up = applied(sinc, MovePoints{{0, 1}, 0, 0.5});
  CHECK(up.data.X == sinc.data.X);
  for (const int i : {0, 1}) CHECK(up.data.y[i] - sinc.data.y[i] == doctest::Approx(0.5));
  CHECK(up.data.y[2] == sinc.data.y[2]);
}

TEST_CASE("copies have class, part and hand-set margin of what they were made of") {
  Scene scene = default_scene();
  scene = applied(scene, SetAlgorithm{"ols"});
  scene = applied(scene, SetField{"target_margins", "2,3,4,5"});
  scene = applied(scene, SetPart{{1}, true});
  const Scene after = applied(scene, DuplicatePoints{{3, 1}, 0.5, -0.5});
  REQUIRE(after.data.size() == 6);
  for (const auto& [copy, original] : {std::pair{4, 1}, std::pair{5, 3}}) {
    CHECK(after.data.X.row(copy) == scene.data.X.row(original) + Eigen::RowVector2d(0.5, -0.5));
    CHECK(after.data.y[copy] == scene.data.y[original]);
    CHECK(after.data.validation[static_cast<std::size_t>(copy)] == (original == 1));
  }
  CHECK(spec_text(after.machine().algorithm) == "ols:target_margins=2,4,5,5");
}

TEST_CASE("labels are flipped to the other class, of several to the next") {
  const Scene two = default_scene();
  const Scene flipped = applied(two, FlipLabels{{0, 2, 0}});
  CHECK(flipped.data.y[0] == -two.data.y[0]);
  CHECK(flipped.data.y[1] == two.data.y[1]);
  CHECK(flipped.data.y[2] == -two.data.y[2]);
  const Scene three = problem("three-classes");
  REQUIRE(three.data.classes == 3);
  const Scene next = applied(three, FlipLabels{all_of(three)});
  for (Eigen::Index i = 0; i < three.data.size(); ++i) {
    CHECK(next.data.y[i] == (three.data.y[i] == 3 ? 1 : three.data.y[i] + 1));
  }
  CHECK(refusal(problem("sinc"), FlipLabels{{0}}) ==
        "Points of a regression have targets, not classes");
}

TEST_CASE(
    "a fraction sets as many points apart as fit into it, and is refused where that is none") {
  const Scene four = problem("four-points");
  const auto set_apart = [&](double fraction) {
    return std::ranges::count(applied(four, SplitValidation{fraction}).data.validation, true);
  };
  CHECK(set_apart(0) == 0);
  CHECK(set_apart(0.25) == 1);
  CHECK(set_apart(0.8) == 3);
  CHECK(refusal(four, SplitValidation{0.2}) ==
        "A validation fraction of 0.2 sets none of 4 patterns apart; it must be 0 or at least 1/4");
  CHECK(refusal(four, SplitValidation{1}) ==
        "The validation fraction is 1; it must be a number with 0 ≤ fraction < 1");
}

TEST_CASE("noise turns a share of the training labels round, by the seed") {
  Scene scene = problem("two-gaussians:n=100");
  scene = applied(scene, SplitValidation{0.2});
  const Scene noisy = applied(scene, AddNoise{0.25});
  CHECK(changed_labels(scene, noisy) == 20);
  for (Eigen::Index i = 0; i < 100; ++i) {
    if (scene.data.validation[static_cast<std::size_t>(i)]) {
      CHECK(noisy.data.y[i] == scene.data.y[i]);
    }
  }
  CHECK(applied(scene, AddNoise{0.25}) == noisy);
  // The next draw is another, and does not take the first one back.
  const Scene twice = applied(noisy, AddNoise{0.25});
  CHECK(changed_labels(scene, twice) > 0);
  CHECK(applied(applied(scene, SetSeed{9}), AddNoise{0.25}).data != noisy.data);
  const Scene given = applied(scene, AddNoise{.amount = 0.25, .seed = 5});
  CHECK(applied(applied(scene, SetSeed{9}), AddNoise{.amount = 0.25, .seed = 5}).data ==
        given.data);
  const Scene five = applied(scene, AddNoise{0.5, std::vector<int>{0, 1, 2, 3}});
  CHECK(changed_labels(scene, five) == 2);
  const Scene several = problem("three-classes");
  const Scene others = applied(several, AddNoise{.amount = 1});
  CHECK(changed_labels(several, others) == several.data.size());
  CHECK(others.data.y->minCoeff() >= 1);
  CHECK(others.data.y->maxCoeff() <= 3);
  CHECK(applied(scene, AddNoise{0}) == scene);
  CHECK(has(refusal(scene, AddNoise{1.5}),
            "The noise is 1.5; it must be a share of the labels, from 0 to 1"));
}

TEST_CASE("noise that would turn no label round is refused") {
  const Scene four = problem("four-points");
  CHECK(refusal(four, AddNoise{0.12}) ==
        "A noise of 0.12 flips none of 4 labels; it must be 0 or at least 1/8");
  CHECK(changed_labels(four, applied(four, AddNoise{0.125})) == 1);
  CHECK(refusal(four, AddNoise{0.2, std::vector<int>{0, 2}}) ==
        "A noise of 0.2 flips none of 2 labels; it must be 0 or at least 1/4");
  CHECK(refusal(applied(four, SetPart{{0, 1, 2, 3}, true}), AddNoise{0.5}) ==
        "There is no training pattern whose label could be flipped");
}

TEST_CASE("in regression noise is added to the targets") {
  const Scene sinc = problem("sinc:n=400");
  const Scene noisy = applied(sinc, AddNoise{0.1});
  const Eigen::VectorXd added = *noisy.data.y - *sinc.data.y;
  CHECK(std::abs(added.mean()) < 0.03);
  CHECK(std::sqrt(added.array().square().mean()) == doctest::Approx(0.1).epsilon(0.1));
  CHECK(noisy.data.X == sinc.data.X);
  CHECK(has(refusal(sinc, AddNoise{-1}), "it must be a deviation of the targets, from 0 on"));
  CHECK(has(refusal(sinc, AddNoise{HUGE_VAL}), "deviation"));
}

TEST_CASE("a spray spreads points evenly over its ellipse, by the seed") {
  const Scene empty = applied(default_scene(), ClearPoints{});
  Spray spray{.x = 2, .y = -1, .radius = 3, .radius_up = 1, .count = 2000, .label = -1.0};
  const Scene after = applied(empty, spray);
  REQUIRE(after.data.size() == 2000);
  int inner = 0;
  for (Eigen::Index i = 0; i < 2000; ++i) {
    const double u = (after.data.X(i, 0) - 2) / 3, v = after.data.X(i, 1) + 1;
    CHECK(u * u + v * v < 1 + 1e-5);
    inner += u * u + v * v < 0.5;
    CHECK(after.data.y[i] == -1);
    CHECK(after.grid.contains(after.data.X(i, 0), after.data.X(i, 1)));
  }
  CHECK(std::abs(inner - 1000) < 100);
  CHECK(applied(empty, spray) == after);
  // The next puff at the same place is another one, unless the seed is given.
  const Scene next = applied(after, spray);
  CHECK(next.data.X->bottomRows(2000) != *after.data.X);
  spray.seed = 4;
  const Scene first = applied(empty, spray), second = applied(first, spray);
  CHECK(second.data.X->bottomRows(2000) == *first.data.X);
  spray.label = Curve{{-10, -1}, {10, -1}};
  const Scene halves = applied(empty, spray);
  for (Eigen::Index i = 0; i < 2000; ++i) {
    CHECK(halves.data.y[i] == (halves.data.X(i, 1) > -1 ? 1 : -1));
  }
}

TEST_CASE("a spray that cannot be meant is refused, and so are too many points") {
  const Scene scene = default_scene();
  CHECK(has(refusal(scene, Spray{.count = 0}), "The count of a spray is 0"));
  CHECK(has(refusal(scene, Spray{.radius = 0}), "radius"));
  CHECK(has(refusal(scene, Spray{.radius_up = NAN}), "radius"));
  CHECK(has(refusal(scene, Spray{.x = 15.5}),
            "A part of the spray around (15.5, 0) lies outside the plane, which spans −16 to 16"));
  CHECK(has(refusal(scene, Spray{.label = Curve{}}), "There is no curve"));
  CHECK(refusal(scene, Spray{.count = 199'997}) ==
        "There would be 200001 points; up to 200000 can be edited");
  CHECK(refusal(scene, Spray{.count = 199'996}) == "");
  const Scene full = applied(scene, Spray{.count = 199'996});
  CHECK(has(refusal(full, AddPoint{0, 0, 1}), "200001 points"));
  CHECK(has(refusal(full, DuplicatePoints{{0}}), "200001 points"));
}

TEST_CASE("of a curve from left to right what is above it lies above, beyond its ends by these") {
  const Curve curve = {{-2, 1}, {0, 3}, {4, -1}};
  const auto height = [](double x) { return x < -2 ? 1 : x < 0 ? 3 + x : x < 4 ? 3 - x : -1; };
  const Curve backwards(curve.rbegin(), curve.rend());
  for (double x = -6; x <= 8; x += 0.25) {
    for (double y = -4; y <= 4; y += 0.375) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(is_above(curve, x, y) == (y > height(x)));
      CHECK(is_above(backwards, x, y) == (y > height(x)));
    }
  }
  CHECK(!is_above({}, 0, 0));
}

TEST_CASE("every curve has two sides: a step across it changes the side, another does not") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    const Curve curve = random_curve(random);
    const double u = random.uniform(-10, 10);
    CHECK(is_above(curve, u, 100));
    CHECK(!is_above(curve, u, -100));
  }
  // A loop that hangs below: what it holds is on the other side than what is around it.
  const Curve loop = {{-3, 0}, {1, 0}, {1, -2}, {-1, -2}, {-1, 0}, {3, 0}};
  CHECK(is_above(loop, 0, -1));
  CHECK(!is_above(loop, -2, -1));
  CHECK(!is_above(loop, 0, -3));
}

TEST_CASE("a loop has what it is drawn around") {
  const Curve square = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  CHECK(is_inside(square, 1, 1));
  CHECK(!is_inside(square, 3, 1));
  CHECK(!is_inside(square, 1, 3));
  CHECK(!is_inside(square, -1, 1));
  CHECK(!is_inside({}, 0, 0));
}

TEST_CASE("points are labelled by the side of the curve") {
  const Scene scene = problem("two-gaussians:n=50");
  const Curve curve = {{-1, -1}, {1, 2}};
  const Scene after = applied(scene, LabelByCurve{all_of(scene), curve});
  for (Eigen::Index i = 0; i < scene.data.size(); ++i) {
    CHECK(after.data.y[i] == (is_above(curve, scene.data.X(i, 0), scene.data.X(i, 1)) ? 1 : -1));
  }
  CHECK(after.data.X == scene.data.X);
  const Scene third = applied(scene, LabelByCurve{{0, 1}, curve, 3, 3});
  CHECK(third.data.classes == 3);
  CHECK(third.data.y[0] == 3);
  CHECK(has(refusal(scene, LabelByCurve{all_of(scene), {}}), "There is no curve"));
  CHECK(has(refusal(scene, LabelByCurve{{0}, curve, 0.5, 0.5}), "label is 0.5"));
  CHECK(has(refusal(problem("sinc"), LabelByCurve{{0}, curve}), "targets, not classes"));
}

TEST_CASE("a curve is simplified to places that keep it where it was") {
  Curve wave;
  for (int i = 0; i <= 1000; ++i) wave.push_back({i / 100.0, std::sin(i / 100.0)});
  const Curve simple = simplified(wave, 0.01, 0.01);
  CHECK(simple.size() < 60);
  CHECK(simple.front() == wave.front());
  CHECK(simple.back() == wave.back());
  for (const auto& [x, y] : wave) {
    CHECK(is_above(simple, x, y + 0.02));
    CHECK(!is_above(simple, x, y - 0.02));
  }
  CHECK(simplified({{0, 0}, {1, 1}, {2, 2}}, 0.01, 0.01).size() == 2);
}

TEST_CASE("a curve is read from a list of numbers, and written as it is read") {
  const Curve curve = {{0.1, -2}, {1e-7, 3}, {5, 5}};
  CHECK(*parse_curve(curve_text(curve)) == curve);
  CHECK(has(parse_curve("1,2").error().message, "from 2 to 2000 places, two numbers each"));
  CHECK(!parse_curve("1,2,3"));
  CHECK(has(parse_curve("1,2,3,x").error().message, "Place 2 of the curve has \"x\""));
  CHECK(!parse_curve("1,2,3,nan"));
}

TEST_CASE("a formula gives the curve that it means") {
  const Grid grid;
  const auto value = [&grid](std::string_view formula, double x) {
    const auto curve = formula_curve(formula, grid);
    REQUIRE_MESSAGE(curve, curve.error().message);
    double low = grid.y0 - grid.extent, high = grid.y0 + 2 * grid.extent;
    while (high - low > 1e-9) {
      const double middle = (low + high) / 2;
      (is_above(*curve, x, middle) ? high : low) = middle;
    }
    return low;
  };
  struct Case {
    std::string_view formula;
    double x, y;
  };
  const Case cases[] = {
      {"x", 2, 2},
      {"2x + 1", 3, 7},
      {"-x^2", 3, -9},
      {"2^-x", 1, 0.5},
      {"(x - 1)(x + 1)", 3, 8},
      {"x / 2 / 2", 4, 1},
      {"1 - 2 - x", 0, -1},
      {"2 sin(x)", 1.25, 2 * std::sin(1.25)},
      {"cos(pi x)", 1, -1},
      {"tan(x/4)", 1, std::tan(0.25)},
      {"exp(x) - e", 1, 0},
      {"ln(x) + log(x)", 2, 2 * std::log(2)},
      {"sqrt(x)", 9, 3},
      {"abs(x) - 2", -5, 3},
      {"tanh(x)", -0.5, std::tanh(-0.5)},
      {"y > 0.5x", 4, 2},
      {"y = x²·2 − 1", 1.5, 3.5},
      {"2**3**x", 1, 8},
      {"x^0.5", 4, 2},
      {"3", 7, 3},
  };
  for (const Case& each : cases) {
    CAPTURE(each.formula);
    CHECK(value(each.formula, each.x) == doctest::Approx(each.y).epsilon(0.02));
  }
  // A straight line needs two places.
  CHECK(formula_curve("2x - 1", grid)->size() == 2);
  // Where there is no value the curve goes straight on.
  CHECK(value("sqrt(x)", -3) == doctest::Approx(0).epsilon(0.01));
  CHECK(value("1/x", 1) == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("a formula that cannot be meant is refused with what is wrong, and where") {
  const Grid grid;
  const auto said = [&grid](std::string_view formula) {
    const auto curve = formula_curve(formula, grid);
    return curve ? std::string() : curve.error().message;
  };
  CHECK(said("") == "A formula gives y by x, such as 0.5x^2 - 1");
  CHECK(said("y >") == said(""));
  CHECK(said("2 +") == "The formula ends where a number, x, a function or a bracket has to be");
  CHECK(said("2 + * x") ==
        "In the formula, \"* x\" stands where a number, x, a function or a bracket has to be");
  CHECK(
      has(said("2 + foo(x)"), "\"foo(x)\" begins with no name that is known; there are x, pi, e"));
  CHECK(has(said("sin x"), "\"x\" stands where the bracket after sin opens"));
  CHECK(has(said("(x + 1"), "The formula ends where"));
  CHECK(has(said("x + 1)"), "\")\" cannot be read"));
  CHECK(has(said("1.2.3"), "\"1.2.3\" does not begin with a number"));
  CHECK(has(said("sqrt(-1 - x^2)"), "no value from x = −16 to 16"));
  CHECK(has(said(std::string(300, '(')), "300 characters; up to 200"));
  CHECK(has(said(std::string(200, '(')), "ends where"));
  CHECK(has(said(std::string(200, '-')), "ends where"));
}

TEST_CASE("no text is a formula that breaks anything") {
  constexpr std::string_view pieces[] = {"x", "2", "sin(", ")", "^", "-", "−",
                                         "²", "e", "π",    "/", "(", ".", "y >"};
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (auto n = random.below(12); n > 0; --n) text += pieces[random.below(std::size(pieces))];
    if (random.below(4) == 0) text = testing::mutated(random, text);
    const auto curve = formula_curve(text, Grid{});
    if (!curve) {
      CHECK(!curve.error().message.empty());
      continue;
    }
    for (const auto& [x, y] : *curve) {
      CHECK(std::isfinite(x));
      CHECK(std::isfinite(y));
    }
  }
}

TEST_CASE("the selection follows edits, and comes back with undo and redo of points") {
  PatientSession session;
  session.select_points({3, 1, 3, 9, -1});
  CHECK(session.selection() == std::vector<int>{1, 3});
  CHECK(session.selected() == -1);
  REQUIRE(session.apply(RemovePoints{{0, 0}}));
  CHECK(session.selection() == std::vector<int>{0, 2});
  REQUIRE(session.apply(RemovePoints{{2}}));
  CHECK(session.selection() == std::vector<int>{0});
  CHECK(session.selected() == 0);
  REQUIRE(session.undo());
  CHECK(session.selection() == std::vector<int>{0, 2});
  REQUIRE(session.undo());
  CHECK(session.selection() == std::vector<int>{1, 3});
  REQUIRE(session.redo());
  CHECK(session.selection() == std::vector<int>{0, 2});
  REQUIRE(session.apply(DuplicatePoints{{0, 2}, 1, 1}));
  CHECK(session.selection() == std::vector<int>{3, 4});
  // What is no edit of points leaves it as it is.
  REQUIRE(session.apply(SetField{"learning_rate", "0.3"}));
  session.select_points({1, 2});
  REQUIRE(session.undo());
  CHECK(session.selection() == std::vector<int>{1, 2});
  REQUIRE(session.apply(SetProblem{"two-gaussians"}));
  CHECK(session.selection().empty());
}

TEST_CASE("commands about several points mean the selected ones unless others are given") {
  PatientSession session;
  const Dataset before = session.scene().data;
  const auto refused = [&session](const Call& call) {
    const auto done = session.carry_out(call);
    return done ? std::string() : done.error().message;
  };
  CHECK(refused({"flip-labels"}) == "No point is selected; “index” says which are meant otherwise");
  CHECK(refused({"flip-labels", {{"index", "0,4"}}}) ==
        "index of flip-labels is 0,4; it must be the index of a point, 0 to 3, or a list of such");
  REQUIRE(session.carry_out({"select", {{"index", "0,2"}}}));
  REQUIRE(session.carry_out({"flip-labels"}));
  CHECK(session.scene().data.y[0] == -before.y[0]);
  CHECK(session.scene().data.y[2] == -before.y[2]);
  CHECK(session.scene().data.y[1] == before.y[1]);
  REQUIRE(session.carry_out({"flip-labels", {{"index", 1.0}}}));
  CHECK(session.scene().data.y[1] == -before.y[1]);
  REQUIRE(session.carry_out({"move-points", {{"dx", 1.0}, {"dy", 0.0}}}));
  CHECK(session.scene().data.X(0, 0) == before.X(0, 0) + 1);
  CHECK(session.scene().data.X(1, 0) == before.X(1, 0));
  REQUIRE(session.carry_out({"duplicate-points"}));
  CHECK(session.selection() == std::vector<int>{4, 5});
  REQUIRE(session.carry_out({"remove-point", {{"index", "4,5"}}}));
  CHECK(session.scene().data.size() == 4);
  CHECK(session.selection().empty());
  REQUIRE(session.carry_out({"select", {{"index", ""}}}));
  REQUIRE(session.carry_out({"select", {{"index", -0.0}}}));
  CHECK(session.selected() == 0);
}

TEST_CASE("the curve labels points and what is sprayed, and goes with the directions shown") {
  PatientSession session;
  const Call spray{"spray", {{"x", 0.0}, {"y", 0.0}, {"radius", 3.0}, {"count", 40.0}}};
  const auto done = session.carry_out(spray);
  REQUIRE(!done);
  CHECK(has(done.error().message, "There is no curve"));
  CHECK(!session.carry_out({"label-by-curve"}));
  CHECK(!session.carry_out({"curve", {{"places", "1,2"}}}));
  REQUIRE(session.carry_out({"formula", {{"text", " y > x "}}}));
  CHECK(session.curve().formula == "x");
  REQUIRE(session.carry_out(spray));
  REQUIRE(session.carry_out({"label-by-curve"}));
  const Dataset& data = session.scene().data;
  REQUIRE(data.size() == 44);
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    CHECK(data.y[i] == (data.X(i, 1) > data.X(i, 0) ? 1 : -1));
  }
  REQUIRE(session.carry_out({"curve", {{"places", "0,0,1,1"}}}));
  CHECK(session.curve().formula == "");
  CHECK(session.curve().places == Curve{{0, 0}, {1, 1}});
  REQUIRE(session.carry_out({"curve"}));
  CHECK(session.curve().places.empty());
  REQUIRE(session.carry_out({"formula", {{"text", "x"}}}));
  REQUIRE(session.carry_out({"clear-points"}));
  CHECK(!session.curve().places.empty());
  REQUIRE(session.carry_out({"problem", {{"text", "sinc"}}}));
  CHECK(session.curve().places.empty());
}

TEST_CASE("a stroke of the spray, and a drag of several points, are one step of undo each") {
  PatientSession session;
  const Scene before = session.scene();
  session.begin_gesture({{"spray", {{"radius", 0.5}, {"label", 1.0}}}});
  for (const double x : {1.0, 2.0, 3.0}) {
    REQUIRE(session.drag({{"x", x}, {"y", 1.0}, {"count", 5.0}}));
  }
  session.end_gesture();
  CHECK(session.scene().data.size() == 19);
  REQUIRE(session.undo());
  CHECK(session.scene() == before);
  session.begin_gesture({{"move-points", {{"index", "0,1"}}}});
  for (int i = 0; i < 3; ++i) REQUIRE(session.drag({{"dx", 0.5}, {"dy", 0.0}}));
  session.end_gesture();
  CHECK(session.scene().data.X(1, 0) == before.data.X(1, 0) + 1.5);
  REQUIRE(session.undo());
  CHECK(session.scene() == before);
  CHECK(!session.can_undo());
}
