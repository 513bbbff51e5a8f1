#include "app/fuzz_checks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include "core/text.h"
#include "support/problems.h"

namespace marginscope::testing {
namespace {

using namespace std::literals;

constexpr int most_ticks = 3000;

// Without what is no edit: the iteration, which machine is chosen, and their pace.
Scene timeless(Scene scene) {
  scene.iteration = 0;
  scene.chosen = 0;
  scene.pace = Pace::iteration;
  return scene;
}

}  // namespace

bool one_in(Random& random, std::uint64_t count) { return random.below(count) == 0; }

void check_refusal(const Error& error) {
  CAPTURE(error.message);
  REQUIRE(!error.message.empty());
  REQUIRE(error.message.size() < 1500);
  REQUIRE(printable(error.message) == error.message);
}

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

void check_same_but_time(const Scene& one, const Scene& other) {
  const std::string text = scene_text(timeless(one)), other_text = scene_text(timeless(other));
  CAPTURE(text);
  CAPTURE(other_text);
  REQUIRE(timeless(one) == timeless(other));
}

void check_saved(const Scene& scene) {
  const std::string text = scene_text(scene);
  CAPTURE(text);
  const auto again = parse_scene(text);
  require(again);
  REQUIRE(*again == scene);
}

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
  const std::vector<int>& selection = session.selection();
  REQUIRE(std::ranges::adjacent_find(selection, std::greater_equal()) == selection.end());
  if (!selection.empty()) {
    REQUIRE(selection.front() >= 0);
    REQUIRE(selection.back() < session.scene().data.size());
  }
  REQUIRE(session.iteration() == session.scene().iteration);
  REQUIRE(session.machines().size() == session.scene().machines.size());
  for (const Machine& each : session.machines()) {
    REQUIRE(each.iteration() <= each.last_iteration());
    REQUIRE(each.iteration() <= each.max_iterations());
  }
  REQUIRE(printable(session.explanation().text) == session.explanation().text);
}

void check_way_back(Person& person, const Scene& first) {
  Session& session = person.session();
  come_to_rest(session);
  person.rest(20);
  check_shown(session);
  check_saved(session.scene());
  const Scene last = session.scene();
  int steps = 0;
  while (session.undo()) ++steps;
  person.frame();
  check_same_but_time(session.scene(), first);
  for (int i = 0; i < steps; ++i) REQUIRE(session.redo());
  check_same_but_time(session.scene(), last);
}

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

}  // namespace marginscope::testing
