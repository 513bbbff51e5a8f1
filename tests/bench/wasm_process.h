#pragma once

#include <string>
#include <vector>

#include "peer_process.h"
#include "row.h"

namespace marginscope::bench {

// Node with our core as wasm, if it was built, and the ports of libsvm (wasm/process.mjs).
class WasmProcess : public PeerProcess {
 public:
  WasmProcess();
  // Whether one of the ports is installed.
  static bool has(const std::string& port);
  // A sentence for each of them, and for our core, that is not here.
  std::vector<std::string> missing() const;

  // What wasm does on this machine; until then, and where Node has ended (false), nothing.
  bool measure_rates();
  const Rates& rates() const { return rates_; }

 private:
  Rates rates_;
};

// C-SVC in wasm beside those ports, and beside our own native code; none where the core is not here. The
// process must live as long as they.
std::vector<Row> wasm_rows(WasmProcess& wasm);

}  // namespace marginscope::bench
