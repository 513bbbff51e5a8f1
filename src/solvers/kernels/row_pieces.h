#pragma once  // for src/solvers only

// Memory for rows of kernel matrices, in pieces. Where the system has large pages what one fit gives back
// serves the next one: the first touch of a page, large or small, takes the system longer than a kernel
// for each number in it, and was half of the time of fits on 500 and on 10,000 patterns.

#include <cstddef>
#include <memory>

#include "core/memory.h"

namespace marginscope {

// Whether the system has large pages; and what one takes, in bytes.
#ifdef __linux__
inline constexpr bool has_large_pages = true;
#else
inline constexpr bool has_large_pages = false;
#endif
inline constexpr std::size_t large_page = std::size_t{2} << 20;

// Pages of a piece that are never touched cost nothing. Those of a small one are small.
inline constexpr std::size_t small_piece = large_page / 4, large_piece = 4 * large_page;

struct GiveBack {
  std::size_t bytes;
  void operator()(double* first) const;
};
using RowPiece = std::unique_ptr<double, GiveBack>;

// At least so many bytes, not set to anything, in whole large pages where they fill one. Threads may take
// and give back at the same time.
RowPiece take_piece(std::size_t bytes);

// Pieces of either size that were given back and wait for the next fit. Of large ones as many as a fit may
// hold: the system may have their pages back meanwhile, when it needs some. Small ones keep theirs, so few wait.
inline constexpr auto most_large_waiting =
    static_cast<std::size_t>(row_training_memory) / large_piece;
inline constexpr std::size_t most_small_waiting = 64;
std::size_t waiting_pieces();

}  // namespace marginscope
