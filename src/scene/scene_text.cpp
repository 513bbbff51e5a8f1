// The text form of a scene: `key=value` pairs joined by '&', the version first. Values are
// percent-encoded where they hold anything but letters, digits and -._~:,=+ so that the whole is
// safe in the fragment of an address.
//   v           1
//   name        what the data are called
//   problem     the named problem that the seed drew them from, identifier:setting=value,…
//   task        regression, else classification
//   features    names of the features, comma-separated
//   grid        x0,y0,extent
//   points      nine characters a point: one for label and part, four for each coordinate's
//               position on the grid, in base 64; in regression the one feature and the target are
//               the coordinates
//   rows        p, then '.', then for each pattern one character for its part and eleven for each
//               of its p features and its label or target: the bits of the number, in base 64;
//               without points and rows the data are drawn anew
//   projection  principal, or two features counted from 1
//   scale       none, standard or unit
//   algorithm   identifier:setting=value,…
//   rules       as everywhere
//   seed, max_iterations, iteration

#include <bit>
#include <cmath>
#include <optional>

#include "scene/scene.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t characters_of_position = 4;  // 24 bits
constexpr std::size_t characters_of_number = 11;   // 64 bits
constexpr Eigen::Index most_patterns = 1'000'000;
constexpr Eigen::Index most_features = 100'000;
constexpr int label_offset = 16;  // labels −16 … 15 fit into five bits

void put(std::string& text, std::uint64_t value, std::size_t characters) {
  for (std::size_t i = characters; i-- > 0;) text += digits[(value >> (6 * i)) & 63];
}

// Reads `characters` digits from the front of `text`; nothing where one is no digit or they spell
// more than 64 bits.
std::optional<std::uint64_t> take(std::string_view& text, std::size_t characters) {
  if (text.size() < characters) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < characters; ++i) {
    const std::size_t digit = digits.find(text[i]);
    if (digit == std::string_view::npos || value >> 58) return std::nullopt;
    value = value << 6 | digit;
  }
  text.remove_prefix(characters);
  return value;
}

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~:,=+").find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text, bool comma_too = false) {
  constexpr std::string_view hexadecimal = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (plain(c) && !(comma_too && c == ',')) {
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

// --- Points on the grid ---

std::uint64_t position(double value, double corner, double step) {
  return static_cast<std::uint64_t>((value - corner) / step);
}

// Whether all points are on the grid, with labels that fit beside them.
bool fits_grid(const Scene& scene) {
  const Dataset& data = scene.data;
  const bool regression = data.task == Task::regression;
  if (data.X.cols() != (regression ? 1 : 2)) return false;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const double label = data.y[i];
    if (!scene.grid.contains(data.X(i, 0), regression ? label : data.X(i, 1))) return false;
    if (regression) continue;
    if (label != std::floor(label) || std::abs(label) >= label_offset) return false;
  }
  return true;
}

std::string points_text(const Scene& scene) {
  const Dataset& data = scene.data;
  const bool regression = data.task == Task::regression;
  const double step = scene.grid.step();
  std::string text;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto label =
        regression ? 0 : static_cast<std::uint64_t>(static_cast<int>(data.y[i]) + label_offset);
    put(text, label << 1 | (data.validation[static_cast<std::size_t>(i)] ? 1 : 0), 1);
    put(text, position(data.X(i, 0), scene.grid.x0, step), characters_of_position);
    put(text, position(regression ? data.y[i] : data.X(i, 1), scene.grid.y0, step),
        characters_of_position);
  }
  return text;
}

Result<void> read_points(std::string_view text, Scene& scene) {
  constexpr std::size_t width = 1 + 2 * characters_of_position;
  const auto count = static_cast<Eigen::Index>(text.size() / width);
  if (text.size() % width != 0 || count > most_patterns) {
    return fail(sentence("points has ", std::to_string(text.size()),
                         " characters; it must have nine for each point"));
  }
  Dataset& data = scene.data;
  const bool regression = data.task == Task::regression;
  data.X.resize(count, regression ? 1 : 2);
  data.y.resize(count);
  data.validation.resize(static_cast<std::size_t>(count));
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto head = take(text, 1);
    const auto x = take(text, characters_of_position), y = take(text, characters_of_position);
    if (!head || !x || !y) {
      return fail(sentence("points has a character at point ", std::to_string(i + 1),
                           " that is no base-64 digit; digits are letters, numbers, - and _"));
    }
    if (regression && *head > 1) {
      return fail(sentence("points has a label at point ", std::to_string(i + 1),
                           ", but in regression a point begins with A for training or B for "
                           "validation"));
    }
    const double v = scene.grid.y0 + static_cast<double>(*y) * scene.grid.step();
    data.X(i, 0) = scene.grid.x0 + static_cast<double>(*x) * scene.grid.step();
    if (!regression) data.X(i, 1) = v;
    data.y[i] = regression ? v : static_cast<double>(*head >> 1) - label_offset;
    data.validation[static_cast<std::size_t>(i)] = *head & 1;
  }
  return {};
}

