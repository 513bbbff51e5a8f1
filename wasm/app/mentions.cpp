#include "app/mentions.h"

#include <algorithm>

namespace marginscope {

std::vector<LinePiece> line_pieces(const Explanation& told, std::string_view line,
                                   std::size_t first, std::size_t own) {
  std::vector<LinePiece> pieces;
  for (std::size_t begin = 0; begin < own;) {
    const std::size_t place = first + begin;
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
    begin += piece.text.size();
    pieces.push_back(piece);
  }
  if (own < line.size()) pieces.push_back({line.substr(own), first + own, false, -1});
  return pieces;
}

}  // namespace marginscope
