// Scenes and what edits make of them: machines, classes, algorithms that suit, projections.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/random.h"
#include "data/csv.h"
#include "scene/command.h"
#include "scene/principal.h"
#include "scene/scene.h"
#include "solvers/registry.h"
#include "support/problems.h"
#include "support/sessions.h"

using namespace marginscope;
using testing::PatientSession;

TEST_CASE(
    "a fraction sets apart as many points as it says, also where its product lies just below") {
  const Scene scene = *apply(default_scene(), SetProblem{"overlap:n=100"});
  for (int percent = 0; percent < 100; ++percent) {
    const Scene parted = *apply(scene, SplitValidation{percent / 100.0});
    CHECK(std::ranges::count(parted.data.validation, true) == percent);
  }
}

TEST_CASE("machines are copied, removed, named and moved, and the chosen one stays it") {
  Scene scene = default_scene();
  CHECK(!apply(scene, RemoveMachine{0}));
  for (const char* algorithm : {"hka", "ols", "smo"}) {
    scene = *apply(*apply(scene, CopyMachine{}), SetAlgorithm{algorithm});
  }
  const auto order = [](const Scene& of) {
    std::string names;
    for (const MachineSetup& machine : of.machines) names += machine.algorithm.name + " ";
    return names + machine_letter(of.chosen);
  };
  CHECK(order(scene) == "hk hka ols smo D");
  const auto full = apply(scene, CopyMachine{});
  REQUIRE(!full);
  CHECK(full.error().message.find("There are 4 machines") == 0);
  CHECK(order(*apply(scene, MoveMachine{3, 0})) == "smo hk hka ols A");
  CHECK(order(*apply(scene, MoveMachine{0, 3})) == "hka ols smo hk C");
  CHECK(order(*apply(scene, MoveMachine{0, 1})) == "hka hk ols smo D");
  scene.chosen = 1;
  CHECK(order(*apply(scene, MoveMachine{3, 1})) == "hk smo hka ols C");
  CHECK(order(*apply(scene, MoveMachine{0, 1})) == "hka hk ols smo A");
  CHECK(order(*apply(scene, MoveMachine{2, 2})) == "hk hka ols smo B");
  CHECK(order(*apply(scene, RemoveMachine{0})) == "hka ols smo A");
  CHECK(order(*apply(scene, RemoveMachine{1})) == "hk ols smo B");
  CHECK(order(*apply(scene, RemoveMachine{3})) == "hk hka ols B");
  scene.chosen = 3;
  CHECK(order(*apply(scene, RemoveMachine{3})) == "hk hka ols C");
  // What is edited is the chosen one, and the copy has the settings, not the name.
  scene = *apply(*apply(scene, RemoveMachine{3}), RenameMachine{2, " By hand\n"});
  CHECK(scene.machines[2].name == "By hand");
  scene = *apply(scene, SetField{"target_margins", "1,2,3,4"});
  scene = *apply(scene, CopyMachine{});
  CHECK(scene.machine() == MachineSetup{scene.machines[2].algorithm, scene.machines[2].rules});
  // Each follows its patterns.
  scene = *apply(scene, SetField{"target_margins", "5,6,7,8"});
  scene = *apply(scene, RemovePoints{{1}});
  CHECK(spec_text(scene.machines[2].algorithm) == "ols:target_margins=1,3,4");
  CHECK(spec_text(scene.machines[3].algorithm) == "ols:target_margins=5,7,8");
  for (const Command& command : {Command(RemoveMachine{4}), Command(RenameMachine{-1, "a"}),
                                 Command(MoveMachine{0, 4}), Command(MoveMachine{4, 0})}) {
    const auto refused = marginscope::apply(scene, command);
    REQUIRE(!refused);
    CHECK(refused.error().message.find("; the 4 machines are counted from 0") != std::string::npos);
  }
}

TEST_CASE("new data bring another algorithm to those machines alone that they do not suit") {
  Scene scene = *apply(default_scene(), CopyMachine{});
  scene = *apply(scene, SetAlgorithm{"rls"});
  const Scene sinc = *apply(scene, SetProblem{"sinc"});
  CHECK(sinc.machines[0].algorithm.name == "irwls-svr");
  CHECK(sinc.machines[1].algorithm.name == "rls");
  CHECK(sinc.machines[1].rules == scene.machines[1].rules);
}