// --- Exact rows ---

std::string rows_text(const Dataset& data) {
  std::string text = sentence(std::to_string(data.X.cols()), ".");
  const auto put_number = [&text](double value) {
    put(text, std::bit_cast<std::uint64_t>(value), characters_of_number);
  };
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    put(text, data.validation[static_cast<std::size_t>(i)] ? 1 : 0, 1);
    for (Eigen::Index j = 0; j < data.X.cols(); ++j) put_number(data.X(i, j));
    put_number(data.y[i]);
  }
  return text;
}

Result<void> read_rows(std::string_view text, Scene& scene) {
  const std::size_t dot = text.find('.');
  const auto columns = parse_integer(text.substr(0, dot));
  if (dot == std::string_view::npos || !columns || *columns < 1 || *columns > most_features) {
    return fail("rows must begin with the number of features and a full stop");
  }
  const auto p = static_cast<Eigen::Index>(*columns);
  text.remove_prefix(dot + 1);
  const std::size_t width = 1 + characters_of_number * static_cast<std::size_t>(p + 1);
  const auto count = static_cast<Eigen::Index>(text.size() / width);
  if (text.size() % width != 0 || count > most_patterns) {
    return fail(sentence("rows has ", std::to_string(text.size()),
                         " characters behind the full "
                         "stop; with ",
                         std::to_string(p), " features it must have ", std::to_string(width),
                         " for each pattern"));
  }
  Dataset& data = scene.data;
  data.X.resize(count, p);
  data.y.resize(count);
  data.validation.resize(static_cast<std::size_t>(count));
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto head = take(text, 1);
    bool good = head && *head <= 1;
    const auto take_number = [&]() -> double {
      const auto bits = take(text, characters_of_number);
      const double value = bits ? std::bit_cast<double>(*bits) : 0;
      good = good && bits && std::isfinite(value);
      return value;
    };
    for (Eigen::Index j = 0; j < p; ++j) data.X(i, j) = take_number();
    data.y[i] = take_number();
    if (!good) {
      return fail(sentence("rows has something at pattern ", std::to_string(i + 1),
                           " that is no finite number in base 64"));
    }
    data.validation[static_cast<std::size_t>(i)] = *head == 1;
  }
  return {};
}

// --- The other keys ---

std::string projection_text(const Projection& projection) {
  if (projection.principal) return "principal";
  return sentence(std::to_string(projection.features[0] + 1), ",",
                  std::to_string(projection.features[1] + 1));
}

Result<void> read_projection(std::string_view text, Scene& scene) {
  if (text == "principal") {
    scene.projection.principal = true;
    return {};
  }
  const auto pieces = split(text, ',');
  for (std::size_t i = 0; i < 2; ++i) {
    const auto feature = pieces.size() == 2 ? parse_integer(pieces[i]) : std::nullopt;
    if (!feature || *feature < 1 || *feature > most_features) {
      return fail(sentence("projection is \"", text,
                           "\"; it must be principal or two features counted from 1, as in 1,2"));
    }
    scene.projection.features[i] = static_cast<int>(*feature) - 1;
  }
  return {};
}

Result<void> read_grid(std::string_view text, Scene& scene) {
  const auto pieces = split(text, ',');
  std::array<double, 3> numbers{};
  bool good = pieces.size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) {
    const auto number = parse_number(pieces[i]);
    good = number && std::isfinite(*number);
    if (good) numbers[i] = *number;
  }
  int exponent = 0;
  good = good && numbers[2] > 0 && std::frexp(numbers[2], &exponent) == 0.5 && exponent > -900 &&
         exponent < 1000;
  const Grid grid{numbers[0], numbers[1], good ? numbers[2] : 1};
  // Positions are exact doubles only where the corner is a multiple of the step.
  const auto exact = [&grid](double corner) {
    const double steps = corner / grid.step();
    return steps == std::floor(steps) && std::abs(steps) < 0x1p51;
  };
  if (!good || !exact(grid.x0) || !exact(grid.y0)) {
    return fail(sentence("grid is \"", text,
                         "\"; it must be x0,y0,extent with a power of two for the extent and "
                         "corners that are multiples of extent/2^24"));
  }
  scene.grid = grid;
  return {};
}

