#include "cli/run_report.h"

#include <cmath>
#include <utility>

#include "cli/console.h"
#include "core/moments.h"
#include "core/text.h"
#include "session/comparison.h"
#include "solvers/registry.h"

namespace marginscope::cli {
namespace {

using enum Table::Align;

// The weights, and how many columns they have; no values where the algorithm publishes none.
struct Weights {
  std::vector<double> values;
  std::size_t columns = 1;
};

Weights weights_of(const Run& run) {
  Weights weights{run.solver().values(Role::weights)};
  const auto rows = static_cast<std::size_t>(run.problem().X.cols() + 1);
  if (!weights.values.empty()) weights.columns = weights.values.size() / rows;
  return weights;
}

NormalityReport normality_of(const Report& report) {
  const Eigen::Index errors = std::ssize(report.run.solver().values(Role::error));
  return marginscope::normality_of(report.record.moments.skewness, report.record.moments.kurtosis,
                                   errors);
}

const Algorithm* algorithm_of(const Scene& scene) {
  const auto found = find_algorithm(scene.machine().algorithm.name);
  return found ? *found : nullptr;
}

// As it is in effect.
std::string setting_text(const Algorithm& algorithm, Field field, const SpecValues& values) {
  if (field.in_effect) field.read = field.in_effect;
  return algorithm.read(algorithm, field, values).value_or("");
}

// "7 patterns of 2 features; 3 more for validation"
std::string data_text(const Problem& problem) {
  std::string text = sentence(counted(problem.X.rows(), "pattern", "patterns"), " of ",
                              counted(problem.X.cols(), "feature", "features"));
  if (problem.has_validation()) {
    text += sentence(", ", std::to_string(problem.X_validation.rows()), " more for validation");
  }
  return text;
}

std::vector<std::string> weight_names(const Scene& scene) {
  std::vector<std::string> names;
  const Dataset data = trained_data(scene);
  for (Eigen::Index j = 0; j < data.X.cols(); ++j) names.push_back(feature_name(data, j));
  names.emplace_back("bias");
  return names;
}

// A name and its weights in each row; many short rows stand in several blocks side by side.
std::string weights_text(const Scene& scene, const Weights& weights) {
  const std::vector<std::string> names = weight_names(scene);
  const std::size_t rows = weights.values.size() / weights.columns;
  constexpr std::size_t one_block = 8;
  const std::size_t blocks = weights.columns > 1    ? 1
                             : rows > 4 * one_block ? 4
                             : rows > one_block     ? 2
                                                    : 1;
  const std::size_t height = (rows + blocks - 1) / blocks;
  std::vector<Table::Align> columns;
  for (std::size_t b = 0; b < blocks; ++b) {
    columns.push_back(left);
    columns.insert(columns.end(), weights.columns, right);
  }
  Table table(columns);
  if (weights.columns > 1) {
    std::vector<std::string> heads{""};
    for (std::size_t c = 0; c < weights.columns; ++c) {
      heads.push_back(
          sentence("class ", class_text(static_cast<int>(c), static_cast<int>(weights.columns))));
    }
    table.add(std::move(heads));
  }
  for (std::size_t r = 0; r < height; ++r) {
    std::vector<std::string> cells;
    for (std::size_t w = r; w < rows; w += height) {
      cells.push_back(names[w]);
      for (std::size_t c = 0; c < weights.columns; ++c) {
        cells.push_back(short_text(weights.values[w * weights.columns + c], 6));
      }
    }
    table.add(std::move(cells));
  }
  return table.text(4);
}

Json stop_json(const Stop* stop) {
  if (!stop) return nullptr;
  return {{"reason", stop->reason},
          {"message", stop->message},
          {"retained_iteration", stop->retained_iteration}};
}

// What should be known beside the numbers: of the problem, and of how far those of its stop can be trusted.
std::vector<std::string> notes(const Report& report) {
  std::vector<std::string> sentences = remarks(report.run.problem());
  if (!report.run.stop()) return sentences;
  if (std::string rounding = rounding_text(report.run); !rounding.empty()) {
    sentences.push_back(std::move(rounding));
  }
  return sentences;
}

// "classes" where the labels of a file have other names.
void add_classes(Table& table, const GivenScene& given) {
  if (!given.classes.empty()) table.add({"classes", given.classes});
}

// Which of several machines is reported.
void add_machine(Table& table, const Scene& scene) {
  const std::size_t count = scene.machines.size();
  if (count == 1) return;
  table.add(
      {"machine", sentence(machine_letter(scene.chosen), scene.machine().name.empty() ? "" : ", ",
                           scene.machine().name, ", the chosen one of ", std::to_string(count),
                           "; marginscope compare reports all")});
}

}  // namespace

Json settings_json(const Spec& algorithm) {
  Json settings = Json::object();
  const auto found = find_algorithm(algorithm.name);
  if (!found) return settings;
  for (const Field& field : (*found)->fields) {
    settings[std::string(field.id)] =
        json_setting(field, setting_text(**found, field, algorithm.values));
  }
  return settings;
}

Json machine_json(const Scene& scene) {
  if (scene.machines.size() == 1) return nullptr;
  const std::string& name = scene.machine().name;
  return {{"id", machine_letter(scene.chosen)},
          {"name", name.empty() ? Json() : Json(name)},
          {"of", scene.machines.size()}};
}

Json data_json(const GivenScene& given, const Problem& problem) {
  const Scene& scene = given.scene;
  return {{"name", scene.name},
          {"patterns", problem.X.rows()},
          {"validation_patterns", problem.X_validation.rows()},
          {"features", problem.X.cols()},
          {"classes", problem.task == Task::regression ? Json() : Json(problem.classes)},
          {"labels", given.labels.empty() ? Json() : Json(given.labels)},
          {"scaling", scaling_id(scene.scaling)}};
}

void add_data(Table& table, const GivenScene& given, const Problem& problem) {
  table.add({"data", data_text(problem)});
  add_classes(table, given);
  if (given.scene.scaling != Scaling::none) {
    table.add({"scaling", std::string(scaling_id(given.scene.scaling))});
  }
}

std::string told_first(const GivenScene& given) {
  Table table({left, left});
  add_classes(table, given);
  add_machine(table, given.scene);
  const std::string text = table.text(2);
  return text.empty() ? text : text + "\n";
}

Json report_json(const Report& report) {
  const Scene& scene = report.given.scene;
  const Record& record = report.record;
  const Weights weights = weights_of(report.run);
  Json rows = Json::array();
  if (weights.columns == 1) {
    rows = json_numbers(weights.values);
  } else {
    for (auto row = weights.values.begin(); row != weights.values.end();
         row += static_cast<std::ptrdiff_t>(weights.columns)) {
      rows.push_back(json_numbers({row, row + static_cast<std::ptrdiff_t>(weights.columns)}));
    }
  }
  Json would_stop = Json::object();
  for (const WouldStop& rule : report.run.would_stop()) {
    would_stop[rule.text] = json_or_null(rule.iteration);
  }
  const Problem& problem = report.run.problem();
  const NormalityReport normality = normality_of(report);
  return {{"machine", machine_json(scene)},
          {"algorithm", scene.machine().algorithm.name},
          {"settings", settings_json(scene.machine().algorithm)},
          {"rules", scene.machine().rules},
          {"data", data_json(report.given, problem)},
          {"iterations", report.iterations},
          {"stop", stop_json(report.run.stop())},
          {"would_stop", would_stop},
          {"weights", rows},
          {"training_error", json_number(record.training_error)},
          {"validation_error", json_number(record.validation_error)},
          {"objective", json_number(record.objective)},
          {"moments",
           {{"mean", json_number(record.moments.mean)},
            {"std", json_number(record.moments.std)},
            {"skewness", json_number(record.moments.skewness)},
            {"kurtosis", json_number(record.moments.kurtosis)}}},
          {"normality",
           {{"skewness", json_number(normality.skewness)},
            {"kurtosis", json_number(normality.kurtosis)},
            {"normal", json_or_null(normality.normal)}}},
          {"support_vectors", record.support_vectors < 0 ? Json() : Json(record.support_vectors)},
          {"smallest_margin", json_number(report.run.solver().smallest_margin(problem))},
          {"remarks", notes(report)},
          {"seconds", report.seconds}};
}

std::string report_text(const Report& report) {
  const Scene& scene = report.given.scene;
  const Record& record = report.record;
  const Problem& problem = report.run.problem();
  const Algorithm* algorithm = algorithm_of(scene);

  std::string text = sentence(algorithm ? algorithm->name : scene.machine().algorithm.name, " on ",
                              scene.name.empty() ? "unnamed points" : scene.name, "\n\n");
  Table about({left, left});
  add_data(about, report.given, problem);
  add_machine(about, scene);
  if (algorithm) {
    std::string what = "settings";  // beside the first one only
    for (const Field& field : algorithm->fields) {
      std::string value = setting_text(*algorithm, field, scene.machine().algorithm.values);
      if (value.empty()) value = sentence("all ", short_text(field.filler, 6));
      const std::string symbol = field.symbol.empty() ? "" : sentence(" ", field.symbol);
      about.add({std::exchange(what, ""), sentence(field.id, symbol, " = ", value)});
    }
  }
  about.add({"rules", scene.machine().rules.empty() ? "none" : scene.machine().rules});
  const Explanation told = report.run.explain();
  about.add({"outcome", told.text.substr(0, told.headline)});
  if (const Stop* stop = report.run.stop()) {
    about.add({"stopped",
               sentence("iteration ", std::to_string(stop->iteration), " (", stop->reason, ")")});
    about.add({"", stop->message});
    if (stop->retained_iteration != stop->iteration) {
      about.add({"retained", sentence("iteration ", std::to_string(stop->retained_iteration),
                                      report.run.rules().retains_minimum()
                                          ? ", the first of least validation error"
                                          : ", the first of least training error: the pocket")});
    }
  }
  const int shown = report.run.iteration();
  if (!report.run.stop() || shown != report.run.stop()->retained_iteration) {
    about.add({"shown", sentence("iteration ", std::to_string(shown),
                                 shown == scene.iteration
                                     ? ", the scene's own; --to-stop runs on to the stop"
                                     : sentence(", where the run ended before the scene's own, ",
                                                std::to_string(scene.iteration)))});
  }
  text += about.text(2);

  const Weights weights = weights_of(report.run);
  if (!weights.values.empty()) {
    text += sentence("\n  weights", scene.scaling == Scaling::none ? "" : " of the scaled features",
                     "\n", weights_text(scene, weights));
  }

  Table numbers({left, left});
  const auto error_text = [&](double error, const Patterns& patterns) {
    const TableCell cell = error_cell(problem.task, error, patterns.rows());
    return cell.text.empty() ? "none" : cell.whole();
  };
  numbers.add({"training error", error_text(record.training_error, problem.X)});
  numbers.add({"validation error", error_text(record.validation_error, problem.X_validation)});
  numbers.add({"objective", short_text(record.objective, 6)});
  numbers.add(
      {"moments of the error", sentence("mean ", short_text(record.moments.mean, 4), ", deviation ",
                                        short_text(record.moments.std, 4), ", skewness ",
                                        short_text(record.moments.skewness, 4), ", kurtosis ",
                                        short_text(record.moments.kurtosis, 4))});
  numbers.add({"normality", normality_of(report).sentence});
  if (record.support_vectors >= 0) {
    numbers.add({"support vectors", std::to_string(record.support_vectors)});
  }
  numbers.add({"training time", duration_text(report.seconds)});
  for (const std::string& note : notes(report)) numbers.add({"note", note});
  return text + "\n" + numbers.text(2);
}

Json quantities_json(const Run& run) {
  Json list = Json::object();
  const auto quantities = run.solver().quantities();
  std::vector<double> values;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    run.solver().values(i, values);
    Json entry = json_quantity(quantities[i]);
    entry["values"] = json_numbers(values);
    list[std::string(quantities[i].id)] = std::move(entry);
  }
  return {{"iteration", run.iteration()}, {"quantities", list}};
}

}  // namespace marginscope::cli
