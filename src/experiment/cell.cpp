#include "experiment/cell.h"

#include <cmath>

#include "core/text.h"
#include "experiment/significance.h"

namespace marginscope {
namespace {

constexpr double significance_level = 0.05;

// Means of the same errors, added in another order, may differ by this much of a per cent and are
// still equal.
constexpr double equal_means = 1e-10;

// How many standard errors two drawn means may lie apart.
constexpr double drawn_apart = 2;

}  // namespace

bool same_entry(const Cell& a, const Cell& b) {
  return a.dataset == b.dataset && a.method == b.method && a.at == b.at && a.quantity == b.quantity;
}

std::string entry_text(const Cell& cell) {
  std::string text = sentence(cell.dataset, ", ", cell.method);
  std::string_view before = " at ";
  for (const Coordinate& coordinate : cell.at) {
    text += sentence(before, coordinate.name, " = ", short_text(coordinate.value));
    before = ", ";
  }
  return cell.quantity.empty() ? text : sentence(text, ", ", cell.quantity);
}

void compare_with_publication(Cell& cell) {
  cell.equal_as_printed.reset();
  cell.difference_error.reset();
  cell.within_error.reset();
  if (!cell.publication) return;
  const Publication& publication = *cell.publication;
  if (publication.drawn) {
    // One draw does not tell how far others lie apart.
    if (std::isnan(cell.result.sd)) return;
    cell.difference_error = cell.result.sd * std::sqrt(1.0 / cell.result.n + 1.0 / publication.n);
    cell.within_error = distance_to_printed(cell.result.mean, publication.mean) <=
                        drawn_apart * *cell.difference_error;
  }
  if (publication.n != cell.result.n && !publication.drawn) return;
  cell.equal_as_printed = equal_as_printed(cell.result.mean, publication.mean) &&
                          (!publication.sd || equal_as_printed(cell.result.sd, *publication.sd));
}

Agreement agreement_of(const std::vector<Cell>& cells) {
  Agreement agreement;
  for (const Cell& cell : cells) {
    if (!cell.equal_as_printed) continue;
    ++agreement.compared;
    if (*cell.equal_as_printed) {
      ++agreement.equal;
    } else if (!cell.differs()) {
      ++agreement.within;
    }
  }
  return agreement;
}

void mark_rows(std::vector<Cell>& cells) {
  for (Cell& cell : cells) {
    const Cell* best = &cell;
    int methods = 0;
    for (const Cell& other : cells) {
      if (other.dataset != cell.dataset || other.quantity != cell.quantity || other.at != cell.at) {
        continue;
      }
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
