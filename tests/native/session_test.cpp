#include <doctest/doctest.h>

#include "session/session.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/problems.h"
#include "support/sessions.h"

using namespace marginscope;
using marginscope::testing::PatientSession;

TEST_CASE("the session opens on the four points, least squares failing on one") {
  const PatientSession session;
  REQUIRE(session.machine().run());
  CHECK(session.scene().machine().algorithm.name == "hk");
  CHECK(session.iteration() == 0);
  CHECK(session.machine().run()->record().training_error == 0.25);
  CHECK(session.machine().quantity("margins").size() == 4);
  CHECK(session.machine().quantity("nothing").empty());
}

TEST_CASE("stepping separates the four points at iteration 4; stepping back is exact") {
  PatientSession session;
  const auto first = session.machine().quantity("weights");
  REQUIRE(session.step(4));
  CHECK(session.iteration() == 4);
  CHECK(session.machine().run()->record().training_error == 0);
  REQUIRE(session.step(-4));
  CHECK(session.iteration() == 0);
  CHECK(session.machine().quantity("weights") == first);
  CHECK(session.last_iteration() == 4);
  REQUIRE(session.step(-1));
  CHECK(session.iteration() == 0);
}

TEST_CASE("a surface that is known to few digits only is told where the run has stopped") {
  const auto tells = [](std::string_view kernel, int iteration) {
    PatientSession session;
    REQUIRE(session.open(
        "v=1&problem=moons:n=80,depth=1&seed=1&rules=iterations:n=100&algorithm=hk:kernel=" +
        std::string(kernel)));
    REQUIRE(session.seek(iteration));
    return session.machine().sentence().contains("may be rounding");
  };
  CHECK(tells("polynomial:p=11", 100));
  CHECK_FALSE(tells("polynomial:p=11", 99));
  CHECK_FALSE(tells("gaussian:sigma=0.5", 100));
}

TEST_CASE("edits train again from iteration 0 and can be undone and redone") {
  PatientSession session;
  session.step(3);
  const Scene before = session.scene();
  REQUIRE(session.apply(AddPoint{1, 2, 1, false}));
  CHECK(session.scene().data.size() == 5);
  CHECK(session.iteration() == 0);
  CHECK(session.last_iteration() == 0);
  REQUIRE(session.undo());
  CHECK(session.scene().data == before.data);
  CHECK(!session.undo());
  REQUIRE(session.redo());
  CHECK(session.scene().data.size() == 5);
  CHECK(!session.redo());
}

TEST_CASE(
    "undo and redo bring a scene with its training, and take back what was said of the edit") {
  PatientSession session;
  session.step(3);
  const auto weights = session.machine().quantity("weights");
  REQUIRE(session.apply(AddPoint{1, 2, 1, false}));
  session.set_notice("There is another point.");
  session.step(2);
  const auto others = session.machine().quantity("weights");
  REQUIRE(session.undo());
  CHECK(session.iteration() == 3);
  CHECK(session.machine().quantity("weights") == weights);
  CHECK(session.notice().empty());
  REQUIRE(session.redo());
  CHECK(session.iteration() == 2);
  CHECK(session.machine().quantity("weights") == others);
  // What is judged anew alone stays where it is.
  REQUIRE(session.apply(SetRules{"separated"}));
  REQUIRE(session.step(1));
  REQUIRE(session.undo());
  CHECK(session.iteration() == 3);
}

TEST_CASE("a gesture is one step of undo") {
  PatientSession session;
  session.begin_gesture({{"move-point", {{"index", 0.0}}}});
  for (int i = 0; i < 20; ++i) session.drag({{"x", 6.0 + i * 0.1}, {"y", 9.0}});
  session.end_gesture();
  CHECK(session.scene().data.X(0, 0) == doctest::Approx(7.9));
  REQUIRE(session.undo());
  CHECK(session.scene().data.X(0, 0) == 6);
  CHECK(!session.can_undo());
}

