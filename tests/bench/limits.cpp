#include "limits.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>

#include "core/exponential.h"
#include "core/lanes.h"
#include "core/memory.h"
#include "core/text.h"

namespace marginscope::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The compiler must take all memory for read and changed here, so that no pass is left out.
inline void touch_memory() { asm volatile("" ::: "memory"); }

// The least seconds of a turn, of as many as there is time for. A turn takes some microseconds at the
// least, of which looking at the clock is a small part. No compiler makes it a part of this loop: an engine
// that compiles wasm anew while it runs puts the better code in the place of a function between its calls only.
double least_seconds(const std::function<void()>& turn) {
  constexpr double together = 0.05;
  constexpr int least_turns = 5;
  double least = std::numeric_limits<double>::infinity(), spent = 0;
  for (int turns = 0; turns < least_turns || spent < together; ++turns) {
    const auto began = Clock::now();
    turn();
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

// --- Memory ---

// Lanes at once, so that no addition waits for the one before; arrays have a multiple of them.
constexpr std::size_t groups = 8, most_lanes = 8;
constexpr std::size_t at_once = groups * most_lanes;

// In large pages where the system has them, as the rows of a kernel matrix are.
using Array = std::unique_ptr<double, decltype(&std::free)>;
Array ones(std::size_t n) {
  constexpr std::size_t page = std::size_t{2} << 20;
  const std::size_t bytes = (n * sizeof(double) + page - 1) / page * page;
  Array array(static_cast<double*>(std::aligned_alloc(page, bytes)), &std::free);
  ask_for_large_pages(array.get(), bytes);
  std::fill_n(array.get(), n, 1.0);
  return array;
}

template <class Lanes>
inline void triad_on(double* a, const double* b, const double* c, double s, std::size_t n) {
  for (std::size_t i = 0; i < n; i += groups * Lanes::count) {
    each<groups>([&](auto u) {
      const std::size_t at = i + u * Lanes::count;
      Lanes::at(a + at) = Lanes::at(b + at) + s * Lanes::at(c + at);
    });
  }
}

template <class Lanes>
inline double sum_on(const double* a, std::size_t n) {
  typename Lanes::Values sums[groups] = {};
  for (std::size_t i = 0; i < n; i += groups * Lanes::count) {
    each<groups>([&](auto u) { sums[u] += Lanes::at(a + i + u * Lanes::count); });
  }
  double sum = 0;
  for (const auto& group : sums) {
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) sum += group[lane];
  }
  return sum;
}

// Of arrays that take so many bytes together.
double bytes_a_second(double bytes) {
  const auto most = static_cast<std::size_t>(bytes / sizeof(double) / 3);
  const std::size_t third = most / at_once * at_once, n = 3 * third;
  const Array array = ones(n);
  double* const a = array.get();
  // A turn reads a few megabytes at the least.
  constexpr double a_turn = 4e6;
  const double size = static_cast<double>(n * sizeof(double));
  const int passes = static_cast<int>(std::ceil(a_turn / size));
  const double triad = least_seconds([&] {
    for (int pass = 0; pass < passes; ++pass) {
      on_registers(
          [=]<class Lanes>(Lanes) { triad_on<Lanes>(a, a + third, a + 2 * third, 3, third); });
      touch_memory();
    }
  });
  volatile double kept = 0;
  const double sum = least_seconds([&] {
    for (int pass = 0; pass < passes; ++pass) {
      kept = on_registers([=]<class Lanes>(Lanes) { return sum_on<Lanes>(a, n); });
      touch_memory();
    }
  });
  return passes * size / std::min(triad, sum);
}

// --- Arithmetic ---

// C ← AB for matrices that stay in the first cache. A lies in panels of `tall` lanes by rows, B in panels
// of `wide` columns. A tile of C has as many sums as processors need that are independent. More would not
// stay in registers as wasm, where a column of A, a number of B and products take half of sixteen.
constexpr std::size_t tall = 2, wide = 4;
constexpr std::size_t row_panels = 2, column_panels = 2, depth = 128;

template <class Lanes>
inline void multiply_on(const double* A, const double* B, double* C) {
  for (std::size_t rows = 0; rows < row_panels; ++rows) {
    for (std::size_t columns = 0; columns < column_panels; ++columns) {
      const double *a = A + rows * depth * tall * Lanes::count, *b = B + columns * depth * wide;
      typename Lanes::Values tile[wide][tall] = {};
      for (std::size_t k = 0; k < depth; ++k) {
        each<wide>([&](auto j) {
          each<tall>([&](auto i) { tile[j][i] += Lanes::at(a + i * Lanes::count) * b[j]; });
        });
        a += tall * Lanes::count;
        b += wide;
      }
      each<wide>([&](auto j) {
        each<tall>([&](auto i) { Lanes::at(C + (j * tall + i) * Lanes::count) = tile[j][i]; });
      });
      C += wide * tall * Lanes::count;
    }
  }
}

double measure_multiply_adds() {
  constexpr std::size_t products = 64;
  const std::vector<double> A(row_panels * tall * most_lanes * depth, 0.5);
  const std::vector<double> B(column_panels * wide * depth, 2.0);
  std::vector<double> C(row_panels * tall * most_lanes * column_panels * wide);
  std::size_t lanes = 0;
  const double seconds = least_seconds([&] {
    for (std::size_t product = 0; product < products; ++product) {
      lanes = on_registers([&]<class Lanes>(Lanes) {
        multiply_on<Lanes>(A.data(), B.data(), C.data());
        return Lanes::count;
      });
      touch_memory();
    }
  });
  const std::size_t rows = row_panels * tall * lanes, columns = column_panels * wide;
  return static_cast<double>(products * rows * columns * depth) / seconds;
}

double measure_divisions() {
  constexpr std::size_t rounds = 2048;
  std::array<double, at_once> values;
  std::size_t lanes = 0;
  const double seconds = least_seconds([&] {
    values.fill(1.5);
    touch_memory();
    lanes = on_registers([&]<class Lanes>(Lanes) {
      typename Lanes::Values x[groups];
      each<groups>([&](auto u) { x[u] = Lanes::at(&values[u * Lanes::count]); });
      for (std::size_t round = 0; round < rounds; ++round) {
        each<groups>([&](auto u) { x[u] = 2 / x[u]; });
      }
      each<groups>([&](auto u) { Lanes::at(&values[u * Lanes::count]) = x[u]; });
      return Lanes::count;
    });
    touch_memory();
  });
  return static_cast<double>(rounds * groups * lanes) / seconds;
}

// Additions and maxima in turn: where each has units of its own, both are at work.
double measure_additions() {
  constexpr std::size_t chains = 6, rounds = 4096;
  std::array<double, chains * most_lanes> values;
  std::size_t lanes = 0;
  const double seconds = least_seconds([&] {
    values.fill(1.5);
    touch_memory();
    lanes = on_registers([&]<class Lanes>(Lanes) {
      typename Lanes::Values sums[chains], most[chains];
      each<chains>([&](auto u) { sums[u] = most[u] = Lanes::at(&values[u * Lanes::count]); });
      for (std::size_t round = 0; round < rounds; ++round) {
        each<chains>([&](auto u) {
          sums[u] += 1.5;
          raise_to(most[u], sums[u]);
        });
      }
      each<chains>([&](auto u) { Lanes::at(&values[u * Lanes::count]) = sums[u] + most[u]; });
      return Lanes::count;
    });
    touch_memory();
  });
  return static_cast<double>(2 * rounds * chains * lanes) / seconds;
}

double measure_exponentials() {
  // Four times one after the other they stay in range: from [−2, 0] they come to no more than e^15.2.
  constexpr std::size_t n = 3072;
  constexpr int times = 4;
  std::vector<double> values(n);
  double least = std::numeric_limits<double>::infinity();
  least_seconds([&] {
    for (std::size_t i = 0; i < n; ++i) values[i] = -2.0 * static_cast<double>(i) / n;
    const auto began = Clock::now();
    for (int time = 0; time < times; ++time) exponentials(values.data(), n);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - began).count());
  });
  return times * static_cast<double>(n) / least;
}

