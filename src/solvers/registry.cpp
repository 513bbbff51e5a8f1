#include "solvers/registry.h"

#include <algorithm>

#include "solvers/algorithm.h"

namespace marginscope {

bool takes(Takes takes, Task task, int classes) {
  const bool regression = task == Task::regression;
  switch (takes) {
    case Takes::two_classes:
      return !regression && classes == 2;
    case Takes::several_classes:
      return !regression;
    case Takes::regression:
      return regression;
    case Takes::two_classes_or_regression:
      return regression || classes == 2;
  }
  return false;
}

std::optional<std::string> misfit(Takes takes, std::string_view name, Task task, int classes) {
  if (marginscope::takes(takes, task, classes)) return std::nullopt;
  // Names have commas.
  std::vector<std::string> others;
  for (const Algorithm& algorithm : algorithms()) {
    if (marginscope::takes(algorithm, task, classes)) others.push_back(in_quotes(algorithm.name));
  }
  if (task == Task::regression) {
    return sentence(name, " separates classes and these data have real targets; choose ",
                    alternatives(others));
  }
  if (takes == Takes::regression) {
    return sentence(name,
                    " fits real targets and these data have classes; choose an algorithm that "
                    "separates classes");
  }
  return sentence(name, " separates two classes and these data have ", std::to_string(classes),
                  "; choose ", alternatives(others), ", or keep two of them");
}

std::span<const Algorithm> algorithms() {
  static const Algorithm rows[] = {
#define ALGORITHM(row) row(),
#include "solvers/every_algorithm.def"
#undef ALGORITHM
  };
  return rows;
}

Result<const Algorithm*> find_algorithm(std::string_view id) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == id) return &algorithm;
    names.emplace_back(algorithm.id);
  }
  return fail(sentence("There is no algorithm ", in_quotes(id), "; ", there_are(names)));
}

bool publishes(const Algorithm& algorithm, Role role) {
  const auto solver = algorithm.make(algorithm, {});
  return solver && std::ranges::any_of((*solver)->quantities(), [role](const Quantity& quantity) {
           return quantity.role == role;
         });
}

std::string algorithms_that(bool (*can)(const Algorithm&)) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    if (can(algorithm)) names.emplace_back(algorithm.id);
  }
  return alternatives(names);
}

Result<NamedSetting> find_setting(const Algorithm& algorithm, const SpecValues& present,
                                  std::string_view name, std::string_view value) {
  const std::size_t colon = name.find(':');
  const std::string id(name.substr(0, colon));
  std::string text(value);
  const Field* field = find_field(algorithm.fields, id);
  if (colon != std::string_view::npos) {
    if (!field || field->type != FieldType::variant) {
      return fail(sentence(algorithm.id, " has no setting ", shortened(id, longest_quote),
                           " with settings of its own"));
    }
    auto whole = algorithm.read(algorithm, *field, present);
    if (!whole) return fail(whole.error());
    // What follows a comma would be another setting.
    if (value.contains(',')) {
      return fail(sentence(shortened(name, longest_quote), " is ", shortened(value, longest_quote),
                           "; it must be a single value"));
    }
    text = variant_text_with(*whole, name.substr(colon + 1), value);
  }
  auto read = setting_text(algorithm, id, text);
  if (!read) return fail(read.error());
  return NamedSetting{field, std::move(*read)};
}

void set_setting(const Algorithm& algorithm, SpecValues& values, std::string_view id,
                 std::string text) {
  SpecValues next;
  for (const Field& field : algorithm.fields) {
    if (field.id == id) {
      if (text != algorithm.read(algorithm, field, {})) next.emplace_back(id, text);
      continue;
    }
    for (auto& value : values) {
      if (value.first == field.id) next.push_back(std::move(value));
    }
  }
  values = std::move(next);
}

Result<std::unique_ptr<Solver>> make_solver(const Spec& spec) {
  auto algorithm = find_algorithm(spec.name);
  if (!algorithm) return fail(algorithm.error());
  return (*algorithm)->make(**algorithm, spec.values);
}

}  // namespace marginscope