TEST_CASE("a scene knows which named problem drew its points, and with which settings") {
  const Scene drawn = *apply(default_scene(), SetProblem{"moons:n=50"});
  CHECK(drawn.problem == Spec{"moons", {{"n", "50"}}});
  CHECK(*apply(drawn, SetProblem{"moons:n=50", 5}) ==
        *apply(*apply(drawn, SetSeed{5}), SetProblem{"moons:n=50"}));
  const Scene edited = *apply(drawn, RemovePoints{{0}});
  CHECK(edited.problem == drawn.problem);
  CHECK(parse_scene(scene_text(edited))->problem == drawn.problem);
  Dataset file = edited.data;
  CHECK(apply(edited, SetData{file, "file.csv"})->problem == Spec{});
  CHECK(apply(edited, ClearPoints{})->problem == Spec{});
}

TEST_CASE("new data bring an algorithm that suits them where the present one does not") {
  const auto with = [](Scene scene, const char* problem) {
    return *apply(scene, SetProblem{problem});
  };
  const Scene sinc = with(default_scene(), "sinc");
  CHECK(sinc.machine().algorithm.name == "irwls-svr");
  const Scene back = with(sinc, "moons");
  CHECK(back.machine().algorithm == default_scene().machine().algorithm);
  CHECK(back.machine().rules == "objective-change");
  const Scene three = with(back, "three-classes");
  CHECK(three.machine().algorithm.name == "hk-multiclass");
  // Several classes include two, so what suits stays.
  CHECK(with(three, "moons").machine().algorithm.name == "hk-multiclass");
}

TEST_CASE("edits answer a sentence and leave the scene alone where they cannot be done") {
  const Scene scene = default_scene();
  const Command impossible[] = {AddPoint{100, 0, 1, false},
                                AddPoint{0, 0, most_classes + 1, false},
                                AddPoint{0, 0, 0.5, false},
                                AddPoint{NAN, 0, 1, false},
                                MovePoint{9, 0, 0},
                                MovePoint{0, NAN, 0},
                                MovePoint{0, 100, 0},
                                RemovePoints{{-1}},
                                RemovePoints{{4}},
                                SetAlgorithm{"oracle"},
                                SetField{"C", "1"},
                                SetField{"learning_rate", ""},
                                SetRules{"soon"},
                                SetProblem{"five-points"},
                                SetScaling{"big"},
                                SetScene{"v=0"},
                                SplitValidation{1},
                                SetProjection{{false, {0, 2}}}};
  for (const Command& command : impossible) {
    CAPTURE(command.index());
    const auto next = apply(scene, command);
    REQUIRE(!next);
    CHECK(next.error().message.size() > 15);
  }
}

TEST_CASE("classes: a third one numbers them, two that are left are +1 and −1 again") {
  Scene scene = default_scene();
  scene = *apply(scene, AddPoint{1, 1, 2, false});
  CHECK(scene.data.y[4] == -1);
  scene = *apply(scene, AddPoint{2, 2, 3, false});
  CHECK(*scene.data.y == Eigen::VectorXd{{1, 1, 2, 2, 2, 3}});
  CHECK(scene.data.classes == 3);
  scene = *apply(scene, RemovePoints{{5}});
  CHECK(*scene.data.y == Eigen::VectorXd{{1, 1, -1, -1, -1}});
  CHECK(scene.data.classes == 2);
}

TEST_CASE("what an algorithm takes") {
  const auto table = [](Takes of) {
    return std::array{takes(of, Task::classification, 2), takes(of, Task::classification, 3),
                      takes(of, Task::regression, 0)};
  };
  CHECK(table(Takes::two_classes) == std::array{true, false, false});
  CHECK(table(Takes::several_classes) == std::array{true, true, false});
  CHECK(table(Takes::regression) == std::array{false, false, true});
  CHECK(table(Takes::two_classes_or_regression) == std::array{true, false, true});
  CHECK(takes(**find_algorithm("hk"), Task::classification, 2));
  CHECK(!takes(**find_algorithm("hk"), Task::regression, 0));
}

TEST_CASE("every algorithm that a problem suggests exists and takes its data") {
  for (const NamedProblem& problem : named_problems()) {
    if (problem.suggests.empty()) continue;
    const auto spec = parse_spec(problem.suggests);
    testing::require(spec);
    CHECK_MESSAGE(make_solver(*spec), problem.suggests);
    const auto algorithm = find_algorithm(spec->name);
    if (!algorithm) continue;
    const Dataset data = *make_named_problem({std::string(problem.id), {}}, 1);
    CHECK_MESSAGE(takes(**algorithm, data.task, data.classes), problem.suggests);
    // A scene of another task or number of classes takes it over, settings and default rules too.
    const Scene scene = *apply(default_scene(), SetProblem{std::string(problem.id)});
    CHECK(scene.machine().algorithm.name == spec->name);
    for (const auto& [id, text] : spec->values) {
      const Field& field = *find_field((*algorithm)->fields, id);
      CHECK(*(*algorithm)->read(**algorithm, field, scene.machine().algorithm.values) == text);
    }
    CHECK(scene.machine().rules == (*algorithm)->default_rules);
    CHECK(parse_scene(scene_text(scene)).value() == scene);
  }
}

