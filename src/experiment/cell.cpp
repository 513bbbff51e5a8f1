#include "experiment/cell.h"

#include <cmath>

#include "experiment/significance.h"

namespace marginscope {
namespace {

constexpr double significance_level = 0.05;

// Means of the same errors, added in another order, may differ by this much of a per cent and are
// still equal.
constexpr double equal_means = 1e-10;

}  // namespace

void compare_with_publication(Cell& cell) {
  cell.equal_as_printed.reset();
  if (!cell.publication || cell.publication->n != cell.result.n) return;
  const Publication& publication = *cell.publication;
  cell.equal_as_printed = equal_as_printed(cell.result.mean, publication.mean) &&
                          (!publication.sd || equal_as_printed(cell.result.sd, *publication.sd));
}

void mark_rows(std::vector<Cell>& cells) {
  for (Cell& cell : cells) {
    const Cell* best = &cell;
    int methods = 0;
    for (const Cell& other : cells) {
      if (other.dataset != cell.dataset || other.quantity != cell.quantity) continue;
      ++methods;
      if (other.result.mean < best->result.mean) best = &other;
    }
    cell.best.reset();
    cell.not_significantly_different.reset();
    if (methods < 2) continue;
    cell.best = cell.result.mean - best->result.mean <= equal_means;
    if (*cell.best) {
      cell.not_significantly_different = true;
    } else if (cell.result.n > 1 && best->result.n > 1) {
      cell.not_significantly_different = t_test(cell.result, best->result).p >= significance_level;
    }
  }
}

}  // namespace marginscope
