#include "views/contours.h"

#include <algorithm>
#include <utility>

namespace marginscope {

void Contour::add(int r, int c, const Box& cell, const std::array<double, 4>& values) {
  static constexpr int at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const int here = 2 * (r * columns_ + c);  // even: the edge to the right, odd: upwards
  const int edges[4] = {here, here + 3, here + 2 * columns_, here + 1};
  Piece piece{};
  std::size_t ends = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t j = (i + 1) % 4;
    if ((values[i] > 0) == (values[j] > 0)) continue;
    const double t = values[i] / (values[i] - values[j]);
    piece.edges[ends] = edges[i];
    piece.ends[ends] = {cell.x0 + (cell.x1 - cell.x0) * (at[i][0] + t * (at[j][0] - at[i][0])),
                        cell.y0 + (cell.y1 - cell.y0) * (at[i][1] + t * (at[j][1] - at[i][1]))};
    if (++ends < 2) continue;
    pieces_.push_back(piece);
    ends = 0;
  }
}

std::vector<Line> Contour::lines() const {
  // Of each edge the numbers, from 1, of the one or two pieces that end there, as their exclusive
  // or: from one of the two it gives the other.
  int edges = 0;
  for (const Piece& piece : pieces_) edges = std::max({edges, piece.edges[0], piece.edges[1]});
  std::vector<std::size_t> ending_at(static_cast<std::size_t>(edges) + 1, 0);
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    for (const int edge : pieces_[p].edges) ending_at[static_cast<std::size_t>(edge)] ^= p + 1;
  }
  // The other piece at an end of piece p, from 1; 0 where there is none.
  const auto beyond = [&](std::size_t p, std::size_t end) {
    return ending_at[static_cast<std::size_t>(pieces_[p].edges[end])] ^ (p + 1);
  };

  std::vector<Line> lines;
  std::vector<char> used(pieces_.size(), false);
  const auto follow = [&](std::size_t p, std::size_t from) {
    Line line = {pieces_[p].ends[from]};
    for (;;) {
      used[p] = true;
      line.push_back(pieces_[p].ends[1 - from]);
      const std::size_t next = beyond(p, 1 - from);
      if (next == 0 || used[next - 1]) break;
      from = pieces_[next - 1].edges[0] == pieces_[p].edges[1 - from] ? 0 : 1;
      p = next - 1;
    }
    lines.push_back(std::move(line));
  };
  // From open ends first; what is left then are closed lines.
  for (const bool open : {true, false}) {
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      for (const std::size_t from : {0, 1}) {
        if (!used[p] && (!open || beyond(p, from) == 0)) follow(p, from);
      }
    }
  }
  return lines;
}

std::vector<Line> zero_lines(std::span<const double> values, int columns, const Box& box) {
  Contour contour(columns);
  const int rows = static_cast<int>(values.size()) / columns;
  const double width = (box.x1 - box.x0) / (columns - 1), height = (box.y1 - box.y0) / (rows - 1);
  const auto at = [&](int r, int c) { return values[static_cast<std::size_t>(r * columns + c)]; };
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const double x = box.x0 + c * width, y = box.y0 + r * height;
      contour.add(r, c, {x, y, x + width, y + height},
                  {at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)});
    }
  }
  return contour.lines();
}

}  // namespace marginscope
