#include "app/fuzz_kinds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/fuzz_checks.h"
#include "app/monkey.h"
#include "app/person.h"
#include "core/text.h"
#include "solvers/registry.h"
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
                                             "&others=smo;hka/kkt/a",
                                             "&chosen=B",
                                             ";",
                                             "/",
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

// --- Links that are changed and mostly still scenes ---

// A digit of base 64.
char random_digit(Random& random) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return any_of(random, digits);
}

std::string other_points(Random& random, std::string text) {
  constexpr std::size_t width = 9;
  const std::size_t count = text.size() / width;
  if (count == 0) return text;
  const std::size_t at = width * static_cast<std::size_t>(random.below(count));
  switch (random.below(8)) {
    case 0:
      return text.erase(at, width);
    case 1:
      return text + text.substr(at, width);
    case 2:
      text[at] = text[width * static_cast<std::size_t>(random.below(count))];
      return text;
    case 3:
      text[at] = random_digit(random);
      return text;
    default:
      text[at + 1 + static_cast<std::size_t>(random.below(width - 1))] = random_digit(random);
      return text;
  }
}

// The digits of a number behind the second make it a few times as large at most.
std::string other_rows(Random& random, std::string text) {
  constexpr std::size_t number = 11;
  const std::size_t start = text.find('.') + 1;
  const auto p = parse_integer(text.substr(0, start - 1));
  const std::size_t width = 1 + number * static_cast<std::size_t>(*p + 1);
  const std::size_t count = (text.size() - start) / width;
  if (count == 0) return text;
  const std::size_t at = start + width * static_cast<std::size_t>(random.below(count));
  const std::size_t feature =
      static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(*p)));
  const std::size_t digit = one_in(random, 8) ? 0 : 2;
  switch (random.below(8)) {
    case 0:
      return text.erase(at, width);
    case 1:
      return text + text.substr(at, width);
    case 2:
      text[at] = one_in(random, 2) ? 'A' : 'B';
      return text;
    default:
      text[at + 1 + number * feature + digit +
           static_cast<std::size_t>(random.below(number - digit))] = random_digit(random);
      return text;
  }
}

// Another algorithm with settings of its own, or another value for one of the settings.
std::string other_algorithm(Random& random, std::string_view text) {
  Spec spec = *parse_spec(text);
  const bool another = one_in(random, 2);
  if (another) spec = {std::string(any_of(random, algorithms()).id), {}};
  const Algorithm& algorithm = **find_algorithm(spec.name);
  for (const Field& field : algorithm.fields) {
    if (another ? one_in(random, 2) : one_in(random, algorithm.fields.size())) {
      set_setting(algorithm, spec.values, field.id, extreme_value(random, field));
    }
  }
  return spec_text(spec);
}

std::string other_grid(Random& random) {
  const double extent = std::ldexp(1, static_cast<int>(random.below(40)) - 20);
  const auto corner = [&] {
    return exact_text(-extent / 4 * static_cast<double>(random.below(5)));
  };
  const std::string last = exact_text(one_in(random, 10) ? 1.5 * extent : extent);
  return corner() + "," + corner() + "," + last;
}

std::string other_features(Random& random, std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view name : split(text, ',')) names.emplace_back(name);
  switch (random.below(4)) {
    case 0:
      std::swap(names.front(), names.back());
      break;
    case 1:
      names.emplace_back("more");
      break;
    default:
      names.back() = one_in(random, 2) ? "%E2%80%AE" : names.front();
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return list;
}

std::string other_number(Random& random, std::uint64_t usual, std::string_view rare) {
  return one_in(random, 12) ? std::string(rare) : std::to_string(random.below(usual));
}

constexpr std::string_view changeable[] = {
    "name",    "problem",    "task", "algorithm", "algorithm",      "algorithm", "rules",
    "scale",   "projection", "seed", "iteration", "max_iterations", "others",    "chosen",
    "machine", "features",   "grid", "points",    "points",         "rows",      "rows"};

