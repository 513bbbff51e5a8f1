#include "core/workers.h"

#include <algorithm>
#include <mutex>

namespace marginscope {

int machines_within(double memory, double each, int most) {
  return static_cast<int>(std::clamp(memory / each, 1.0, static_cast<double>(std::max(1, most))));
}

IndependentWork::IndependentWork(std::size_t pieces, int workers)
    : end_(pieces),
      hands_(std::min(pieces, static_cast<std::size_t>(std::max(1, workers)))),
      made_(pieces, false) {
  for (Hand& hand : hands_) hand.piece = next_++;
}

// Whether there is a piece in the hand, or for it.
bool IndependentWork::take(Hand& hand) {
  if (hand.piece && *hand.piece < end_) return true;
  hand = {};
  if (next_ < end_) hand.piece = next_++;
  return hand.piece.has_value();
}

void IndependentWork::put(Hand& hand, const Result<bool>& made) {
  hand.begins = false;
  if (made && !*made) return;
  const std::size_t piece = *hand.piece;
  hand.piece.reset();
  if (piece >= end_) return;  // an earlier one has failed meanwhile
  if (made) {
    made_[piece] = true;
    while (done_ < end_ && made_[done_]) ++done_;
  } else {
    end_ = piece;
    error_ = made.error();
  }
}

Result<bool> IndependentWork::advance(const Workers& workers, std::chrono::nanoseconds max_time,
                                      const GoOn& go_on) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  std::mutex mutex;
  const auto work = [&](int worker) {
    Hand& hand = hands_[static_cast<std::size_t>(worker)];
    for (auto left = max_time;;) {
      {
        const std::lock_guard lock(mutex);
        if (!take(hand)) return;
      }
      const Result<bool> made = go_on(worker, *hand.piece, hand.begins, left);
      {
        const std::lock_guard lock(mutex);
        put(hand, made);
      }
      left = max_time - (Clock::now() - began);
      if (left.count() <= 0) return;
    }
  };
  const int present = static_cast<int>(hands_.size());
  if (present > 1) {
    workers.at_once(present, work);
  } else if (present == 1) {
    work(0);
  }
  if (done_ < end_) return false;
  if (error_) return fail(*error_);
  return true;
}

}  // namespace marginscope
