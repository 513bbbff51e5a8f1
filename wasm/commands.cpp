#include "commands.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"
#include "data/csv.h"

namespace marginscope {
namespace {

using emscripten::val;

// The fields of one command, each read as what it must be.
class Fields {
 public:
  Fields(std::string type, const val& object) : type_(std::move(type)), object_(object) {}

  bool has(const char* name) const {
    return !object_[name].isUndefined() && !object_[name].isNull();
  }

  Result<double> number(const char* name) const {
    const val value = object_[name];
    if (!value.isNumber() || !std::isfinite(value.as<double>()))
      return wrong(name, "a finite number");
    return value.as<double>();
  }

  Result<int> integer(const char* name) const {
    const val value = object_[name];
    const double number = value.isNumber() ? value.as<double>() : Record::none;
    if (number != std::floor(number) || std::abs(number) > std::numeric_limits<int>::max()) {
      return wrong(name, "a whole number");
    }
    return static_cast<int>(number);
  }

  // A number, or a text where it is one that JavaScript's numbers skip.
  Result<std::uint64_t> seed() const {
    if (object_["seed"].isString()) return parse_seed(object_["seed"].as<std::string>());
    constexpr double largest = 9007199254740992;  // 2^53: beyond it JavaScript skips whole numbers
    const Result<double> value = number("seed");
    if (!value) return std::unexpected(value.error());
    if (*value < 0 || *value > largest || *value != std::floor(*value)) {
      return wrong("seed", "a whole number from 0 to 2^53, or the text of one up to 2^64 − 1");
    }
    return static_cast<std::uint64_t>(*value);
  }

  // The index of a point.
  Result<int> index(const char* name, const Session& session) const {
    const Result<int> value = integer(name);
    const auto size = session.scene().data.size();
    if (value && *value >= 0 && *value < size) return value;
    if (size == 0) return fail(sentence(type_, " needs a point, and there is none"));
    return wrong(
        name, sentence("the index of a point, 0 to ", exact_text(static_cast<double>(size - 1))));
  }

  Result<std::string> text(const char* name) const {
    const val value = object_[name];
    if (!value.isString()) return wrong(name, "a text");
    return value.as<std::string>();
  }

  // A setting's value: a text, a number, or a list of numbers.
  Result<std::string> value(const char* name) const {
    const val value = object_[name];
    if (value.isString()) return value.as<std::string>();
    if (value.isNumber()) return exact_text(value.as<double>());
    if (value.isArray()) {
      std::string joined;
      for (const double number : emscripten::convertJSArrayToNumberVector<double>(value)) {
        if (!joined.empty()) joined += ',';
        joined += exact_text(number);
      }
      return joined;
    }
    return wrong(name, "a number, a text or a list of numbers");
  }

  // The part of the data: "training" where it is left out.
  Result<bool> validation() const {
    if (!has("part")) return false;
    const Result<std::string> part = text("part");
    if (part && (*part == "training" || *part == "validation")) return *part == "validation";
    return wrong("part", "“training” or “validation”");
  }

 private:
  std::unexpected<Error> wrong(const char* name, const std::string& what) const {
    if (!has(name)) return fail(sentence(type_, " needs ", name, ": ", what));
    const std::string given =
        val::global("String").call<std::string>("call", val::null(), object_[name]);
    return fail(sentence(name, " of ", type_, " is ", given, "; it must be ", what));
  }

