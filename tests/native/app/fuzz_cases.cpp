#include "app/fuzz_cases.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "app/monkey.h"
#include "app/person.h"
#include "core/random.h"
#include "core/text.h"
#include "data/csv.h"
#include "session/commands.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "support/problems.h"
#include "support/random_scenes.h"
#include "support/random_settings.h"

namespace marginscope::testing {
namespace {

using namespace std::literals;

// Enough for everything that can go wrong, and little enough for a case to take a second.
constexpr Eigen::Index most_points = 300;
constexpr int most_ticks = 3000;

template <class List>
const auto& any_of(Random& random, const List& list) {
  return list[static_cast<std::size_t>(random.below(std::size(list)))];
}

bool one_in(Random& random, std::uint64_t count) { return random.below(count) == 0; }

// --- What must hold ---

void check_refusal(const Error& error) {
  CAPTURE(error.message);
  REQUIRE(!error.message.empty());
  REQUIRE(error.message.size() < 1500);
  REQUIRE(printable(error.message) == error.message);
}

// Whether each call is told on standard error before it is made: of one case that is looked at.
bool telling = false;

void tell(const std::string& what) {
  if (telling) std::fprintf(stderr, "%s\n", what.c_str());
}

std::string call_text(const Call& call) {
  std::string text = call.type;
  for (const Argument& argument : call.arguments) {
    text += sentence(" ", argument.name, "=",
                     argument.is_text ? sentence("“", printable(argument.text), "”")
                                      : exact_text(argument.number));
  }
  return text;
}

// Undo and redo say nothing of the time.
Scene timeless(Scene scene) {
  scene.iteration = 0;
  return scene;
}

void check_same_but_time(const Scene& one, const Scene& other) {
  const std::string text = scene_text(timeless(one)), other_text = scene_text(timeless(other));
  CAPTURE(text);
  CAPTURE(other_text);
  REQUIRE(timeless(one) == timeless(other));
}

// Whatever is open can be saved and opened again.
void check_saved(const Scene& scene) {
  const std::string text = scene_text(scene);
  CAPTURE(text);
  const auto again = parse_scene(text);
  require(again);
  REQUIRE(*again == scene);
}

// What is under way comes to an end, or is given up.
void come_to_rest(Session& session) {
  session.pause();
  for (int i = 0; session.busy() && i < most_ticks; ++i) session.tick(0, 1ms);
  session.cancel();
  REQUIRE(!session.busy());
  REQUIRE(!session.tick(0));
}

void check_shown(const Session& session) {
  const Machine& machine = session.machine();
  const std::string& sentence = machine.sentence();
  REQUIRE(printable(sentence) == sentence);
  REQUIRE(!session.command_line().empty());
  REQUIRE(session.selected() < session.scene().data.size());
  REQUIRE(session.iteration() == session.scene().iteration);
}

// A call that is refused changes nothing; an edit is taken back to the very scene before.
bool carry_out(Session& session, const Call& call, bool and_back) {
  const std::string shown = call_text(call);
  tell(shown);
  CAPTURE(shown);
  const Scene before = session.scene();
  const auto done = session.carry_out(call);
  if (!done) {
    check_refusal(done.error());
    REQUIRE(session.scene() == before);
    return false;
  }
  const Scene after = session.scene();
  if (and_back && session.can_undo() && timeless(after) != timeless(before)) {
    REQUIRE(session.undo());
    check_same_but_time(session.scene(), before);
    REQUIRE(session.redo());
    check_same_but_time(session.scene(), after);
  }
  return true;
}

// --- CSV ---

constexpr std::string_view nasty_cells[] = {"NA",      "?",      "−3",
                                            "0x10",    "1e999",  "-1e999",
                                            "",        "\"",     "\"\"\"",
                                            "nan",     "inf",    "1e308",
                                            "5e-324",  "\0"sv,   "\u202E",
                                            "\u2066",  "\u200B", "\r",
                                            "\n",      "\n\n",   ";",
                                            "\t",      ",",      ",,",
                                            "1,5",     "1;5",    "1e",
                                            "+1",      ".5",     "5.",
                                            "\xFF",    "\xC3",   "\xEF\xBB\xBF",
                                            "\x1B[2J", " ",      "\u00A0",
                                            "1_000",   "1 000",  "99999999999999999999",
                                            "-0",      "label",  "1e-400",
                                            "0.1",     "٣"};

std::string nasty_csv(Random& random) {
  const Dataset data =
      one_in(random, 2)
          ? random_file(random)
          : *make_named_problem({std::string(any_of(random, named_problems()).id), {}},
                                random.below(100));
  std::vector<std::string> lines;
  const std::string whole = write_csv(data);
  for (const std::string_view line : split(whole, '\n')) lines.emplace_back(line);
  for (auto edits = random.below(4); edits > 0; --edits) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(lines.size()));
    switch (random.below(4)) {
      case 0:
        lines.insert(lines.begin() + at, any_of(random, lines));
        break;
      case 1:
        if (lines.size() > 1) lines.erase(lines.begin() + at);
        break;
      case 2:
        std::swap(lines[static_cast<std::size_t>(at)], lines.back());
        break;
      default: {
        // A cell is another, in every line or in one.
        const bool all = one_in(random, 3);
        const std::size_t cell = random.below(4);
        const std::string_view nasty = any_of(random, nasty_cells);
        for (std::size_t i = 0; i < lines.size(); ++i) {
          if (!all && static_cast<std::ptrdiff_t>(i) != at) continue;
          std::string line;
          std::size_t c = 0;
          for (const std::string_view piece : split(lines[i], ',')) {
            line += (c > 0 ? "," : "") + std::string(c == cell ? nasty : piece);
            ++c;
          }
          lines[i] = line;
        }
      }
    }
  }
  constexpr std::string_view ends[] = {"\n", "\n", "\n", "\r\n", "\r", "\n\n"};
  const std::string_view end = any_of(random, ends);
  std::string text;
  for (const std::string& line : lines) text += line + std::string(end);
  if (one_in(random, 4))
    std::replace(text.begin(), text.end(), ',', one_in(random, 2) ? ';' : '\t');
  return one_in(random, 3) ? text : mutated(random, std::move(text), nasty_cells);
}

