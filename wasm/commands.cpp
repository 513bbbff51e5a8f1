#include "commands.h"

#include <string>

#include "core/text.h"
#include "session/commands.h"

namespace marginscope {
namespace {

using emscripten::val;

Argument argument_of(std::string name, const val& value) {
  if (value.isNumber()) return {std::move(name), false, value.as<double>()};
  if (value.isString()) return {std::move(name), true, 0, value.as<std::string>()};
  if (!value.isArray()) {
    return {std::move(name), true, 0,
            val::global("String").call<std::string>("call", val::null(), value)};
  }
  std::string joined;
  for (const double number : emscripten::convertJSArrayToNumberVector<double>(value)) {
    if (!joined.empty()) joined += ',';
    joined += exact_text(number);
  }
  return {std::move(name), true, 0, std::move(joined)};
}

}  // namespace

Call call_of(const val& object) {
  Call call;
  if (object.typeOf().as<std::string>() != "object" || object.isNull()) return call;
  const val names = val::global("Object").call<val>("keys", object);
  const int count = names["length"].as<int>();
  for (int i = 0; i < count; ++i) {
    std::string name = names[i].as<std::string>();
    const val value = object[name];
    if (value.isNull() || value.isUndefined()) continue;
    if (name == "type") {
      if (value.isString()) call.type = value.as<std::string>();
    } else {
      call.arguments.push_back(argument_of(std::move(name), value));
    }
  }
  return call;
}

Refusal refusal_of_link(double length) {
  const std::string refusal = link_refusal(static_cast<std::size_t>(length));
  return Refusal(refusal.empty() ? val::null() : val(refusal));
}

Refusal apply_command(App& app, const val& command) {
  app.settle_input();
  const auto done = app.session().carry_out(call_of(command));
  return refused(done);
}

Refusal show_parts(App& app, const std::string& parts) {
  const auto done = app.show_parts(parts);
  return refused(done);
}

void notify(App& app, const std::string& sentence) { app.session().set_notice(sentence); }

val object_of(const Call& call) {
  val object = val::object();
  object.set("type", call.type);
  for (const Argument& argument : call.arguments) {
    object.set(argument.name, argument.is_text ? val(argument.text) : val(argument.number));
  }
  return object;
}

std::string command_type() {
  std::string type;
  for (const CommandKind& kind : command_kinds()) {
    type += sentence("\n  /** ", command_meaning(kind), " */\n  | { type: '", kind.type, "'");
    for (const CommandField& field : kind.fields) {
      if (field.name.empty()) break;
      type += sentence("; ", field.name, field.optional ? "?: " : ": ", script_type(field.kind));
    }
    type += " }";
  }
  return type;
}

}  // namespace marginscope
