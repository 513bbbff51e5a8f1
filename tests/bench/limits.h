#pragma once

// How long work takes at the least: what it needs, and what this machine can do.

#include <string>
#include <string_view>
#include <vector>

namespace marginscope::bench {

// What one thread of this machine does in a second, at the best of several turns, on the lanes of our
// own loops and in double precision.
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
  double exponentials = 0;  // of core/exponential.h
};

// Cost: a second or two, and four times the last cache in memory.
Rates measure_rates();

// "L1 195 GB/s (32 KB), …, 14 billion multiplications with an addition a second, …"
std::string rates_text(const Rates& rates);

// What work needs at the least, whoever does it: counted, not measured.
struct Needs {
  // Bytes that are read or written, of data that lie together and take so many bytes.
  struct Traffic {
    double bytes = 0, data = 0;
  };
  std::vector<Traffic> traffic = {};
  double multiply_adds = 0, divisions = 0, exponentials = 0;
  // Where it has parts each of which waits for the one before: those, and nothing above.
  std::vector<Needs> parts = {};
  // Where ours stays far from the limit: what the rest of the time goes on, by a profile.
  std::string_view rest = {};
};

// The longest of what each need takes by itself: the processor may do all of them at once. Data are in
// the smallest memory that they fit in. Of parts that follow each other the sum, and what takes most in it.
struct Limit {
  double seconds = 0;
  std::string of;  // "exponentials", "traffic in L2"
};
Limit limit_of(const Needs& needs, const Rates& rates);

}  // namespace marginscope::bench
