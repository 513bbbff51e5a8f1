#include "app/fuzz_cases.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <string>

#include "app/fuzz_checks.h"
#include "app/fuzz_kinds.h"
#include "core/random.h"

namespace marginscope::testing {
namespace {

struct CaseKind {
  std::string_view name;
  Attempt (*attempt)(Random& random);
};
constexpr CaseKind kinds[] = {
    {"csv", try_csv}, {"scene", try_scene}, {"settings", try_settings}, {"commands", try_commands}};

const CaseKind& case_kind(std::uint64_t seed) { return kinds[seed % std::size(kinds)]; }

}  // namespace

std::string_view kind_of_case(std::uint64_t seed) { return case_kind(seed).name; }

Attempt try_case(std::uint64_t seed) {
  Random random(seed);
  return case_kind(seed).attempt(random);
}

std::vector<Tried> fuzz(const Fuzzing& fuzzing) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(fuzzing.minutes);
  Random seeds(fuzzing.seed);
  std::vector<Tried> tried;
  for (const CaseKind& kind : kinds) tried.push_back({.kind = kind.name});
  int cases = 0;
  do {
    const std::uint64_t seed = fuzzing.only ? *fuzzing.only : seeds.below(~std::uint64_t{0});
    const std::string kind(kind_of_case(seed));
    // Over the line before, so that a terminal ends with the last.
    std::fprintf(stderr, "\rcase %d: --case %llu (%s)          ", ++cases,
                 static_cast<unsigned long long>(seed), kind.c_str());
    CAPTURE(seed);
    CAPTURE(kind);
    telling = fuzzing.only.has_value();
    if (telling) std::fprintf(stderr, "\n");
    const Attempt attempt = try_case(seed);
    Tried& same_kind = *std::ranges::find(tried, kind, &Tried::kind);
    ++same_kind.cases;
    same_kind.taken += attempt == Attempt::taken;
  } while (!fuzzing.only && Clock::now() < end);
  std::fprintf(stderr, "\n");
  return tried;
}

}  // namespace marginscope::testing
