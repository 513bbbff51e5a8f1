#pragma once  // for src/cli only

// What the programs have in common: `marginscope`, and `marginscope-mpi` on several machines.

#include "cli/crew.h"

namespace marginscope::cli {

// Before anything else is opened or started: the standard streams, and a sentence for what nobody
// catches.
void begin_program();

// Does what the command line says. The exit status: 0 done, 1 the input or a setting is wrong, 2 the
// command itself is wrong, 128 and the number of a signal where that cancelled the work.
int run_command(int argc, char** argv, const Crew& crew);

}  // namespace marginscope::cli