TEST_CASE("data that the present algorithm cannot be trained on bring one that can be") {
  const Eigen::MatrixXd X{{0, 0}, {1, 0}, {0, 1}};
  const Eigen::Vector3d y(1, 2, 3);
  const Dataset data = testing::settled({.X = X, .y = y});
  const Dataset real = testing::settled({.task = Task::regression, .X = X, .y = y});
  const Command commands[] = {SetData{data, "three.csv"}, SetData{real, "real.csv"},
                              SetProblem{"three-classes"}, SetProblem{"sinc"},
                              SetProblem{"overlap"}};
  for (const Algorithm& algorithm : algorithms()) {
    Scene scene = *apply(default_scene(), SetAlgorithm{std::string(algorithm.id)});
    scene = *apply(scene, SetRules{"iterations:n=3"});
    for (const Command& command : commands) {
      CAPTURE(command.index());
      CAPTURE(algorithm.id);
      const Scene next = *marginscope::apply(scene, command);
      const auto suits = [&](const Algorithm& one) {
        return takes(one, next.data.task, next.data.classes);
      };
      if (suits(algorithm)) {  // what works is left alone
        CHECK(next.machine().algorithm == scene.machine().algorithm);
        CHECK(next.machine().rules == scene.machine().rules);
      } else if (std::any_of(algorithms().begin(), algorithms().end(), suits)) {
        const Algorithm& chosen = **find_algorithm(next.machine().algorithm.name);
        CHECK(suits(chosen));
        CHECK(next.machine().rules == chosen.default_rules);
        CHECK(make_solver(next.machine().algorithm));
      } else {
        CHECK(next.machine().algorithm == scene.machine().algorithm);
      }
    }
  }
}

TEST_CASE("a third class brings an algorithm of the same family, and says so") {
  for (const auto& [before, after] :
       {std::pair{"hk", "hk-multiclass"}, {"mhka", "hk-multiclass"}, {"ols", "ols-multiclass"}}) {
    CAPTURE(before);
    PatientSession session;
    REQUIRE(session.apply(SetAlgorithm{before}));
    const Scene two = session.scene();
    REQUIRE(session.apply(AddPoint{2, 2, 3, false}));
    CHECK(session.scene().machine().algorithm.name == after);
    CHECK(session.machine().run());
    CHECK(session.notice().find(" takes the place of ") != std::string::npos);
    REQUIRE(session.undo());
    CHECK(session.scene() == two);
    // The same data from a file.
    REQUIRE(session.apply(SetData{
        *read_csv("x,y,label\n1,1,1\n2,1,2\n3,2,3\n", "a file", Task::classification), "three"}));
    CHECK(session.scene().machine().algorithm.name == after);
  }
}

TEST_CASE("a point of class 3 is of class 3, whatever points there are") {
  PatientSession session;
  REQUIRE(session.apply(ClearPoints{}));
  REQUIRE(session.apply(AddPoint{2, 2, 3, false}));
  CHECK(session.scene().data.y[0] == 3);
  CHECK(session.scene().data.classes == 3);
  REQUIRE(session.apply(AddPoint{1, 1, 1, false}));
  CHECK(*session.scene().data.y == Eigen::VectorXd{{3, 1}});
  CHECK(session.machine().run());
  bool said = false;
  for (const std::string& remark : session.remarks()) said = said || remark.starts_with("Class 2 ");
  CHECK(said);
}

TEST_CASE("hand-set margins follow their patterns through edits") {
  Scene scene = *apply(default_scene(), SetAlgorithm{"ols"});
  scene = *apply(scene, SetField{"target_margins", "2,3,4,5"});
  scene = *apply(scene, AddPoint{1, 1, 1, false});
  CHECK(spec_text(scene.machine().algorithm) == "ols:target_margins=2,3,4,5");
  scene = *apply(scene, RemovePoints{{1}});
  CHECK(spec_text(scene.machine().algorithm) == "ols:target_margins=2,4,5");
  scene = *apply(scene, SetPart{{0}, true});
  CHECK(spec_text(scene.machine().algorithm) == "ols:target_margins=4,5");
  scene = *apply(scene, SetPart{{0}, false});
  CHECK(spec_text(scene.machine().algorithm) == "ols:target_margins=1,4,5");
  scene = *apply(scene, SetField{"target_margins", ""});
  CHECK(spec_text(scene.machine().algorithm) == "ols");
}

