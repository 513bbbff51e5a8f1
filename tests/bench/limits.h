#pragma once

// How long work takes at the least: what it needs, and what this machine can do.

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marginscope::bench {

// What one thread of this machine does in a second, at the best of several turns, on the lanes of our
// own loops and in double precision: natively, or as wasm where that is what is compiled.
struct Rates {
  // For data from what every first cache holds to what hardly a last one does. Not by caches, whose sizes say
  // little where others share them.
  struct Memory {
    double size;                // of the data, bytes
    double bytes_a_second = 0;  // of the faster of a triad a ← b + sc and a sum
  };
  static constexpr double kilobyte = 1 << 10, megabyte = 1 << 20;
  std::array<Memory, 8> memory = {{{16 * kilobyte},
                                   {64 * kilobyte},
                                   {256 * kilobyte},
                                   {1 * megabyte},
                                   {4 * megabyte},
                                   {16 * megabyte},
                                   {64 * megabyte},
                                   {256 * megabyte}}};
  double multiply_adds =
      0;  // a multiplication and an addition, rounded each: in a product of matrices
  double divisions = 0;
  double additions = 0;     // or maxima, as many of these as of those
  double exponentials = 0;  // of core/exponential.h
};

// Cost: a second or two, and a quarter of a gigabyte.
Rates measure_rates();

// All that is measured in them as a list, and from one of as many: so another process hands over its own.
std::vector<double> numbers_of(const Rates& rates);
void set_numbers(Rates& rates, std::span<const double> numbers);

// Of data: "16 KB", "1 MB".
std::string size_text(double bytes);

// "Rates of one thread: 195 GB/s of 16 KB, …, and a second 14 G multiplications with an addition, …"
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
// beside multiplications. Data come as fast as the largest that were measured and are no larger. Of parts that
// follow each other the sum, and what takes most in it.
struct Limit {
  double seconds = 0;
  std::string of;  // "exponentials", "traffic of 1 MB"
};
Limit limit_of(const Needs& needs, const Rates& rates);

}  // namespace marginscope::bench