TEST_CASE("an edit that cannot be done leaves scene, run and undo alone") {
  PatientSession session;
  session.step(5);
  CHECK(!session.apply(RemovePoints{{99}}));
  CHECK(session.iteration() == 5);
  CHECK(!session.can_undo());
}

TEST_CASE("a scene that cannot be trained says why and recovers") {
  PatientSession session;
  REQUIRE(session.apply(ClearPoints{}));
  CHECK(!session.machine().run());
  CHECK(session.machine().trouble().find("no training pattern") != std::string::npos);
  CHECK(!session.step(1));
  CHECK(session.machine().sentence() == session.machine().trouble());
  REQUIRE(session.apply(AddPoint{1, 1, 1, false}));
  CHECK(session.machine().run());
}

TEST_CASE("rules change without training again; those without validation part are said") {
  PatientSession session;
  session.step(10);
  REQUIRE(session.apply(SetRules{"separated"}));
  CHECK(session.iteration() == 10);
  CHECK(session.machine().run()->stop()->iteration == 4);
  REQUIRE(session.apply(SetRules{"objective-change validation-minimum"}));
  bool said = false;
  for (const std::string& remark : session.remarks()) {
    said = said || remark.find("Validation error least") != std::string::npos;
  }
  CHECK(said);
}

TEST_CASE("playing makes as many steps as the speed says and halts at the stop") {
  PatientSession session;
  session.apply(SetRules{"separated"});
  session.set_speed(10);
  REQUIRE(session.play());
  double now = 100;
  CHECK(session.tick(now));
  CHECK(session.iteration() == 1);  // the first step comes at once
  CHECK(session.tick(now += 0.11));
  CHECK(session.iteration() == 2);
  while (session.tick(now += 0.11)) {
  }
  CHECK(session.iteration() == 4);
  CHECK(!session.playing());
  CHECK(session.machine().sentence().find("Stopped at iteration 4") != std::string::npos);
  // Played again, it runs on past the stop.
  REQUIRE(session.play());
  session.tick(now += 0.11);
  CHECK(session.iteration() == 5);
}

TEST_CASE("to the next stop, and from the last one to the end of the run") {
  PatientSession session;
  session.apply(SetRules{"separated objective-change"});
  REQUIRE(session.seek_end());
  CHECK(session.iteration() == 4);
  REQUIRE(session.seek_end());
  const int second = session.iteration();
  CHECK(second > 4);
  CHECK(session.machine().sentence().find("Stopped at iteration " + std::to_string(second)) !=
        std::string::npos);
  REQUIRE(session.seek_end());
  REQUIRE(session.machine().run()->end());
  CHECK(session.iteration() == session.machine().run()->end()->iteration);
  // The same way once it is known.
  session.seek(2);
  for (const int next : {4, second, session.last_iteration()}) {
    REQUIRE(session.seek_end());
    CHECK(session.iteration() == next);
  }
  const auto refused = session.seek_end();
  REQUIRE(!refused);
  CHECK(refused.error().message ==
        "Solved: no iteration can follow. Other points, settings or another algorithm begin anew.");
}

TEST_CASE("a higher limit lets a run that ended there go on, with what it has") {
  PatientSession session;
  session.apply(SetRules{""});
  REQUIRE(session.apply(SetLimit{20}));
  REQUIRE(session.seek_end());
  CHECK(session.iteration() == 20);
  CHECK(session.machine().run()->ended_at_limit());
  CHECK(session.step(1).error().message.find("higher limit") != std::string::npos);
  const Run* run = session.machine().run();
  REQUIRE(session.apply(SetLimit{30}));
  CHECK(session.machine().run() == run);
  CHECK(session.iteration() == 20);
  CHECK(!run->stop());
  REQUIRE(session.seek_end());
  CHECK(session.iteration() == 30);
  // The lower limit trains again, as far as it was then.
  REQUIRE(session.undo());
  CHECK(session.last_iteration() == 20);
  CHECK(!session.apply(SetLimit{-1}));
}

