#pragma once

#include <Eigen/Core>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/problem.h"

namespace marginscope::bench {

// Another process that works on our data, a task at a time, and the folder through which it gets them and
// hands back results.
class PeerProcess {
 public:
  ~PeerProcess();
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  bool present() const { return tasks_ && answers_; }

  // Features and label of each pattern, for what follows.
  void hand_over(const Problem& problem);

  // Seconds of a task on that problem, if it needs one; nothing where the process is not there or has ended.
  std::optional<double> time(const std::string& name, const std::string& settings);

  // What the last task left.
  Eigen::VectorXd result(Eigen::Index size) const;

 protected:
  PeerProcess();

  // A command of the shell that reads tasks on its standard input, once `check` has ended well. It is
  // told as its first argument where to write its answers, and `arguments` after it.
  void start(const std::string& check, const std::string& command,
             const std::string& arguments = "");

 private:
  std::filesystem::path folder_;
  std::string size_ = "0 0";  // until data are handed over
  std::FILE* tasks_ = nullptr;
  std::ifstream answers_;
};

}  // namespace marginscope::bench
