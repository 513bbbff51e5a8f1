#include "caches.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "core/text.h"

namespace marginscope::bench {

std::vector<double> cache_sizes() {
  std::vector<double> sizes;
  for (int index = 0;; ++index) {
    const std::string folder =
        sentence("/sys/devices/system/cpu/cpu0/cache/index", std::to_string(index), "/");
    std::ifstream type_file(folder + "type"), size_file(folder + "size");
    std::string type;
    double kilobytes = 0;
    if (!(type_file >> type) || !(size_file >> kilobytes)) break;
    if (type != "Instruction") sizes.push_back(1024 * kilobytes);
  }
  if (!sizes.empty()) return sizes;
  // Not every system has that folder. The library counts the last one of some processors as often as they
  // have it: no more of it is believed than a group of cores shares.
  constexpr long most_shared = 1 << 25;
  for (const int name : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE}) {
    const long size = sysconf(name);
    if (size > 0) sizes.push_back(static_cast<double>(std::min(size, most_shared)));
  }
  return sizes;
}

}  // namespace marginscope::bench
