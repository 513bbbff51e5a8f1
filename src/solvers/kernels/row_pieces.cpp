#include "solvers/kernels/row_pieces.h"

#include <mutex>
#include <new>
#include <vector>

namespace marginscope {
namespace {

struct Waiting {
  std::mutex mutex;
  std::vector<double*> small, large;

  // Those of a size, null where pieces of it do not wait.
  std::vector<double*>* of(std::size_t bytes) {
    if (!has_large_pages) return nullptr;
    return bytes == small_piece ? &small : bytes == large_piece ? &large : nullptr;
  }
};

// Lives as long as the process: what is given back while it ends finds it.
Waiting& waiting() {
  static Waiting& all = *new Waiting;
  return all;
}

// Whole large pages, or what a line of a cache holds.
bool in_large_pages(std::size_t bytes) { return has_large_pages && bytes >= large_page; }
std::align_val_t alignment_of(std::size_t bytes) {
  constexpr std::size_t line = 64;
  return std::align_val_t{in_large_pages(bytes) ? large_page : line};
}

}  // namespace

void GiveBack::operator()(double* first) const {
  Waiting& all = waiting();
  if (auto* const pieces = all.of(bytes)) {
    const std::lock_guard lock(all.mutex);
    const bool large = bytes == large_piece;
    if (pieces->size() < (large ? most_large_waiting : most_small_waiting)) {
      if (large) offer_pages(first, bytes);
      pieces->push_back(first);
      return;
    }
  }
  ::operator delete(first, alignment_of(bytes));
}

RowPiece take_piece(std::size_t bytes) {
  // A page that a piece ends inside of would be small ones.
  if (in_large_pages(bytes)) bytes = (bytes + large_page - 1) / large_page * large_page;
  Waiting& all = waiting();
  if (auto* const pieces = all.of(bytes)) {
    const std::lock_guard lock(all.mutex);
    if (!pieces->empty()) {
      RowPiece piece(pieces->back(), GiveBack{bytes});
      pieces->pop_back();
      return piece;
    }
  }
  RowPiece piece(static_cast<double*>(::operator new(bytes, alignment_of(bytes))), GiveBack{bytes});
  if (in_large_pages(bytes)) {
    // Pages that the memory has from a use before are small ones and would stay it; passes over rows in
    // such take twice as long.
    drop_pages(piece.get(), bytes);
    ask_for_large_pages(piece.get(), bytes);
  }
  return piece;
}

std::size_t waiting_pieces() {
  Waiting& all = waiting();
  const std::lock_guard lock(all.mutex);
  return all.small.size() + all.large.size();
}

}  // namespace marginscope
