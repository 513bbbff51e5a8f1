// `marginscope_tests` runs the suite; `marginscope_tests --traces FILE` writes the traces of some
// scenes instead, so that those of the native and the wasm build can be compared.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string_view>

#include "support/traces.h"

int main(int count, char** arguments) {
  if (count == 3 && std::string_view(arguments[1]) == "--traces") {
    return marginscope::testing::write_traces(arguments[2]) ? 0 : 1;
  }
  doctest::Context context(count, arguments);
  return context.run();
}
