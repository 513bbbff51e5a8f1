#pragma once

// The kinds of cases: what each tries, and the texts that others try, too.

#include <string>

#include "app/fuzz_cases.h"
#include "core/field.h"
#include "core/random.h"

namespace marginscope::testing {

// A file with cells, lines and separators as nobody should write them.
std::string nasty_csv(Random& random);

// A scene's text with edits; most are no scene any more.
std::string nasty_link(Random& random);

// One in four of these, else a scene's text in which keys have other values that suit, or nearly: well
// formed, and mostly still a scene.
std::string mutated_link(Random& random);

// A value anywhere in a field's range, or at its very ends.
std::string extreme_value(Random& random, const Field& field);

// A named problem with settings of its own, few enough points.
std::string random_problem(Random& random);

Attempt try_csv(Random& random);       // files
Attempt try_scene(Random& random);     // links, and what follows once one is open
Attempt try_settings(Random& random);  // an algorithm, its settings and rules on a problem
Attempt try_commands(Random& random);  // a hand, gestures, undo and redo amid any commands

}  // namespace marginscope::testing
