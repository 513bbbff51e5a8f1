#include "app/mentions.h"

#include <algorithm>

namespace marginscope {

LinePiece piece_at(const Explanation& told, std::string_view line, std::size_t first,
                   std::size_t own, std::size_t begin) {
  const std::size_t place = first + begin;
  if (begin >= own) return {line.substr(begin), place, false, -1};
  LinePiece piece = {{}, place, place < told.headline, -1};
  std::size_t until = first + own;
  if (piece.headline) until = std::min(until, told.headline);
  for (const auto& [from, to, pattern] : told.mentions) {
    if (from > place) until = std::min(until, from);
    if (from > place || to <= place) continue;
    until = std::min(until, to);
    piece.pattern = pattern;
  }
  piece.text = line.substr(begin, until - place);
  return piece;
}

}  // namespace marginscope
