#pragma once

// Scenes at random, and what they are made of.

#include <span>
#include <string>
#include <string_view>

#include "core/random.h"
#include "scene/scene.h"

namespace marginscope::testing {

// Up to eight characters, some of which mean something to a link, a file or a terminal.
std::string random_word(Random& random);

// One to four edits of a text: a byte is another, a piece is cut, is there once more or replaced by one
// of `pieces`, or the end is cut. Never empty.
std::string mutated(Random& random, std::string text,
                    std::span<const std::string_view> pieces = {});

// A file of exact numbers: one to four features, classes or targets, names or none, no pattern or
// some.
Dataset random_file(Random& random);

// Up to three rules, together or apart. An end of a range may be beyond it.
std::string random_rules(Random& random);

// A scene that can be saved: any problem, edits and view, and one to four machines of any algorithm,
// settings and rules.
Scene random_scene(Random& random);

}  // namespace marginscope::testing