TEST_CASE("the iteration that a stop retains is one command away, and so is the way back") {
  PatientSession session;
  CHECK(!session.show_retained());
  session.apply(SetProblem{"overlap"});
  session.apply(SplitValidation{0.34});
  session.apply(SetRules{"objective-change validation-minimum"});
  REQUIRE(session.seek_end());
  const int stop = session.iteration();
  const Stop* retaining = session.machine().retaining_stop();
  REQUIRE(retaining);
  REQUIRE(retaining->retained_iteration < stop);
  REQUIRE(session.show_retained());
  CHECK(session.iteration() == retaining->retained_iteration);
  REQUIRE(session.show_retained());
  CHECK(session.iteration() == stop);
}

TEST_CASE("of several stops that retain one iteration the way back is to that which was left") {
  PatientSession session;
  session.apply(SetProblem{"overlap"});
  session.apply(SetAlgorithm{"hkes"});
  session.apply(SplitValidation{0.33});
  session.apply(SetRules{"validation-minimum moment-stationary iterations:n=20"});
  session.apply(SetLimit{60});
  std::vector<int> stops;
  while (!session.machine().run()->end()) {
    REQUIRE(session.seek_end());
    stops.push_back(session.iteration());
  }
  REQUIRE(stops.size() > 1);
  std::ranges::reverse(stops);
  for (const int stop : stops) {
    CAPTURE(stop);
    REQUIRE(session.seek(stop));
    REQUIRE(session.show_retained());
    CHECK(session.iteration() == 0);
    REQUIRE(session.show_retained());
    CHECK(session.iteration() == stop);
  }
}

TEST_CASE("play and pause are one command, which begins anew at the end") {
  PatientSession session;
  REQUIRE(session.toggle_play());
  CHECK(session.playing());
  REQUIRE(session.toggle_play());
  CHECK(!session.playing());
  session.apply(SetRules{""});
  while (!session.machine().run()->end()) REQUIRE(session.seek_end());
  REQUIRE(session.toggle_play());
  CHECK(session.playing());
  CHECK(session.iteration() == 0);
}

TEST_CASE("a speed beyond all whole numbers plays as fast as there is time for") {
  PatientSession session;
  session.apply(SetRules{"iterations:n=50"});
  for (const double speed : {1e12, 1e300}) {
    session.seek(0);
    REQUIRE(session.set_speed(speed));
    REQUIRE(session.play());
    double now = 100;
    while (session.tick(now += 0.11) && now < 200) {
    }
    CHECK(session.iteration() == 50);
    CHECK(!session.playing());
  }
  CHECK(!session.set_speed(INFINITY));
  CHECK(!session.set_speed(NAN));
  CHECK(session.speed() == 1e300);
}

