#include "core/native/threads.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace marginscope {

#ifdef __wasm__
// A module has one thread.
int processors() { return 1; }

void on_threads(int n, const std::function<void(int worker)>& work) {
  for (int worker = 0; worker < n; ++worker) work(worker);
}
#else
int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void on_threads(int n, const std::function<void(int worker)>& work) {
  std::vector<std::jthread> helpers;
  for (int worker = 1; worker < n; ++worker) helpers.emplace_back(std::cref(work), worker);
  if (n > 0) work(0);
}
#endif

}  // namespace marginscope
