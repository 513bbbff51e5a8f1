#pragma once  // for src/solvers only

// Memory for the rows of a matrix of which nobody knows beforehand how many will be needed.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace marginscope {

// Rows stay in memory up to a bound, beyond which the one that was asked for least recently makes
// room.
//
// Those of a large matrix lie together, in large pages where the system has them: a quarter of a
// fit on 3000 patterns went to the first touch of pages of 4 kilobytes.
class RowMemory {
 public:
  static constexpr std::size_t large_page = std::size_t{2} << 20;

  // For `rows` rows of `length` numbers, of which nothing is taken from the system yet; at least
  // two are kept, whatever `most_bytes` says. A matrix below `least_bytes` has each row by itself:
  // what one fit gives back then serves the next, whereas large pages are taken from the system
  // anew.
  RowMemory(std::size_t rows, std::size_t length, std::size_t least_bytes, std::size_t most_bytes);

  // Row i, until two others have been asked for; null where it is not in memory.
  const double* find(std::size_t i) {
    last_asked_[i] = ++asked_;
    return rows_[i];
  }

  // Space for row i, which is not in memory; not set to anything.
  double* space_for(std::size_t i);

  std::size_t most_bytes() const { return most_kept_ * length_ * sizeof(double); }

  // What it takes beside the rows, in bytes.
  std::size_t own_bytes() const { return rows_.size() * (sizeof(double*) + sizeof(std::int64_t)); }

 private:
  struct Release {
    std::align_val_t alignment;
    void operator()(double* piece) const { ::operator delete(piece, alignment); }
  };

  double* next();

  std::size_t length_, most_kept_, rows_in_piece_ = 1, kept_ = 0;
  std::vector<std::unique_ptr<double, Release>> pieces_;
  std::vector<double*> rows_;             // null where the row is not in memory
  std::vector<std::int64_t> last_asked_;  // in calls of find()
  std::int64_t asked_ = 0;
};

}  // namespace marginscope