TEST_CASE("a long seek goes on in slices and can be cancelled") {
  Session session;
  session.apply(SetRules{""});
  session.apply(SetProblem{"overlap:n=200"});
  session.apply(SetAlgorithm{"hka"});
  session.apply(SetRules{""});
  REQUIRE(session.seek(90'000));
  CHECK(session.busy());
  for (int slice = 0; slice < 2; ++slice) {
    const int before = session.iteration();
    while (session.iteration() == before) REQUIRE(session.tick(1));
  }
  session.cancel();
  CHECK(!session.busy());
  CHECK(session.last_iteration() < 90'000);
  CHECK(session.machine().run());
}

TEST_CASE("with no limit on its patience a session does at once what takes long") {
  PatientSession session;
  session.apply(SetProblem{"overlap:n=200"});
  session.apply(SetAlgorithm{"hka"});
  session.apply(SetRules{""});
  REQUIRE(session.seek(20'000));
  CHECK(!session.busy());
  CHECK(session.iteration() == 20'000);
}

TEST_CASE("a long start goes on in slices, and what is asked for meanwhile follows it") {
  PatientSession session;
  session.set_patience(std::chrono::nanoseconds(0));
  session.apply(SetProblem{"overlap:n=300"});
  REQUIRE(session.apply(SetAlgorithm{"irwls"}));
  REQUIRE(session.apply(SetField{"kernel", "gaussian"}));
  CHECK(session.busy());
  CHECK(!session.machine().run());
  CHECK(session.machine().trainable());
  CHECK(session.scene().machine().algorithm.name == "irwls");
  CHECK(session.machine().quantity("error").empty());
  CHECK(session.machine().sentence().find(
            "Working towards the first iteration (the kernel matrix, 0 %)") == 0);
  const auto version = session.version();
  CHECK(session.tick(1, std::chrono::nanoseconds(0)));
  CHECK(session.version() > version);
  REQUIRE(session.step(2));
  CHECK(session.machine().sentence().find("Working towards iteration 2 (the kernel matrix, ") == 0);
  // An edit begins anew; what was asked of the former data is forgotten.
  REQUIRE(session.apply(AddPoint{0.5, 0.5, 1}));
  CHECK(session.busy());
  while (session.tick(2)) {
  }
  REQUIRE(session.machine().run());
  CHECK(session.iteration() == 0);
  CHECK(session.machine().quantity("error").size() == 301);
  CHECK(session.machine().sentence().find("Working") == std::string::npos);

  PatientSession at_once;
  REQUIRE(at_once.open(scene_text(session.scene())));
  REQUIRE(at_once.step(1));
  while (at_once.tick(3)) {
  }
  REQUIRE(session.apply(SetAlgorithm{"rls"}));
  REQUIRE(session.undo());
  REQUIRE(session.play());
  while (session.iteration() == 0) REQUIRE(session.tick(4, std::chrono::nanoseconds(0)));
  CHECK(session.machine().quantity("error") == at_once.machine().quantity("error"));
}

TEST_CASE("what the rules need of the data is said before a long start is done") {
  Session session;
  session.set_patience(std::chrono::nanoseconds(0));
  session.apply(SetProblem{"overlap:n=300"});
  session.apply(SetField{"kernel", "gaussian:sigma=1"});
  session.apply(SetRules{"validation-rise"});
  REQUIRE(!session.machine().run());
  REQUIRE(session.busy());
  REQUIRE(!session.remarks().empty());
  CHECK(session.remarks().back().find("validation part") != std::string::npos);
  session.apply(SetRules{"objective-change"});
  CHECK(session.remarks().empty());
}

TEST_CASE("a long step is not seen before it is whole") {
  PatientSession session;
  session.apply(SetProblem{"overlap:n=450"});
  session.apply(SetAlgorithm{"irwls"});
  session.apply(SetField{"kernel", "gaussian"});
  while (session.tick(1)) {
  }
  session.set_patience(std::chrono::nanoseconds(0));
  const std::vector<double> before = session.machine().quantity("error");
  REQUIRE(session.step(1));
  int slices = 0;
  for (; session.busy(); ++slices) {
    CHECK(session.iteration() == 0);
    CHECK(session.machine().quantity("error") == before);
    CHECK(session.machine().sentence().find("Working towards iteration 1 (the ") == 0);
    session.tick(2, std::chrono::nanoseconds(0));
  }
  CHECK(slices > 5);
  CHECK(session.iteration() == 1);
  CHECK(session.machine().quantity("error") != before);
  CHECK(session.machine().sentence().find("Weighted least squares on the ") != std::string::npos);
  REQUIRE(session.step(-1));
  CHECK(session.machine().quantity("error") == before);
}

TEST_CASE("a long step leads on from a stop, by itself and in a play") {
  PatientSession session;
  session.apply(SetProblem{"overlap:n=450"});
  session.apply(SetAlgorithm{"irwls"});
  session.apply(SetField{"kernel", "gaussian"});
  session.apply(SetRules{"iterations:n=1"});
  REQUIRE(session.seek_end());
  REQUIRE(session.iteration() == 1);
  REQUIRE(session.machine().run()->stop());
  session.set_patience(std::chrono::nanoseconds(0));
  REQUIRE(session.step(1));
  CHECK(session.busy());
  while (session.tick(1, std::chrono::nanoseconds(0))) {
  }
  REQUIRE(session.iteration() == 2);

  session.apply(SetRules{"iterations:n=2"});
  session.set_speed(0);
  REQUIRE(session.play());
  while (session.iteration() == 2) REQUIRE(session.tick(2, std::chrono::nanoseconds(0)));
  CHECK(session.iteration() == 3);
}

TEST_CASE("a long way says where it is") {
  PatientSession session;
  session.set_patience(std::chrono::nanoseconds(0));
  REQUIRE(session.seek(50));
  REQUIRE(session.busy());
  session.tick(1, std::chrono::nanoseconds(0));
  const int here = session.iteration();
  CHECK(here > 0);
  CHECK(here < 50);
  CHECK(session.machine().sentence() ==
        "Working towards iteration 50 (now at " + std::to_string(here) + "); Escape gives it up.");
}

TEST_CASE("a start that was given up begins anew with the next step") {
  PatientSession session;
  session.set_patience(std::chrono::nanoseconds(0));
  session.apply(SetProblem{"overlap:n=300"});
  session.apply(SetAlgorithm{"rls"});
  REQUIRE(session.busy());
  session.cancel();
  CHECK(!session.busy());
  CHECK(!session.machine().run());
  CHECK(session.machine().trainable());
  CHECK(session.machine().sentence().find("given up before its first iteration") !=
        std::string::npos);
  REQUIRE(session.seek(0));
  CHECK(session.busy());
  while (session.tick(1)) {
  }
  CHECK(session.machine().run());
  CHECK(session.machine().trouble().empty());
}

TEST_CASE("a scene's iteration is reached when it is opened") {
  PatientSession first;
  first.step(7);
  PatientSession second;
  REQUIRE(second.open(scene_text(first.scene())));
  CHECK(second.iteration() == 7);
  CHECK(second.machine().quantity("weights") == first.machine().quantity("weights"));
  CHECK(second.machine().quantity("error") == first.machine().quantity("error"));
}

TEST_CASE("a scene that takes the open one's place brings its iteration, the first one too") {
  PatientSession session;
  const Scene at_start = session.scene();
  session.step(7);
  const auto replace = [&session](Scene scene, int iteration) {
    scene.iteration = iteration;
    return session.apply(SetScene{scene_text(scene)});
  };
  REQUIRE(replace(session.scene(), 3));
  CHECK(session.iteration() == 3);
  REQUIRE(replace(session.scene(), 0));
  CHECK(session.iteration() == 0);
  CHECK(session.last_iteration() == 7);
  // Where only the iteration differs there is nothing to undo.
  CHECK(!session.can_undo());
  session.seek(5);
  Scene judged_otherwise = session.scene();
  judged_otherwise.machine().rules = "separated";
  REQUIRE(replace(judged_otherwise, 0));
  CHECK(session.iteration() == 0);
  CHECK(session.scene().machine().rules == "separated");
  REQUIRE(session.undo());
  CHECK(session.scene() == at_start);
  CHECK(!session.can_undo());
}

TEST_CASE("a scene that takes the open one's place ends the way to elsewhere") {
  Session session;
  session.apply(SetProblem{"overlap:n=200"});
  session.apply(SetAlgorithm{"hka"});
  session.apply(SetRules{""});
  while (session.busy()) session.tick(0);
  REQUIRE(session.seek(90'000));
  REQUIRE(session.busy());
  REQUIRE(session.apply(SetScene{scene_text(session.scene())}));
  const int asked_for = session.iteration();
  while (session.busy()) session.tick(0);
  CHECK(session.iteration() == asked_for);
}

TEST_CASE("what depends on the data alone is made anew only with other data") {
  PatientSession session;
  const auto data =
      testing::settled({.X = Eigen::MatrixXd{{0, 0, 1}, {9, 0, 1}, {0, 2, 1}, {9, 2, 1}},
                        .y = Eigen::Vector4d(1, 1, -1, -1)});
  REQUIRE(session.apply(SetData{data, "box.csv"}));
  REQUIRE(session.apply(SetProjection{{.principal = true}}));
  REQUIRE(session.apply(SetAlgorithm{"mhks"}));
  REQUIRE(!session.remarks().empty());
  // Whatever is made anew stands in another place while the former still stands in its own.
  struct Places {
    const Problem* problem;
    const double* plane;
    const char* remark;
    bool operator==(const Places&) const = default;
  };
  const auto places = [&session] {
    return Places{&session.machine().problem(), session.plane().axis_u.data(),
                  session.remarks().front().data()};
  };
  const Places made = places();
  for (const Command& command :
       {Command(SetField{"C", "0.5"}), Command(SetRules{"validation-minimum iterations:n=9"}),
        Command(AddRule{"separated"}), Command(SetAlgorithm{"hk"}), Command(SetSeed{3})}) {
    REQUIRE(session.apply(command));
    CHECK(places() == made);
  }
  REQUIRE(session.undo());
  CHECK(places() == made);
  // The plane shows all points, whatever their labels, parts and scaling.
  for (const Command& command :
       {Command(SetLabel{{0}, -1}), Command(SetPart{{0}, true}), Command(SetScaling{"standard"})}) {
    const Places before = places();
    REQUIRE(session.apply(command));
    CHECK(places().plane == made.plane);
    CHECK(places().problem != before.problem);
  }
  CHECK(session.pattern_of_point(1) == 0);
  REQUIRE(session.apply(SetProjection{}));
  CHECK(session.plane().axis_u == Eigen::RowVector3d(1, 0, 0));
  REQUIRE(session.apply(MovePoint{1, 3, 3}));
  CHECK(session.plane().origin[2] == 1);
  CHECK(session.machine().problem().X.rows() == 3);
}

TEST_CASE("weights are sampled over the iterations, the last one included") {
  PatientSession session;
  session.apply(SetRules{"iterations:n=1500"});
  session.step(1500);
  while (session.busy()) session.tick(1);
  const Machine::Series series = session.machine().series("weights");
  REQUIRE(series.values.size() == 3);
  CHECK(series.iterations.size() <= 514);
  CHECK(series.iterations.front() == 0);
  CHECK(series.iterations.back() == 1500);
  for (std::size_t i = 0; i < series.iterations.size(); i += 37) {
    session.seek(series.iterations[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(series.values[j][i] == session.machine().quantity("weights")[j]);
    }
  }
}

TEST_CASE("the samples of the weights end at the last iteration wherever one looks") {
  PatientSession session;
  session.apply(SetRules{""});
  session.step(1501);
  const std::vector<double> last = session.machine().quantity("weights");
  session.seek(7);
  const Machine::Series series = session.machine().series("weights");
  CHECK(series.iterations.back() == 1501);
  for (std::size_t j = 0; j < last.size(); ++j) CHECK(series.values[j].back() == last[j]);
}

TEST_CASE("points and patterns are told apart where some are for validation") {
  PatientSession session;
  session.apply(SetPart{{1}, true});
  CHECK(session.pattern_of_point(0) == 0);
  CHECK(session.pattern_of_point(1) == -1);
  CHECK(session.pattern_of_point(2) == 1);
  CHECK(session.point_of_pattern(2) == 3);
}

TEST_CASE("the selection follows what is erased") {
  PatientSession session;
  session.select(2);
  session.apply(RemovePoints{{0}});
  CHECK(session.selected() == 1);
  session.apply(RemovePoints{{1}});
  CHECK(session.selected() == -1);
}

TEST_CASE("the command line carries the scene, and does not go on from the first iteration") {
  PatientSession session;
  CHECK(session.command_line().ends_with("' --max-iterations 0"));
  session.step(1);
  const std::string command = session.command_line();
  CHECK(command.find("marginscope run --link 'v=1&") == 0);
  CHECK(parse_scene(command.substr(24, command.size() - 25)));
}
