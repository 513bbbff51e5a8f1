// marginscope: the core without a page.

#include "cli/program.h"

int main(int argc, char** argv) {
  using namespace marginscope::cli;
  begin_program();
  return run_command(argc, argv, crew_of_threads());
}
