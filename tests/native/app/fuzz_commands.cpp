#include "app/fuzz_kinds.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <string_view>

#include "app/fuzz_checks.h"
#include "app/monkey.h"
#include "app/person.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "session/commands.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "support/random_scenes.h"

namespace marginscope::testing {
namespace {

using namespace std::literals;

std::string random_formula(Random& random) {
  constexpr std::string_view pieces[] = {"x", "2", "sin(", ")", "^", "-", "+", "0.5", "e", "/ "};
  std::string text;
  for (auto n = random.below(8); n > 0; --n) text += any_of(random, pieces);
  return text;
}

std::string text_for(Random& random, const Session& session, std::string_view command,
                     std::string_view argument) {
  const Scene& scene = session.scene();
  if (one_in(random, 12)) return random_word(random);
  if (command == "problem") return random_problem(random);
  if (command == "csv") return argument == "text" ? nasty_csv(random) : random_word(random);
  if (command == "pace") return one_in(random, 2) ? "time" : "iteration";
  if (command == "rename-machine") return random_word(random);
  if (command == "formula") return random_formula(random);
  if (command == "scaling") return one_in(random, 2) ? "standard" : "unit";
  if (command == "algorithm") return std::string(any_of(random, algorithms()).id);
  if (command == "rules" || command == "add-rule") return random_rules(random);
  if (command == "scene" || command == "replace") {
    return one_in(random, 2) ? nasty_link(random) : scene_text(random_scene(random));
  }
  FieldTable fields;
  if (command == "problem-setting") {
    if (const auto problem = find_named_problem(scene.problem.name)) fields = (*problem)->fields;
  } else if (command == "rule-setting") {
    fields = any_of(random, rule_kinds()).fields;
  } else {
    fields = (*find_algorithm(scene.machine().algorithm.name))->fields;
  }
  return fields.empty() ? random_word(random) : std::string(any_of(random, fields).id);
}

// Some points, one of them beyond the last at times.
std::string points_for(Random& random, const Session& session) {
  const auto count = static_cast<std::uint64_t>(session.scene().data.size());
  std::string text;
  for (auto n = random.below(6); n > 0; --n) {
    const std::uint64_t index = count > 0 ? random.below(count) : 0;
    text += (text.empty() ? "" : ",") + std::to_string(one_in(random, 30) ? count : index);
  }
  return text;
}

std::string random_places(Random& random) {
  std::string text;
  for (auto n = random.below(12); n > 0; --n) {
    text += (text.empty() ? "" : ",") + exact_text(10 * random.normal());
  }
  return text;
}

// A value for the setting that `name` names, wherever there is one.
std::string value_for(Random& random, const Session& session, std::string_view name) {
  const Field* field =
      find_field((*find_algorithm(session.scene().machine().algorithm.name))->fields, name);
  for (const RuleKind& kind : rule_kinds()) {
    if (!field) field = find_field(kind.fields, name);
  }
  if (!field || field->type == FieldType::pattern_list) {
    constexpr std::string_view lists[] = {"1,2,3", "1,,1", "-1", "1e999",
                                          "nan",   "0",    "30", "1,2,x"};
    return std::string(any_of(random, lists));
  }
  return extreme_value(random, *field);
}

double wrong_number(Random& random) {
  constexpr double numbers[] = {
      -1,         0.5,         1e308,      -1e308,           HUGE_VAL, -HUGE_VAL, NAN,
      2147483647, -2147483647, 2147483648, 9007199254740994, 5e-324,   -0.0};
  return any_of(random, numbers);
}

Call random_call(Random& random, const Session& session, const CommandKind& kind) {
  Call call(kind.type);
  std::string named;
  for (const CommandField& field : kind.fields) {
    if (field.name.empty()) break;
    if (one_in(random, field.optional ? 3 : 40)) continue;
    if (one_in(random, 20)) {
      call = one_in(random, 2) ? with(call, {field.name, wrong_number(random)})
                               : with(call, {field.name, random_word(random)});
      continue;
    }
    const auto count = static_cast<std::uint64_t>(session.scene().data.size());
    switch (field.kind) {
      case ArgumentKind::number:
        call =
            with(call, {field.name, field.name == "label" ? static_cast<double>(random.below(5)) - 1
                                    : field.name == "fraction" || field.name == "amount"
                                        ? random.uniform(0, 1)
                                    : field.name == "speed" ? static_cast<double>(random.below(100))
                                                            : 8 * random.normal()});
        break;
      case ArgumentKind::whole:
        call =
            with(call, {field.name, static_cast<double>(random.below(one_in(random, 3) ? 60 : 4)) -
                                        static_cast<double>(random.below(2))});
        break;
      case ArgumentKind::seed:
        call = with(call, {field.name, static_cast<double>(random.below(1000))});
        break;
      case ArgumentKind::point:
        call = with(call, {field.name, static_cast<double>(random.below(count + 1))});
        break;
      case ArgumentKind::points:
        call = with(call, {field.name, points_for(random, session)});
        break;
      case ArgumentKind::text:
        named = text_for(random, session, kind.type, field.name);
        call = with(call, {field.name, named});
        break;
      case ArgumentKind::setting:
        call = with(call, {field.name, kind.type == "curve" ? random_places(random)
                                                            : value_for(random, session, named)});
        break;
      case ArgumentKind::part:
        call = with(call, {field.name, one_in(random, 2) ? "training" : "validation"});
        break;
    }
  }
  return call;
}

void begin_gesture(Random& random, Session& session) {
  const auto index = static_cast<double>(
      random.below(static_cast<std::uint64_t>(session.scene().data.size()) + 1));
  const auto fields = (*find_algorithm(session.scene().machine().algorithm.name))->fields;
  const std::string field = fields.empty() ? "none" : std::string(any_of(random, fields).id);
  switch (random.below(6)) {
    case 0:
      session.begin_gesture({{"set", {{"field", field}}}});
      break;
    case 4:
      session.begin_gesture({{"move-points", {{"index", points_for(random, session)}}}});
      break;
    case 5:
      session.begin_gesture({{"spray", {{"radius", 0.5}, {"count", 3.0}, {"label", 1.0}}}});
      break;
    case 1:
      session.begin_gesture({{"set-pattern", {{"field", field}, {"index", index}}}});
      break;
    default:
      session.begin_gesture({{"move-point", {{"index", index}}}});
      break;
  }
}

void drag(Random& random, Session& session) {
  const Session::Gesture* gesture = session.gesture();
  if (!gesture) return;
  const std::string& type = gesture->call.type;
  const double value = 8 * random.normal();
  const Scene before = session.scene();
  tell("drag " + call_text(gesture->call));
  const double up = 8 * random.normal();
  const auto done = type == "move-points" ? session.drag({{"dx", value}, {"dy", up}})
                    : type == "move-point" || type == "spray"
                        ? session.drag({{"x", value}, {"y", up}})
                        : session.drag({{"value", value}});
  if (done) return;
  check_refusal(done.error());
  REQUIRE(session.scene() == before);
}

}  // namespace

Attempt try_commands(Random& random) {
  const Size size = one_in(random, 3) ? narrow : wide;
  Person person(size.width, size.height, one_in(random, 2));
  Session& session = person.session();
  session.set_patience(0ns);
  Monkey monkey(person, size, random.below(~std::uint64_t{0}));
  Scene first = session.scene();
  for (auto acts = 5 + random.below(40); acts > 0; --acts) {
    switch (random.below(10)) {
      case 0:
        tell("the hand acts");
        monkey.act();
        break;
      case 1:
        begin_gesture(random, session);
        break;
      case 2:
        drag(random, session);
        break;
      case 3:
        tell("the gesture ends");
        session.end_gesture();
        break;
      case 4:
        carry_out(session, {one_in(random, 3) ? "redo" : "undo"}, false);
        break;
      default: {
        const CommandKind& kind = any_of(random, command_kinds());
        const Call call = random_call(random, session, kind);
        const bool taken = carry_out(
            session, call, one_in(random, 3) && kind.type != "undo" && kind.type != "redo");
        if (taken && kind.type == "scene") first = session.scene();
        check_saved(session.scene());
        // What is large is drawn and learnt for long.
        if (session.scene().data.size() > most_points && !session.undo()) {
          return Attempt::taken;
        }
        break;
      }
    }
    if (one_in(random, 3)) person.frame();
    check_shown(session);
  }
  person.release();
  person.key("Escape");
  session.end_gesture();
  check_way_back(person, first);
  return Attempt::taken;
}

}  // namespace marginscope::testing
