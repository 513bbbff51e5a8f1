// The command line as a module, which prints what the site says of it (web/site/command_line.ts). Where
// something is thrown the module ends, and with it the build of the site.

#include "cli/program.h"

int main(int argc, char** argv) {
  using namespace marginscope::cli;
  return run_command(argc, argv, crew_of_threads());
}
