#include "core/random.h"

#include <cmath>

#include "core/logarithm.h"

namespace marginscope {

double Random::uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u, v, s;
  do {
    u = uniform(-1, 1);
    v = uniform(-1, 1);
    s = u * u + v * v;
  } while (s >= 1 || s == 0);
  const double scale = std::sqrt(-2 * logarithm(s) / s);
  spare_ = v * scale;
  has_spare_ = true;
  return u * scale;
}

std::uint64_t Random::below(std::uint64_t count) {
  // Rejects the incomplete last block of multiples of `count`.
  const std::uint64_t rejected = (0 - count) % count;
  std::uint64_t draw;
  do draw = engine_();
  while (draw < rejected);
  return draw % count;
}

}  // namespace marginscope
