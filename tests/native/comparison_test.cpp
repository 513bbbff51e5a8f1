// Several machines in one session: one time for all, and each as it is alone.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/history.h"
#include "session/commands.h"
#include "session/comparison.h"
#include "session/session.h"
#include "support/problems.h"
#include "support/sessions.h"

using namespace marginscope;
using marginscope::testing::PatientSession;

namespace {

const Machine& at(const Session& session, int place) {
  return *std::next(session.machines().begin(), place);
}

std::vector<int> places(const Session& session) {
  std::vector<int> list;
  for (const Machine& each : session.machines()) list.push_back(each.iteration());
  return list;
}

std::vector<const Run*> runs(const Session& session) {
  std::vector<const Run*> list;
  for (const Machine& each : session.machines()) list.push_back(each.run());
  return list;
}

void rest(Session& session) {
  while (session.busy()) session.tick(0, no_time_limit);
}

void compare(Session& session, const std::string& algorithm, const std::string& rules) {
  testing::require(session.apply(CopyMachine{}));
  testing::require(session.apply(SetAlgorithm{algorithm}));
  testing::require(session.apply(SetRules{rules}));
  rest(session);
}

// The bits of all numbers of an iteration: of the record, of what is published, of the outputs.
std::vector<std::uint64_t> bits(const Machine& machine) {
  std::vector<std::uint64_t> all;
  const auto add = [&all](double value) { all.push_back(std::bit_cast<std::uint64_t>(value)); };
  for (const RecordColumn& column : record_columns()) add(column.value(machine.run()->record()));
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    for (const double value : machine.quantity(quantity.id)) add(value);
  }
  for (const double value : machine.point_outputs()) add(value);
  return all;
}

// A session of one of the machines.
void open_alone(Session& alone, const Scene& scene, int place) {
  Scene one = scene;
  one.machines = {scene.machines[static_cast<std::size_t>(place)]};
  one.chosen = 0;
  one.iteration = 0;
  testing::require(alone.open(scene_text(one)));
  rest(alone);
}

}  // namespace

TEST_CASE("a machine in a comparison has the bits of its own run, wherever one looks") {
  for (const auto patience : {no_time_limit, std::chrono::nanoseconds(0)}) {
    PatientSession session;
    testing::require(session.apply(SetProblem{"overlap:n=60"}));
    testing::require(session.apply(SplitValidation{0.25}));
    testing::require(session.apply(SetRules{""}));
    compare(session, "smo", "kkt");
    testing::require(session.apply(SetField{"kernel", "gaussian:sigma=1"}));
    compare(session, "mhka", "objective-change");
    compare(session, "dkpp", "");
    session.set_patience(patience);
    REQUIRE(session.machines().size() == 4);
    std::vector<PatientSession> alone(4);
    for (int m = 0; m < 4; ++m) {
      open_alone(alone[static_cast<std::size_t>(m)], session.scene(), m);
    }
    for (const int k : {0, 3, 40, 300, 17, 40, 0, 120}) {
      CAPTURE(k);
      testing::require(session.seek(k));
      while (session.busy()) session.tick(0, patience);
      for (int m = 0; m < 4; ++m) {
        CAPTURE(m);
        Session& own = alone[static_cast<std::size_t>(m)];
        testing::require(own.seek(k));
        REQUIRE(at(session, m).iteration() == own.iteration());
        REQUIRE(bits(at(session, m)) == bits(own.machine()));
        REQUIRE(at(session, m).sentence() == own.machine().sentence());
      }
    }
  }
}

