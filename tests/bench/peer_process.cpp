#include "peer_process.h"

#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace marginscope::bench {

namespace fs = std::filesystem;

PeerProcess::PeerProcess() : folder_(fs::temp_directory_path() / "marginscope-bench-XXXXXX") {
  std::string name = folder_.string();
  if (mkdtemp(name.data())) folder_ = name;
}

void PeerProcess::start(const std::string& check, const std::string& command,
                        const std::string& arguments) {
  const std::string answers = (folder_ / "answers").string();
  if (std::system(check.c_str()) != 0 || mkfifo(answers.c_str(), 0600) != 0) return;
  std::signal(SIGPIPE, SIG_IGN);
  tasks_ = popen((command + " '" + answers + "' " + arguments).c_str(), "w");
  if (tasks_) answers_.open(answers);
}

PeerProcess::~PeerProcess() {
  if (tasks_) pclose(tasks_);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PeerProcess::hand_over(const Problem& problem) {
  if (!present()) return;
  std::ofstream out(folder_ / "data", std::ios::binary);
  for (Eigen::Index i = 0; i < problem.X.rows(); ++i) {
    Eigen::RowVectorXd row(problem.X.cols() + 1);
    row << problem.X.row(i), problem.y[i];
    out.write(reinterpret_cast<const char*>(row.data()), row.size() * 8);
  }
  size_ = std::to_string(problem.X.rows()) + " " + std::to_string(problem.X.cols());
}

std::optional<double> PeerProcess::time(const std::string& name, const std::string& settings) {
  if (!present()) return std::nullopt;
  const std::string line = name + " " + (folder_ / "data").string() + " " + size_ + " " + settings +
                           " " + (folder_ / "result").string() + "\n";
  std::fputs(line.c_str(), tasks_);
  std::fflush(tasks_);
  double seconds = 0;
  if (!(answers_ >> seconds)) return std::nullopt;
  return seconds;
}

Eigen::VectorXd PeerProcess::result(Eigen::Index size) const {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(size);
  std::ifstream in(folder_ / "result", std::ios::binary);
  in.read(reinterpret_cast<char*>(values.data()), size * 8);
  return values;
}

}  // namespace marginscope::bench
