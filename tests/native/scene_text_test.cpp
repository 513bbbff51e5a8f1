// Scenes as text: links and files, and what is said of broken ones.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <set>

#include "core/random.h"
#include "scene/command.h"
#include "scene/scene.h"
#include "session/session.h"
#include "solvers/registry.h"
#include "support/problems.h"
#include "support/random_scenes.h"

using namespace marginscope;

TEST_CASE("scene text: every scene that can be saved can be opened, and is the same") {
  Random random(1);
  std::set<std::string> kinds;
  for (int trial = 0; trial < 2000; ++trial) {
    const Scene scene = testing::random_scene(random);
    const auto& [task, classes] = std::pair(scene.data.task, scene.data.classes);
    kinds.insert(task == Task::regression ? "targets"
                 : classes > 15           ? "many classes"
                 : classes > 2            ? "several classes"
                                          : "two classes");
    const std::string text = scene_text(scene);
    CAPTURE(text);
    for (const char c : text) CHECK((c > ' ' && c < 127 && c != '#' && c != '\'' && c != '"'));
    const auto parsed = parse_scene(text);
    testing::require(parsed);
    CHECK(*parsed == scene);
    CHECK(scene_text(*parsed) == text);
    kinds.insert(std::to_string(scene.machines.size()) + " machines");
    for (const std::string part : {"points", "rows", "projection", "features", "grid", "scale",
                                   "machine", "chosen", "pace"}) {
      if (text.find("&" + part + "=") != text.npos) kinds.insert(part);
    }
    if (scene.data.size() == 0) kinds.insert("empty");
    if (scene.seed > std::uint64_t{1} << 53) kinds.insert("long seed");
  }
  CHECK(kinds.size() == 19);
}

TEST_CASE(
    "a link of one machine has nothing of comparisons; further ones stand behind each other") {
  Scene scene = default_scene();
  const std::string alone = scene_text(scene);
  CHECK(alone ==
        "v=1&name=Four%20points&problem=four-points&algorithm=hk&rules=objective-change"
        "&points=isAAAyAAAiqAAAuAAAeqAAAyAAAegAAA0AAA");
  scene = *apply(scene, CopyMachine{});
  scene = *apply(scene, SetAlgorithm{"smo"});
  scene = *apply(scene, SetField{"kernel", "gaussian:sigma=2"});
  scene = *apply(scene, CopyMachine{});
  scene = *apply(scene, SetRules{"kkt iterations:n=5"});
  scene = *apply(scene, CopyMachine{});
  scene = *apply(scene, RenameMachine{3, "Slow / fast; A"});
  scene = *apply(scene, RenameMachine{0, "First"});
  const std::string text = scene_text(scene);
  CHECK(text.find("&others=smo:kernel=gaussian:sigma=2;"
                  "smo:kernel=gaussian:sigma=2/kkt%20iterations:n=5;"
                  "smo:kernel=gaussian:sigma=2/kkt%20iterations:n=5/Slow%20%2F%20fast%3B%20A"
                  "&algorithm=hk&rules=objective-change&machine=First&chosen=D&") !=
        std::string::npos);
  CHECK(parse_scene(text).value() == scene);
  scene.pace = Pace::time;
  CHECK(scene_text(scene).find("&chosen=D&pace=time&") != std::string::npos);
  CHECK(parse_scene(scene_text(scene)).value() == scene);
  // By hand the algorithm is enough.
  const auto by_hand = parse_scene("v=1&problem=xor&algorithm=hk&others=hka;ols&chosen=B");
  testing::require(by_hand);
  CHECK(by_hand->machines.size() == 3);
  CHECK(by_hand->machine().algorithm.name == "hka");
  CHECK(by_hand->machines[2].rules == (*find_algorithm("ols"))->default_rules);
  const auto no_rules = parse_scene("v=1&problem=xor&algorithm=hk&others=hka/");
  testing::require(no_rules);
  CHECK(no_rules->machines[1].rules.empty());
}

TEST_CASE(
    "every part of a scene's text has a meaning, and a text with a part too many names them") {
  std::string known;
  for (const auto& [name, meaning] : scene_parts()) {
    CAPTURE(name);
    CHECK(meaning.ends_with('.'));
    if (name != "v") known += (known.empty() ? "" : ", ") + std::string(name);
  }
  known.replace(known.rfind(", "), 2, " and ");
  const auto scene = parse_scene("v=1&colour=red");
  REQUIRE(!scene);
  CHECK(scene.error().message.find(known) != std::string::npos);
}

