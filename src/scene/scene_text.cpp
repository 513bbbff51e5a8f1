// The text form of a scene: `key=value` pairs joined by '&', the version first, then those of the
// table `rows`. Values are percent-encoded where they hold anything but letters, digits and
// -._~:,=+ so that the whole is safe in the fragment of an address.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "data/catalogue.h"
#include "scene/scene.h"
#include "scene/scene_points.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

constexpr std::string_view version = "v=1";

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~:,=+").find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text, bool comma_too = false) {
  constexpr std::string_view hexadecimal = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (is_plain(c) && !(comma_too && c == ',')) {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += '%';
      result += hexadecimal[byte >> 4];
      result += hexadecimal[byte & 15];
    }
  }
  return result;
}

std::optional<std::string> decoded(std::string_view text) {
  const auto value = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? value(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

// What a text is read into.
struct Reading {
  Scene scene;
  Columns columns;  // of the data, to be settled
};

// --- What is not about machines ---

std::string projection_text(const Projection& projection) {
  if (projection.principal) return "principal";
  return sentence(std::to_string(projection.features[0] + 1), ",",
                  std::to_string(projection.features[1] + 1), projection.alone ? ",alone" : "");
}

Result<void> read_projection(std::string_view text, Reading& reading) {
  auto projection = parse_projection(text);
  if (!projection) return fail(projection.error());
  reading.scene.projection = *projection;
  return {};
}

std::string grid_text(const Grid& grid) {
  return sentence(exact_text(grid.x0), ",", exact_text(grid.y0), ",", exact_text(grid.extent));
}

Result<void> read_grid(std::string_view text, Reading& reading) {
  const auto pieces = split(text, ',');
  std::array<double, 3> numbers{};
  bool good = pieces.size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) {
    const auto number = parse_number(pieces[i]);
    good = number && std::isfinite(*number);
    if (good) numbers[i] = *number;
  }
  good = good && numbers[2] > 0;
  const int exponent = good ? std::ilogb(numbers[2]) : 0;
  good = good && std::ldexp(1.0, exponent) == numbers[2] && exponent >= Grid::least_exponent &&
         exponent <= Grid::most_exponent;
  const Grid grid{numbers[0], numbers[1], good ? numbers[2] : 1};
  // Positions are exact doubles only where the corner is a multiple of the step.
  const auto exact = [&grid](double corner) {
    const double steps = corner / grid.step();
    return steps == std::floor(steps) && std::abs(steps) < 0x1p51;
  };
  if (!good || !exact(grid.x0) || !exact(grid.y0)) {
    return fail(sentence("grid is ", in_quotes(text),
                         "; it must be x0,y0,extent with a power of two for the extent and "
                         "corners that are multiples of extent/2^24"));
  }
  reading.scene.grid = grid;
  return {};
}

Result<void> read_count(std::string_view key, std::string_view text, int& target) {
  constexpr int most = std::numeric_limits<int>::max();
  const auto value = parse_integer(text);
  if (!value || *value < 0 || *value > most) {
    return fail(sentence(key, " is ", in_quotes(text), "; it must be a whole number from 0 to ",
                         std::to_string(most)));
  }
  target = static_cast<int>(*value);
  return {};
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t j = 0; j < names.size(); ++j) text += (j ? "," : "") + encoded(names[j], true);
  return text;
}

// --- Machines ---

std::string_view default_rules_of(const Spec& algorithm) {
  return (*find_algorithm(algorithm.name))->default_rules;
}

// One behind the first: algorithm/rules/name.
std::string machine_text(const MachineSetup& machine) {
  std::string text = encoded(spec_text(machine.algorithm));
  if (!machine.name.empty() || machine.rules != default_rules_of(machine.algorithm)) {
    text += "/" + encoded(machine.rules);
  }
  if (!machine.name.empty()) text += "/" + encoded(machine.name);
  return text;
}

// What is wrong with one of several machines, and with which; of one alone what is wrong.
std::unexpected<Error> machine_fault(const Reading& reading, int place, const Error& error) {
  if (reading.scene.machines.size() == 1) return fail(error);
  return fail(sentence("Machine ", machine_letter(place), ": ", error.message));
}

Result<void> read_algorithm(const std::string& text, Reading& reading, int place) {
  auto spec = parse_spec(text);
  if (!spec) return machine_fault(reading, place, spec.error());
  if (auto solver = make_solver(*spec); !solver) {
    return machine_fault(reading, place, solver.error());
  }
  MachineSetup& machine = reading.scene.machines[static_cast<std::size_t>(place)];
  machine.algorithm = std::move(*spec);
  machine.rules = default_rules_of(machine.algorithm);
  return {};
}

Result<void> read_rules(const std::string& text, Reading& reading, int place) {
  if (auto rules = parse_rules(text); !rules) return machine_fault(reading, place, rules.error());
  reading.scene.machines[static_cast<std::size_t>(place)].rules = std::string(trimmed(text));
  return {};
}

