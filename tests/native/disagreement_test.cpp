#include "views/disagreement.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/random.h"
#include "support/problems.h"
#include "support/random_scenes.h"
#include "support/sessions.h"

using namespace marginscope;
using marginscope::testing::PatientSession;

namespace {

// Some box of the plane about its points.
struct Window {
  double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

  explicit Window(const Session& session) {
    const Dataset& data = session.scene().data;
    for (Eigen::Index i = 0; i < data.size(); ++i) {
      const auto [x, y] = session.plane().place(data, i);
      x0 = std::min(x0, x);
      x1 = std::max(x1, x);
      y0 = std::min(y0, y);
      y1 = std::max(y1, y);
    }
  }
  bool good() const {
    return x1 > x0 && y1 > y0 && std::isfinite(x1 - x0) && std::isfinite(y1 - y0);
  }
  double x(double share) const { return x0 + share * (x1 - x0); }
  double y(double share) const { return y0 + share * (y1 - y0); }
};

// The decision values of a machine at a place.
Eigen::RowVectorXd values_at(const Session& session, const Machine& machine, double x, double y) {
  const Eigen::MatrixXd place = session.plane().pattern(x, y);
  Eigen::MatrixXd f;
  machine.decision_values(place, f);
  return f.row(0);
}

DecisionLattice lattice_of(const Session& session, const Machine& machine, const Window& window,
                           int columns) {
  DecisionLattice lattice;
  if (!machine.run() || machine.untrained()) return lattice;
  lattice.columns = columns;
  for (int r = 0; r < columns; ++r) {
    for (int c = 0; c < columns; ++c) {
      const Eigen::RowVectorXd f = values_at(session, machine, window.x(1.0 * c / (columns - 1)),
                                             window.y(1.0 * r / (columns - 1)));
      lattice.outputs = static_cast<int>(f.size());
      lattice.values.insert(lattice.values.end(), f.data(), f.data() + f.size());
    }
  }
  return lattice;
}

// The class that each machine predicts there, as its own run has it; −1 where it is not certain.
std::vector<int> predicted_at(const Session& session, double x, double y) {
  std::vector<int> predicted;
  for (const Machine& each : session.machines()) {
    predicted.push_back(-1);
    if (!each.run() || each.untrained()) continue;
    const Eigen::RowVectorXd f = values_at(session, each, x, y);
    Eigen::Index best = 0;
    if (f.size() == 1) {
      predicted.back() = f[0] > 0 ? 0 : 1;
    } else {
      f.maxCoeff(&best);
      predicted.back() = static_cast<int>(best);
    }
  }
  return predicted;
}

bool differ(const std::vector<int>& predicted) {
  std::set<int> classes(predicted.begin(), predicted.end());
  classes.erase(-1);
  return classes.size() > 1;
}

// Whether a machine's two best classes are level there, to rounding.
bool on_a_boundary(const Session& session, double x, double y) {
  return std::ranges::any_of(session.machines(), [&](const Machine& each) {
    if (!each.run()) return false;
    Eigen::RowVectorXd f = values_at(session, each, x, y);
    if (!f.allFinite()) return true;
    const double size = f.cwiseAbs().maxCoeff();
    if (f.size() == 1) return size < 1e-9;
    std::sort(f.data(), f.data() + f.size());
    return f[f.size() - 1] - f[f.size() - 2] <= 1e-9 * size;
  });
}

bool shaded(std::span<const Stretch> stretches, int strip, double share) {
  return std::ranges::any_of(stretches, [&](const Stretch& each) {
    return each.strip == strip && each.from < share && share < each.to;
  });
}

}  // namespace

