#pragma once  // for every room above

// Contour lines over a lattice by marching squares: one piece in each cell that the line crosses,
// joined end to end.

#include <array>
#include <span>
#include <vector>

namespace marginscope {

struct Box {
  double x0, y0, x1, y1;
  bool operator==(const Box&) const = default;
};

using Line = std::vector<std::array<double, 2>>;

class Contour {
 public:
  // Of a lattice with so many points in a row.
  explicit Contour(int columns) : columns_(columns) {}

  // Looks at one cell. (r, c) is the lattice point at its bottom left; `values` are what the line
  // separates by sign at its corners, from there on counter-clockwise. Linear interpolation along
  // the edges; of a saddle the corners at the bottom right and the top left are cut off.
  void add(int r, int c, const Box& cell, const std::array<double, 4>& values);

  // O(n) for n pieces and edges of the lattice.
  std::vector<Line> lines() const;

 private:
  struct Piece {
    std::array<int, 2> edges;
    std::array<std::array<double, 2>, 2> ends;
  };

  int columns_;
  std::vector<Piece> pieces_;
};

// The lines where values on a lattice are zero: rows × columns points over the box, row by row from the
// bottom left. The values of a decision function give its boundary.
std::vector<Line> zero_lines(std::span<const double> values, int columns, const Box& box);

}  // namespace marginscope
