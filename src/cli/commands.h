#pragma once  // for src/cli only

// The subcommands. Each adds itself to the application and, once chosen, puts its exit status into
// `status`.

#include <CLI/CLI.hpp>

#include "cli/crew.h"

namespace marginscope::cli {

void add_list(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_compare(CLI::App& app, int& status);
void add_bound(CLI::App& app, int& status);
void add_select(CLI::App& app, int& status);
void add_picture(CLI::App& app, int& status);
void add_reproduce(CLI::App& app, int& status, const Crew& crew);

}  // namespace marginscope::cli
