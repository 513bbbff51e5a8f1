#pragma once  // for src/experiment only

// Data sets with predefined splits into training and test parts, as the IDA benchmark (Rätsch,
// Onoda & Müller 2001) distributes them: NAME.csv with the unique patterns and NAME.splits with one
// realisation in every two lines.

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "core/result.h"

namespace marginscope {

// One split: 0-based rows of the data set, repeats included, in the order of the file.
struct Realisation {
  std::vector<int> train, test;
};

struct SplitSet {
  std::string name;  // as its files are called; printable
  Dataset data;
  std::vector<Realisation> realisations;
};

// Reads alternating lines `train i j k …` and `test i j k …` with 1-based rows of a data set of
// `rows` patterns. Blank lines and lines that begin with # are skipped. Errors name `source` and
// the line.
Result<std::vector<Realisation>> parse_splits(std::string_view text, std::string_view source,
                                              int rows);

// The folder that holds split sets: `data_dir`, or `ida` inside it. An error where neither has one.
Result<std::string> find_split_folder(const std::string& data_dir);

// The names of the sets in a folder (NAME.csv with NAME.splits beside it), in alphabetical order.
std::vector<std::string> split_sets_in(const std::string& folder);

Result<SplitSet> read_split_set(const std::string& folder, const std::string& name);

}  // namespace marginscope
