// marginscope: the core without a page. Exit status: 0 done, 1 the input or a setting is wrong, 2
// the command itself is wrong.

#include "cli/commands.h"
#include "cli/console.h"

int main(int argc, char** argv) {
  namespace cli = marginscope::cli;
  CLI::App app("Marginscope shows how a classifier learns, one iteration at a time.",
               "marginscope");
  app.require_subcommand(1);
  int status = cli::done;
  cli::add_list(app, status);
  cli::add_run(app, status);
  cli::add_bound(app, status);
  cli::add_select(app, status);
  cli::add_reproduce(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? cli::done : cli::wrong_command;
  }
  return status;
}
