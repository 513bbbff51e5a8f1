#pragma once

// What was measured, as a line of the terminal's table and as JSON.

#include <nlohmann/json.hpp>

#include "row.h"

namespace marginscope::bench {

std::string padded(std::string text, std::size_t width);

void say_head();
void say(const Row& row, const Measured& measured, const Rates& rates);

nlohmann::json json_of(const Row& row, const Measured& measured, const Rates& rates);
nlohmann::json json_of(const Rates& rates);

// The processor, its caches and what it runs, for those who read the figures elsewhere.
nlohmann::json this_machine();

}  // namespace marginscope::bench
