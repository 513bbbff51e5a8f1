// What the fuzzer has found stays mended.

#include <doctest/doctest.h>

#include <string>

#include "app/fuzz_cases.h"
#include "app/fuzz_kinds.h"
#include "core/random.h"
#include "scene/scene.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_CASE("what the fuzzer has found stays mended") {
  // What a seed tries follows the tables of algorithms, rules and commands: where they have changed it
  // is one case more. Each finding has a test of its own, too.
  struct Found {
    std::uint64_t seed;
    std::string_view kind, what;
  };
  constexpr Found list[] = {
      {3056867377872225267, "commands",
       "a refusal quoted control characters of an argument as they were"},
      {8600543100456774415, "commands",
       "the moments' chart read its threshold's label after it had gone"},
      {6767172738429818139, "commands",
       "margins that are not numbers were drawn as bars without a place"},
      {16925688453847710047U, "commands",
       "a drag without an axis of its own left the margins' chart without a range"},
      {14290909596167262223U, "commands",
       "margins of 5e-324 had no power of ten for the ticks of their axis"},
      {12986341818046538549U, "scene",
       "the line between two patterns far apart was dashed where nobody sees it, without end"},
  };
  for (const Found& found : list) {
    CAPTURE(found.seed);
    CAPTURE(found.what);
    CHECK(kind_of_case(found.seed) == found.kind);
    try_case(found.seed);
  }
}

TEST_CASE("many of the mutated links are scenes, and many are none") {
  constexpr int links = 300;
  int scenes = 0;
  for (std::uint64_t seed = 0; seed < links; ++seed) {
    Random random(seed);
    scenes += parse_scene(mutated_link(random)).has_value();
  }
  CHECK(3 * scenes > links);
  CHECK(10 * (links - scenes) > links);
}
