#include "cli/program.h"

#include <algorithm>
#include <optional>
#include <vector>

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

bool asks_for_version(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc,
                     [](const char* word) { return std::string_view(word) == "--version"; });
}

// "marginscope list"
std::string whole_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent ? sentence(whole_name(*parent), " ", command.get_name()) : command.get_name();
}

// The commands behind a command; groups of options, which have no name, are none.
std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands({})) {
    if (!each->get_name().empty()) names.push_back(each->get_name());
  }
  return names;
}

// A word that stands where a command must, and is none.
std::optional<std::string> unknown_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* command = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::vector<std::string> names = commands_of(*command);
    if (word.starts_with('-') || names.empty()) return std::nullopt;
    command = command->get_subcommand_no_throw(argv[i]);
    if (!command) {
      return sentence("There is no command ", in_quotes(word), "; ", there_are(names));
    }
  }
  return std::nullopt;
}

// The command that was parsed, as far as it was.
const CLI::App& parsed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// Where one reads what a command takes.
std::string help_text(const CLI::App& command) {
  return sentence(whole_name(command), " --help lists what there is");
}

// Of what was written, what no command knows: an option, or a word beside the options.
std::string unexpected(const CLI::App& app) {
  const CLI::App& command = parsed_command(app);
  const std::vector<std::string> words = app.remaining(true);
  const auto option = std::ranges::find_if(words, [](const auto& w) { return w.starts_with('-'); });
  const std::string help = help_text(command);
  if (option == words.end()) {
    return sentence(in_quotes(words.empty() ? "" : words.front()), " belongs to no option; ", help);
  }
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> near;
  for (const CLI::Option* each : command.get_options()) {
    if (each->get_name().starts_with(name)) near.push_back(each->get_name());
  }
  return sentence("There is no option ", name, "; ", near.empty() ? help : there_are(near));
}

// Of an option whose values are too few or too many.
std::string mismatch(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  const std::size_t given = option ? option->count() : 0;
  return given > 1 ? sentence(name, " is given ", std::to_string(given), " times; once is right")
                   : sentence(name, " has no value; give one, or leave the option out");
}

// What the parser says is wrong with a command, in a sentence.
std::string told(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = parsed_command(app);
  const std::string said = error.what();
  const std::string name = said.substr(0, said.find_first_of(": "));
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind == CLI::ExitCodes::RequiredError) {
    const std::vector<std::string> names = commands_of(command);
    if (names.empty()) return sentence(said, "; ", help_text(command));
    return sentence("There is no command behind ", whole_name(command), "; ", there_are(names));
  }
  if (kind == CLI::ExitCodes::ArgumentMismatch) return mismatch(command, name);
  if (kind == CLI::ExitCodes::ExcludesError) return sentence(said, "; leave one of them out");
  if (kind == CLI::ExitCodes::RequiresError) {
    return sentence(said, "; give that, or leave ", name, " out");
  }
  constexpr std::size_t longest = 300;
  return shortened(said, longest);
}

}  // namespace

int run_command(int argc, char** argv, const Crew& crew) {
  CLI::App app("Marginscope shows how a classifier learns, one iteration at a time.",
               "marginscope");
  app.require_subcommand(1);
  app.add_flag("--version", "Print which version this is");
  int status = done;
  add_list(app, status);
  add_run(app, status);
  add_compare(app, status);
  add_bound(app, status);
  add_select(app, status);
  add_picture(app, status);
  add_reproduce(app, status, crew);
  refuse_empty_values(app);
  if (const auto wrong = option_without_value(argc, argv)) return refuse({*wrong}, wrong_command);
  // The parser would throw it, and the site asks for it where nothing can be thrown.
  if (const auto help = help_asked_for(app, argc, argv)) {
    print(*help);
    return finish(done);
  }
  if (asks_for_version(argc, argv)) {
    print("marginscope " MARGINSCOPE_VERSION "\n");
    return finish(done);
  }
  if (const auto wrong = unknown_command(app, argc, argv)) return refuse({*wrong}, wrong_command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    status = refuse({unexpected(app)}, wrong_command);
  } catch (const CLI::ParseError& error) {
    status = refuse({told(app, error)}, wrong_command);
  }
  return finish(status);
}

}  // namespace marginscope::cli
