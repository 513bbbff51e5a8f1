#pragma once  // for src/solvers only

// Memory for the rows of a matrix of which nobody knows beforehand how many will be needed.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/kernels/row_pieces.h"

namespace marginscope {

// Rows stay in memory up to a bound, beyond which the one that was asked for least recently makes
// room.
//
// They lie together in pieces where the system has large pages (row_pieces.h), elsewhere each by itself.
class RowMemory {
 public:
  // For `rows` rows of `length` numbers, of which nothing is taken from the system yet; at least
  // two are kept, whatever `most_bytes` says.
  RowMemory(std::size_t rows, std::size_t length, std::size_t most_bytes);

  // Row i, until two others have been asked for; null where it is not in memory.
  const double* find(std::size_t i) {
    last_asked_[i] = ++asked_;
    return rows_[i];
  }

  // Space for row i, which is not in memory; not set to anything.
  double* space_for(std::size_t i);

  std::size_t most_kept() const { return most_kept_; }
  std::size_t most_bytes() const { return most_kept_ * length_ * sizeof(double); }

  // What it takes beside the rows, in bytes.
  std::size_t own_bytes() const { return rows_.size() * (sizeof(double*) + sizeof(std::int64_t)); }

 private:
  double* next();

  std::size_t length_, most_kept_, bytes_in_piece_, rows_in_piece_ = 1, kept_ = 0;
  std::vector<RowPiece> pieces_;
  std::vector<double*> rows_;             // null where the row is not in memory
  std::vector<std::int64_t> last_asked_;  // in calls of find()
  std::int64_t asked_ = 0;
};

}  // namespace marginscope
