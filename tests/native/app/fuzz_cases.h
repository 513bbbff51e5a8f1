#pragma once

// The fuzzer: the session and the panels under texts, settings and commands that nobody would send.
// A case is made by its seed alone, so that what it finds can be seen again.

#include <cstdint>
#include <optional>
#include <string_view>

namespace marginscope::testing {

// What the case of a seed is about: "csv", "scene", "settings" or "commands".
std::string_view kind_of_case(std::uint64_t seed);

// Tries one case; fails by doctest's assertions where something is not as it must be.
void try_case(std::uint64_t seed);

struct Fuzzing {
  double minutes = 1;                      // no case begins later
  std::uint64_t seed = 1;                  // of the cases' seeds
  std::optional<std::uint64_t> only = {};  // the seed of the one case to try
};

// Tries cases, at least one, until the time is up or one fails. The seed of each is on standard error
// before it begins, so that it is known whatever then happens. Returns how many were tried.
int fuzz(const Fuzzing& fuzzing);

}  // namespace marginscope::testing