TEST_CASE("what is wrong with one of several machines says with which") {
  const auto message = [](const std::string& text) {
    const auto scene = parse_scene("v=1&problem=xor" + text);
    REQUIRE_MESSAGE(!scene, text);
    return scene.error().message;
  };
  CHECK(message("&algorithm=hkk&others=hka").starts_with("Machine A: There is no algorithm"));
  CHECK(message("&algorithm=hkk").starts_with("There is no algorithm"));
  CHECK(message("&others=hka;hk:learning_rate=2").starts_with("Machine C: learning_rate is 2; "));
  CHECK(message("&others=hka/soon").starts_with("Machine B: "));
  CHECK(message("&rules=soon&others=hka").starts_with("Machine A: "));
  CHECK(message("&others=").starts_with("Machine B: "));
  CHECK(message("&others=hk//a/b") ==
        "Machine B: \"hk//a/b\" has 4 parts; there are algorithm/rules/name");
  CHECK(message("&others=hk;hk;hk;hk") == "others has 4 machines; beside the first there may be 3");
  CHECK(message("&others=hk&chosen=C") ==
        "chosen is \"C\"; it must be the letter of a machine, A or B");
  CHECK(message("&others=hk&pace=slow") == "pace is \"slow\"; it must be iteration or time");
  CHECK(message("&chosen=B") == "chosen is \"B\"; it must be the letter of a machine, A");
}

TEST_CASE("a scene of points too many for a link keeps an empty name") {
  Scene drawn = *apply(default_scene(), SetProblem{"overlap:n=2000"});
  drawn.name = "";
  CHECK(parse_scene(scene_text(drawn)).value() == drawn);
}

TEST_CASE("seeds are whole numbers of 64 bits") {
  const std::string scene = "v=1&problem=overlap&algorithm=hk&seed=";
  CHECK(parse_scene(scene + "18446744073709551615").value().seed == ~std::uint64_t{0});
  CHECK(parse_scene(scene + "9007199254740993").value().seed == 9007199254740993);
  for (const std::string wrong : {"18446744073709551616", "-1", "1.5", "one", "", "1e3"}) {
    const auto refused = parse_scene(scene + wrong);
    REQUIRE_MESSAGE(!refused, wrong);
    CHECK(refused.error().message.find("2^64 − 1") != std::string::npos);
  }
}

TEST_CASE("a feature that is not there is never shown") {
  const std::string one = "v=1&problem=one-dimensional&algorithm=hk&projection=";
  CHECK(!parse_scene(one + "2,2"));
  CHECK(!parse_scene(one + "2,1"));
  CHECK(!parse_scene(one + "1,3"));
  CHECK(parse_scene(one + "1,2"));
  CHECK(parse_scene(one + "principal"));
  const std::string two = "v=1&problem=xor&algorithm=hk&projection=";
  CHECK(!parse_scene(two + "3,1"));
  CHECK(!parse_scene(two + "1,3"));
  CHECK(parse_scene(two + "2,1"));
  const Scene line = *apply(default_scene(), SetProblem{"one-dimensional"});
  CHECK(!apply(line, SetProjection{{false, {1, 1}}}));
  CHECK(!apply(line, SetProjection{{false, {0, 2}}}));
  CHECK(apply(line, SetProjection{{false, {0, 1}}}));
}

TEST_CASE("data as small or large as numbers are have a grid that opens again") {
  for (const double size : {1e-300, 1e-280, 1e300, 1.7e308}) {
    const Scene scene = *apply(
        default_scene(),
        SetData{testing::settled({.X = Eigen::MatrixXd{{-size, 0}, {size / 3, size}, {0, -size}},
                                  .y = Eigen::Vector3d(1, -1, 1)}),
                "extreme.csv"});
    CAPTURE(scene_text(scene));
    const auto parsed = parse_scene(scene_text(scene));
    testing::require(parsed);
    CHECK(*parsed == scene);
  }
}

TEST_CASE("a point on the grid takes nine characters") {
  Scene scene = default_scene();
  const auto before = scene_text(scene).size();
  scene = *apply(scene, AddPoint{3.3333333, 4.1, 1, false});
  CHECK(scene_text(scene).size() == before + 9);
}

