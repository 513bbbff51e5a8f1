#include "views/weight_space.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <variant>
#include <vector>

#include "scene/command.h"
#include "support/problems.h"
#include "support/random_scenes.h"
#include "support/sessions.h"
#include "views/weights_drawing.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

constexpr WeightPair every_pair[] = {WeightPair::both, WeightPair::first_and_bias,
                                     WeightPair::second_and_bias};

Result<WeightSpace> seen(const Session& session, WeightPair pair = WeightPair::both) {
  return weight_space_of(session.machine(), session.plane(), pair);
}

// A scene of these points alone: x, y and label.
void place(Session& session, std::initializer_list<std::array<double, 3>> points) {
  REQUIRE(session.carry_out({"clear-points"}));
  for (const auto& [x, y, label] : points) {
    REQUIRE(session.carry_out({"add-point", {{"x", x}, {"y", y}, {"label", label}}}));
  }
}

// Counter-clockwise, with everything inside of each edge: how deep a place lies, below 0 outside.
double depth(const Line& polygon, double x, double y) {
  if (polygon.empty()) return -INFINITY;
  double least = INFINITY;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    if (length == 0) continue;
    least = std::min(least, ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length);
  }
  return least;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

TEST_CASE("the present weights lie on the wrong side of a line where its pattern is wrong") {
  Random random(7);
  int scenes = 0, iterations = 0, wrong = 0;
  for (int tried = 0; tried < 1500 && scenes < 60; ++tried) {
    PatientSession session;
    Scene scene = random_scene(random);
    scene.iteration = 0;
    if (!session.open(scene_text(scene)) || !seen(session)) continue;
    CAPTURE(session.command_line());
    ++scenes;
    for (int k = 0; k <= 12; ++k) {
      const Machine& machine = session.machine();
      const Eigen::MatrixXd Z = augmented(machine.problem());
      const std::vector<double>& w = machine.quantity(Role::weights);
      const std::vector<double>& margins = machine.quantity(Role::margin);
      // Weights that are sums over the patterns round by what cancels in these.
      double duals = 0;
      for (const double dual : machine.quantity(Role::dual_variable)) duals += std::abs(dual);
      const double size = largest(w) + duals * Z.cwiseAbs().maxCoeff();
      for (const WeightPair pair : every_pair) {
        const auto space = seen(session, pair);
        REQUIRE(space);
        REQUIRE(space->lines.size() == margins.size());
        const auto [a, b] = space->present;
        for (std::size_t i = 0; i < margins.size(); ++i) {
          const PatternLine& line = space->lines[i];
          const auto row = static_cast<Eigen::Index>(i);
          const Eigen::Map<const Eigen::VectorXd> weights(w.data(), Z.cols());
          const double margin = Z.row(row).dot(weights);
          const double rounding = 1e-12 * (Z.row(row).cwiseAbs().sum() * size + 1e-300);
          CHECK(line.wrong == !(margins[i] > 0));
          CHECK(std::abs(line.margin(a, b) - margin) <= rounding);
          if (std::abs(margin) > rounding) CHECK((line.margin(a, b) > 0) == !line.wrong);
          wrong += line.wrong;
          // Elsewhere in the plane, too: one weight changes, or the two of a component's direction.
          const bool bias = pair != WeightPair::both || session.scene().data.X.cols() == 1;
          if (!bias) continue;
          const double there = line.margin(a, b);
          CHECK(std::abs(line.rest + line.across * a + line.up * b - there) <= rounding);
          if (space->names[1] == "w₀") CHECK(line.up == machine.problem().y[row]);
        }
      }
      ++iterations;
      if (!session.step(1)) break;
    }
  }
  CHECK(scenes >= 40);
  CHECK(iterations > 150);
  CHECK(wrong > 100);
}

