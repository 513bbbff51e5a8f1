#pragma once

// The kinds of cases: what each tries, and the texts that others try, too.

#include <string>

#include "core/field.h"
#include "core/random.h"

namespace marginscope::testing {

// A file with cells, lines and separators as nobody should write them.
std::string nasty_csv(Random& random);

// A scene's text with edits; most are no scene any more.
std::string nasty_link(Random& random);

// A value anywhere in a field's range, or at its very ends.
std::string extreme_value(Random& random, const Field& field);

// A named problem with settings of its own, few enough points.
std::string random_problem(Random& random);

void try_csv(Random& random);       // files
void try_scene(Random& random);     // links, and what follows once one is open
void try_settings(Random& random);  // an algorithm, its settings and rules on a problem
void try_commands(Random& random);  // a hand, gestures, undo and redo amid any commands

}  // namespace marginscope::testing