Result<long long> read_whole(std::string_view key, std::string_view text, long long most) {
  const auto value = parse_integer(text);
  if (!value || *value < 0 || *value > most) {
    return fail(sentence(key, " is \"", text, "\"; it must be a whole number from 0 to ",
                         std::to_string(most)));
  }
  return *value;
}

Result<void> check_labels(const Dataset& data) {
  if (data.task == Task::regression) return {};
  const bool several = data.size() > 0 && (data.y.array().abs() != 1).any();
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const double label = data.y[i];
    const bool good = several ? label >= 1 && label < label_offset && label == std::floor(label)
                              : std::abs(label) == 1;
    if (!good) {
      return fail(sentence("point ", std::to_string(i + 1), " has the label ", short_text(label),
                           "; labels are −1 and +1, or 1 to 15 for several classes"));
    }
  }
  return {};
}

// Whether the scene's data are what its named problem draws.
bool as_drawn(const Scene& scene) {
  if (scene.problem.name.empty()) return false;
  const auto drawn = make_named_problem(scene.problem, scene.seed);
  return drawn && *drawn == scene.data;
}

// The task is that of the problem, and so is the name where the text has none.
void take_drawn(Dataset data, Scene& scene) {
  if (scene.name.empty()) scene.name = (*find_named_problem(scene.problem.name))->name;
  if (!scene.data.feature_names.empty()) data.feature_names = std::move(scene.data.feature_names);
  scene.data = std::move(data);
}

// What a link needs besides the scene's text: the address of the page.
constexpr std::size_t address_room = 500;

}  // namespace

std::string scene_text(const Scene& scene) {
  const Scene defaults;
  std::string text = "v=1";
  const auto add = [&text](std::string_view key, std::string_view value) {
    text += sentence("&", key, "=", value);
  };
  if (!scene.name.empty()) add("name", encoded(scene.name));
  if (!scene.problem.name.empty()) add("problem", encoded(spec_text(scene.problem)));
  if (scene.data.task == Task::regression) add("task", "regression");
  add("algorithm", encoded(spec_text(scene.algorithm)));
  add("rules", encoded(scene.rules));
  if (scene.scaling != defaults.scaling) add("scale", scaling_id(scene.scaling));
  if (scene.projection != defaults.projection) add("projection", projection_text(scene.projection));
  if (scene.seed != defaults.seed) add("seed", std::to_string(scene.seed));
  if (scene.max_iterations != defaults.max_iterations) {
    add("max_iterations", std::to_string(scene.max_iterations));
  }
  if (scene.iteration != defaults.iteration) add("iteration", std::to_string(scene.iteration));
  if (!scene.data.feature_names.empty()) {
    std::string names;
    for (std::size_t j = 0; j < scene.data.feature_names.size(); ++j) {
      names += (j ? "," : "") + encoded(scene.data.feature_names[j], true);
    }
    add("features", names);
  }
  if (scene.grid != defaults.grid) {
    add("grid", sentence(exact_text(scene.grid.x0), ",", exact_text(scene.grid.y0), ",",
                         exact_text(scene.grid.extent)));
  }
  const bool on_grid = fits_grid(scene);
  const std::string points = on_grid ? points_text(scene) : rows_text(scene.data);
  const bool too_long = text.size() + points.size() + address_room > longest_link;
  if (!too_long || !as_drawn(scene)) add(on_grid ? "points" : "rows", points);
  return text;
}

