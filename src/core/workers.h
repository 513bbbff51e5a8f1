#pragma once  // for every room above

// Work in independent pieces, by one worker or by several at once. The core starts no thread: who has
// some hands them in (core/native/threads.h), and a page has none.

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/result.h"

namespace marginscope {

struct Workers {
  int count = 1;  // how many there are

  // Calls work(0) … work(n − 1), n ≤ count, all at once, and returns after the last. Null: there is one
  // worker, the calling thread.
  void (*at_once)(int n, const std::function<void(int worker)>& work) = nullptr;
};

// How many machines of `each` bytes are trained at once within `memory`: one at least, which is
// refused by itself where even that is too much, and `most` at the most.
int machines_within(double memory, double each, int most);

// Pieces 0 … n − 1 of a work, begun in this order by whoever is free. What is made of them must not
// depend on who made which; where a piece fails it ends the work as it would have with one worker: all
// before it are done, and those behind it count for nothing.
class IndependentWork {
 public:
  // Begins a piece (`begins`) or goes on with it, for about `max_time`; true once it is done. A worker
  // has one piece at a time, the first of worker w being piece w, and drops it where it counts for nothing
  // any more.
  using GoOn = std::function<Result<bool>(int worker, std::size_t piece, bool begins,
                                          std::chrono::nanoseconds max_time)>;

  IndependentWork() = default;
  // `workers`: as many as are to take part, at most.
  IndependentWork(std::size_t pieces, int workers);

  // Goes on for about `max_time`, at least by one call of `go_on`; true once all is done. Errors: that of
  // the first piece, in their order, that has one.
  Result<bool> advance(const Workers& workers, std::chrono::nanoseconds max_time,
                       const GoOn& go_on);

  // The pieces before this one are done.
  std::size_t done() const { return done_; }

 private:
  struct Hand {
    std::optional<std::size_t> piece;
    bool begins = true;
  };

  bool take(Hand& hand);
  void put(Hand& hand, const Result<bool>& made);

  std::size_t end_ = 0;  // pieces that count: all, or those before the first that failed
  std::size_t next_ = 0, done_ = 0;
  std::vector<Hand> hands_;  // of each worker
  std::vector<bool> made_;   // of each piece
  std::optional<Error> error_;
};

}  // namespace marginscope
