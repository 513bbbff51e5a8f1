#pragma once  // for every room above

// Threads of this process, which a page does not have.

#include <functional>

#include "core/workers.h"

namespace marginscope {

// How many threads run at once on this machine, as far as this process may use it; 1 at least.
int processors();

// Calls work(0) … work(n − 1) on n threads, the calling one among them, and returns after the last.
void on_threads(int n, const std::function<void(int worker)>& work);

// As many workers, each a thread.
inline Workers workers_on_threads(int count) { return {count, on_threads}; }

}  // namespace marginscope