void try_csv(Random& random) {
  const std::string text = nasty_csv(random);
  const std::string name = one_in(random, 2) ? random_word(random) : "a.csv";
  for (const Task task : {Task::classification, Task::regression}) {
    const auto data = read_csv(text, name, task);
    if (!data) {
      check_refusal(data.error());
      continue;
    }
    REQUIRE(data->size() > 0);
    REQUIRE(data->X->allFinite());
    REQUIRE(data->y->allFinite());
    for (const std::string& feature : data->feature_names) REQUIRE(printable(feature) == feature);
    // What was read is written, and is read again.
    const auto columns = read_columns(write_csv(*data), name, task, !data->feature_names.empty());
    require(columns);
    const auto again = settle(*columns, name);
    require(again);
    REQUIRE(*again->X == *data->X);
  }
  Session session;
  session.set_patience(0ns);
  if (one_in(random, 3)) carry_out(session, {"problem", {{"text", "sinc"}}}, false);
  const bool readable = read_csv(text, name, session.scene().data.task).has_value();
  REQUIRE(carry_out(session, {"csv", {{"text", text}, {"name", name}}}, true) == readable);
  carry_out(session, {"step", {{"count", 3.0}}}, false);
  come_to_rest(session);
  check_shown(session);
  check_saved(session.scene());
}

// --- Links ---

constexpr std::string_view nasty_pieces[] = {"&",
                                             "=",
                                             ",",
                                             ":",
                                             "+",
                                             "%",
                                             "%00",
                                             "%FF",
                                             "%E2%80%AE",
                                             "-1",
                                             "0",
                                             "1e999",
                                             "nan",
                                             "99999999999999999999",
                                             "2147483648",
                                             "-2147483648",
                                             "1e-320",
                                             "1e308",
                                             "&v=1",
                                             "&seed=",
                                             "&points=",
                                             "&rows=1.",
                                             "&problem=overlap",
                                             "&iteration=999999999",
                                             "&algorithm=",
                                             "&rules=iterations:n=0",
                                             "&limit=1",
                                             "&projection=principal",
                                             "&projection=9,9",
                                             "&grid=",
                                             "&features=",
                                             "&name=",
                                             "&scaling=standard",
                                             "&task=regression",
                                             "&classes=32",
                                             "~",
                                             "."};

