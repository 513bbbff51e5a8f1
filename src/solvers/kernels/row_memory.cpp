#include "solvers/kernels/row_memory.h"

#include <algorithm>
#include <utility>

#include "core/memory.h"

namespace marginscope {
namespace {

#ifdef __linux__
constexpr bool has_large_pages = true;
#else
constexpr bool has_large_pages = false;
#endif

// Pages of a piece that are never touched cost nothing.
constexpr std::size_t piece_bytes = 4 * RowMemory::large_page;

}  // namespace

RowMemory::RowMemory(std::size_t rows, std::size_t length, std::size_t least_bytes,
                     std::size_t most_bytes)
    : length_(length),
      most_kept_(
          std::max<std::size_t>(2, most_bytes / sizeof(double) / std::max<std::size_t>(1, length))),
      rows_(rows),
      last_asked_(rows) {
  const std::size_t row_bytes = length * sizeof(double);
  if (has_large_pages && row_bytes > 0 && rows * row_bytes >= least_bytes) {
    rows_in_piece_ = std::max<std::size_t>(1, piece_bytes / row_bytes);
  }
}

double* RowMemory::space_for(std::size_t i) {
  if (kept_ < most_kept_) return rows_[i] = next();
  std::size_t oldest = rows_.size();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (rows_[k] && (oldest == rows_.size() || last_asked_[k] < last_asked_[oldest])) oldest = k;
  }
  return rows_[i] = std::exchange(rows_[oldest], nullptr);
}

double* RowMemory::next() {
  const std::size_t in_piece = kept_++ % rows_in_piece_;
  if (in_piece == 0) {
    const std::size_t bytes = rows_in_piece_ * length_ * sizeof(double);
    const bool large = has_large_pages && bytes >= large_page;
    const std::align_val_t alignment{large ? large_page : alignof(std::max_align_t)};
    pieces_.emplace_back(static_cast<double*>(::operator new(bytes, alignment)),
                         Release{alignment});
    if (large) ask_for_large_pages(pieces_.back().get(), bytes);
  }
  return pieces_.back().get() + in_piece * length_;
}

}  // namespace marginscope
