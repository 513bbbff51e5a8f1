#include "cli/json.h"

#include <cmath>

#include "core/text.h"
#include "experiment/reading.h"

namespace marginscope::cli {
namespace {

std::string dumped(const Json& json, int indentation) {
  return json.dump(indentation, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_text(const Json& json) { return dumped(json, 2) + '\n'; }

std::string compact_text(const Json& json) { return dumped(json, -1); }

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json json_numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_number(value));
  return list;
}

Json json_setting(const Field& field, std::string_view text) {
  switch (field.type) {
    case FieldType::choice:
    case FieldType::variant:
      return text;
    case FieldType::integer:
      return parse_integer(text).value_or(0);
    case FieldType::real:
      return json_number(parse_number(text).value_or(NAN));
    case FieldType::pattern_list: {
      Json list = Json::array();
      if (trimmed(text).empty()) return list;
      for (const std::string_view piece : split(text, ',')) {
        list.push_back(json_number(parse_number(piece).value_or(NAN)));
      }
      return list;
    }
  }
  return {};
}

Json json_field(const Field& field, std::string_view value) {
  Json json = json_row(field_columns, field);
  if (!field.choices.empty()) {
    for (const Choice& choice : field.choices) {
      json["choices"].push_back(json_row(choice_columns, choice));
    }
  } else {
    json["range"] = range_text(field);
    json["least"] = json_number(field.least);
    json["above_least"] = field.above_least;
    json["most"] = json_number(field.most);
    json["below_most"] = field.below_most;
    json["scale"] = field.scale == FieldScale::linear ? "linear" : "logarithmic";
    json["unit"] = field.unit;
  }
  if (field.type == FieldType::pattern_list) json["filler"] = json_number(field.filler);
  json["default"] = json_setting(field, value);
  return json;
}

Json json_quantity(const Quantity& quantity) {
  Json json = json_row(quantity_columns, quantity);
  json["shape"] = Json::array();
  for (const Axis axis : quantity.shape) json["shape"].push_back(axis_id(axis));
  if (quantity.bits > 0) json["bits"] = quantity.bits;
  return json;
}

Json json_experiment(const Experiment& experiment) {
  Json methods = Json::array();
  for (const Method& method : experiment.methods) {
    methods.push_back({{"id", method.id}, {"name", method.name}, {"meaning", method.meaning}});
  }
  return {{"id", experiment.id},
          {"name", experiment.name},
          {"meaning", experiment.meaning},
          {"unit", experiment.unit},
          {"needs_data", experiment.needs_data},
          {"draws", experiment.draws},
          {"by_the_text", experiment.by_the_text},
          {"methods", methods}};
}

Json json_cell(const Cell& cell) {
  Json json{{"dataset", cell.dataset}, {"method", cell.method}};
  for (const Coordinate& coordinate : cell.at) json["at"][coordinate.name] = coordinate.value;
  if (!cell.quantity.empty()) json["quantity"] = cell.quantity;
  json["mean"] = json_number(cell.result.mean);
  json["sd"] = json_number(cell.result.sd);
  json["n"] = cell.result.n;
  const auto& publication = cell.publication;
  json["published_mean"] = publication ? json_number(publication->mean.value) : Json();
  json["published_sd"] =
      publication && publication->sd ? json_number(publication->sd->value) : Json();
  json["published_n"] = publication ? Json(publication->n) : Json();
  json["equal_as_printed"] = json_or_null(cell.equal_as_printed);
  if (publication && publication->drawn) {
    json["difference_error"] = json_or_null(cell.difference_error);
    json["within_error"] = json_or_null(cell.within_error);
  }
  if (cell.differs() && !publication->cause.empty()) json["cause"] = publication->cause;
  json["standard_error"] = json_number(cell.result.standard_error);
  json["best"] = json_or_null(cell.best);
  json["not_significantly_different"] = json_or_null(cell.not_significantly_different);
  json["published_best"] = publication ? json_or_null(publication->best) : Json();
  json["published_not_significantly_different"] =
      publication ? json_or_null(publication->not_significantly_different) : Json();
  const ReadCell read = read_cell(cell);
  json["text"] = read.here;
  json["published_text"] = publication ? Json(read.printed) : Json();
  json["verdict"] = read.verdict;
  return json;
}

std::optional<Cell> cell_from(const Json& json) {
  const auto text = [&json](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? name_from(found->get<std::string>())
                                                     : std::string();
  };
  const auto number = [&json](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : NAN;
  };
  if (!json.is_object()) return std::nullopt;
  Cell cell;
  cell.dataset = text("dataset");
  cell.method = text("method");
  cell.quantity = text("quantity");
  if (const auto at = json.find("at"); at != json.end() && at->is_object()) {
    for (const auto& [name, value] : at->items()) {
      if (!value.is_number()) return std::nullopt;
      cell.at.push_back({name_from(name), value.get<double>()});
    }
  }
  const double n = number("n");
  if (cell.dataset.empty() || cell.method.empty() || !(n >= 1 && n <= 1e9)) return std::nullopt;
  cell.result = summary_of(static_cast<int>(n), number("mean"), number("sd"));
  if (std::isnan(cell.result.mean)) return std::nullopt;
  return cell;
}

}  // namespace marginscope::cli