TEST_CASE(
    "a line is where its own pattern's margin is 0, and a place's decision that of its weights") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"overlap:n=30"}));
  REQUIRE(session.apply(SetScaling{"standard"}));
  REQUIRE(session.step(3));
  const Machine& machine = session.machine();
  const Eigen::MatrixXd Z = augmented(machine.problem());
  const std::vector<double> w = machine.quantity(Role::weights);
  const std::array<std::array<Eigen::Index, 2>, 3> indices = {{{0, 1}, {0, 2}, {1, 2}}};
  Random random(3);
  for (std::size_t pair = 0; pair < 3; ++pair) {
    const auto space = seen(session, every_pair[pair]);
    REQUIRE(space);
    Eigen::Vector3d there(w[0], w[1], w[2]);
    CHECK(space->present == std::array{w[static_cast<std::size_t>(indices[pair][0])],
                                       w[static_cast<std::size_t>(indices[pair][1])]});
    for (int k = 0; k < 20; ++k) {
      const double a = random.uniform(-2, 2), b = random.uniform(-2, 2);
      there[indices[pair][0]] = a;
      there[indices[pair][1]] = b;
      const Eigen::VectorXd margins = Z * there;
      for (Eigen::Index i = 0; i < Z.rows(); ++i) {
        CHECK(space->lines[static_cast<std::size_t>(i)].margin(a, b) ==
              doctest::Approx(margins[i]).epsilon(1e-9));
      }
      const auto f = space->decision(a, b);
      for (int point = 0; point < 5; ++point) {
        const auto [u, v] = session.plane().place(session.scene().data, point);
        const int pattern = session.pattern_of_point(point);
        CHECK(f[0] + u * f[1] + v * f[2] ==
              doctest::Approx(machine.problem().y[pattern] * margins[pattern]).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("the version space holds a place where all patterns are right there, and no other") {
  Random random(11);
  int full = 0, empty = 0;
  for (int tried = 0; tried < 40; ++tried) {
    std::vector<PatternLine> lines;
    for (int i = 0; i < 3 + tried % 12; ++i) {
      lines.push_back({random.normal(), random.normal(), random.uniform(-0.5, 1.2)});
    }
    const Box box = {-3, -2, 3, 2};
    const Line polygon = version_space(lines, box);
    ++(polygon.empty() ? empty : full);
    for (int k = 0; k < 400; ++k) {
      const double x = random.uniform(-3, 3), y = random.uniform(-2, 2);
      double least = INFINITY;
      for (const PatternLine& line : lines) {
        least = std::min(least, line.margin(x, y) / std::hypot(line.across, line.up));
      }
      if (std::abs(least) < 1e-9) continue;
      CHECK((depth(polygon, x, y) > 0) == (least > 0));
    }
  }
  CHECK(full > 5);
  CHECK(empty > 5);
}

TEST_CASE("on the four points Ho-Kashyap walks into the version space; on xor there is none") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"four-points"}));
  REQUIRE(session.apply(SetAlgorithm{"hk"}));
  REQUIRE(session.apply(SetRules{"separated"}));
  for (const WeightPair pair : every_pair) {
    CAPTURE(static_cast<int>(pair));
    REQUIRE(session.seek(0));
    const auto start = seen(session, pair);
    REQUIRE(start);
    CHECK(depth(version_space(start->lines, start->bounds), start->present[0], start->present[1]) <
          0);
    REQUIRE(session.seek_end());
    const auto end = seen(session, pair);
    REQUIRE(end);
    const Line polygon = version_space(end->lines, end->bounds);
    CHECK(depth(polygon, end->present[0], end->present[1]) > 0);
    CHECK(end->path.back() == end->present);
    CHECK(end->path.front() == start->present);
    CHECK(end->iterations.back() == session.iteration());
    CHECK(end->sentence.contains("All 4 patterns are right here"));
    CHECK(start->sentence.contains("1 of 4"));
  }
  REQUIRE(session.apply(SetProblem{"xor"}));
  REQUIRE(session.apply(SetAlgorithm{"hk"}));
  for (const WeightPair pair : every_pair) {
    const auto space = seen(session, pair);
    REQUIRE(space);
    CHECK(version_space(space->lines, space->bounds).empty());
    CHECK(version_space(space->lines, {-1e6, -1e6, 1e6, 1e6}).empty());
    CHECK(space->sentence.contains("no part"));
  }
}

TEST_CASE("as many patterns are wrong in the space of weights as the machine itself counts") {
  PatientSession session;
  REQUIRE(session.apply(SetRules{""}));
  place(session, {{1, 1, 1}, {2, 1, 1}, {3, 3, -1}, {1, 1, -1}});
  for (const char* const algorithm :
       {"hk", "hka", "hkes", "mhks", "ols", "newton-svm", "interior-svm"}) {
    CAPTURE(algorithm);
    REQUIRE(session.apply(SetAlgorithm{algorithm}));
    if (!session.machine().run()->end()) REQUIRE(session.seek_end());
    for (int k = 0; k <= session.last_iteration(); ++k) {
      CAPTURE(k);
      REQUIRE(session.seek(k));
      const auto space = seen(session);
      REQUIRE(space);
      const double error = session.machine().run()->record().training_error;
      CHECK(std::ranges::count(space->lines, true, &PatternLine::wrong) == std::lround(4 * error));
    }
  }
}