TEST_CASE("principal components: those of the covariance, in any number of features") {
  Random random(4);
  for (const Eigen::Index p : {2, 3, 8, 9, 40, 300}) {
    CAPTURE(p);
    Eigen::MatrixXd X(120, p);
    for (Eigen::Index j = 0; j < p; ++j) {
      const double spread = 1 / (1.0 + static_cast<double>(j));
      for (Eigen::Index i = 0; i < X.rows(); ++i) X(i, j) = spread * random.normal();
    }
    X.rowwise() -= X.colwise().mean().eval();
    const Eigen::MatrixXd axes = principal_components(X);
    CHECK((axes.transpose() * axes - Eigen::Matrix2d::Identity()).norm() < 1e-14);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> all(X.transpose() * X);
    for (Eigen::Index j = 0; j < 2; ++j) {
      CHECK(std::abs(axes.col(j).dot(all.eigenvectors().col(p - 1 - j))) ==
            doctest::Approx(1).epsilon(1e-12));
      CHECK(axes.col(j).maxCoeff() == doctest::Approx(axes.col(j).cwiseAbs().maxCoeff()));
    }
  }
  // No spread at all, one direction of it, and two that spread alike.
  CHECK(principal_components(Eigen::MatrixXd::Zero(5, 20)) == Eigen::MatrixXd::Identity(20, 2));
  CHECK(principal_components(Eigen::MatrixXd::Zero(5, 3)) == Eigen::MatrixXd::Identity(3, 2));
  Eigen::MatrixXd line = Eigen::MatrixXd::Zero(6, 12);
  line.col(7) << -3, -2, -1, 1, 2, 3;
  CHECK(principal_components(line).col(0).isApprox(Eigen::VectorXd::Unit(12, 7)));
  line.col(9) << 3, -2, -1, -1, -2, 3;
  line.col(9) *= line.col(7).norm() / line.col(9).norm();
  const Eigen::MatrixXd alike = principal_components(line);
  CHECK(alike(7, 0) * alike(7, 0) + alike(9, 0) * alike(9, 0) == doctest::Approx(1));
  CHECK((alike.transpose() * alike - Eigen::Matrix2d::Identity()).norm() < 1e-14);
}

TEST_CASE("a plane of one feature twice is refused: no place in it would be a pattern's") {
  const auto same = parse_scene("v=1&problem=four-points&projection=2,2");
  REQUIRE(!same);
  CHECK(same.error().message.find("feature 2 in both directions") != std::string::npos);
  CHECK(!apply(default_scene(), SetProjection{{false, {0, 0}}}));
  CHECK(apply(default_scene(), SetProjection{{false, {1, 0}}}));
  // One feature is shown against its class, whatever is said of the second direction.
  CHECK(parse_scene("v=1&problem=one-dimensional&projection=1,1"));
}

TEST_CASE("projections: two features, principal components, one feature") {
  const Dataset data =
      testing::settled({.X = Eigen::MatrixXd{{0, 0, 1}, {10, 0, 1}, {0, 2, 1}, {10, 2, 1}},
                        .y = Eigen::Vector4d(1, 1, -1, -1)});
  Scene scene = *apply(default_scene(), SetData{data, "box.csv"});
  scene = *apply(scene, SetProjection{{false, {2, 0}}});
  const Plane features = plane_of(scene);
  CHECK(features.project(data.X.row(1))[0] == 1);
  CHECK(features.project(data.X.row(1))[1] == 10);
  CHECK(features.pattern(7, 8) == Eigen::RowVector3d(8, 1, 7));  // the second feature at its mean
  scene = *apply(scene, SetProjection{{true, {0, 1}}});
  const Plane principal = plane_of(scene);
  // The first component is the long side, the second the short one.
  CHECK(principal.project(data.X.row(3))[0] == doctest::Approx(5));
  CHECK(principal.project(data.X.row(3))[1] == doctest::Approx(1));
  CHECK((principal.pattern(5, 1) - data.X.row(3)).norm() < 1e-12);
}
