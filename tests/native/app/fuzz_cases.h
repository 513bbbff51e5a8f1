#pragma once

// The fuzzer: the session and the panels under texts, settings and commands that nobody would send.
// A case is made by its seed alone, so that what it finds can be seen again.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace marginscope::testing {

// What the case of a seed is about: "csv", "scene", "settings" or "commands".
std::string_view kind_of_case(std::uint64_t seed);

// Whether the file or link that a case made was opened, so that there was more to try. A case of settings or
// commands is always taken.
enum class Attempt { taken, refused };

// Tries one case; fails by doctest's assertions where something is not as it must be.
Attempt try_case(std::uint64_t seed);

struct Fuzzing {
  double minutes = 1;                      // no case begins later
  std::uint64_t seed = 1;                  // of the cases' seeds
  std::optional<std::uint64_t> only = {};  // the seed of the one case to try
};

// How many cases of a kind were tried, and how many of them were taken.
struct Tried {
  std::string_view kind;
  int cases = 0, taken = 0;
};

// Tries cases, at least one, until the time is up or one fails. The seed of each is on standard error
// before it begins, so that it is known whatever then happens. Returns a count for each kind.
std::vector<Tried> fuzz(const Fuzzing& fuzzing);

}  // namespace marginscope::testing
