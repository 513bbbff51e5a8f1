#pragma once

// Calls as JavaScript objects `{type, …}`: what the mirror, the browser tests and people at the
// console send, and what the canvas asks to be sent.

#include <emscripten/val.h>

#include <string>

#include "app/app.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(CommandObject)

// The TypeScript type of all that can be called, made from the table of commands.
std::string command_type();

// Of a link of so many characters.
Refusal refusal_of_link(double length);

Refusal apply_command(App& app, const emscripten::val& command);

// The parts of the canvas beside the plane (app/parts.h).
Refusal show_parts(App& app, const std::string& parts);

// Makes a sentence the notice, which the canvas shows and the mirror speaks.
void notify(App& app, const std::string& sentence);

emscripten::val object_of(const Call& call);

// Whatever the object is; what cannot be a call has no type.
Call call_of(const emscripten::val& object);

}  // namespace marginscope
