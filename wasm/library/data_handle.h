#pragma once

// A data set, as JavaScript holds it.

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dataset.h"
#include "data/csv.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(Doubles)
EMSCRIPTEN_DECLARE_VAL_TYPE(Bytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(DataDescription)
EMSCRIPTEN_DECLARE_VAL_TYPE(CsvWish)

inline constexpr char doubles_type[] = "Float64Array<ArrayBuffer>";
inline constexpr char bytes_type[] = "Uint8Array<ArrayBuffer>";

// Columns are counted from 1, as in the sentences about them; what is null is left to the text.
inline constexpr char csv_wish_type[] = R"({
  source: string; task: 'classification' | 'regression' | null; header: boolean;
  label: number | null; features: number[] | null;
})";

inline constexpr char data_description_type[] = R"({
  task: 'classification' | 'regression'; patterns: number; validation_patterns: number;
  features: string[]; classes: (number | string)[];
})";

// JavaScript's view of numbers in the module's own memory: it ends where this memory grows or they go.
inline Doubles view_of(const double* numbers, std::size_t size) {
  return Doubles(emscripten::val(emscripten::typed_memory_view(size, numbers)));
}

// An empty view, by whose buffer others are known to be of the module's memory.
inline Bytes memory() { return Bytes(emscripten::val(emscripten::typed_memory_view(0, ""))); }

class DataHandle {
 public:
  // --- Patterns that are written where they will stay. ---
  // Room for so many, where every number is none until it is written. Error: more than there is memory
  // for, or none at all.
  Refusal make_room(double patterns, double features);
  Doubles features();  // column by column
  Doubles labels();
  // The patterns become the data set; nothing is copied. `words`: what labels 0, 1 … stand for, in
  // alphabetical order; empty where they are numbers. Errors: names that are neither none nor one for
  // each feature, what the core says of the patterns; the room is left as it is then.
  Refusal settle(const std::string& source, bool regression, const TextList& names,
                 const TextList& words);

  // --- Other sources. ---
  // Error: texts of so many bytes have no room. `what` begins the sentence: "The text".
  Refusal check_texts(const std::string& what, double bytes) const;
  // Error: there are more words than there can be classes.
  Refusal check_words(const std::string& source, double count) const;
  Refusal read_csv(const std::string& text, const CsvWish& wish);
  Refusal draw(const std::string& problem, const std::string& seed);

  // --- Another validation part of the same patterns, which both then hold. ---
  void share(const DataHandle& other);
  Bytes flags();  // one for each pattern, to be written
  void set_apart();
  // So large a part of them, the first ones. Errors: those of count_set_apart.
  Refusal set_first_apart(double fraction);

  DataDescription describe() const;
  // What one should know before training. Cost: that of sorting the patterns, and parted ones are copied.
  TextList remarks() const;

  const Dataset& data() const { return data_; }

 private:
  struct Draft {
    std::shared_ptr<Eigen::MatrixXd> X;
    std::shared_ptr<Eigen::VectorXd> y;
  };

  Result<void> take(CsvColumns read, std::string_view source);

  std::optional<Draft> draft_;
  std::vector<unsigned char> flags_;
  Dataset data_;
  // What the classes are called, in the order of their labels: words, or else numbers.
  std::vector<std::string> words_;
  std::vector<double> numbers_;
};

}  // namespace marginscope
