#pragma once  // for src/cli only

// Options that are numbers, in decimal digits as everywhere else: the option parser's own reading takes
// "010" for eight.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>

namespace marginscope::cli {

inline constexpr std::uint64_t largest_int = std::numeric_limits<int>::max(),
                               largest_seed = std::numeric_limits<std::uint64_t>::max();

// To be an option's transform: a whole number from `least` to `most`, else a sentence refuses it.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = largest_int);

// The same for any number.
CLI::Validator real_number();

}  // namespace marginscope::cli
