#pragma once  // for every room above

// Loops on SIMD lanes, written out: a compiler that minds floating point traps does not vectorise a
// comparison by itself.
//
// Such a loop is a template on the number of its lanes, which on_lanes chooses: eight, four or two. So
// that the choice does not change a bit, what a loop collects over lanes it collects over the same
// number of them either way, and joins them in the same order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

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

// By way of memory, from which a number comes to all lanes at once: written as an expression GCC 12 puts it into
// one lane of eight after the other, in every loop that begins with it.
template <class Values>
inline void fill(Values& lanes, double value) {
  double all[sizeof(Values) / sizeof(double)];
  for (double& one : all) one = value;
  std::memcpy(&lanes, all, sizeof(all));
}
template <class Values>
inline void raise_to(Values& most, const Values& candidate) {
  most = candidate > most ? candidate : most;
}
template <class Values>
inline void lower_to(Values& least, const Values& candidate) {
  least = candidate < least ? candidate : least;
}

// All lanes as one: join(a, b) of halves, so that little waits for little.
template <class Lanes, class Join>
inline double join_lanes(const typename Lanes::Values& lanes, const Join& join) {
  double values[Lanes::count];
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) values[lane] = lanes[lane];
  for (std::size_t half = Lanes::count / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) {
      values[lane] = join(values[lane], values[lane + half]);
    }
  }
  return values[0];
}

// body(u) for u = 0, …, count − 1 as constants, written out one after the other: arrays of lanes that it
// indexes by them are registers, which they are not in a loop that the compiler does not unroll.
template <std::ptrdiff_t count, class Body>
inline void each(const Body& body) {
  [&]<std::ptrdiff_t... u>(std::integer_sequence<std::ptrdiff_t, u...>) {
    (body(std::integral_constant<std::ptrdiff_t, u>{}), ...);
  }
  (std::make_integer_sequence<std::ptrdiff_t, count>{});
}

// body(Lanes{}, i) for as many groups of n entries as there are, then body(Lanes<1>{}, i) for the rest.
template <class Lanes, class Body>
inline void for_each_group(std::ptrdiff_t n, const Body& body) {
  constexpr std::ptrdiff_t step = Lanes::count;
  std::ptrdiff_t i = 0;
  for (; i + step <= n; i += step) body(Lanes{}, i);
  for (; i < n; ++i) body(marginscope::Lanes<1>{}, i);
}

// The sums over n entries of the `count` terms that terms(L{}, i, t) puts into t[0], t[1], … for the entries from i on: each into
// eight sums, so that none waits for the one before, whatever the processor's lanes make of them.
template <class Lanes, std::ptrdiff_t count, class Terms>
inline std::array<double, count> add_up(std::ptrdiff_t n, const Terms& terms) {
  constexpr std::ptrdiff_t at_once = 8, step = Lanes::count;
  typename Lanes::Values parts[count][at_once / step] = {};
  std::ptrdiff_t i = 0;
  for (; i + at_once <= n; i += at_once) {
    each<at_once / step>([&](auto g) {
      typename Lanes::Values t[count];
      terms(Lanes{}, i + g * step, t);
      each<count>([&](auto c) { parts[c][g] += t[c]; });
    });
  }
  marginscope::Lanes<1>::Values rest[count] = {}, t[count];
  each<count>([&](auto c) {
    for (const auto& part : parts[c]) {
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) rest[c] += part[lane];
    }
  });
  for (; i < n; ++i) {
    terms(marginscope::Lanes<1>{}, i, t);
    each<count>([&](auto c) { rest[c] += t[c]; });
  }
  std::array<double, count> sums;
  each<count>([&](auto c) { sums[c] = rest[c][0]; });
  return sums;
}

// How many of the comparisons that it is shown hold.
template <class Lanes>
struct Count {
  decltype(typename Lanes::Values{} > 0) held = {};
  std::ptrdiff_t of_rest = 0;

  template <class Held>
  void add(const Held& holds) {
    // What holds is −1.
    if constexpr (sizeof(Held) == Lanes::bytes)
      held -= holds;
    else
      of_rest -= static_cast<std::ptrdiff_t>(holds[0]);
  }
  std::ptrdiff_t value() const {
    std::ptrdiff_t sum = of_rest;
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
      sum += static_cast<std::ptrdiff_t>(held[lane]);
    }
    return sum;
  }
};

// The largest of what it is shown, and whether all of it is finite.
template <class Lanes>
struct Largest {
  typename Lanes::Values most, zeros = {};
  double most_of_rest = -std::numeric_limits<double>::infinity(), zeros_of_rest = 0;
  Largest() { fill(most, -std::numeric_limits<double>::infinity()); }

  template <class Values>
  void show(const Values& e) {
    // What is added is not a number where e is not finite.
    if constexpr (sizeof(Values) == Lanes::bytes) {
      raise_to(most, e);
      zeros += e - e;
    } else {
      most_of_rest = std::max(most_of_rest, e[0]);
      zeros_of_rest += e[0] - e[0];
    }
  }
  template <class Values>
  void show_size(const Values& e) {
    show(e < 0 ? -e : e);
  }

  // −∞ where there was none. Of two zeros the positive one, whichever came first.
  double of_numbers() const {
    double largest = most_of_rest;
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) largest = std::max(largest, most[lane]);
    return largest + 0.0;
  }
  // Not a number where one is not finite; −∞ where there was none.
  double value() const {
    double zero = zeros_of_rest;
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) zero += zeros[lane];
    return zero == 0 ? of_numbers() : std::numeric_limits<double>::quiet_NaN();
  }
};

#ifdef __x86_64__
// As many as the processor has registers for. Tests set it lower.
inline std::size_t widest_lanes = __builtin_cpu_supports("avx512f") &&
                                          __builtin_cpu_supports("avx512dq") &&
                                          __builtin_cpu_supports("avx512vl")
                                      ? 8
                                  : __builtin_cpu_supports("avx2") ? 4
                                                                   : 2;

// For such processors, with all that the loop calls.
template <class Loop>
[[gnu::target("avx512f,avx512dq,avx512vl"), gnu::flatten]] auto on_eight_lanes(const Loop& loop) {
  return loop(Lanes<8>{});
}
template <class Loop>
[[gnu::target("avx2"), gnu::flatten]] auto on_four_lanes(const Loop& loop) {
  return loop(Lanes<4>{});
}
#endif

// loop(Lanes<8>{}), loop(Lanes<4>{}) or loop(Lanes<2>{}), whichever is fastest.
template <class Loop>
auto on_lanes(const Loop& loop) {
#if defined(__x86_64__)
  if (widest_lanes >= 8) return on_eight_lanes(loop);
  return widest_lanes >= 4 ? on_four_lanes(loop) : loop(Lanes<2>{});
#elif defined(__wasm__)
  // In pairs there is twice as much that need not wait for each other.
  return loop(Lanes<4>{});
#else
  return loop(Lanes<2>{});
#endif
}

// The same for loops whose groups need not wait for each other: those of WebAssembly are a register each,
// which makes half of the code.
template <class Loop>
auto on_registers(const Loop& loop) {
#ifdef __wasm__
  return loop(Lanes<2>{});
#else
  return on_lanes(loop);
#endif
}

}  // namespace marginscope
