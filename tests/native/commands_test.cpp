// The vocabulary: what is called by name does what it says, or nothing at all.

#include "session/commands.h"

#include <doctest/doctest.h>

#include <set>

#include "session/csv_command.h"
#include "support/sessions.h"

using namespace marginscope;
using testing::PatientSession;

namespace {

std::string refusal(Session& session, const Call& call) {
  const auto done = session.carry_out(call);
  return done ? "" : done.error().message;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every command has a name and a meaning of its own, and its optional fields come last") {
  std::set<std::string_view> types;
  for (const CommandKind& kind : command_kinds()) {
    CAPTURE(kind.type);
    CHECK(types.insert(kind.type).second);
    CHECK(command_meaning(kind).ends_with('.'));
    bool optional = false;
    for (const CommandField& field : kind.fields) {
      if (field.name.empty()) break;
      CHECK(field.name != "type");
      CHECK((field.optional || !optional));
      optional = field.optional;
    }
  }
}

TEST_CASE("a call is refused in a sentence that says what would be right, and changes nothing") {
  PatientSession session;
  const Scene before = session.scene();
  CHECK(has(refusal(session, {""}), "a type: add-point, "));
  CHECK(has(refusal(session, {"fly"}), "no command \"fly\"; there are add-point, "));
  CHECK(refusal(session, {"add-point", {{"x", 1.0}, {"y", 2.0}}}) ==
        "add-point needs label: a finite number");
  CHECK(refusal(session, {"add-point", {{"x", "1"}, {"y", 2.0}, {"label", 1.0}}}) ==
        "x of add-point is \"1\"; it must be a finite number");
  CHECK(refusal(session, {"move-point", {{"index", 4.0}, {"x", 0.0}, {"y", 0.0}}}) ==
        "index of move-point is 4; it must be the index of a point, 0 to 3");
  CHECK(refusal(session, {"remove-point", {{"index", 0.5}}}) ==
        "index of remove-point is 0.5; it must be the index of a point, 0 to 3, or a list of such");
  CHECK(refusal(session, {"part", {{"index", 0.0}, {"part", "test"}}}) ==
        "part of part is \"test\"; it must be “training” or “validation”");
  CHECK(refusal(session, {"remove-point", {{"index", "0,9"}}}) ==
        "index of remove-point is 0,9; it must be the index of a point, 0 to 3, or a list of such");
  CHECK(refusal(session, {"draw", {{"seed", -1.0}}}) ==
        "seed of draw is -1; it must be a whole number from 0 to 2^53 − 1, or the text of one up "
        "to 2^64 − 1");
  CHECK(refusal(session, {"draw", {{"seed", 0x1p53}}}).contains("2^53 − 1"));
  CHECK(refusal(session, {"step"}) ==
        "step needs count: a whole number from −2147483647 to 2147483647");
  for (const auto& [type, argument] :
       {std::pair("limit", "most"), std::pair("seek", "iteration"), std::pair("step", "count")}) {
    CHECK(refusal(session, {type, {{argument, 3e9}}}) ==
          sentence(argument, " of ", type,
                   " is 3000000000; it must be a whole number from −2147483647 to 2147483647"));
  }
  CHECK(refusal(session, {"undo"}) == "There is nothing to undo");
  CHECK(refusal(session, {"step", {{"count", 1.0}, {"speed", 2.0}}}) ==
        "step has no argument speed; it has count");
  CHECK(refusal(session, {"label", {{"index", 0.0}, {"class", 2.0}}}) ==
        "label has no argument class; it has index and label");
  CHECK(refusal(session, {"play", {{"count", 2.0}}}) ==
        "play has no argument, so count cannot be given");
  CHECK(session.scene() == before);
  CHECK(!session.playing());
  REQUIRE(session.carry_out({"clear-points"}));
  CHECK(refusal(session, {"select", {{"index", 0.0}}}) ==
        "index of select is 0; it must be the index of a point, and there is none");
  CHECK(refusal(session, {"remove-point", {{"index", 0.0}}}) ==
        "index of remove-point is 0; it must be the index of a point, and there is none");
  CHECK(refusal(session, {"remove-point"}) == "remove-point needs a point, and there is none");
}

TEST_CASE("a refusal is printable, whatever it quotes") {
  PatientSession session;
  const std::string wrong = "a\x1B[2J\n\xFF\u202E";
  const std::string expected = "index of select is " + printable(wrong);
  CHECK(refusal(session, {"select", {{"index", wrong}}}).starts_with(expected));
}

TEST_CASE("the end can be refused: where nothing can be trained, and where the run has ended") {
  PatientSession session;
  REQUIRE(session.carry_out({"rules", {{"text", "separated"}}}));
  REQUIRE(session.carry_out({"end"}));
  CHECK(session.iteration() == 4);
  REQUIRE(session.carry_out({"algorithm", {{"id", "ols"}}}));
  while (session.carry_out({"end"})) {
  }
  CHECK(!refusal(session, {"end"}).empty());
  REQUIRE(session.carry_out({"clear-points"}));
  CHECK(has(refusal(session, {"end"}), "no training pattern"));
}

TEST_CASE("a rule is added, its setting changed, and it is removed, beside others") {
  PatientSession session;
  REQUIRE(session.carry_out({"rules", {{"text", "separated+iterations:n=5 objective-change"}}}));
  REQUIRE(session.carry_out({"add-rule", {{"text", "no-positive-error"}}}));
  CHECK(session.scene().machine().rules ==
        "separated+iterations:n=5 objective-change no-positive-error");
  const auto set = [&](double group, double rule, const char* field, double value) {
    return refusal(
        session,
        {"rule-setting", {{"group", group}, {"rule", rule}, {"field", field}, {"value", value}}});
  };
  CHECK(set(0, 1, "n", 7) == "");
  CHECK(set(1, 0, "threshold", 1e-6) == "");
  CHECK(session.scene().machine().rules ==
        "separated+iterations:n=7 objective-change:threshold=1e-6 no-positive-error");
  CHECK(has(set(3, 0, "n", 1), "no group 3"));
  CHECK(has(set(0, 2, "n", 1), "no rule 2"));
  CHECK(has(set(0, 1, "m", 1), "m"));
  CHECK(has(set(0, 1, "n", -1), "-1"));
  REQUIRE(session.carry_out({"remove-rule", {{"group", 1.0}}}));
  CHECK(session.scene().machine().rules == "separated+iterations:n=7 no-positive-error");
  REQUIRE(session.carry_out({"remove-rule", {{"group", 0.0}}}));
  REQUIRE(session.carry_out({"remove-rule", {{"group", 0.0}}}));
  CHECK(session.scene().machine().rules == "");
  CHECK(has(refusal(session, {"remove-rule", {{"group", 0.0}}}), "no group 0"));
}

TEST_CASE("the named problem's settings and the seed draw its points anew") {
  PatientSession session;
  REQUIRE(session.carry_out({"problem", {{"text", "two-gaussians"}}}));
  REQUIRE(session.carry_out({"problem-setting", {{"field", "n"}, {"value", 40.0}}}));
  CHECK(session.scene().data.size() == 40);
  const Dataset first = session.scene().data;
  REQUIRE(session.carry_out({"draw"}));
  CHECK(session.scene().seed == 2);
  CHECK(session.scene().data.size() == 40);
  CHECK(session.scene().data != first);
  REQUIRE(session.carry_out({"draw", {{"seed", "12"}}}));
  CHECK(session.scene().seed == 12);
  REQUIRE(session.carry_out({"draw", {{"seed", 1.0}}}));
  CHECK(session.scene().data == first);
  CHECK(has(refusal(session, {"problem-setting", {{"field", "m"}, {"value", 4.0}}}), "m"));
  // Points of one's own stay as they are; the seed is that of what is drawn next.
  REQUIRE(session.carry_out({"clear-points"}));
  REQUIRE(session.carry_out({"draw", {{"seed", 7.0}}}));
  CHECK(session.scene().seed == 7);
  CHECK(session.scene().data.size() == 0);
  CHECK(has(refusal(session, {"problem-setting", {{"field", "n"}, {"value", 4.0}}}),
            "named problem"));
}

TEST_CASE("a seed that draws nothing anew leaves hand-set margins and the selection alone") {
  PatientSession session;
  REQUIRE(session.carry_out({"algorithm", {{"id", "ols"}}}));
  REQUIRE(session.carry_out({"set", {{"field", "target_margins"}, {"value", "2,3,4,5"}}}));
  REQUIRE(session.carry_out({"select", {{"index", 2.0}}}));
  REQUIRE(session.carry_out({"draw", {{"seed", 5.0}}}));
  CHECK(session.scene().seed == 5);
  CHECK(spec_text(session.scene().machine().algorithm) == "ols:target_margins=2,3,4,5");
  CHECK(session.selected() == 2);
  // Other points are others, whatever brought them.
  REQUIRE(session.carry_out({"problem", {{"text", "two-gaussians"}}}));
  CHECK(spec_text(session.scene().machine().algorithm) == "ols");
  CHECK(session.selected() == -1);
  REQUIRE(session.carry_out({"set", {{"field", "target_margins"}, {"value", "2,3"}}}));
  REQUIRE(session.carry_out({"select", {{"index", 2.0}}}));
  REQUIRE(session.carry_out({"draw"}));
  CHECK(spec_text(session.scene().machine().algorithm) == "ols");
  CHECK(session.selected() == -1);
}

TEST_CASE("the value of one setting is that setting's alone") {
  PatientSession session;
  REQUIRE(session.carry_out({"rules", {{"text", "iterations:n=5 separated"}}}));
  const auto set_rule = [&](const char* field, const char* value) {
    return refusal(session, {"rule-setting",
                             {{"group", 0.0}, {"rule", 0.0}, {"field", field}, {"value", value}}});
  };
  CHECK(has(set_rule("n", "10 kkt"), "n is 10 kkt; it must be a whole number"));
  CHECK(has(set_rule("n", "10+kkt"), "n is 10+kkt; it must be a whole number"));
  CHECK(has(set_rule("n", "10,n=20"), "n is 10,n=20; it must be a whole number"));
  CHECK(has(set_rule("n=10,n", "10"), "no setting n=10,n"));
  CHECK(session.scene().machine().rules == "iterations:n=5 separated");
  CHECK(set_rule("n", " 1e3 ") == "");
  CHECK(session.scene().machine().rules == "iterations:n=1000 separated");

  REQUIRE(session.carry_out({"problem", {{"text", "two-gaussians"}}}));
  const Scene before = session.scene();
  const auto set_problem = [&](const char* field, const char* value) {
    return refusal(session, {"problem-setting", {{"field", field}, {"value", value}}});
  };
  CHECK(has(set_problem("n", "60,distance=0"), "n is 60,distance=0; it must be a whole number"));
  CHECK(has(set_problem("n=60,distance", "0"), "no setting n=60,distance"));
  CHECK(session.scene() == before);
  CHECK(set_problem("n", " 6e1 ") == "");
  CHECK(spec_text(session.scene().problem) == "two-gaussians:n=60");

  REQUIRE(session.carry_out({"set", {{"field", "kernel"}, {"value", "gaussian:sigma=3"}}}));
  CHECK(has(refusal(session, {"set", {{"field", "kernel:sigma"}, {"value", "1,sigma=2"}}}),
            "kernel:sigma is 1,sigma=2; it must be a single value"));
}

TEST_CASE("one pattern's entry of a list is set, whatever the list holds") {
  PatientSession session;
  REQUIRE(session.carry_out({"algorithm", {{"id", "ols"}}}));
  REQUIRE(session.carry_out({"part", {{"index", 1.0}, {"part", "validation"}}}));
  const auto set = [&](double index, double value) {
    return refusal(session, {"set-pattern",
                             {{"field", "target_margins"}, {"index", index}, {"value", value}}});
  };
  CHECK(set(2, 3) == "");
  CHECK(session.machine().quantity("margin_vector") == std::vector<double>{1, 3, 1});
  CHECK(set(3, 2) == "");
  CHECK(session.machine().quantity("margin_vector") == std::vector<double>{1, 3, 2});
  CHECK(has(set(1, 2), "validation"));
  CHECK(has(set(4, 2), "0 to 3"));
  CHECK(has(refusal(session, {"set-pattern", {{"field", "b"}, {"index", 0.0}, {"value", 1.0}}}),
            "no setting b"));
}

TEST_CASE("a file of more rows than can be shown is refused with the limit, and nothing changes") {
  PatientSession session;
  std::string rows;
  for (int i = 0; i < 200'001; ++i) rows += i % 2 ? "1,1\n" : "2,2\n";
  const Scene before = session.scene();
  const std::string said = refusal(session, {"csv", {{"text", rows}, {"name", "many.csv"}}});
  CHECK(has(said, "many.csv has 200001 rows; up to 200000 are shown"));
  CHECK(session.scene() == before);
}

TEST_CASE("a file of real targets says how it is read, and is read that way") {
  PatientSession session;
  const Call file{"csv", {{"text", "1,0\n2,1\n3,0.5\n"}, {"name", "real.csv"}}};
  CHECK(refusal(session, file)
            .ends_with("; for real targets the task is regression: choose “a real target” for the "
                       "label"));
  REQUIRE(session.carry_out(with(file, {"task", "regression"})));
  CHECK(session.scene().data.task == Task::regression);
  REQUIRE(session.undo());
  REQUIRE(session.carry_out({"problem", {{"text", "sinc"}}}));
  CHECK(session.scene().name == "Sinc");
  REQUIRE(session.carry_out(file));
  CHECK(session.scene().data.task == Task::regression);
  // Words are classes whatever there was before.
  REQUIRE(session.carry_out({"csv", {{"text", "1,no\n2,yes\n"}, {"name", "words.csv"}}}));
  CHECK(session.scene().data.task == Task::classification);
}

TEST_CASE("a file is read by the columns that are chosen") {
  PatientSession session;
  const Call file{"csv",
                  {{"text", "id,a,kind,b\n7,1,no,2\n8,3,yes,4\n9,5,no,6\n"},
                   {"name", "kinds.csv"},
                   {"label", 3.0}}};
  REQUIRE(session.carry_out(with(file, {"features", "4,2"})));
  const Dataset& data = session.scene().data;
  CHECK(*data.X == Eigen::MatrixXd{{2, 1}, {4, 3}, {6, 5}});
  CHECK(*data.y == Eigen::VectorXd{{-1, 1, -1}});
  CHECK(*data.feature_names == std::vector<std::string>{"b", "a"});
  CHECK(has(session.notice(), "\"no\" is class −1, \"yes\" is class +1."));
  REQUIRE(session.carry_out(with(file, {"features", 2.0})));
  CHECK(session.scene().data.X.cols() == 1);

  const auto refused = [&](std::string_view features) {
    const Scene before = session.scene();
    const std::string said = refusal(session, with(file, {"features", features}));
    CHECK(session.scene() == before);
    return said;
  };
  CHECK(has(refused("5"), "there is no column 5 that could be a feature"));
  CHECK(has(refused("2,3"), "The label, column 3 of kinds.csv, is among the features"));
  CHECK(has(refused(""), "kinds.csv has no feature left"));
  CHECK(refused("2,b") ==
        "features of csv is 2,b; it must be columns, counted from 1, with commas "
        "between them");
  CHECK(has(refused("0"), "features of csv is 0; it must be columns, counted from 1"));
  CHECK(has(refused("2,"), "features of csv is 2,; it must be columns"));
}

TEST_CASE("a preview tells what the command would do, and changes nothing") {
  PatientSession session;
  const Scene before = session.scene();
  const Call file{"csv", {{"text", "1,2,no\n3,4,yes\n"}, {"name", "a.csv"}}};
  const CsvPreview read = preview_csv(session, file);
  CHECK(read.outcome ==
        "2 patterns, 2 features, 2 classes: \"no\" is class −1, \"yes\" is class +1.");
  CHECK(read.fault == "");
  const CsvPreview chosen =
      preview_csv(session, with(with(file, {"label", 1.0}), {"features", "2"}));
  CHECK(chosen.outcome == "2 patterns, 1 feature, 2 classes: 1 is class −1, 3 is class +1.");
  for (const Call& call :
       {with(file, {"label", 4.0}), with(file, {"label", 0.0}), with(file, {"features", ""}),
        with(file, {"features", "1,x"}), with(file, {"task", "regression"}),
        with(file, {"task", "art"}), with(file, {"colour", "red"}),
        Call{"csv", {{"text", "1,2\n3\n"}, {"name", "a.csv"}}}, Call{"csv", {{"name", "a.csv"}}}}) {
    const CsvPreview refused = preview_csv(session, call);
    CHECK(refused.outcome == "");
    CHECK(refused.fault == refusal(session, call));
  }
  CHECK(session.scene() == before);
  CHECK(!session.can_undo());
}

TEST_CASE("the projection shows two features, counted from 1, or the principal components") {
  PatientSession session;
  REQUIRE(session.carry_out(
      {"csv", {{"text", "1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n"}, {"name", "four.csv"}}}));
  CHECK(session.scene().data.X.cols() == 3);
  CHECK(session.scene().name == "four.csv");
  REQUIRE(session.carry_out({"projection", {{"x", 3.0}, {"y", 1.0}}}));
  CHECK(session.scene().projection == Projection{false, {2, 0}});
  REQUIRE(session.carry_out({"projection"}));
  CHECK(session.scene().projection.principal);
  CHECK(has(refusal(session, {"projection", {{"x", 4.0}, {"y", 1.0}}}), "feature 4"));
  CHECK(has(refusal(session, {"csv", {{"text", "1,2\n3\n"}, {"name", "bad.csv"}}}), "bad.csv"));
}

TEST_CASE("what is selected, the notice and the speed are commands, too") {
  PatientSession session;
  REQUIRE(session.carry_out({"select", {{"index", 2.0}}}));
  CHECK(session.selected() == 2);
  REQUIRE(session.carry_out({"select"}));
  CHECK(session.selected() == -1);
  session.set_notice("Something is told");
  CHECK(session.notice() == "Something is told.");
  session.set_notice("Something is told.");
  CHECK(session.notice() == "Something is told.");
  REQUIRE(session.carry_out({"dismiss"}));
  CHECK(session.notice().empty());
  CHECK(has(refusal(session, {"speed", {{"speed", -1.0}}}), "speed is -1; it must be a number of"));
  REQUIRE(session.carry_out({"speed", {{"speed", 4.0}}}));
  CHECK(session.speed() == 4);
  REQUIRE(session.carry_out({"speed", {{"speed", 0.0}}}));
  CHECK(session.speed() == 0);
}

TEST_CASE("any other edit ends a gesture; what it drags is never another point") {
  PatientSession session;
  const Dataset before = session.scene().data;
  const auto begin = [&] { session.begin_gesture({{"move-point", {{"index", 3.0}}}}); };
  const auto drag = [&] { return session.drag({{"x", 1.0}, {"y", 1.0}}); };
  begin();
  REQUIRE(drag());
  REQUIRE(session.gesture());
  REQUIRE(session.carry_out({"select", {{"index", 1.0}}}));
  REQUIRE(session.carry_out({"seek", {{"iteration", 0.0}}}));
  CHECK(session.gesture());
  // What does not change the scene is no edit.
  CHECK(!session.carry_out({"remove-point", {{"index", 9.0}}}));
  CHECK(session.gesture());
  for (const Call& other : {Call{"remove-point", {{"index", 0.0}}}, Call{"undo"}, Call{"redo"},
                            Call{"set", {{"field", "learning_rate"}, {"value", 0.3}}},
                            Call{"rules", {{"text", "separated"}}}, Call{"undo"}, Call{"undo"},
                            Call{"scene", {{"text", scene_text(Session().scene())}}}}) {
    CAPTURE(other.type);
    begin();
    REQUIRE(session.carry_out(other));
    CHECK(!session.gesture());
    const Scene left = session.scene();
    REQUIRE(drag());
    CHECK(session.scene() == left);
  }
  CHECK(session.scene().data == before);
}

TEST_CASE("a drag that is taken back in its middle leaves both places to undo and redo") {
  PatientSession session;
  const Dataset before = session.scene().data;
  session.begin_gesture({{"move-point", {{"index", 0.0}}}});
  REQUIRE(session.drag({{"x", 1.0}, {"y", 1.0}}));
  REQUIRE(session.drag({{"x", 2.0}, {"y", 2.0}}));
  const Dataset dragged = session.scene().data;
  REQUIRE(session.undo());
  REQUIRE(session.drag({{"x", 3.0}, {"y", 3.0}}));
  CHECK(session.scene().data == before);
  CHECK(!session.can_undo());
  REQUIRE(session.redo());
  CHECK(session.scene().data == dragged);
}
