#include "svc_needs.h"

#include "solvers/pairs/block.h"
#include "works.h"

namespace marginscope::bench {
namespace {

// What it needs to have the kernels of so many support vectors with all patterns, which are read so many
// times: r products and an exponential for each pair of patterns once.
struct RowsNeeded {
  double N, r, support_vectors;

  double bytes() const { return 8 * support_vectors * N; }
  double vector_bytes() const { return 8 * 3 * N; }
  std::vector<Needs> parts(double times) const {
    const double pairs = support_vectors * N - support_vectors * support_vectors / 2;
    return {{.traffic = {{8 * r * N * times, 8 * r * N}}, .multiply_adds = pairs * r},
            {.traffic = {{bytes(), bytes()}}, .exponentials = pairs}};
  }
};

RowsNeeded rows_of(const Problem& problem, Eigen::Index support_vectors) {
  return {static_cast<double>(problem.X.rows()), static_cast<double>(problem.X.cols()),
          static_cast<double>(support_vectors)};
}

// The arithmetic of a pair's two passes over patterns, so many in all. One chooses the second of the pair: the
// greatest (m − r − low)²/(K_ii + K_jj − 2K_ij), the square with its sign, of an r + low that the other pass
// has computed and of a diagonal that is the same everywhere. The other moves residuals by two rows, and
// finds the greatest r + up and the least r + low.
Needs choosing(double patterns) {
  return {.multiply_adds = 2 * patterns, .divisions = patterns, .additions = 2 * patterns};
}
Needs moving(double patterns) { return {.multiply_adds = 2 * patterns, .additions = 4 * patterns}; }

// What a fit needs whose steps move blocks of so many patterns each, together these weights and at least
// half as many pairs: their rows, those of a block at once; both passes over the block for each pair; the
// rows of the weights that moved, which lie together where those of a step fit, added to all residuals; and
// in each step two looks at residuals and offsets, of which one finds the extremes of all.
Needs block_needs(const RowsNeeded& rows, double steps, double moved) {
  const double N = rows.N, block = Block::most, pairs = moved / 2;
  Needs needs{.parts = rows.parts(steps),
              .rest =
                  "rows that are added from where all rows are, and "
                  "the choice of blocks, whose kernels are gathered from there"};
  needs.parts.push_back(choosing(block * pairs));
  needs.parts.push_back(moving(block * pairs));
  needs.parts.push_back(
      {.traffic = {{8 * N * moved, 8 * N * moved / steps}}, .multiply_adds = N * moved});
  needs.parts.push_back(
      {.traffic = {{8 * N * 6 * steps, rows.vector_bytes()}}, .additions = 4 * N * steps});
  return needs;
}

Eigen::Index support_vectors(const Way& way) {
  return (quantity(*way.machine, "dual_variables").array() != 0).count();
}

}  // namespace

// Their rows; and both passes over the patterns a step. A row is read by either pass, and one that the step
// before did not have comes from where all rows are; beside them the first pass reads r and low, the second
// r, up and low, and writes r. No part can begin before the one before has ended: the pair is known by the
// first pass, its rows by the pair, the next pair by the second. Passes that leave out patterns
// (solvers/pairs/shrinking.h) need less: then the share may exceed 100 %.
Needs pair_needs(const Problem& problem, Eigen::Index support_vectors, double steps) {
  const RowsNeeded rows = rows_of(problem, support_vectors);
  const double N = rows.N;
  Needs needs{
      .parts = rows.parts(rows.support_vectors),
      .rest =
          "rows one at a time, whose patterns come at half the rate of a bare sum over them; "
          "and what begins and ends each pass"};
  const auto add_pass = [&](Needs pass, double vectors) {
    pass.traffic = {{8 * N * steps, rows.bytes()}, {8 * N * vectors * steps, rows.vector_bytes()}};
    needs.parts.push_back(std::move(pass));
  };
  add_pass(choosing(N * steps), 2);
  add_pass(moving(N * steps), 4);
  return needs;
}

Needs needs_of_pairs(const Way& way, const Shared& problem) {
  return pair_needs(*problem, support_vectors(way), way.steps);
}

Needs needs_of_blocks(const Way& way, const Shared& problem) {
  Run counted = started(problem, way.algorithm, smo_rules);
  double moved = 0;
  // No further than the fit: a run goes on beyond its rules.
  while (counted.last_iteration() < way.steps && counted.advance(1) > 0) {
    moved += static_cast<double>(quantity(counted.solver(), "working_set").size());
  }
  return block_needs(rows_of(*problem, support_vectors(way)), way.steps, moved);
}

}  // namespace marginscope::bench