Result<void> read_others(std::string_view text, Reading& reading) {
  const auto others = split(text, ';');
  if (others.size() >= most_machines) {
    return fail(sentence("others has ", std::to_string(others.size()),
                         " machines; beside the first there may be ",
                         std::to_string(most_machines - 1)));
  }
  reading.scene.machines.resize(1 + others.size());
  for (int place = 1; const std::string_view other : others) {
    const auto pieces = split(other, '/');
    if (pieces.size() > 3) {
      return machine_fault(reading, place,
                           {sentence(in_quotes(other), " has ", std::to_string(pieces.size()),
                                     " parts; there are algorithm/rules/name")});
    }
    if (auto read = read_algorithm(*decoded(pieces[0]), reading, place); !read) return read;
    if (pieces.size() > 1) {
      if (auto read = read_rules(*decoded(pieces[1]), reading, place); !read) return read;
    }
    if (pieces.size() > 2) {
      reading.scene.machines[static_cast<std::size_t>(place)].name = name_from(*decoded(pieces[2]));
    }
    ++place;
  }
  return {};
}

Result<void> read_chosen(std::string_view text, Reading& reading) {
  std::vector<std::string> letters;
  for (int place = 0; place < static_cast<int>(reading.scene.machines.size()); ++place) {
    letters.push_back(machine_letter(place));
    if (letters.back() == text) reading.scene.chosen = place;
  }
  if (std::ranges::find(letters, text) != letters.end()) return {};
  return fail(sentence("chosen is ", in_quotes(text), "; it must be the letter of a machine, ",
                       alternatives(letters)));
}

// --- The table ---

const Scene& defaults() {
  static const Scene scene;
  return scene;
}

// `text` where it says more than the key's absence.
std::optional<std::string> unless(bool absent_means_it, std::string text) {
  return absent_means_it ? std::nullopt : std::optional(std::move(text));
}

// How a part of the scene is written, nothing where its absence says the same, and read from its
// value: as it stands in the text, or decoded.
struct Key {
  std::string_view name;
  std::optional<std::string> (*write)(const Scene& scene);
  Result<void> (*read)(std::string_view raw, const std::string& value, Reading& reading);
};

// The same with what it means, which the page carries nothing of: there it is only taken apart.
struct Row {
  std::string_view name, meaning;
  decltype(Key::write) write;
  decltype(Key::read) read;
};

