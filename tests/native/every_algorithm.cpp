#include "support/every_algorithm.h"

#include <cmath>

namespace marginscope::testing {
namespace {

// A value at seven tenths of what a slider offers, which is no algorithm's default.
std::string elsewhere(const Field& field) {
  constexpr double part = 0.7;
  if (field.type == FieldType::pattern_list) return "0.5,2,1";
  const double from = field.slider_from, to = field.slider_to;
  const double value = field.scale == FieldScale::logarithmic ? from * std::pow(to / from, part)
                                                              : from + part * (to - from);
  // In three digits, which every library's power agrees on.
  return field.type == FieldType::integer ? exact_text(std::floor(value)) : short_text(value);
}

// The other values that a test gives the field, as texts.
std::vector<std::string> values_of(const Field& field) {
  if (field.choices.empty()) return {elsewhere(field)};
  std::vector<std::string> texts;
  for (const Choice& choice : field.choices) {
    Spec spec{std::string(choice.id), {}};
    texts.push_back(spec_text(spec));
    for (const Field& own : choice.fields) spec.values.emplace_back(own.id, elsewhere(own));
    if (!spec.values.empty()) texts.push_back(spec_text(spec));
  }
  return texts;
}

}  // namespace

std::vector<std::string> variants(const Algorithm& algorithm) {
  const Spec defaults{std::string(algorithm.id), {}};
  std::vector<std::string> texts{spec_text(defaults)};
  Spec all = defaults;
  for (const Field& field : algorithm.fields) {
    const std::string usual = *algorithm.read(algorithm, field, {});
    for (const std::string& value : values_of(field)) {
      if (value == usual) continue;
      Spec one = defaults;
      one.values.emplace_back(field.id, value);
      texts.push_back(spec_text(one));
    }
    all.values.emplace_back(field.id, values_of(field).back());
  }
  if (all.values.size() > 1) texts.push_back(spec_text(all));
  return texts;
}

std::vector<Case> cases(std::initializer_list<const char*> problems) {
  std::vector<Case> list;
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    for (const std::string& text : variants(algorithm)) {
      for (const char* const problem : problems) {
        const auto data = named(problem);
        if (!takes(algorithm, data->task, data->classes)) continue;
        auto solver = make_solver(*parse_spec(text));
        if (solver && (*solver)->start(*data)) list.push_back({&algorithm, text, problem, data});
      }
    }
  }
  return list;
}

}  // namespace marginscope::testing