// A value that suits the key, or nearly.
std::string other_value(Random& random, std::string_view key, const std::string& value) {
  if (key == "name") {
    constexpr std::string_view names[] = {"", "a", "%E2%80%AE", "%FF", "x%2Cy", "%0A%1B"};
    return std::string(any_of(random, names));
  }
  if (key == "problem") return random_problem(random);
  if (key == "machine") return one_in(random, 2) ? "Fast" : "%E2%80%AE%2F%3B";
  if (key == "chosen") return std::string(1, static_cast<char>('A' + random.below(5)));
  if (key == "others") {
    std::string others;
    for (auto n = 1 + random.below(4); n > 0; --n) {
      others += (others.empty() ? "" : ";") + other_algorithm(random, "hk") +
                (one_in(random, 3) ? "/iterations:n=4/Fast" : "");
    }
    return others;
  }
  if (key == "task") return value == "regression" ? "classification" : "regression";
  if (key == "algorithm") return other_algorithm(random, value);
  if (key == "rules") {
    std::string rules = random_rules(random);
    std::replace(rules.begin(), rules.end(), ' ', '+');
    return rules;
  }
  if (key == "scale") {
    constexpr std::string_view scalings[] = {"none",     "standard", "unit",
                                             "standard", "unit",     "range"};
    return std::string(any_of(random, scalings));
  }
  if (key == "projection") {
    constexpr std::string_view projections[] = {"principal", "1,1", "1,2",       "2,1",
                                                "1,3",       "3,4", "1,2,alone", "3,1,alone"};
    return std::string(any_of(random, projections));
  }
  if (key == "seed") return other_number(random, 1000, "18446744073709551615");
  if (key == "iteration") return other_number(random, 60, "999999999");
  if (key == "max_iterations") return other_number(random, 200, "2147483647");
  if (key == "features") return other_features(random, value);
  if (key == "grid") return other_grid(random);
  return key == "points" ? other_points(random, value) : other_rows(random, value);
}

// Up to three keys of a scene's text have other values, are there too or are there no more.
std::string varied_link(Random& random) {
  std::vector<std::pair<std::string, std::string>> parts;
  const std::string text = scene_text(random_scene(random));
  for (const std::string_view part : split(text, '&')) {
    const std::size_t equals = part.find('=');
    parts.emplace_back(part.substr(0, equals), part.substr(equals + 1));
  }
  const auto holds_patterns = [](const auto& part) {
    return part.first == "points" || part.first == "rows";
  };
  for (auto edits = 1 + random.below(3); edits > 0; --edits) {
    const std::string key(any_of(random, changeable));
    const auto has_key = [&key](const auto& part) { return part.first == key; };
    const auto at = std::find_if(parts.begin(), parts.end(), has_key);
    if (at == parts.end()) {
      if (key == "points" || key == "rows") continue;
      parts.emplace_back(key, other_value(random, key, ""));
    } else if (key != "algorithm" && one_in(random, 8)) {
      parts.erase(at);
    } else {
      at->second = other_value(random, key, at->second);
    }
    // The data are drawn anew.
    if (key == "problem" && one_in(random, 2)) std::erase_if(parts, holds_patterns);
  }
  std::string link;
  for (const auto& [key, value] : parts) link += (link.empty() ? "" : "&") + key + "=" + value;
  return link;
}

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

std::string mutated_link(Random& random) {
  return one_in(random, 4) ? nasty_link(random) : varied_link(random);
}

Attempt try_scene(Random& random) {
  const Size size = one_in(random, 3) ? narrow : wide;
  Person person(size.width, size.height, one_in(random, 2));
  Session& session = person.session();
  session.set_patience(0ns);
  require(session.open(scene_text(random_scene(random))));
  come_to_rest(session);
  const std::string text = mutated_link(random);
  CAPTURE(text);
  tell(text);
  const Scene before = session.scene();
  const auto opened = session.open(text);
  REQUIRE(printable(session.notice()) == session.notice());
  if (!opened) {
    check_refusal(opened.error());
    REQUIRE(session.scene() == before);
    return Attempt::refused;
  }
  check_saved(session.scene());
  if (session.scene().data.size() > most_points) return Attempt::taken;
  come_to_rest(session);
  person.frame();
  check_shown(session);
  check_saved(session.scene());
  const Scene first = session.scene();
  for (auto calls = 2 + random.below(6); calls > 0; --calls) {
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
    person.frame();
  }
  check_way_back(person, first);
  return Attempt::taken;
}

}  // namespace marginscope::testing