// In the order of the text; they are read in this order too, whatever theirs is. Points and rows
// come last: one of the two is written, and they need what stands before them.
constexpr Row rows[] = {
    {"name", "What the data are called.",
     [](const Scene& scene) {
       return unless(scene.name.empty() && scene.problem.name.empty(), encoded(scene.name));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       reading.scene.name = name_from(value);
       return {};
     }},
    {"problem", "identifier:setting=value,… of the named problem that the seed drew the data from.",
     [](const Scene& scene) {
       return unless(scene.problem.name.empty(), encoded(spec_text(scene.problem)));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       auto spec = parse_spec(value);
       if (!spec) return fail(spec.error());
       reading.scene.problem = std::move(*spec);
       return {};
     }},
    {"task",
     "“regression”, else “classification”. Where the data are drawn anew it is the problem's own, "
     "or left out.",
     [](const Scene& scene) {
       return unless(scene.data.task == Task::classification, "regression");
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       const auto task = parse_task(value);
       if (!task) return fail(task.error());
       reading.columns.task = *task;
       return {};
     }},
    {"others",
     "Machines B to D with “;” between them, each algorithm/rules/name. Where there is no name the "
     "last part may be left out, and with the algorithm's own rules the last two.",
     [](const Scene& scene) {
       std::string text;
       for (std::size_t m = 1; m < scene.machines.size(); ++m) {
         text += (m > 1 ? ";" : "") + machine_text(scene.machines[m]);
       }
       return text.empty() ? std::nullopt : std::optional(std::move(text));
     },
     [](std::string_view raw, const std::string&, Reading& reading) {
       return read_others(raw, reading);
     }},
    {"algorithm", "identifier:setting=value,… of machine A.",
     [](const Scene& scene) {
       return std::optional(encoded(spec_text(scene.machines[0].algorithm)));
     },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_algorithm(value, reading, 0);
     }},
    {"rules",
     "The stopping rules of machine A: joined by “+” they stop together, with a blank (%20) "
     "between them each by itself. Left out: the algorithm's own.",
     [](const Scene& scene) { return std::optional(encoded(scene.machines[0].rules)); },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_rules(value, reading, 0);
     }},
    {"machine", "The name of machine A.",
     [](const Scene& scene) {
       const std::string& name = scene.machines[0].name;
       return unless(name.empty(), encoded(name));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       reading.scene.machines[0].name = name_from(value);
       return {};
     }},
    {"chosen", "The letter of the machine that is looked at.",
     [](const Scene& scene) { return unless(scene.chosen == 0, machine_letter(scene.chosen)); },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_chosen(value, reading);
     }},
    {"pace", "“time”, where machines play by the time that their own steps take.",
     [](const Scene& scene) {
       return unless(scene.pace == defaults().pace, std::string(pace_id(scene.pace)));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       auto pace = parse_pace(value);
       if (!pace) return fail(pace.error());
       reading.scene.pace = *pace;
       return {};
     }},
    {"scale", "“standard” or “unit”, else “none”.",
     [](const Scene& scene) {
       return unless(scene.scaling == defaults().scaling, std::string(scaling_id(scene.scaling)));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       auto scaling = parse_scaling(value);
       if (!scaling) return fail(scaling.error());
       reading.scene.scaling = *scaling;
       return {};
     }},
    {"projection",
     "“principal”, or two features counted from 1; of these alone machines learn where “,alone” "
     "follows.",
     [](const Scene& scene) {
       return unless(scene.projection == Projection{}, projection_text(scene.projection));
     },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_projection(value, reading);
     }},
    {"seed", "Of whatever is drawn at random, a whole number up to 2^64 − 1.",
     [](const Scene& scene) {
       return unless(scene.seed == defaults().seed, std::to_string(scene.seed));
     },
     [](std::string_view, const std::string& value, Reading& reading) -> Result<void> {
       auto seed = parse_seed(value);
       if (!seed) return fail(seed.error());
       reading.scene.seed = *seed;
       return {};
     }},
    {"max_iterations", "The limit on iterations.",
     [](const Scene& scene) {
       return unless(scene.max_iterations == defaults().max_iterations,
                     std::to_string(scene.max_iterations));
     },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_count("max_iterations", value, reading.scene.max_iterations);
     }},
    {"iteration", "The one that is looked at.",
     [](const Scene& scene) {
       return unless(scene.iteration == defaults().iteration, std::to_string(scene.iteration));
     },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_count("iteration", value, reading.scene.iteration);
     }},
    {"features", "The names of the features, comma-separated.",
     [](const Scene& scene) {
       const auto& names = scene.data.feature_names;
       return unless(names.empty(), names_text(names));
     },
     [](std::string_view raw, const std::string&, Reading& reading) -> Result<void> {
       std::vector<std::string> names;
       for (const std::string_view name : split(raw, ',')) names.push_back(*decoded(name));
       reading.columns.feature_names = std::move(names);
       return {};
     }},
    {"grid",
     "x0,y0,extent of the square that points are placed on: an extent that is a power of two, "
     "corners that are multiples of extent/2^24.",
     [](const Scene& scene) { return unless(scene.grid == Grid{}, grid_text(scene.grid)); },
     [](std::string_view, const std::string& value, Reading& reading) {
       return read_grid(value, reading);
     }},
    {"points",
     "Nine characters a point: one for label and part, four for each coordinate's position on the "
     "grid, in base 64. In regression the one feature and the target are the coordinates.",
     [](const Scene& scene) {
       return fits_grid(scene) ? std::optional(points_text(scene)) : std::nullopt;
     },
     [](std::string_view raw, const std::string&, Reading& reading) {
       return read_points(raw, reading.scene.grid, reading.columns);
     }},
    {"rows",
     "p and “.”, then for each pattern one character for its part and eleven for each of its p "
     "features and its label or target: the bits of the number, in base 64. Without points and "
     "rows the data are drawn anew.",
     [](const Scene& scene) {
       return fits_grid(scene) ? std::nullopt : std::optional(rows_text(scene.data));
     },
     [](std::string_view raw, const std::string&, Reading& reading) {
       return read_rows(raw, reading.columns);
     }},
};

constexpr auto keys = [] {
  std::array<Key, std::size(rows)> list;
  for (std::size_t k = 0; k < list.size(); ++k)
    list[k] = {rows[k].name, rows[k].write, rows[k].read};
  return list;
}();

bool holds_patterns(const Key& key) { return key.name == "points" || key.name == "rows"; }

// Whether the scene's data are what its named problem draws.
bool as_drawn(const Scene& scene) {
  if (scene.problem.name.empty()) return false;
  const auto drawn = make_named_problem(scene.problem, scene.seed);
  return drawn && *drawn == scene.data;
}

// What a link needs besides the scene's text: the address of the page.
constexpr std::size_t address_room = 500;

}  // namespace

