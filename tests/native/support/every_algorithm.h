#pragma once

// What the generic tests run over: every algorithm of the registry, in every variant of settings
// that its field table offers. An algorithm is covered by being registered.

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "support/problems.h"

namespace marginscope::testing {

// The texts of an algorithm with its defaults, with each setting by itself at another value (a
// choice at each of its choices, a kernel with settings of its own too), and with all of them at
// once: "hka", "hka:solve=inverse", …
std::vector<std::string> variants(const Algorithm& algorithm);

// Every bit of everything that a solver publishes.
inline std::vector<std::uint64_t> bits(const Solver& solver) {
  std::vector<std::uint64_t> all;
  std::vector<double> out;
  for (std::size_t q = 0; q < solver.quantities().size(); ++q) {
    solver.values(q, out);
    for (const double value : out) all.push_back(std::bit_cast<std::uint64_t>(value));
  }
  return all;
}

// An algorithm with settings, and data that it takes.
struct Case {
  const Algorithm* algorithm;
  std::string text;
  const char* problem;
  std::shared_ptr<const Problem> data;
};

// Every variant of every algorithm on each of the named problems that it takes. Variants whose
// settings contradict one another are refused in a sentence and left out.
std::vector<Case> cases(std::initializer_list<const char*> problems);

// Problems of each kind that algorithms take.
inline constexpr std::initializer_list<const char*> of_each_kind = {"overlap", "three-classes",
                                                                    "sinc"};

}  // namespace marginscope::testing