TEST_CASE("a place is shaded if and only if the machines predict different classes there") {
  Random random(8);
  int places = 0, shaded_places = 0, scenes = 0, several_classes = 0;
  for (int trial = 0; trial < 400; ++trial) {
    PatientSession session;
    const Scene scene = testing::random_scene(random);
    if (scene.data.task == Task::regression || scene.machines.size() < 2 ||
        scene.data.size() > 300) {
      continue;
    }
    testing::require(session.open(scene_text(scene)));
    while (session.busy()) session.tick(0, no_time_limit);
    const Window window(session);
    if (!window.good()) continue;
    CAPTURE(scene_text(scene));
    // The middles of the strips are rows of the lattice, and its places the only ones that are asked.
    constexpr int columns = 13, strips = (columns - 1) / 2;
    std::vector<DecisionLattice> lattices;
    for (const Machine& each : session.machines()) {
      lattices.push_back(lattice_of(session, each, window, columns));
    }
    std::vector<const DecisionLattice*> pointers;
    for (const DecisionLattice& each : lattices) pointers.push_back(&each);
    const auto stretches = disagreement(pointers, strips);
    for (const Stretch& each : stretches)
      CHECK((each.from >= 0 && each.from < each.to && each.to <= 1));
    ++scenes;
    several_classes += scene.data.classes > 2;
    for (int strip = 0; strip < strips; ++strip) {
      for (int c = 1; c + 1 < columns; ++c) {
        const double share = 1.0 * c / (columns - 1);
        const double x = window.x(share), y = window.y((strip + 0.5) / strips);
        // Where a stretch ends at the place itself, a boundary passes through it.
        if (on_a_boundary(session, x, y)) continue;
        const std::vector<int> predicted = predicted_at(session, x, y);
        // Two that touch at the place are one on both sides of it.
        const bool is_shaded =
            shaded(stretches, strip, share - 1e-9) && shaded(stretches, strip, share + 1e-9);
        CAPTURE(x);
        CAPTURE(y);
        REQUIRE(is_shaded == differ(predicted));
        CHECK(verdicts_at(session, x, y).empty() == !is_shaded);
        ++places;
        shaded_places += is_shaded;
      }
    }
  }
  CHECK(scenes > 40);
  CHECK(several_classes > 5);
  CHECK(shaded_places > 200);
  CHECK(places > 2 * shaded_places);
}

TEST_CASE(
    "between linear machines the shaded part ends on their lines, however coarse the lattice") {
  PatientSession session;
  testing::require(session.apply(SetProblem{"overlap:n=60"}));
  testing::require(session.apply(SetAlgorithm{"ols"}));
  testing::require(session.apply(CopyMachine{}));
  testing::require(session.apply(SetAlgorithm{"smo"}));
  testing::require(session.seek(40));
  while (session.busy()) session.tick(0, no_time_limit);
  const Window window(session);
  std::vector<DecisionLattice> lattices;
  for (const Machine& each : session.machines()) {
    lattices.push_back(lattice_of(session, each, window, 2));
  }
  const DecisionLattice* pointers[] = {&lattices[0], &lattices[1]};
  constexpr int strips = 400;
  const auto stretches = disagreement(pointers, strips);
  REQUIRE(stretches.size() > 20);
  for (const Stretch& each : stretches) {
    const double y = window.y((each.strip + 0.5) / strips);
    for (const double end : {each.from, each.to}) {
      if (end == 0 || end == 1) continue;
      double least = INFINITY;
      for (const Machine& machine : session.machines()) {
        least = std::min(least, std::abs(values_at(session, machine, window.x(end), y)[0]));
      }
      CHECK(least < 1e-9);
    }
    CHECK(differ(predicted_at(session, window.x((each.from + each.to) / 2), y)));
  }
}

TEST_CASE("verdicts name the machines by what they predict, and are silent where all agree") {
  CHECK(verdicts(std::vector{0, 1, 0}, 2) == "A and C: +1, B: −1");
  CHECK(verdicts(std::vector{1, 0, 1, 1}, 2) == "A, C and D: −1, B: +1");
  CHECK(verdicts(std::vector{2, 0}, 3) == "A: class 3, B: class 1");
  CHECK(verdicts(std::vector{1, 1}, 2).empty());
  CHECK(verdicts(std::vector{-1, 1}, 2).empty());
  CHECK(verdicts(std::vector<int>{}, 2).empty());
  PatientSession session;
  CHECK(without_disagreement(session)->starts_with("There is one machine alone"));
  testing::require(session.apply(CopyMachine{}));
  CHECK(!without_disagreement(session));
  testing::require(session.apply(SetProblem{"sinc"}));
  CHECK(without_disagreement(session)->starts_with("Machines of regression"));
  CHECK(verdicts_at(session, 0, 0).empty());
}