TEST_CASE("points that are too many for a link are drawn anew from their named problem") {
  const Scene drawn =
      *apply(*apply(default_scene(), SetSeed{7}), SetProblem{"overlap:n=2000,spread=1.5"});
  const std::string text = scene_text(drawn);
  CHECK(text.size() < 200);
  CHECK(*parse_scene(text) == drawn);
  // Not those that were edited, and not those of another seed.
  for (const Command& edit : {Command{MovePoint{3, 1, 1}}, Command{SetSeed{8}}}) {
    const Scene other = *apply(drawn, edit);
    CHECK(scene_text(other).size() > longest_link);
    CHECK(*parse_scene(scene_text(other)) == other);
  }
  // Where there is room the link holds the points themselves.
  const Scene fewer = *apply(drawn, SetProblem{"overlap:n=1000"});
  CHECK(scene_text(fewer).find("&points=") != std::string::npos);
  // A text by hand needs no more than the problem.
  const auto by_hand = parse_scene("v=1&problem=sinc&algorithm=smo-svr");
  testing::require(by_hand);
  CHECK(by_hand->data == apply(default_scene(), SetProblem{"sinc"})->data);
  CHECK(by_hand->name == "Sinc");
  CHECK(parse_scene("v=1&problem=sink").error().message.find("no named problem \"sink\"") !=
        std::string::npos);
  CHECK(parse_scene("v=1").error().message ==
        "The scene must have its patterns once: as points, as rows or by a named problem");
}

TEST_CASE("regression on one feature: points are placed, moved and linked in feature and target") {
  Scene scene = *apply(default_scene(), SetProblem{"sinc"});
  REQUIRE(scene.data.task == Task::regression);
  const auto place = [&](Eigen::Index i) { return plane_of(scene).place(scene.data, i); };
  CHECK(place(24) == std::array{0.0, scene.data.y[24]});
  // Nine characters a point.
  const std::size_t before = scene_text(scene).size();
  scene = *apply(scene, AddPoint{1.0 / 3, 2.0 / 3, 7, true});
  CHECK(scene_text(scene).size() == before + 9);
  REQUIRE(scene.data.size() == 50);
  CHECK(scene.data.X.cols() == 1);
  CHECK(std::abs(scene.data.X(49, 0) - 1.0 / 3) <= scene.grid.step() / 2);
  CHECK(std::abs(scene.data.y[49] - 2.0 / 3) <= scene.grid.step() / 2);
  CHECK(scene.data.y[49] != 2.0 / 3);
  CHECK(scene.data.validation[49]);
  CHECK(place(49) == std::array{scene.data.X(49, 0), scene.data.y[49]});

  scene = *apply(scene, MovePoint{3, -4.1, 2.7});
  CHECK(std::abs(scene.data.X(3, 0) + 4.1) <= scene.grid.step() / 2);
  CHECK(std::abs(scene.data.y[3] - 2.7) <= scene.grid.step() / 2);
  scene = *apply(scene, SetLabel{{4}, 0.1});
  CHECK(std::abs(scene.data.y[4] - 0.1) <= scene.grid.step() / 2);
  CHECK(scene.grid.contains(scene.data.X(4, 0), scene.data.y[4]));

  const std::string text = scene_text(scene);
  CHECK(text.find("&task=regression&") != std::string::npos);
  CHECK(text.find("&points=") != std::string::npos);
  const auto parsed = parse_scene(text);
  testing::require(parsed);
  CHECK(*parsed == scene);

  for (const Command& command : {Command(AddPoint{0, 100, 1, false}), Command(AddPoint{0, NAN}),
                                 Command(SetLabel{{0}, 100}), Command(SetLabel{{0}, NAN})}) {
    CHECK(!marginscope::apply(scene, command));
  }

  scene = *apply(scene, ClearPoints{});
  CHECK(scene.data.task == Task::regression);
  CHECK(scene.data.X.cols() == 1);
  CHECK(parse_scene(scene_text(scene)).value() == scene);
  scene = *apply(scene, AddPoint{2, 3, 1, false});
  CHECK(scene.data.X(0, 0) == 2);
  CHECK(scene.data.y[0] == 3);
}

