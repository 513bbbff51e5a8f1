#pragma once

namespace marginscope::testing {

// Writes one line for each iteration of every algorithm of the registry, in its variants of settings:
// problem, algorithm, iteration, record and all that is published, numbers exact; then the swaps of some bounds. False
// where the file cannot be written.
bool write_traces(const char* path);

}  // namespace marginscope::testing
