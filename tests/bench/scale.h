#pragma once

// How times grow with the work: curves of ours and of peers over many sizes, and their exponents.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "python_peer.h"

namespace marginscope::bench {

struct Growth {
  struct Point {
    double size = 0, seconds = 0;
    double peak_bytes = 0;  // of the memory of a process that does nothing else; 0: not measured
  };
  std::string who;  // "Marginscope", or a peer
  std::vector<Point> points;
  // e of seconds ≈ a · sizeᵉ, by least squares of the logarithms over the upper half of the points; not a
  // number of fewer than two.
  double exponent = 0;
};

// The same work at growing sizes.
struct Scaled {
  std::string id;     // "smo"
  std::string title;  // "smo: a fit of n patterns"
  std::string size;   // what grows: "n"
  std::vector<Growth> growths;
  std::vector<std::string> notes;  // why a curve ends early
};

// Prints a line for each point. Cost: minutes.
std::vector<Scaled> measure_scale(PythonPeer& python);

nlohmann::json json_of(const std::vector<Scaled>& scaled);

// The curves, logarithmic both ways, as an SVG document.
std::string picture_of(const std::vector<Scaled>& scaled);

}  // namespace marginscope::bench
