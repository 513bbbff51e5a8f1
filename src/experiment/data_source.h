#pragma once  // for every room above

// Where the data sets of an experiment come from: a folder natively (native/folder.h), what a page
// carries there (given_set.h).

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "core/result.h"

namespace marginscope {

// One split: 0-based rows of the data set, repeats included, in their order.
struct Realisation {
  std::vector<int> train, test;
};

// A data set with predefined splits into training and test parts, as the IDA benchmark (Rätsch,
// Onoda & Müller 2001) has them.
struct SplitSet {
  std::string name;  // printable
  Dataset data;
  std::vector<Realisation> realisations;
  bool drawn = false;  // the splits are not the benchmark's
};

// A data set without splits.
struct PlainSet {
  std::string name;  // printable
  Dataset data;      // of classes

  // A text that says which rows train and which test (parts_of), and what it is called.
  struct Parts {
    std::string text, source;
  };
  std::optional<Parts> parts = {};
};

class DataSource {
 public:
  virtual ~DataSource() = default;

  // Of the texts of each set that was read so far, by its name; none of sets that are no texts.
  virtual std::map<std::string, std::string> checksums() const { return {}; }

  virtual std::string name() const = 0;  // the path of a folder, the name of a set

  // The sets that are named, each once; where none is, all with splits by name, or those of `usual`
  // that are there. Errors: there is none, or not one that is named; one that cannot be read.
  virtual Result<std::vector<std::shared_ptr<const SplitSet>>> split_sets(
      const std::vector<std::string>& names) const = 0;
  virtual Result<std::vector<PlainSet>> plain_sets(
      const std::vector<std::string>& names, std::span<const std::string_view> usual) const = 0;
};

}  // namespace marginscope
