#include "app/fuzz_kinds.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string_view>
#include <vector>

#include "app/fuzz_checks.h"
#include "core/text.h"
#include "support/problems.h"
#include "support/random_scenes.h"

namespace marginscope::testing {
namespace {

using namespace std::literals;

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

}  // namespace

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

}  // namespace marginscope::testing
