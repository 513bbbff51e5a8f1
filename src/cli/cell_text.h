#pragma once  // for src/cli only

// What is written of a cell wherever it is shown: in tables, and in JSON for whoever makes one.

#include <optional>
#include <string>

#include "experiment/cell.h"

namespace marginscope::cli {

// What came out, rounded as the paper prints it: "16.5 ± 2.8"; of drawn means with the standard error
// of the difference, "23.04 (0.11)".
std::string here_text(const Cell& cell);

// What is printed, digit for digit; "–" where nothing is.
std::string printed_text(const std::optional<Publication>& publication);

// "as printed", "within error", "differs", "printed over 100 realisations"; empty where there is
// nothing to compare.
std::string verdict_on(const Cell& cell);

}  // namespace marginscope::cli