Result<Scene> parse_scene(std::string_view text) {
  Scene scene;
  scene.data.X.resize(0, 2);
  bool version = false, rules = false;
  std::string_view points, rows;
  bool has_points = false, has_rows = false;
  std::vector<std::string_view> seen;

  for (const std::string_view piece : split(trimmed(text), '&')) {
    const std::size_t equals = piece.find('=');
    const std::string_view key = piece.substr(0, equals);
    const auto value = decoded(equals == std::string_view::npos ? "" : piece.substr(equals + 1));
    if (!value) {
      return fail(sentence("The scene's part \"", key,
                           "\" has a broken percent code; write %25 for a percent sign"));
    }
    for (const std::string_view other : seen) {
      if (other == key) {
        return fail(sentence("The scene's part \"", key, "\" stands twice; it may stand once"));
      }
    }
    seen.push_back(key);
    if (!version) {
      if (key != "v" || *value != "1") {
        return fail("The text is not a scene of version 1; such a text begins with v=1");
      }
      version = true;
      continue;
    }

    Result<void> done;
    const auto whole = [&](long long most, auto& target) {
      const auto number = read_whole(key, *value, most);
      if (!number)
        done = fail(number.error());
      else
        target = static_cast<std::remove_reference_t<decltype(target)>>(*number);
    };
    if (key == "name") {
      scene.name = *value;
    } else if (key == "problem") {
      auto spec = parse_spec(*value);
      if (spec)
        scene.problem = std::move(*spec);
      else
        done = fail(spec.error());
    } else if (key == "task") {
      if (*value == "regression")
        scene.data.task = Task::regression;
      else if (*value != "classification") {
        done = fail(sentence("task is \"", *value, "\"; it must be classification or regression"));
      }
    } else if (key == "algorithm") {
      auto spec = parse_spec(*value);
      if (spec) {
        auto solver = make_solver(*spec);
        if (!solver)
          done = fail(solver.error());
        else
          scene.algorithm = *spec;
      } else {
        done = fail(spec.error());
      }
    } else if (key == "rules") {
      rules = true;
      scene.rules = std::string(trimmed(*value));
      if (auto set = parse_rules(scene.rules); !set) done = fail(set.error());
    } else if (key == "scale") {
      auto scaling = parse_scaling(*value);
      if (scaling)
        scene.scaling = *scaling;
      else
        done = fail(scaling.error());
    } else if (key == "projection") {
      done = read_projection(*value, scene);
    } else if (key == "seed") {
      whole(1LL << 53, scene.seed);
    } else if (key == "max_iterations") {
      whole(1'000'000'000, scene.max_iterations);
    } else if (key == "iteration") {
      whole(1'000'000'000, scene.iteration);
    } else if (key == "features") {
      for (const std::string_view name : split(piece.substr(equals + 1), ',')) {
        scene.data.feature_names.push_back(*decoded(name));
      }
    } else if (key == "grid") {
      done = read_grid(*value, scene);
    } else if (key == "points") {
      has_points = true;
      points = piece.substr(equals + 1);
    } else if (key == "rows") {
      has_rows = true;
      rows = piece.substr(equals + 1);
    } else {
      return fail(
          sentence("The scene has an unknown part \"", key,
                   "\"; its parts are name, problem, task, algorithm, rules, scale, projection, "
                   "seed, max_iterations, iteration, features, grid, points and rows"));
    }
    if (!done) return fail(done.error());
  }

  const bool drawn = !scene.problem.name.empty() && !has_points && !has_rows;
  if (has_points == has_rows && !drawn) {
    return fail("The scene must have its patterns once: as points, as rows or by a named problem");
  }
  if (!scene.problem.name.empty()) {
    auto data = make_named_problem(scene.problem, scene.seed);
    if (!data) return fail(data.error());
    if (drawn) take_drawn(std::move(*data), scene);
  }
  const Result<void> read = has_points ? read_points(points, scene)
                            : has_rows ? read_rows(rows, scene)
                                       : Result<void>();
  if (!read) return fail(read.error());
  if (auto good = check_labels(scene.data); !good) return fail(good.error());
  const Eigen::Index p = scene.data.X.cols();
  const auto named = static_cast<Eigen::Index>(scene.data.feature_names.size());
  if (named != 0 && named != p) {
    return fail(sentence("features has ", std::to_string(named), " names for ", std::to_string(p),
                         " features; it must have one for each"));
  }
  for (const int feature : scene.projection.features) {
    if (feature >= p && !(p == 1 && feature == 1)) {
      return fail(sentence("projection shows feature ", std::to_string(feature + 1),
                           " and there are ", std::to_string(p)));
    }
  }
  if (!rules) scene.rules = (*find_algorithm(scene.algorithm.name))->default_rules;
  return scene;
}

}  // namespace marginscope
