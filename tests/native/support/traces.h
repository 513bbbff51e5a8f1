#pragma once

namespace marginscope::testing {

// Writes one line per iteration of a fixed list of scenes: scene, iteration, record and weights; then
// the swaps of some bounds.
// False where the file cannot be written.
bool write_traces(const char* path);

}  // namespace marginscope::testing
