#pragma once

// A line of the sentence, taken apart where its look changes.

#include <cstddef>
#include <string_view>

#include "core/explanation.h"

namespace marginscope {

struct LinePiece {
  std::string_view text;
  std::size_t place;  // in the explanation, in bytes
  bool headline;      // how things stand
  int pattern;        // that is named; −1: none
};

// The piece that begins at byte `begin` of a line. The line begins at byte `first` of the explanation's
// text, and behind `own` of its bytes it has an ellipsis in place of the rest.
LinePiece piece_at(const Explanation& told, std::string_view line, std::size_t first,
                   std::size_t own, std::size_t begin);

}  // namespace marginscope