std::string nasty_link(Random& random) {
  std::string text = scene_text(random_scene(random));
  if (one_in(random, 3)) {
    // Values change places, keys come twice.
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, '&')) parts.emplace_back(part);
    std::string& one = parts[static_cast<std::size_t>(random.below(parts.size()))];
    std::string& other = parts[static_cast<std::size_t>(random.below(parts.size()))];
    if (one_in(random, 3)) {
      other = one;
    } else if (&one != &other) {
      const auto value = [](const std::string& part) { return part.find('=') + 1; };
      const std::string first = one.substr(value(one)), second = other.substr(value(other));
      one = one.substr(0, value(one)) + second;
      other = other.substr(0, value(other)) + first;
    }
    text.clear();
    for (const std::string& part : parts) text += (text.empty() ? "" : "&") + part;
  }
  return one_in(random, 4) ? text : mutated(random, std::move(text), nasty_pieces);
}

void try_scene(Random& random) {
  Session session;
  session.set_patience(0ns);
  require(session.open(scene_text(random_scene(random))));
  come_to_rest(session);
  const std::string text = nasty_link(random);
  CAPTURE(text);
  const Scene before = session.scene();
  const auto opened = session.open(text);
  REQUIRE(printable(session.notice()) == session.notice());
  if (!opened) {
    check_refusal(opened.error());
    REQUIRE(session.scene() == before);
    return;
  }
  check_saved(session.scene());
  if (session.scene().data.size() > most_points) return;
  come_to_rest(session);
  check_shown(session);
  check_saved(session.scene());
  const Scene first = session.scene();
  for (auto calls = random.below(6); calls > 0; --calls) {
    switch (random.below(4)) {
      case 0:
        carry_out(session, {"step", {{"count", static_cast<double>(random.below(9)) - 2}}}, false);
        break;
      case 1:
        carry_out(session, {"seek", {{"iteration", static_cast<double>(random.below(60))}}}, false);
        break;
      case 2:
        carry_out(session,
                  {"add-point", {{"x", random.normal()}, {"y", random.normal()}, {"label", 1.0}}},
                  true);
        break;
      default:
        carry_out(session, {"remove-point", {{"index", static_cast<double>(random.below(8))}}},
                  true);
    }
    session.tick(0, 1ms);
  }
  come_to_rest(session);
  check_shown(session);
  check_saved(session.scene());
  while (session.undo()) {
  }
  check_same_but_time(session.scene(), first);
}

// --- Settings ---

// Anywhere in the range, and at its very ends.
std::string extreme_value(Random& random, const Field& field) {
  const bool number = field.type == FieldType::real || field.type == FieldType::integer;
  if (!number || one_in(random, 2)) return random_value(random, field);
  const bool least = one_in(random, 2);
  double end = least ? field.least : field.most;
  if (!std::isfinite(end)) return random_value(random, field);
  const bool open = least ? field.above_least : field.below_most;
  if (open && !one_in(random, 5)) {
    end += (least ? 1 : -1) * (field.type == FieldType::integer ? 1 : 1e-9 * (1 + std::abs(end)));
  }
  return exact_text(end);
}

// A named problem with settings of its own, few enough points.
std::string random_problem(Random& random) {
  const NamedProblem& problem = any_of(random, named_problems());
  Spec spec{std::string(problem.id), {}};
  for (const Field& field : problem.fields) {
    if (one_in(random, 2)) continue;
    std::string value = extreme_value(random, field);
    // Counts of points reach into the thousands.
    if (field.most >= 500)
      value = exact_text(std::max(field.least, std::floor(random.uniform(0, 120))));
    spec.values.emplace_back(field.id, value);
  }
  return spec_text(spec);
}

void try_settings(Random& random) {
  Session session;
  session.set_patience(no_time_limit);
  carry_out(session,
            {"problem",
             {{"text", random_problem(random)}, {"seed", static_cast<double>(random.below(1000))}}},
            true);
  if (one_in(random, 3))
    carry_out(session, {"split-validation", {{"fraction", random.uniform(0, 0.6)}}}, true);
  constexpr std::string_view scalings[] = {"none", "standard", "unit"};
  carry_out(session, {"scaling", {{"id", any_of(random, scalings)}}}, false);
  std::vector<const Algorithm*> suiting;
  for (const Algorithm& algorithm : algorithms()) {
    const Dataset& data = session.scene().data;
    if (takes(algorithm, data.task, data.classes)) suiting.push_back(&algorithm);
  }
  const Algorithm& algorithm = *any_of(random, suiting);
  carry_out(session, {"algorithm", {{"id", algorithm.id}}}, true);
  for (const Field& field : algorithm.fields) {
    if (one_in(random, 3)) continue;
    carry_out(session, {"set", {{"field", field.id}, {"value", extreme_value(random, field)}}},
              one_in(random, 4));
  }
  if (one_in(random, 2)) carry_out(session, {"rules", {{"text", random_rules(random)}}}, true);
  for (int i = 0; i < 6; ++i) {
    if (const Run* run = session.machine().run()) {
      const std::string settings = spec_text(session.scene().algorithm);
      CAPTURE(settings);
      CAPTURE(session.scene().problem.name);
      CAPTURE(session.iteration());
      check_numbers(*run);
    } else {
      check_refusal({session.machine().trouble()});
    }
    check_shown(session);
    carry_out(session, {"step", {{"count", static_cast<double>(1 + random.below(4))}}}, false);
  }
  check_saved(session.scene());
}

