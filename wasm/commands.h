#pragma once

// Edits and transport as JavaScript objects `{type, …}`: what the mirror, the browser tests and
// people at the console send.

#include <emscripten/val.h>

#include "app/app.h"

namespace marginscope {

// Null, or the sentence that says why not.
EMSCRIPTEN_DECLARE_VAL_TYPE(Refusal)

inline constexpr char refusal_type[] = "string | null";

// Carries the command out before it returns; a long `step` or `seek` goes on in slices. Whatever
// `command` is, nothing happens but what it asks for, or nothing at all and a sentence.
Refusal apply_command(App& app, const emscripten::val& command);

// Reads comma-separated text (see read_csv) and makes it the scene's data; `source` is the file's
// name, or what the text is called in a sentence.
Refusal open_csv(App& app, const std::string& text, const std::string& source);

// The text typed over the canvas for a request of kind "edit".
Refusal finish_edit(App& app, const std::string& target, const std::string& value);

}  // namespace marginscope
