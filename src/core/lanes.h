#pragma once  // for every room above

// Loops on SIMD lanes, written out: a compiler that minds floating point traps does not vectorise a
// comparison by itself.
//
// Such a loop is a template on the number of its lanes, which on_lanes chooses: four or two. So
// that the choice does not change a bit, what a loop collects over lanes it collects over the same
// number of them either way, and joins them in the same order.

#include <cstddef>
#include <cstdint>

#ifdef __OPTIMIZE_SIZE__
#error "Inner loops are compiled for speed: configure the build anew, then it finds this file."
#endif

namespace marginscope {

template <std::size_t number>
struct Lanes {
  static constexpr std::size_t count = number;
  static constexpr std::size_t bytes = number * sizeof(double);
  using Values [[gnu::vector_size(bytes)]] = double;
  using Bits [[gnu::vector_size(bytes)]] = std::uint64_t;
  // Lanes in an array, wherever they begin.
  using InMemory [[gnu::vector_size(bytes), gnu::aligned(alignof(double)), gnu::may_alias]] =
      double;

  // References, here and below: how four lanes are passed by value depends on the processor that is
  // compiled for, which is not the same everywhere.
  static const InMemory& at(const double* values) {
    return *reinterpret_cast<const InMemory*>(values);
  }
  static InMemory& at(double* values) { return *reinterpret_cast<InMemory*>(values); }
};

template <class Values>
inline void fill(Values& lanes, double value) {
  lanes = value - Values{};
}
template <class Values>
inline void raise_to(Values& most, const Values& candidate) {
  most = candidate > most ? candidate : most;
}
template <class Values>
inline void lower_to(Values& least, const Values& candidate) {
  least = candidate < least ? candidate : least;
}

#ifdef __x86_64__
// Whether the processor has registers for them. Tests turn it off.
inline bool four_lanes = __builtin_cpu_supports("avx2");

// For such a processor, with all that the loop calls.
template <class Loop>
[[gnu::target("avx2"), gnu::flatten]] auto on_four_lanes(const Loop& loop) {
  return loop(Lanes<4>{});
}
#endif

// loop(Lanes<4>{}) or loop(Lanes<2>{}), whichever is faster.
template <class Loop>
auto on_lanes(const Loop& loop) {
#if defined(__x86_64__)
  return four_lanes ? on_four_lanes(loop) : loop(Lanes<2>{});
#elif defined(__wasm__)
  // Pairs of its registers: twice as much that need not wait for each other.
  return loop(Lanes<4>{});
#else
  return loop(Lanes<2>{});
#endif
}

}  // namespace marginscope