TEST_CASE("all are at one iteration; one that has ended waits at its end, and comes back along") {
  PatientSession session;
  testing::require(session.apply(SetRules{""}));
  compare(session, "ols", "");  // whose first iteration is its last
  compare(session, "mhks", "");
  CHECK(session.scene().chosen == 2);
  REQUIRE(session.step(7));
  CHECK(places(session) == std::vector<int>{7, 0, 7});
  CHECK(session.iteration() == 7);
  REQUIRE(session.choose(1));
  // The time is that of those that go on.
  CHECK(session.machine().ended());
  CHECK(session.waits(session.machine()));
  CHECK(session.explanation().text.ends_with(
      " It waits here at its end; others are at iteration 7."));
  CHECK(session.iteration() == 7);
  CHECK(session.scene().iteration == 7);
  REQUIRE(session.step(3));
  CHECK(places(session) == std::vector<int>{10, 0, 10});
  REQUIRE(session.step(-4));
  CHECK(places(session) == std::vector<int>{6, 0, 6});
  CHECK(session.last_iteration() == 10);
  REQUIRE(session.seek(0));
  CHECK(session.iteration() == 0);
  REQUIRE(session.seek(5000));
  REQUIRE(at(session, 0).run()->end());
  const int end = at(session, 0).run()->end()->iteration, other = at(session, 2).iteration();
  CHECK(end < 5000);
  CHECK((other == 5000 || at(session, 2).ended()));
  CHECK(places(session) == std::vector<int>{end, 0, other});
  CHECK(session.iteration() == std::max(end, other));
  // The same from its link.
  PatientSession opened;
  testing::require(opened.open(scene_text(session.scene())));
  rest(opened);
  CHECK(opened.scene() == session.scene());
  CHECK(places(opened) == places(session));
}

TEST_CASE("the next stop is that of any machine, in the order of iterations") {
  PatientSession session;
  testing::require(session.apply(SetRules{"separated iterations:n=90"}));  // at 4 and 90
  compare(session, "hk", "iterations:n=50");
  testing::require(session.apply(SetField{"learning_rate", "0.1"}));
  compare(session, "ols", "");
  for (const auto patience : {no_time_limit, std::chrono::nanoseconds(0)}) {
    session.set_patience(patience);
    session.seek(0);
    rest(session);
    for (const int stop : {4, 50, 90}) {
      testing::require(session.seek_end());
      rest(session);
      CHECK(places(session) == std::vector<int>{stop, stop, 0});
    }
    // A step over a stop halts there, whosever it is.
    session.seek(40);
    rest(session);
    testing::require(session.step(60));
    rest(session);
    CHECK(places(session) == std::vector<int>{50, 50, 0});
  }
  // Once no machine can go on, why not is said by the chosen one.
  while (session.seek_end()) rest(session);
  CHECK(session.seek_end().error().message.starts_with(session.machine().run()->end()->name));
}

TEST_CASE("playing keeps all at one iteration and halts at the next stop of any") {
  PatientSession session;
  testing::require(session.apply(SetRules{""}));
  compare(session, "hka", "iterations:n=12");
  compare(session, "ols", "");
  session.set_speed(10);
  testing::require(session.play());
  double now = 100;
  for (int k = 1; k < 12; ++k) {
    REQUIRE(session.tick(now, no_time_limit));
    CHECK(places(session) == std::vector<int>{k, k, 0});
    now += 0.1001;
  }
  while (session.tick(now += 0.1001, no_time_limit)) {
  }
  CHECK(places(session) == std::vector<int>{12, 12, 0});
  CHECK(!session.playing());
  // As fast as can be, it goes no further either.
  session.set_speed(0);
  session.seek(0);
  testing::require(session.play());
  while (session.tick(now += 0.1, no_time_limit)) {
  }
  CHECK(places(session) == std::vector<int>{12, 12, 0});
  // Played again, it goes on from there; at the end of all, from the start.
  testing::require(session.toggle_play());
  while (session.tick(now += 0.1, no_time_limit)) {
  }
  CHECK(session.iteration() > 12);
  while (session.seek_end()) rest(session);
  testing::require(session.toggle_play());
  CHECK(session.playing());
  CHECK(session.iteration() == 0);
}