TEST_CASE("one pattern is told of as one") {
  PatientSession session;
  place(session, {{1, 1, 1}});
  REQUIRE(session.apply(SetAlgorithm{"hk"}));
  const auto right = seen(session);
  REQUIRE(right);
  CHECK(right->sentence == "The one pattern is right here, in the shaded part.");
  REQUIRE(session.apply(SetAlgorithm{"newton-svm"}));
  REQUIRE(session.seek(0));
  const auto wrong = seen(session);
  REQUIRE(wrong);
  CHECK(wrong->sentence.starts_with("1 of 1 pattern is wrong here; "));
}

TEST_CASE("what is seen holds all weights so far and rests while the run goes on and back") {
  for (const char* const algorithm : {"hk", "mhks", "smo", "dkpp", "rls"}) {
    CAPTURE(algorithm);
    PatientSession session;
    REQUIRE(session.apply(SetProblem{"overlap:n=60"}));
    REQUIRE(session.apply(SetAlgorithm{algorithm}));
    REQUIRE(session.apply(SetRules{"iterations:n=200"}));
    Box last{};
    int changes = 0, steps = 0;
    do {
      const auto space = seen(session);
      REQUIRE(space);
      const Box& box = space->bounds;
      for (const auto& [x, y] : space->path) {
        CHECK((box.x0 < x && x < box.x1 && box.y0 < y && y < box.y1));
      }
      CHECK((box.x0 < 0 && 0 < box.x1 && box.y0 < 0 && 0 < box.y1));
      changes += steps > 0 &&
                 (box.x0 != last.x0 || box.x1 != last.x1 || box.y0 != last.y0 || box.y1 != last.y1);
      last = box;
      ++steps;
    } while (steps < 200 && session.step(1));
    CHECK(changes <= 4 + steps / 10);
    REQUIRE(session.seek(session.last_iteration() / 2));
    const auto back = seen(session);
    REQUIRE(back);
    CHECK((back->bounds.x0 == last.x0 && back->bounds.x1 == last.x1 && back->bounds.y0 == last.y0 &&
           back->bounds.y1 == last.y1));
    CHECK(std::ranges::find(back->iterations, session.iteration()) != back->iterations.end());
    CHECK(std::ranges::is_sorted(back->iterations));
  }
}

TEST_CASE("on every contour the criterion has its value") {
  for (const char* const algorithm : {"hk", "hka", "mhks:C=3", "mhka", "ols"}) {
    CAPTURE(algorithm);
    PatientSession session;
    REQUIRE(session.apply(SetProblem{"overlap:n=25"}));
    const Spec spec = *parse_spec(algorithm);
    REQUIRE(session.apply(SetAlgorithm{spec.name}));
    for (const auto& [field, value] : spec.values) REQUIRE(session.apply(SetField{field, value}));
    if (spec.name != "ols") REQUIRE(session.step(4));
    const Machine& machine = session.machine();
    const double C = spec.name == "mhks" ? 3 : spec.name == "mhka" ? 1 : 0;
    const Eigen::MatrixXd Z = augmented(machine.problem());
    const std::vector<double>& w = machine.quantity(Role::weights);
    const std::vector<double>& t = machine.quantity(Role::margin_target);
    const std::vector<double>& d = machine.quantity(Role::pattern_weight);
    const auto criterion = [&](const Eigen::Vector3d& at) {
      const Eigen::VectorXd m = Z * at;
      double J = C * at.head<2>().squaredNorm();
      for (std::size_t i = 0; i < t.size(); ++i) {
        const double e = m[static_cast<Eigen::Index>(i)] - t[i];
        J += (d.empty() ? 1 : d[i]) * e * e;
      }
      return J;
    };
    CHECK(criterion({w[0], w[1], w[2]}) ==
          doctest::Approx(machine.run()->record().objective).epsilon(1e-9));
    const auto space = seen(session);
    REQUIRE(space);
    REQUIRE(space->levels.size() >= 2);
    for (const WeightSpace::Level& level : space->levels) {
      CHECK(level.line.front() == level.line.back());
      for (const auto& [a, b] : level.line) {
        CHECK(criterion({a, b, w[2]}) == doctest::Approx(level.objective).epsilon(1e-6));
      }
    }
  }
  PatientSession session;
  REQUIRE(session.apply(SetAlgorithm{"smo"}));
  const auto space = seen(session);
  REQUIRE(space);
  CHECK(space->levels.empty());
}

