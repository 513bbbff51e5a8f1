#pragma once

#include "peer_process.h"

namespace marginscope::bench {

// scikit-learn and NumPy (peers.py), single-threaded.
class PythonPeer : public PeerProcess {
 public:
  PythonPeer() {
    start("/usr/bin/python3 -c 'import numpy, sklearn.svm' 2>/dev/null",
          "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 exec /usr/bin/python3 "
          "'" MARGINSCOPE_BENCH_FOLDER "/peers.py'");
  }
};

}  // namespace marginscope::bench
