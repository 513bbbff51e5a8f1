#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/problem.h"

namespace marginscope::bench {

// scikit-learn and NumPy in one other process (peers.py), single-threaded, and the folder through which it
// gets data and hands back results.
class PythonPeer {
 public:
  PythonPeer();
  ~PythonPeer();
  PythonPeer(const PythonPeer&) = delete;
  PythonPeer& operator=(const PythonPeer&) = delete;

  bool present() const { return tasks_ && answers_; }

  // Features and label of each pattern, for what follows.
  void hand_over(const Problem& problem);

  // Seconds of a task on that problem; nothing where the process is not there or has ended.
  std::optional<double> time(const std::string& name, const std::string& settings);

  // What the last task left.
  Eigen::VectorXd result(Eigen::Index size) const;

 private:
  std::filesystem::path folder_;
  std::string size_;
  std::FILE* tasks_ = nullptr;
  std::ifstream answers_;
};

}  // namespace marginscope::bench
