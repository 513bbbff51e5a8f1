#include "cli/program.h"

#include <cstdio>
#include <optional>
#include <sstream>

#include "cli/commands.h"
#include "cli/console.h"
#include "core/text.h"

namespace marginscope::cli {
namespace {

// An option that was written has a value: an empty one comes from a variable that is not set, and
// whoever wrote it does not mean the default.
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() == 0) continue;
      const std::string name = option->get_name();
      option->check([name](const std::string& value) {
        return value.empty() ? "its value is empty; give one, or leave the option out"
                             : std::string();
      });
    }
  }
}

// The parser takes the next word for the value of `--option=`, which may be an option itself.
std::optional<std::string> option_without_value(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      return sentence(in_quotes(word), " has an empty value; give one, or leave the option out");
    }
  }
  return std::nullopt;
}

// The help that is asked for: of the command behind whose words it stands.
std::optional<std::string> help_asked_for(const CLI::App& app, int argc, char** argv) {
  const CLI::App* about = &app;
  std::string before;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-h") return about->help(before);
    if (const CLI::App* command = about->get_subcommand_no_throw(argv[i])) {
      before += (before.empty() ? "" : " ") + about->get_name();
      about = command;
    }
  }
  return std::nullopt;
}

// What the parser says is wrong with a command, in one line or two.
void say(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;
  app.exit(error, out, err);
  constexpr std::size_t longest_line = 300;
  const std::string said = err.str();
  for (const std::string_view line : split(trimmed(said), '\n')) {
    if (!line.empty())
      std::fprintf(stderr, "%s\n", printable(shortened(line, longest_line)).c_str());
  }
}

}  // namespace

int run_command(int argc, char** argv, const Crew& crew) {
  CLI::App app("Marginscope shows how a classifier learns, one iteration at a time.",
               "marginscope");
  app.require_subcommand(1);
  int status = done;
  add_list(app, status);
  add_run(app, status);
  add_compare(app, status);
  add_bound(app, status);
  add_select(app, status);
  add_picture(app, status);
  add_reproduce(app, status, crew);
  refuse_empty_values(app);
  if (const auto wrong = option_without_value(argc, argv)) {
    refuse({*wrong});
    return wrong_command;
  }
  // The parser would throw it, and the site asks for it where nothing can be thrown.
  if (const auto help = help_asked_for(app, argc, argv)) {
    print(*help);
    return finish(done);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    say(app, error);
    status = wrong_command;
  }
  return finish(status);
}

}  // namespace marginscope::cli