// Each number that is measured, one after the other.
template <class SomeRates, class Visit>
void visit_numbers(SomeRates& rates, const Visit& visit) {
  for (auto& level : rates.memory) visit(level.bytes_a_second);
  visit(rates.multiply_adds);
  visit(rates.divisions);
  visit(rates.additions);
  visit(rates.exponentials);
}

}  // namespace

Rates measure_rates() {
  Rates rates;
  for (Rates::Memory& level : rates.memory) level.bytes_a_second = bytes_a_second(level.size);
  rates.multiply_adds = measure_multiply_adds();
  rates.divisions = measure_divisions();
  rates.additions = measure_additions();
  rates.exponentials = measure_exponentials();
  return rates;
}

std::vector<double> numbers_of(const Rates& rates) {
  std::vector<double> numbers;
  visit_numbers(rates, [&](double number) { numbers.push_back(number); });
  return numbers;
}

void set_numbers(Rates& rates, std::span<const double> numbers) {
  auto next = numbers.begin();
  visit_numbers(rates, [&](double& number) { number = *next++; });
}

std::string size_text(double bytes) {
  const bool is_small = bytes < Rates::megabyte;
  return sentence(short_text(bytes / (is_small ? Rates::kilobyte : Rates::megabyte)),
                  is_small ? " KB" : " MB");
}

std::string rates_text(std::string_view whose, const Rates& rates) {
  std::string text;
  for (const Rates::Memory& memory : rates.memory) {
    text += sentence(short_text(1e-9 * memory.bytes_a_second), " GB/s of ", size_text(memory.size),
                     ", ");
  }
  return sentence("Rates of ", whose, ": ", text, "and a second ",
                  short_text(1e-9 * rates.multiply_adds), " G multiplications with an addition, ",
                  short_text(1e-9 * rates.divisions), " G divisions, ",
                  short_text(1e-9 * rates.additions), " G additions or maxima, ",
                  short_text(1e-9 * rates.exponentials), " G exponentials.");
}

Limit limit_of(const Needs& needs, const Rates& rates) {
  Limit limit;
  double longest = 0;
  for (const Needs& part : needs.parts) {
    const Limit its = limit_of(part, rates);
    limit.seconds += its.seconds;
    if (its.seconds <= longest) continue;
    longest = its.seconds;
    limit.of = its.of;
  }
  const auto raise = [&limit](double amount, double rate, const std::string& of) {
    if (amount / rate > limit.seconds) limit = {amount / rate, of};
  };
  for (const Needs::Traffic& traffic : needs.traffic) {
    const auto larger = std::ranges::find_if(
        rates.memory, [&](const Rates::Memory& level) { return level.size > traffic.data; });
    const auto memory = larger == rates.memory.begin() ? larger : std::prev(larger);
    raise(traffic.bytes, memory->bytes_a_second, sentence("traffic of ", size_text(memory->size)));
  }
  raise(needs.multiply_adds, rates.multiply_adds, "multiplications");
  raise(needs.divisions, rates.divisions, "divisions");
  raise(needs.additions, rates.additions, "additions");
  raise(needs.exponentials, rates.exponentials, "exponentials");
  return limit;
}

}  // namespace marginscope::bench
