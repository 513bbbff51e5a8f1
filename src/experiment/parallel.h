#pragma once  // for src/experiment only

// Independent pieces of work on several threads.

#include <atomic>
#include <functional>

namespace marginscope {

// Calls work(0) … work(count − 1), each once, on at most `jobs` threads, in ascending order of
// starting. With one job everything happens on the calling thread. Once `*cancelled` is set no
// further piece is started. Returns after the last piece.
void parallel_for(int count, int jobs, const std::atomic<bool>* cancelled,
                  const std::function<void(int)>& work);

}  // namespace marginscope
