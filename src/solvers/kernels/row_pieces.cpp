#include "solvers/kernels/row_pieces.h"

#include <mutex>
#include <new>
#include <vector>

#include "core/memory.h"

namespace marginscope {
namespace {

constexpr std::size_t most_waiting = 8;

struct Waiting {
  std::mutex mutex;
  std::vector<double*> pieces;
};

// Lives as long as the process: what is given back while it ends finds it.
Waiting& waiting() {
  static Waiting& all = *new Waiting;
  return all;
}

// As it is taken from the system.
constexpr std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{has_large_pages && bytes >= large_page ? large_page
                                                                 : alignof(std::max_align_t)};
}

}  // namespace

void GiveBack::operator()(double* first) const {
  if (has_large_pages && bytes == piece_bytes) {
    Waiting& all = waiting();
    const std::lock_guard lock(all.mutex);
    if (all.pieces.size() < most_waiting) {
      all.pieces.push_back(first);
      return;
    }
  }
  ::operator delete(first, alignment_of(bytes));
}

RowPiece take_piece(std::size_t bytes) {
  // A page that a piece ends inside of would be small ones.
  if (has_large_pages && bytes >= large_page) {
    bytes = (bytes + large_page - 1) / large_page * large_page;
  }
  if (has_large_pages && bytes == piece_bytes) {
    Waiting& all = waiting();
    const std::lock_guard lock(all.mutex);
    if (!all.pieces.empty()) {
      RowPiece piece(all.pieces.back(), GiveBack{bytes});
      all.pieces.pop_back();
      return piece;
    }
  }
  const std::align_val_t alignment = alignment_of(bytes);
  RowPiece piece(static_cast<double*>(::operator new(bytes, alignment)), GiveBack{bytes});
  if (has_large_pages && bytes >= large_page) ask_for_large_pages(piece.get(), bytes);
  return piece;
}

std::size_t waiting_pieces() {
  Waiting& all = waiting();
  const std::lock_guard lock(all.mutex);
  return all.pieces.size();
}

}  // namespace marginscope
