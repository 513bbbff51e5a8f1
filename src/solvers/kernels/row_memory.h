#pragma once

// Memory for the rows of a matrix of which nobody knows beforehand how many will be needed.

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace marginscope {

// Rows of a large matrix lie together, in large pages where the system has them: a quarter of a fit
// on 3000 patterns went to the first touch of pages of 4 kilobytes.
class RowMemory {
 public:
  static constexpr std::size_t large_page = std::size_t{2} << 20;

  // For `rows` rows of `length` numbers at most, of which nothing is taken from the system yet. A
  // matrix below `least_bytes` has each row by itself: what one fit gives back then serves the
  // next, whereas large pages are taken from the system anew.
  RowMemory(std::size_t rows, std::size_t length, std::size_t least_bytes);

  // Space for one more row, not set to anything; it lives as long as this.
  double* next();

 private:
  struct Release {
    std::align_val_t alignment;
    void operator()(double* piece) const { ::operator delete(piece, alignment); }
  };

  std::size_t length_, rows_in_piece_ = 1, taken_ = 0;
  std::vector<std::unique_ptr<double, Release>> pieces_;
};

}  // namespace marginscope
