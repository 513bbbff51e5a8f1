#pragma once  // for src/cli only

// The cells of an experiment as people read them: what came out beside what is printed.

#include <span>
#include <string>

#include "cli/json.h"
#include "experiment/experiment.h"

namespace marginscope::cli {

enum class Format { text, json, csv, markdown };

// A table for the terminal, with what its marks mean, the causes of what differs and how many cells
// are as printed.
std::string result_text(const Experiment& experiment, const std::vector<Cell>& cells,
                        double seconds);

// The same as a section of a Markdown document.
std::string result_markdown(const Experiment& experiment, const std::vector<Cell>& cells,
                            double seconds);

// All that is known of each cell, unrounded, a line each: a header and RFC 4180.
std::string result_csv(const std::vector<Cell>& cells);

}  // namespace marginscope::cli