TEST_CASE("where there is no space of weights a sentence says why") {
  PatientSession session;
  const auto refused = [&session] {
    const auto space = seen(session);
    REQUIRE(!space);
    CHECK(space.error().message.size() > 20);
    return space.error().message;
  };
  REQUIRE(session.apply(SetProblem{"sinc"}));
  CHECK(refused().contains("Regression"));
  REQUIRE(session.apply(SetProblem{"three-classes"}));
  CHECK(refused().contains("Each class"));
  REQUIRE(session.apply(SetProblem{"overlap"}));
  REQUIRE(session.apply(SetAlgorithm{"smo"}));
  REQUIRE(session.apply(SetField{"kernel", "gaussian"}));
  CHECK(refused().contains("kernel"));
  CHECK(weight_pairs(session) == std::vector<std::string>{"w₁ and w₂", "w₁ and w₀", "w₂ and w₀"});
  REQUIRE(session.apply(SetProblem{"one-dimensional"}));
  CHECK(weight_pairs(session) == std::vector<std::string>{"w₁ and w₀"});
}

TEST_CASE("beside the chosen machine stand the paths of the others that have such a space") {
  PatientSession session;
  require(session.apply(SetProblem{"overlap:n=40"}));
  require(session.apply(SetRules{""}));
  for (const char* const algorithm : {"mhks", "smo", "ols"}) {
    require(session.apply(CopyMachine{}));
    require(session.apply(SetAlgorithm{algorithm}));
    require(session.apply(SetRules{""}));
  }
  require(session.choose(2));
  require(session.apply(SetField{"kernel", "gaussian:sigma=1"}));  // which has none
  require(session.choose(0));
  require(session.step(20));
  while (session.busy()) session.tick(0, no_time_limit);
  for (const WeightPair pair : every_pair) {
    const auto space = weight_space_of(session, pair);
    require(space);
    REQUIRE(space->others.size() == 2);
    CHECK(space->others[0].first == 1);
    CHECK(space->others[1].first == 3);
    for (const auto& [place, path] : space->others) {
      const Machine& machine = *std::next(session.machines().begin(), place);
      const auto own = weight_space_of(machine, session.plane(), pair);
      require(own);
      CHECK(path.path == own->path);
      CHECK(path.iterations == own->iterations);
      CHECK(path.present == own->present);
      for (const auto& [a, b] : path.path) {
        CHECK((space->bounds.x0 < a && a < space->bounds.x1));
        CHECK((space->bounds.y0 < b && b < space->bounds.y1));
      }
    }
    // The chosen one is as it is alone, but for what is seen.
    const auto alone = weight_space_of(session.machine(), session.plane(), pair);
    CHECK(space->path == alone->path);
    CHECK(space->lines.size() == alone->lines.size());
    CHECK(alone->others.empty());
  }
}

TEST_CASE("no level has its value where something lies already") {
  PatientSession session;
  const auto space = seen(session);
  REQUIRE(space);
  // From so far away that all of a level is seen.
  const Box& box = space->bounds;
  const double wide = 3 * (box.x1 - box.x0), high = 3 * (box.y1 - box.y0);
  const picture::Rectangle place = {0, 0, 500, 500};
  const PlaneFrame frame =
      frame_over(place, {box.x0 - wide, box.y0 - high, box.x1 + wide, box.y1 + high});
  const auto values = [&](const std::vector<picture::Rectangle>& taken) {
    picture::Drawing drawing;
    add_pattern_lines(drawing, frame, session, *space, {}, -1, taken);
    std::vector<picture::Point> places;
    for (const picture::Mark& mark : drawing.marks) {
      const auto* text = std::get_if<picture::Text>(&mark);
      if (text && text->text.starts_with("J = ")) places.push_back(text->at);
    }
    return places;
  };
  const auto free = values({});
  REQUIRE(!free.empty());
  CHECK(values({place}).empty());
  for (const picture::Point& at : free) {
    const auto others = values({{at.x - 1, at.y - 1, 2, 2}});
    CHECK(std::ranges::none_of(others, [&](const auto& p) { return p.x == at.x && p.y == at.y; }));
  }
}
