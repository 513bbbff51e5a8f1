#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "cli/console.h"
#include "cli/program.h"
#include "core/text.h"

namespace marginscope::cli {
namespace {

// What nobody caught ends the program, on whatever thread it was: with a sentence, and with what has
// been printed.
[[noreturn]] void end_with_sentence() {
  static std::atomic_flag ending;
  while (ending.test_and_set()) pause();  // another thread is saying it
  const auto at_fault = [](std::string_view how) {
    refuse({sentence("the program is at fault", how, " and cannot go on; please report it")});
  };
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    at_fault("");
  } catch (const std::bad_alloc&) {
    std::fputs(
        "marginscope: there is not enough memory to go on; take fewer patterns, or let the program "
        "have more\n",
        stderr);
  } catch (const std::exception& fault) {
    at_fault(sentence(" (", fault.what(), ")"));
  } catch (...) {
    at_fault("");
  }
  std::fflush(stdout);
  std::_Exit(wrong_input);
}

}  // namespace

void begin_program() {
  std::set_terminate(end_with_sentence);
  open_standard_streams();
}

}  // namespace marginscope::cli