TEST_CASE("regression off the grid or on several features keeps its rows exactly") {
  const Eigen::Vector2d y(0.1, 1000);
  Dataset data =
      testing::settled({.task = Task::regression, .X = Eigen::MatrixXd{{1.0 / 3}, {2}}, .y = y});
  Scene scene = *apply(default_scene(), SetData{data, "off.csv"});
  // The grid holds both targets.
  CHECK(scene.grid.y0 < 0);
  CHECK(scene.grid.y0 + scene.grid.extent > 1000);
  CHECK(scene_text(scene).find("&rows=1.") != std::string::npos);
  CHECK(parse_scene(scene_text(scene)).value().data == data);

  data = testing::settled({.task = Task::regression, .X = Eigen::MatrixXd{{1, 2}, {3, 4}}, .y = y});
  scene = *apply(default_scene(), SetData{data, "wide.csv"});
  CHECK(plane_of(scene).place(data, 1) == std::array{3.0, 4.0});
  CHECK(scene_text(scene).find("&rows=2.") != std::string::npos);
  scene = *apply(scene, AddPoint{5, 6, 2.5, false});
  CHECK(scene.data.X.row(2) == Eigen::RowVector2d(5, 6));
  CHECK(scene.data.y[2] == 2.5);
  CHECK(parse_scene(scene_text(scene)).value().data == scene.data);
}

TEST_CASE("mutated text never crashes and never loses the open scene") {
  Random random(7);
  Session session;
  session.set_patience(std::chrono::nanoseconds(0));
  int opened = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::string text = testing::mutated(random, scene_text(testing::random_scene(random)));
    const Scene before = session.scene();
    if (session.open(text)) {
      ++opened;
      CHECK(parse_scene(scene_text(session.scene())));
    } else {
      CHECK(session.scene() == before);
      CHECK(session.notice().size() > 30);
    }
    session.cancel();
  }
  MESSAGE(opened << " of 4000 mutated texts were still scenes");
  CHECK(opened > 0);
}

TEST_CASE("a broken scene is refused with what is wrong and what would be right") {
  const auto message = [](const std::string& text) {
    const auto scene = parse_scene(text);
    REQUIRE_MESSAGE(!scene, text);
    return scene.error().message;
  };
  CHECK(message("").find("v=1") != std::string::npos);
  CHECK(message("v=2&points=").find("version 1") != std::string::npos);
  CHECK(message("v=1&points=&colour=red").find("\"colour\"") != std::string::npos);
  CHECK(message("v=1").find("patterns") != std::string::npos);
  CHECK(message("v=1&points=AAAA").find("nine") != std::string::npos);
  CHECK(message("v=1&task=regression&points=AAAA").find("nine") != std::string::npos);
  CHECK(message("v=1&task=regression&points=iAAAAAAAA").find("point 1") != std::string::npos);
  CHECK(message("v=1&task=regression&points=AAAAAAAAACAAAAAAAA").find("A for training or B") !=
        std::string::npos);
  CHECK(message("v=1&task=regression&points=AAAA*AAAA").find("base-64") != std::string::npos);
  CHECK(message("v=1&algorithm=hkk&points=").find("mhks") != std::string::npos);
  CHECK(message("v=1&algorithm=hk:learning_rate=2&points=").find("0 < μ < 1") != std::string::npos);
  CHECK(message("v=1&grid=0,0,3&points=").find("power of two") != std::string::npos);
  CHECK(message("v=1&points=&points=").find("twice") != std::string::npos);
  CHECK(message("v=1&iteration=-3&points=").find("whole number") != std::string::npos);
  CHECK(message("v=1&features&points=").find("\"features\" has no value") != std::string::npos);
  CHECK(message("v=1&points").find("\"points\" has no value") != std::string::npos);
  CHECK(message("v=1&v=1&points=").find("unknown part \"v\"") != std::string::npos);
  // A problem that is drawn has the task that it has.
  CHECK(message("v=1&problem=overlap&task=regression") ==
        "task is regression, but the named problem overlap has classes; leave the task out");
  CHECK(message("v=1&task=classification&problem=sinc") ==
        "task is classification, but the named problem sinc has real targets; leave the task out");
  CHECK(parse_scene("v=1&problem=overlap&task=classification").has_value());
  CHECK(parse_scene("v=1&problem=sinc&task=regression").has_value());
  CHECK(parse_scene("v=1&problem=sinc")->data.task == Task::regression);
  // Labels: 0 is none, and an exact row may hold what is no class at all.
  CHECK(message("v=1&points=gAAAgAAAk").find("point 1: the label is 0") != std::string::npos);
}

TEST_CASE("placing a point snaps it to the grid at once, so a link is exact") {
  const Scene scene = *apply(default_scene(), AddPoint{1.0 / 3, 2.0 / 3, -1, true});
  REQUIRE(scene.data.size() == 5);
  const double x = scene.data.X(4, 0);
  CHECK(x != 1.0 / 3);
  CHECK(std::abs(x - 1.0 / 3) <= scene.grid.step() / 2);
  CHECK(scene.data.validation[4]);
  CHECK(parse_scene(scene_text(scene))->data == scene.data);
}
