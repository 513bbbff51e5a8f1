#pragma once  // for src/experiment only

// The text forms of splits.

#include <string_view>
#include <vector>

#include "core/result.h"
#include "experiment/data_source.h"

namespace marginscope {

// Reads alternating lines `train i j k …` and `test i j k …` with 1-based rows of a data set of
// `rows` patterns, one realisation in every two lines. Blank lines and lines that begin with # are
// skipped. Errors name `source` and the line.
Result<std::vector<Realisation>> parse_splits(std::string_view text, std::string_view source,
                                              int rows);

// What the set's parts say: a header and a line for each row that ends with `train` or `test`;
// without them the first three quarters train. Errors: another line, a row without one, a part
// without rows.
Result<Realisation> parts_of(const PlainSet& set);

}  // namespace marginscope