Result<Projection> parse_projection(std::string_view text) {
  Projection projection{.principal = text == "principal"};
  if (projection.principal) return projection;
  const auto pieces = split(text, ',');
  projection.alone = pieces.size() == 3 && pieces[2] == "alone";
  const bool readable = projection.alone || pieces.size() == 2;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto feature = readable ? parse_integer(pieces[i]) : std::nullopt;
    if (!feature || *feature < 1 || *feature > std::numeric_limits<int>::max()) {
      return fail(sentence("projection is ", in_quotes(text),
                           "; it must be principal or two features counted from 1, as in 1,2 or "
                           "1,2,alone"));
    }
    projection.features[i] = static_cast<int>(*feature) - 1;
  }
  return projection;
}

std::vector<ScenePart> scene_parts() {
  std::vector<ScenePart> list{
      {version.substr(0, version.find('=')), "The version, 1. It comes first."}};
  for (const Row& row : rows) list.push_back({row.name, row.meaning});
  return list;
}

std::string scene_text(const Scene& scene) {
  std::string text(version);
  for (const Key& key : keys) {
    const auto value = key.write(scene);
    if (!value) continue;
    const bool too_long = text.size() + value->size() + address_room > longest_link;
    if (holds_patterns(key) && too_long && as_drawn(scene)) continue;
    text += sentence("&", key.name, "=", *value);
  }
  return text;
}

Result<Scene> parse_scene(std::string_view text) {
  struct Value {
    std::string_view raw;
    std::string decoded;
  };
  std::optional<Value> values[std::size(keys)];
  const auto index_of = [](std::string_view name) {
    const auto has_name = [name](const Key& key) { return key.name == name; };
    return static_cast<std::size_t>(std::find_if(std::begin(keys), std::end(keys), has_name) -
                                    std::begin(keys));
  };
  bool first = true;
  for (const std::string_view piece : split(trimmed(text), '&')) {
    if (std::exchange(first, false)) {
      if (piece == version) continue;
      return fail("The text is not a scene of version 1; such a text begins with v=1");
    }
    const std::size_t equals = piece.find('=');
    const std::string_view name = piece.substr(0, equals);
    const std::size_t k = index_of(name);
    if (k == std::size(keys)) {
      std::vector<std::string> known;
      for (const Key& key : keys) known.emplace_back(key.name);
      return fail(
          sentence("The scene has an unknown part ", in_quotes(name), "; ", there_are(known)));
    }
    if (equals == std::string_view::npos) {
      return fail(
          sentence("The scene's part ", in_quotes(name), " has no value; write ", name, "=…"));
    }
    if (values[k]) {
      return fail(
          sentence("The scene's part ", in_quotes(name), " stands twice; it may stand once"));
    }
    const std::string_view raw = piece.substr(equals + 1);
    auto value = decoded(raw);
    if (!value) {
      return fail(sentence("The scene's part ", in_quotes(name),
                           " has a broken percent code; write %25 for a percent sign"));
    }
    values[k] = Value{raw, std::move(*value)};
  }

  const auto given = [&](std::string_view name) { return values[index_of(name)].has_value(); };
  const bool drawn = given("problem") && !given("points") && !given("rows");
  if (given("points") == given("rows") && !drawn) {
    return fail("The scene must have its patterns once: as points, as rows or by a named problem");
  }
  Reading reading;
  for (std::size_t k = 0; k < std::size(keys); ++k) {
    if (!values[k]) continue;
    if (auto read = keys[k].read(values[k]->raw, values[k]->decoded, reading); !read) {
      return fail(read.error());
    }
  }

  Scene& scene = reading.scene;
  if (given("problem")) {
    auto data = make_named_problem(scene.problem, scene.seed);
    if (!data) return fail(data.error());
    if (drawn) {
      if (given("task") && reading.columns.task != data->task) {
        return fail(sentence("task is ", values[index_of("task")]->decoded,
                             ", but the named problem ", scene.problem.name, " has ",
                             data->task == Task::regression ? "real targets" : "classes",
                             "; leave the task out"));
      }
      if (!given("name")) scene.name = (*find_named_problem(scene.problem.name))->name;
      data->feature_names = std::move(reading.columns.feature_names);
      scene.data = *settle(std::move(*data), LabelForm::classes);
    }
  }
  if (!drawn) {
    auto data = settle(std::move(reading.columns), LabelForm::classes);
    if (!data) {
      return fail(
          sentence("point ", std::to_string(data.error().row + 1), ": the ", data.error().message));
    }
    scene.data = std::move(*data);
  }
  const Eigen::Index p = scene.data.X.cols();
  const auto named = static_cast<Eigen::Index>(scene.data.feature_names.size());
  if (named != 0 && named != p) {
    return fail(sentence("features has ", std::to_string(named), " names for ", std::to_string(p),
                         " features; it must have one for each"));
  }
  if (auto good = check_projection(scene.projection, p); !good) return fail(good.error());
  if (!given("rules")) scene.machines[0].rules = default_rules_of(scene.machines[0].algorithm);
  return std::move(scene);
}

}  // namespace marginscope
