// `marginscope_app_tests` runs the suite; `marginscope_app_tests --fuzz [--minutes M] [--seed S]` tries
// random cases for so long, and `--fuzz --case N` the one of that seed.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "app/fuzz_cases.h"
#include "core/text.h"

using namespace marginscope;

namespace {

testing::Fuzzing fuzzing;

// False where the options are not as above.
bool read_options(int count, char** arguments) {
  for (int i = 2; i < count; i += 2) {
    const std::string_view option = arguments[i], value = i + 1 < count ? arguments[i + 1] : "";
    const auto minutes = parse_number(value);
    const auto seed = parse_natural(value);
    if (option == "--minutes" && minutes && *minutes >= 0) {
      fuzzing.minutes = *minutes;
    } else if (option == "--seed" && seed) {
      fuzzing.seed = *seed;
    } else if (option == "--case" && seed) {
      fuzzing.only = *seed;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("fuzz" * doctest::skip()) {
  for (const testing::Tried& tried : testing::fuzz(fuzzing)) {
    const std::string kind(tried.kind);
    std::printf("%s: %d cases, %d of them taken\n", kind.c_str(), tried.cases, tried.taken);
  }
}

int main(int count, char** arguments) {
  if (count < 2 || std::string_view(arguments[1]) != "--fuzz") {
    return doctest::Context(count, arguments).run();
  }
  if (!read_options(count, arguments)) {
    std::fprintf(
        stderr,
        "--fuzz takes --minutes with a number from 0 on, and --seed or --case with a whole number "
        "up to 2^64 − 1.\n");
    return 1;
  }
  doctest::Context context;
  context.setOption("test-case", "fuzz");
  context.setOption("no-skip", true);
  context.setOption("abort-after", 1);
  return context.run();
}
