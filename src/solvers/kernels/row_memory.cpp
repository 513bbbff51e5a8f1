#include "solvers/kernels/row_memory.h"

#include <algorithm>
#include <utility>

namespace marginscope {

RowMemory::RowMemory(std::size_t rows, std::size_t length, std::size_t most_bytes)
    : length_(length),
      most_kept_(
          std::max<std::size_t>(2, most_bytes / sizeof(double) / std::max<std::size_t>(1, length))),
      bytes_in_piece_(length * sizeof(double)),
      rows_(rows),
      last_asked_(rows) {
  const std::size_t row_bytes = bytes_in_piece_;
  if (!has_large_pages || row_bytes == 0) return;
  bytes_in_piece_ =
      rows * row_bytes <= small_piece ? small_piece : std::max(large_piece, row_bytes);
  rows_in_piece_ = bytes_in_piece_ / row_bytes;
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
  if (in_piece == 0) pieces_.push_back(take_piece(bytes_in_piece_));
  return pieces_.back().get() + in_piece * length_;
}

}  // namespace marginscope
