#pragma once  // for src/experiment only

// Data sets without predefined splits: NAME.csv, the label last.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "experiment/experiment.h"

namespace marginscope {

struct PlainSet {
  std::string name;  // as its file is called; printable
  Dataset data;      // of classes
  std::string path;  // of NAME.csv
};

// The rows (from 0) that train and those that test, in the order of the file.
struct TwoParts {
  std::vector<int> train, test;
};

// What NAME_split.csv beside the set says, a header and a line for each row that ends with `train`
// or `test`; without such a file the first three quarters train. Errors: another line, a row
// without one, a part without rows.
Result<TwoParts> parts_of(const PlainSet& set);

// The sets that the request names, each once; where it names none, those of `usual` that are there.
// They lie in `data_dir` or in `uci` inside it. Errors: none is there, or not one that is named; a
// file that cannot be read.
Result<std::vector<PlainSet>> requested_plain_sets(const ExperimentRequest& request,
                                                   std::span<const std::string_view> usual);

}  // namespace marginscope
