#pragma once  // for every room above

// One iteration in plain numbers. A part is computed only when a rule, the trace or a viewer asks
// for it; what was not asked for, and what an algorithm does not have, is not a number.

#include <cstdint>
#include <limits>

#include "core/moments.h"

namespace marginscope {

using Parts = std::uint32_t;
namespace part {
inline constexpr Parts none = 0;
inline constexpr Parts objective = 1 << 0;
inline constexpr Parts training_error = 1 << 1;
inline constexpr Parts validation_error = 1 << 2;
inline constexpr Parts moments = 1 << 3;
inline constexpr Parts largest_error = 1 << 4;
inline constexpr Parts kkt_violation = 1 << 5;
inline constexpr Parts duality_gap = 1 << 6;
inline constexpr Parts support_vectors = 1 << 7;
inline constexpr Parts weight_norm = 1 << 8;
inline constexpr Parts all = (1 << 9) - 1;
// What every algorithm has, but for the objective where nothing is minimised.
inline constexpr Parts common =
    objective | training_error | validation_error | moments | largest_error | weight_norm;
}  // namespace part

// The least that an error has been so far.
struct LeastError {
  double error = std::numeric_limits<double>::quiet_NaN();
  int first = -1, latest = -1;  // iterations that reached it; −1 where it was not measured in any

  // That of iteration k, which is not a number where it was not measured.
  void take(double now, int k) {
    if (now != now) return;
    if (first < 0 || now < error) {
      error = now;
      first = k;
    }
    if (now == error) latest = k;
  }
};

struct Record {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  int iteration = 0;
  int support_vectors = -1;  // −1 where the algorithm has none
  double objective = none;
  double training_error = none;    // fraction of wrong patterns; mean squared error in regression
  double validation_error = none;  // the same on the validation part
  Moments moments;                 // of the quantity `error` on the training part
  double largest_error = none;     // the largest (most positive) entry of `error`
  double kkt_violation = none;
  double duality_gap = none;
  double weight_norm = none;  // ‖w‖ without the bias

  LeastError least_training, least_validation;  // errors of iterations 0 … k
};

}  // namespace marginscope
