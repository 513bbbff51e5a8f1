#pragma once  // for every room above

// Seeded random numbers that are the same on every platform: the engine is specified bit for bit by
// the standard, the distributions here are ours because the standard's are not.

#include <cstdint>
#include <random>
#include <vector>

namespace marginscope {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // Uniform on [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double from, double to) { return from + (to - from) * uniform(); }

  // Standard normal by Marsaglia's polar method.
  double normal();

  // Uniform on 0 … count − 1, without bias. `count` is at least 1.
  std::uint64_t below(std::uint64_t count);

  // Fisher–Yates.
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }
  }

 private:
  std::mt19937_64 engine_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace marginscope
