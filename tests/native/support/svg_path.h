#pragma once

// Where a line of a picture leads that is told from point to point.

#include <array>
#include <string>
#include <vector>

namespace marginscope::testing {

// Of the first path in a text: d="Mx,yl…", of each point after the first one how far it is from the one before.
inline std::vector<std::array<double, 2>> first_path(const std::string& svg) {
  const std::size_t begin = svg.find(" d=\"") + 4;
  const std::string path = svg.substr(begin, svg.find('"', begin) - begin);
  std::vector<std::array<double, 2>> points;
  std::array<double, 2> last = {}, step = {};
  std::size_t coordinate = 0;
  for (std::size_t at = 0; at < path.size();) {
    std::size_t length = 1;
    if (std::string("Ml, ").find(path[at]) == std::string::npos) {
      step[coordinate] = std::stod(path.substr(at), &length);
      if (coordinate == 1) {
        last = {last[0] + step[0], last[1] + step[1]};
        points.push_back(last);
      }
      coordinate = 1 - coordinate;
    }
    at += length;
  }
  return points;
}

}  // namespace marginscope::testing
