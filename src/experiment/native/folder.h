#pragma once  // for every room above

// Data sets in a folder of this machine: NAME.csv with the label last; for splits NAME.splits beside
// it, and for parts NAME_split.csv.

#include <memory>
#include <string>

#include "experiment/data_source.h"

namespace marginscope {

// The sets in `path`, or in `ida` (with splits) and `uci` (without) inside it. Whether there are any
// is asked when they are wanted.
std::shared_ptr<const DataSource> data_folder(std::string path);

}  // namespace marginscope