TEST_CASE("only a machine whose own setup changed is trained again") {
  PatientSession session;
  testing::require(session.apply(SetRules{""}));
  compare(session, "hka", "");
  compare(session, "smo", "");
  testing::require(session.seek(20));
  const auto before = runs(session);
  const auto same = [&](const std::vector<std::size_t>& order) {
    const auto now = runs(session);
    REQUIRE(now.size() == order.size());
    for (std::size_t m = 0; m < order.size(); ++m) CHECK(now[m] == before[order[m]]);
  };
  testing::require(session.choose(0));
  same({0, 1, 2});
  testing::require(session.apply(RenameMachine{1, "Absolute"}));
  same({0, 1, 2});
  testing::require(session.apply(MoveMachine{2, 0}));
  same({2, 0, 1});
  CHECK(session.iteration() == 20);
  REQUIRE(session.undo());
  same({0, 1, 2});
  testing::require(session.apply(SetRules{"separated"}));
  same({0, 1, 2});
  CHECK(session.machine().run()->stop()->iteration == 4);
  testing::require(session.apply(SetLimit{200'000}));
  same({0, 1, 2});
  CHECK(session.iteration() == 20);
  // One has another setting: all are at the first iteration, and what the others made is kept.
  testing::require(session.apply(SetField{"learning_rate", "0.2"}));
  CHECK(places(session) == std::vector<int>{0, 0, 0});
  CHECK(at(session, 0).last_iteration() == 0);
  CHECK(at(session, 1).run() == before[1]);
  CHECK(at(session, 2).run() == before[2]);
  CHECK(at(session, 1).last_iteration() == 20);
  // It comes back with the iteration that it was at.
  REQUIRE(session.undo());
  rest(session);
  CHECK(places(session) == std::vector<int>{20, 20, at(session, 2).iteration()});
  CHECK(at(session, 1).run() == before[1]);
  // A copy joins the others where they are.
  testing::require(session.apply(CopyMachine{}));
  rest(session);
  CHECK(session.scene().chosen == 1);
  CHECK(session.iteration() == 20);
  CHECK(bits(at(session, 0)) == bits(at(session, 1)));
  CHECK(at(session, 2).run() == before[1]);
  testing::require(session.apply(RemoveMachine{0}));
  CHECK(session.iteration() == 20);
  CHECK(at(session, 1).run() == before[1]);
}

TEST_CASE("comparing is undone and redone like any edit; choosing is none") {
  PatientSession session;
  const auto call = [&session](const Call& asked) { testing::require(session.carry_out(asked)); };
  const Scene first = session.scene();
  call({"compare"});
  call({"algorithm", {{"id", "smo"}}});
  call({"rename-machine", {{"index", 1.0}, {"name", "Maximal margin"}}});
  call({"move-machine", {{"index", 1.0}, {"to", 0.0}}});
  call({"choose-machine", {{"index", 1.0}}});
  call({"remove-machine", {{"index", 1.0}}});
  CHECK(session.machines().size() == 1);
  CHECK(session.scene().machine().name == "Maximal margin");
  const Scene last = session.scene();
  int steps = 0;
  while (session.undo()) ++steps;
  CHECK(steps == 5);
  CHECK(session.scene() == first);
  while (session.redo()) {
  }
  CHECK(session.scene() == last);
  CHECK(session.scene().data == first.data);

  call({"compare"});
  call({"choose-machine", {{"index", 0.0}}});
  REQUIRE(session.undo());
  CHECK(session.scene() == last);
  const auto refusal = [&session](const Call& asked) {
    const Scene before = session.scene();
    const auto done = session.carry_out(asked);
    CHECK(session.scene() == before);
    return done ? std::string() : done.error().message;
  };
  CHECK(refusal({"remove-machine", {{"index", 0.0}}}).starts_with("The only machine"));
  CHECK(refusal({"choose-machine", {{"index", 1.0}}}) ==
        "There is no machine 1; the 1 machine is counted from 0");
  call({"compare"});
  call({"pace", {{"pace", "time"}}});
  REQUIRE(session.undo());
  CHECK(session.pace() == Pace::time);
  CHECK(refusal({"pace", {{"pace", "fast"}}}) == "pace is \"fast\"; it must be iteration or time");
  for (int more = 0; more < 3; ++more) call({"compare"});
  CHECK(refusal({"compare"}).starts_with("There are 4 machines"));
}

TEST_CASE("choosing another machine ends a gesture, which is of the chosen one's settings") {
  PatientSession session;
  compare(session, "hka", "");
  session.begin_gesture({{"set", {{"field", "learning_rate"}}}});
  testing::require(session.drag({{"value", 0.3}}));
  testing::require(session.choose(0));
  CHECK(!session.gesture());
  const Scene left = session.scene();
  testing::require(session.drag({{"value", 0.2}}));
  CHECK(session.scene() == left);
}

TEST_CASE("where data do not suit one of the machines, another takes its place and that is said") {
  PatientSession session;
  compare(session, "hk-multiclass", "");
  const auto kept = session.scene().machines[1];
  testing::require(session.apply(AddPoint{2, 2, 3, false}));
  CHECK(session.scene().machines[0].algorithm.name == "hk-multiclass");
  CHECK(session.scene().machines[1] == kept);
  CHECK(session.notice().starts_with("In machine A, "));
  CHECK(session.notice().find(" takes the place of Ho-Kashyap, which") != std::string::npos);
  REQUIRE(session.undo());
  testing::require(session.apply(SetProblem{"three-classes"}));
  CHECK(session.notice().starts_with("In machine A, "));
  // What cannot be trained leaves the others going.
  testing::require(session.apply(SetAlgorithm{"hk"}));
  CHECK(!session.machine().run());
  testing::require(session.step(3));
  CHECK(at(session, 0).iteration() == 3);
  CHECK(session.iteration() == 3);
  CHECK(session.machine().sentence() == session.machine().trouble());
}

TEST_CASE(
    "machines share the memory: one that has no room beside the others is refused, until it has") {
  PatientSession session;
  require(session.apply(SetProblem{"overlap:n=200"}));
  require(session.apply(SetAlgorithm{"dkpp"}));
  require(session.apply(SetField{"kernel", "gaussian:sigma=1"}));
  const double each = session.machine().memory_taken();
  REQUIRE(each > 0);
  session.set_memory(2.5 * each);
  require(session.apply(CopyMachine{}));
  require(session.apply(CopyMachine{}));
  const auto runs = [&session] {
    std::vector<bool> there;
    for (const Machine& machine : session.machines()) there.push_back(machine.run() != nullptr);
    return there;
  };
  REQUIRE(runs() == std::vector<bool>{true, true, false});
  CHECK(session.machines().back().trouble().contains("of memory for 200 training patterns"));
  CHECK(session.machines().back().memory_taken() == 0);
  require(session.apply(RemoveMachine{0}));
  CHECK(runs() == std::vector<bool>{true, true});
}

TEST_CASE("work is shared out fairly, and what waits is said") {
  PatientSession session;
  testing::require(session.apply(SetProblem{"overlap:n=40"}));
  testing::require(session.apply(SetRules{""}));
  for (const char* algorithm : {"hka", "mhks", "mhka"}) compare(session, algorithm, "");
  session.set_patience(std::chrono::nanoseconds(0));
  testing::require(session.seek(1000));
  for (int turn = 0; turn < 40; ++turn) {
    REQUIRE(session.tick(0, std::chrono::nanoseconds(0)));
    // A step each, one after the other.
    const auto [least, most] = std::ranges::minmax(places(session));
    CHECK(most - least <= 1);
  }
  CHECK(places(session)[0] >= 10);
  CHECK(session.explanation().text.starts_with("Working towards iteration 1000 (now at "));
  CHECK(session.explanation().text.find(" Still under way: machine A, towards iteration 1000 (") !=
        std::string::npos);
  session.cancel();
  CHECK(!session.busy());
  CHECK(session.explanation().text == session.machine().sentence());
  // What is asked for next brings all together.
  session.set_patience(no_time_limit);
  const int here = session.iteration();
  testing::require(session.step(1));
  CHECK(places(session) == std::vector<int>(4, here + 1));
}

TEST_CASE("by time, a machine whose steps are cheap is further on") {
  // A watch that runs as the machines step: a step of A takes a millisecond, one of B ten.
  static const Session* watched;
  PatientSession session;
  testing::require(session.apply(SetRules{""}));
  compare(session, "mhks", "");
  watched = &session;
  session.set_watch([] {
    return Run::Clock::time_point(
        std::chrono::milliseconds(at(*watched, 0).iteration() + 10 * at(*watched, 1).iteration()));
  });
  testing::require(session.carry_out({"pace", {{"pace", "time"}}}));
  CHECK(session.pace() == Pace::time);
  session.set_speed(10);
  double now = 100;
  // B, the chosen one, makes the steps; A as many as fit.
  testing::require(session.play());
  for (int k = 1; k <= 8; ++k) {
    session.tick(now, no_time_limit);
    CHECK(places(session) == std::vector<int>{10 * k, k});
    now += 0.1001;
  }
  CHECK(at(session, 0).seconds_per_step() == doctest::Approx(0.001));
  CHECK(at(session, 1).seconds_per_step() == doctest::Approx(0.01));
  // The link holds the chosen one's iteration.
  CHECK(session.scene().iteration == 8);
  // Whatever else leads through time brings them together.
  testing::require(session.step(1));
  CHECK(places(session) == std::vector<int>{9, 9});
  // With A as the chosen one, B makes a step for ten of A's.
  session.seek(0);
  testing::require(session.choose(0));
  testing::require(session.play());
  for (int k = 1; k <= 25; ++k) {
    session.tick(now, no_time_limit);
    CHECK(places(session) == std::vector<int>{k, (k + 9) / 10});
    now += 0.1001;
  }
  // It halts where one of them stops.
  testing::require(session.apply(SetRules{"iterations:n=30"}));
  while (session.tick(now += 0.1001, no_time_limit)) {
  }
  CHECK(places(session) == std::vector<int>{30, 3});
}

TEST_CASE("the table has a row for each machine, with the numbers of its record") {
  PatientSession session;
  testing::require(session.apply(SetProblem{"overlap:n=40"}));
  testing::require(session.apply(SplitValidation{0.25}));
  testing::require(session.apply(SetRules{""}));
  compare(session, "smo", "");
  compare(session, "ols", "");
  testing::require(session.apply(RenameMachine{1, "Maximal margin"}));
  testing::require(session.apply(SetField{"target_margins", "1,2"}));
  testing::require(session.step(4));
  const Comparison told = comparison_of(session);
  REQUIRE(told.rows.size() == 3);
  REQUIRE(told.columns.size() == 7);
  CHECK(told.rows[0].caption == "Ho-Kashyap");
  CHECK(told.rows[1].caption == "Maximal margin");
  CHECK(told.rows[2].caption == "Least squares, b = by hand");
  CHECK(told.rows[2].state == "waits at its end");
  CHECK(told.rows[2].cells.back().text == "Solved");
  CHECK(told.rows[0].state.empty());
  CHECK(told.rows[0].cells.back().text == "not yet");
  for (int m = 0; m < 3; ++m) {
    const Record& record = at(session, m).run()->record();
    const auto& cells = told.rows[static_cast<std::size_t>(m)].cells;
    CHECK(cells[0].whole() == error_cell(Task::classification, record.training_error, 30).whole());
    CHECK(cells[1].detail == std::to_string(std::lround(10 * record.validation_error)) + " of 10");
    CHECK(cells[2].text == std::to_string(record.iteration));
    CHECK(cells[3].whole() == (m == 1 ? std::to_string(record.support_vectors) : "–"));
  }
  CHECK(told.columns[3]->head == "support vectors");
  CHECK(machine_caption({*parse_spec("smo:C=2,kernel=gaussian:sigma=3"), ""}) ==
        "Support vector machine (SMO), C = 2, gaussian, σ = 3");
  // Which errs least is what the records say; the points at which they differ are counted.
  const auto error = [&](int m) { return at(session, m).run()->record().validation_error; };
  const double least = std::min({error(0), error(1), error(2)});
  const int equal = (error(0) == least) + (error(1) == least) + (error(2) == least);
  for (int m = 0; m < 3; ++m) {
    CHECK(told.rows[static_cast<std::size_t>(m)].best == (error(m) == least && equal < 3));
  }
  int differing = 0;
  for (int point = 0; point < 40; ++point) {
    const int a = at(session, 0).predicted_class(point), b = at(session, 1).predicted_class(point),
              c = at(session, 2).predicted_class(point);
    differing += a != b || a != c;
  }
  CHECK(told.sentence.ends_with(" The classes of all 3 machines differ at " +
                                std::to_string(differing) + " of 40 points."));
  CHECK(told.judged == told.columns[1]);
  // Of a machine that has not learned anything yet there are no classes to differ.
  testing::require(session.seek(0));
  const Comparison begun = comparison_of(session);
  CHECK(begun.sentence.find(" B predicts nothing yet. The classes of the other 2 differ at ") !=
        std::string::npos);
  // Without a validation part nothing is said of it.
  testing::require(session.apply(SplitValidation{0}));
  const Comparison without = comparison_of(session);
  CHECK(without.columns[1]->head == "iteration");
  CHECK(without.judged == without.columns[0]);
  // What cannot be trained says so.
  testing::require(session.apply(SetProblem{"three-classes"}));
  testing::require(session.apply(SetAlgorithm{"hk"}));
  CHECK(comparison_of(session).rows[2].state == "cannot be trained");
}

TEST_CASE(
    "two machines minimise the same only by the same criterion with the same settings in it") {
  PatientSession session;
  testing::require(session.apply(SetProblem{"overlap:n=40"}));
  const auto same = [&session](const std::string& one, const std::string& other) {
    Scene scene = session.scene();
    scene.chosen = 0;
    scene.machines = {{*parse_spec(one), ""}, {*parse_spec(other), ""}};
    PatientSession both;
    testing::require(both.open(scene_text(scene)));
    rest(both);
    return same_criterion(at(both, 0), at(both, 1));
  };
  CHECK(same("hk", "hk:learning_rate=0.1,initial_margin=0.01"));
  CHECK(same("smo:C=2", "irwls:C=2"));
  CHECK(same("smo", "smo:working_set=first-order"));
  CHECK(!same("smo:C=2", "smo:C=3"));
  CHECK(!same("smo", "smo:kernel=gaussian:sigma=1"));
  CHECK(!same("hk", "hka"));
  CHECK(!same("mhks:C=1", "mhks:C=2"));
  CHECK(!same("ols", "ols:target_margins=2"));
  CHECK(!same("hk", "smo"));
}

TEST_CASE("which errs least is said with its letters, also where several do") {
  PatientSession session;
  compare(session, "ols", "");
  testing::require(session.seek(0));
  CHECK(comparison_of(session).sentence ==
        "Both have 1 of 4 training points wrong. Their classes differ at 0 of 4 points.");
  testing::require(session.step(4));
  CHECK(comparison_of(session).sentence ==
        "A has the fewest training points wrong, 0 of 4. Their classes differ at 1 of 4 points.");
  testing::require(session.choose(0));
  testing::require(session.apply(CopyMachine{}));
  CHECK(
      comparison_of(session).sentence ==
      "A and B have the fewest training points wrong, 0 of 4. The classes of all 3 machines differ "
      "at 1 of 4 points.");
  CHECK(std::ranges::count(comparison_of(session).rows, true, &Comparison::Row::best) == 2);
  testing::require(session.apply(SetProblem{"sinc"}));
  CHECK(comparison_of(session).sentence.contains("mean squared error on the training points"));
}

TEST_CASE("what has learned nothing yet has no error, and that is said") {
  PatientSession session;
  testing::require(session.open("v=1&problem=overlap&algorithm=smo&others=smo:C=10"));
  rest(session);
  Comparison comparison = comparison_of(session);
  CHECK(comparison.sentence == "A and B predict nothing yet.");
  CHECK(comparison.judged == nullptr);
  CHECK(comparison.columns[0]->head != "training");
  testing::require(session.open("v=1&problem=overlap&algorithm=hk&others=smo:C=10"));
  rest(session);
  comparison = comparison_of(session);
  CHECK(comparison.sentence == "B predicts nothing yet.");
  CHECK(comparison.rows[1].cells[0].whole() == "–");
  testing::require(session.apply(CopyMachine{}));
  CHECK(comparison_of(session).sentence.starts_with("A and B have "));
  testing::require(session.step(3));
  CHECK(!comparison_of(session).sentence.contains("nothing yet"));
}

TEST_CASE("of one validation point the errors are told as of one") {
  PatientSession session;
  testing::require(session.carry_out(
      {"add-point", {{"x", 3.0}, {"y", 0.0}, {"label", 1.0}, {"part", "validation"}}}));
  testing::require(session.apply(CopyMachine{}));
  CHECK(comparison_of(session).sentence.starts_with("Both have 0 of 1 validation point wrong. "));
}

TEST_CASE("a copied command of several machines compares them") {
  PatientSession session;
  CHECK(session.command_line().starts_with("marginscope run --link 'v=1&"));
  compare(session, "smo", "kkt");
  session.step(3);
  const std::string command = session.command_line();
  CHECK(command.starts_with("marginscope compare --link 'v=1&"));
  const auto parsed = parse_scene(command.substr(28, command.size() - 29));
  testing::require(parsed);
  CHECK(*parsed == session.scene());
}