  std::string type_;
  const val& object_;
};

Result<void> add_point(Session& session, const Fields& fields) {
  const auto x = fields.number("x"), y = fields.number("y");
  // Where y is the target a point has no label.
  const auto label = session.plane().shows_target ? y : fields.number("label");
  const auto validation = fields.validation();
  for (const auto* value : {&x, &y, &label}) {
    if (!*value) return std::unexpected(value->error());
  }
  if (!validation) return std::unexpected(validation.error());
  return session.apply(AddPoint{*x, *y, *label, *validation});
}

Result<void> move_point(Session& session, const Fields& fields) {
  const auto index = fields.index("index", session);
  if (!index) return std::unexpected(index.error());
  const auto x = fields.number("x"), y = fields.number("y");
  if (!x) return std::unexpected(x.error());
  if (!y) return std::unexpected(y.error());
  return session.apply(MovePoint{*index, *x, *y});
}

Result<void> remove_point(Session& session, const Fields& fields) {
  const auto index = fields.index("index", session);
  if (!index) return std::unexpected(index.error());
  return session.apply(RemovePoints{{*index}});
}

Result<void> set_label(Session& session, const Fields& fields) {
  const auto index = fields.index("index", session);
  if (!index) return std::unexpected(index.error());
  const auto label = fields.number("label");
  if (!label) return std::unexpected(label.error());
  return session.apply(SetLabel{{*index}, *label});
}

Result<void> set_part(Session& session, const Fields& fields) {
  const auto index = fields.index("index", session);
  if (!index) return std::unexpected(index.error());
  const auto validation = fields.validation();
  if (!validation) return std::unexpected(validation.error());
  return session.apply(SetPart{{*index}, *validation});
}

Result<void> split_validation(Session& session, const Fields& fields) {
  const auto fraction = fields.number("fraction");
  if (!fraction) return std::unexpected(fraction.error());
  return session.apply(SplitValidation{*fraction});
}

Result<void> set_algorithm(Session& session, const Fields& fields) {
  const auto id = fields.text("id");
  if (!id) return std::unexpected(id.error());
  return session.apply(SetAlgorithm{*id});
}

Result<void> set_setting(Session& session, const Fields& fields) {
  const auto field = fields.text("field");
  if (!field) return std::unexpected(field.error());
  const auto value = fields.value("value");
  if (!value) return std::unexpected(value.error());
  return session.apply(SetField{*field, *value});
}

Result<void> set_rules(Session& session, const Fields& fields) {
  const auto text = fields.text("text");
  if (!text) return std::unexpected(text.error());
  return session.apply(SetRules{*text});
}

Result<void> set_scaling(Session& session, const Fields& fields) {
  const auto id = fields.text("id");
  if (!id) return std::unexpected(id.error());
  return session.apply(SetScaling{*id});
}

Result<void> set_seed(Session& session, const Fields& fields) {
  const auto seed = fields.seed();
  if (!seed) return std::unexpected(seed.error());
  return session.apply(SetSeed{*seed});
}

Result<void> set_problem(Session& session, const Fields& fields) {
  const auto text = fields.text("text");
  if (!text) return std::unexpected(text.error());
  if (!fields.has("seed")) return session.apply(SetProblem{*text});
  const auto seed = fields.seed();
  if (!seed) return std::unexpected(seed.error());
  return session.apply(SetProblem{*text, *seed});
}

Result<void> set_speed(Session& session, const Fields& fields) {
  const auto speed = fields.number("speed");
  if (!speed) return std::unexpected(speed.error());
  if (*speed < 0) {
    return fail(sentence(
        "speed is ", exact_text(*speed),
        "; it must be a number of iterations a second, or 0 for as many as there is time for"));
  }
  session.set_speed(*speed);
  return {};
}

Result<void> select_point(Session& session, const Fields& fields) {
  const auto index = fields.index("index", session);
  if (!index) return std::unexpected(index.error());
  session.select(*index);
  return {};
}

Result<void> step(Session& session, const Fields& fields) {
  const auto count = fields.integer("count");
  if (!count) return std::unexpected(count.error());
  return session.step(*count);
}

Result<void> seek(Session& session, const Fields& fields) {
  const auto iteration = fields.integer("iteration");
  if (!iteration) return std::unexpected(iteration.error());
  return session.seek(*iteration);
}

Result<void> undo(Session& session, const Fields&) {
  if (!session.undo()) return fail("There is nothing to undo");
  return {};
}

Result<void> redo(Session& session, const Fields&) {
  if (!session.redo()) return fail("There is nothing to redo");
  return {};
}

Result<void> open_scene(Session& session, const Fields& fields) {
  const auto text = fields.text("text");
  if (!text) return std::unexpected(text.error());
  return session.open(*text);
}

// The same as an edit of the scene that is open: it can be undone.
Result<void> replace_scene(Session& session, const Fields& fields) {
  const auto text = fields.text("text");
  if (!text) return std::unexpected(text.error());
  return session.apply(SetScene{*text});
}

struct Handler {
  std::string_view type;
  Result<void> (*carry_out)(Session&, const Fields&);
};

constexpr Handler handlers[] = {
    {"add-point", add_point},
    {"move-point", move_point},
    {"remove-point", remove_point},
    {"label", set_label},
    {"part", set_part},
    {"split-validation", split_validation},
    {"clear-points", [](Session& session, const Fields&) { return session.apply(ClearPoints{}); }},
    {"problem", set_problem},
    {"seed", set_seed},
    {"scaling", set_scaling},
    {"algorithm", set_algorithm},
    {"set", set_setting},
    {"rules", set_rules},
    {"step", step},
    {"seek", seek},
    {"end",
     [](Session& session, const Fields&) -> Result<void> {
       session.seek_end();
       return {};
     }},
    {"play", [](Session& session, const Fields&) { return session.play(); }},
    {"pause",
     [](Session& session, const Fields&) -> Result<void> {
       session.pause();
       return {};
     }},
    {"cancel",
     [](Session& session, const Fields&) -> Result<void> {
       session.cancel();
       return {};
     }},
    {"speed", set_speed},
    {"select", select_point},
    {"undo", undo},
    {"redo", redo},
    {"scene", open_scene},
    {"replace", replace_scene},
};

Refusal refusal(const Result<void>& result) {
  return Refusal(result ? val::null() : val(result.error().message));
}

Result<void> carry_out(Session& session, const val& command) {
  const val type = command.typeOf().as<std::string>() == "object" && !command.isNull()
                       ? command["type"]
                       : val::undefined();
  std::vector<std::string> known;
  for (const Handler& handler : handlers) known.emplace_back(handler.type);
  if (!type.isString()) {
    return fail(sentence("A command is an object with a type: ", alternatives(known)));
  }
  const std::string id = type.as<std::string>();
  for (const Handler& handler : handlers) {
    if (handler.type == id) return handler.carry_out(session, Fields(id, command));
  }
  return fail(sentence("There is no command “", id, "”; known are ", alternatives(known)));
}

}  // namespace

Refusal apply_command(App& app, const val& command) {
  return refusal(carry_out(app.session(), command));
}

Refusal open_csv(App& app, const std::string& text, const std::string& source) {
  Session& session = app.session();
  auto data = read_csv(text, source, session.scene().data.task);
  if (!data) return refusal(fail(data.error().message));
  return refusal(session.apply(SetData{std::move(*data), source}));
}

Refusal finish_edit(App& app, const std::string& target, const std::string& value) {
  return refusal(app.finish_edit(target, value));
}

}  // namespace marginscope