// --- Commands ---

std::string text_for(Random& random, const Session& session, std::string_view command,
                     std::string_view argument) {
  const Scene& scene = session.scene();
  if (one_in(random, 12)) return random_word(random);
  if (command == "problem") return random_problem(random);
  if (command == "csv") return argument == "text" ? nasty_csv(random) : random_word(random);
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
    fields = (*find_algorithm(scene.algorithm.name))->fields;
  }
  return fields.empty() ? random_word(random) : std::string(any_of(random, fields).id);
}

// A value for the setting that `name` names, wherever there is one.
std::string value_for(Random& random, const Session& session, std::string_view name) {
  const Field* field = find_field((*find_algorithm(session.scene().algorithm.name))->fields, name);
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
                                    : field.name == "fraction" ? random.uniform(0, 1)
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
      case ArgumentKind::text:
        named = text_for(random, session, kind.type, field.name);
        call = with(call, {field.name, named});
        break;
      case ArgumentKind::setting:
        call = with(call, {field.name, value_for(random, session, named)});
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
  const auto fields = (*find_algorithm(session.scene().algorithm.name))->fields;
  const std::string field = fields.empty() ? "none" : std::string(any_of(random, fields).id);
  switch (random.below(4)) {
    case 0:
      session.begin_gesture({{"set", {{"field", field}}}});
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
  const bool point = gesture->call.type == "move-point";
  const double value = 8 * random.normal();
  const Scene before = session.scene();
  tell("drag " + call_text(gesture->call));
  const auto done = point ? session.drag({{"x", value}, {"y", 8 * random.normal()}})
                          : session.drag({{"value", value}});
  if (done) return;
  check_refusal(done.error());
  REQUIRE(session.scene() == before);
}

void try_commands(Random& random) {
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
        if (session.scene().data.size() > most_points && !session.undo()) return;
        break;
      }
    }
    if (one_in(random, 3)) person.frame();
    check_shown(session);
  }
  person.release();
  person.key("Escape");
  session.end_gesture();
  come_to_rest(session);
  person.rest(20);
  check_shown(session);
  check_saved(session.scene());
  const Scene last = session.scene();
  int steps = 0;
  while (session.undo()) ++steps;
  check_same_but_time(session.scene(), first);
  for (int i = 0; i < steps; ++i) REQUIRE(session.redo());
  check_same_but_time(session.scene(), last);
}

struct CaseKind {
  std::string_view name;
  void (*attempt)(Random& random);
};
constexpr CaseKind kinds[] = {
    {"csv", try_csv}, {"scene", try_scene}, {"settings", try_settings}, {"commands", try_commands}};

const CaseKind& case_kind(std::uint64_t seed) { return kinds[seed % std::size(kinds)]; }

}  // namespace

std::string_view kind_of_case(std::uint64_t seed) { return case_kind(seed).name; }

void try_case(std::uint64_t seed) {
  Random random(seed);
  case_kind(seed).attempt(random);
}

int fuzz(const Fuzzing& fuzzing) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(fuzzing.minutes);
  Random seeds(fuzzing.seed);
  int tried = 0;
  do {
    const std::uint64_t seed = fuzzing.only ? *fuzzing.only : seeds.below(~std::uint64_t{0});
    const std::string kind(kind_of_case(seed));
    // Over the line before, so that a terminal ends with the last.
    std::fprintf(stderr, "\rcase %d: --case %llu (%s)          ", tried + 1,
                 static_cast<unsigned long long>(seed), kind.c_str());
    CAPTURE(seed);
    CAPTURE(kind);
    telling = fuzzing.only.has_value();
    if (telling) std::fprintf(stderr, "\n");
    try_case(seed);
    ++tried;
  } while (!fuzzing.only && Clock::now() < end);
  std::fprintf(stderr, "\n");
  return tried;
}

}  // namespace marginscope::testing
