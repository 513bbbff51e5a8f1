#pragma once

// How long work takes at the least: what it needs, and what this machine can do.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marginscope::bench {

// What one thread of this machine does in a second, at the best of several turns, on the lanes of our
// own loops and in double precision: natively, or as wasm where that is what is compiled.
struct Rates {
  // From the smallest to the largest; the last one holds everything.
  struct Memory {
    std::string name;           // "L2"
    double size = 0;            // bytes; infinite of the last
    double bytes_a_second = 0;  // of the faster of a triad a ← b + sc and a sum
  };
  std::vector<Memory> memory;
  double multiply_adds =
      0;  // a multiplication and an addition, rounded each: in a product of matrices
  double divisions = 0;
  double additions = 0;     // or maxima, as many of these as of those
  double exponentials = 0;  // of core/exponential.h
};

// Of a machine with caches of these sizes in bytes, from the first on (caches.h). Cost: a second or two, and
// four times the last cache in memory.
Rates measure_rates(std::span<const double> cache_sizes);

// All that is measured in them as a list, and from one of as many: so another process hands over its own.
std::vector<double> numbers_of(const Rates& rates);
void set_numbers(Rates& rates, std::span<const double> numbers);

// "Rates of one thread: 195 GB/s in L1, …, and a second 14 G multiplications with an addition, …"
std::string rates_text(std::string_view whose, const Rates& rates);

// What work needs at the least, whoever does it: counted, not measured.
struct Needs {
  // Bytes that are read or written, of data that lie together and take so many bytes.
  struct Traffic {
    double bytes = 0, data = 0;
  };
  std::vector<Traffic> traffic = {};
  double multiply_adds = 0, divisions = 0, exponentials = 0;
  double additions = 0;  // other than in multiply_adds; and the greater or the less of two numbers
  // Where it has parts each of which waits for the one before: those, and nothing above.
  std::vector<Needs> parts = {};
  // Where ours stays far from the limit: what the rest of the time goes on, by a profile.
  std::string_view rest = {};
};

// The longest of what each need takes by itself: the processor may do all of them at once, as some do additions
// beside multiplications. Data are in the smallest memory that they fit in. Of parts that follow each other
// the sum, and what takes most in it.
struct Limit {
  double seconds = 0;
  std::string of;  // "exponentials", "traffic in L2"
};
Limit limit_of(const Needs& needs, const Rates& rates);

}  // namespace marginscope::bench
