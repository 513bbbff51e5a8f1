// Peers run in one other process, single-threaded and in turns with ours; every time is the median
// of the turns. A ratio counts only where both came to the same result.

#include "peers.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "clouds.h"
#include "core/kernel.h"
#include "core/random.h"
#include "core/run.h"
#include "data/csv.h"
#include "data/training.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "support/papers_data_folder.h"

namespace marginscope {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Shared = std::shared_ptr<const Problem>;

constexpr double same_result = 1e-3;  // relative

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The other process, and the folder through which it gets data and hands back results.
class Peer {
 public:
  Peer() : folder_(fs::temp_directory_path() / "marginscope-bench-XXXXXX") {
    std::string name = folder_.string();
    if (!mkdtemp(name.data())) return;
    folder_ = name;
    const char* const check = "/usr/bin/python3 -c 'import numpy, sklearn.svm' 2>/dev/null";
    if (std::system(check) != 0) return;
    const std::string answers = (folder_ / "answers").string();
    if (mkfifo(answers.c_str(), 0600) != 0) return;
    std::signal(SIGPIPE, SIG_IGN);
    const std::string command =
        "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 exec /usr/bin/python3 "
        "'" MARGINSCOPE_BENCH_FOLDER "/peers.py' '" +
        answers + "'";
    tasks_ = popen(command.c_str(), "w");
    if (tasks_) answers_.open(answers);
  }
  ~Peer() {
    if (tasks_) pclose(tasks_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  bool present() const { return tasks_ && answers_; }

  void hand_over(const Problem& problem) {
    std::ofstream out(folder_ / "data", std::ios::binary);
    for (Eigen::Index i = 0; i < problem.X.rows(); ++i) {
      Eigen::RowVectorXd row(problem.X.cols() + 1);
      row << problem.X.row(i), problem.y[i];
      out.write(reinterpret_cast<const char*>(row.data()), row.size() * 8);
    }
    size_ = std::to_string(problem.X.rows()) + " " + std::to_string(problem.X.cols());
  }

  // Seconds; nothing when the process has ended.
  std::optional<double> time(const std::string& name, const std::string& settings) {
    const std::string line = name + " " + (folder_ / "data").string() + " " + size_ + " " +
                             settings + " " + (folder_ / "result").string() + "\n";
    std::fputs(line.c_str(), tasks_);
    std::fflush(tasks_);
    double seconds = 0;
    if (!(answers_ >> seconds)) return std::nullopt;
    return seconds;
  }

  Eigen::VectorXd result(Eigen::Index size) const {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(size);
    std::ifstream in(folder_ / "result", std::ios::binary);
    in.read(reinterpret_cast<char*>(values.data()), size * 8);
    return values;
  }

 private:
  fs::path folder_;
  std::string size_;
  std::FILE* tasks_ = nullptr;
  std::ifstream answers_;
};

void print_row(const std::string& work, const std::vector<double>& peer,
               const std::vector<double>& ours, double apart) {
  const double own = median(ours);
  if (peer.empty()) {
    std::printf("%-44s %12s %12.4g\n", work.c_str(), "-", 1e3 * own);
  } else if (apart <= same_result) {
    std::printf("%-44s %12.4g %12.4g %7.2f  %.1e\n", work.c_str(), 1e3 * median(peer), 1e3 * own,
                median(peer) / own, apart);
  } else {
    std::printf("%-44s %12.4g %12.4g %7s  %.1e: not the same result\n", work.c_str(),
                1e3 * median(peer), 1e3 * own, "-", apart);
  }
  std::fflush(stdout);
}

// N patterns of a set, drawn (0: all), standardised; null where it is absent. The files may be in
// order of class.
Shared data_set(const std::string& name, Eigen::Index N) {
  const auto folder = testing::papers_data_folder();
  if (!folder) return nullptr;
  std::ifstream in(fs::path(*folder) / "uci" / (name + ".csv"));
  std::stringstream text;
  text << in.rdbuf();
  const auto data = read_csv(text.str(), name, Task::classification);
  if (!data) return nullptr;
  std::vector<int> rows(static_cast<std::size_t>(data->size()));
  std::iota(rows.begin(), rows.end(), 0);
  if (N > 0) {
    Random random(1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(N); ++i) {
      std::swap(rows[i], rows[i + random.below(rows.size() - i)]);
    }
    rows.resize(static_cast<std::size_t>(N));
  }
  return training_of(*data, Scaling::standard, rows, {}).problem;
}

Run started(const Shared& problem, const std::string& algorithm, const char* rules) {
  return std::move(*Run::start(problem, std::move(*make_solver(*parse_spec(algorithm))),
                               *parse_rules(rules),
                               {.max_iterations = 10'000'000, .keep_history = false}));
}

Eigen::VectorXd quantity(const Solver& solver, std::string_view id) {
  std::vector<double> out;
  const auto list = solver.quantities();
  for (std::size_t q = 0; q < list.size(); ++q) {
    if (list[q].id == id) solver.values(q, out);
  }
  return Eigen::Map<const Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(out.size()));
}

// Gaussian kernel with the width √(r/2) that suits r standardised features.
void time_svc(Peer& peer, const std::string& name, const Shared& problem, double C) {
  if (!problem) return;
  const Eigen::Index N = problem->X.rows(), r = problem->X.cols();
  const Kernel kernel{.type = KernelType::gaussian, .sigma = std::sqrt(static_cast<double>(r) / 2)};
  char algorithm[128], settings[128], work[128];
  std::snprintf(algorithm, sizeof(algorithm), "smo:C=%.17g,kernel=gaussian:sigma=%.17g", C,
                kernel.sigma);
  std::snprintf(settings, sizeof(settings), "%.17g %.17g 1e-3", C,
                0.5 / (kernel.sigma * kernel.sigma));
  if (peer.present()) peer.hand_over(*problem);
  const int turns = N < 1500 ? 9 : 5;
  std::vector<double> theirs, ours;
  Eigen::VectorXd beta;
  int steps = 0;
  for (int turn = 0; turn < turns; ++turn) {
    if (peer.present()) {
      if (const auto seconds = peer.time("svc", settings)) theirs.push_back(*seconds);
    }
    const auto began = Clock::now();
    Run run = started(problem, algorithm, "kkt:tolerance=1e-3");
    run.advance(10'000'000);
    ours.push_back(seconds_since(began));
    steps = run.last_iteration();
    if (turn == 0) beta = problem->y->cwiseProduct(quantity(run.solver(), "dual_variables"));
  }
  double apart = 0;
  if (!theirs.empty()) {
    const Eigen::MatrixXd K = gram_matrix(kernel, problem->X).finish();
    const auto dual = [&](const Eigen::VectorXd& b) {
      return problem->y->dot(b) - 0.5 * b.dot(K * b);
    };
    const double a = dual(beta), b = dual(peer.result(N));
    apart = std::abs(a - b) / std::max(std::abs(a), std::abs(b));
  }
  std::snprintf(work, sizeof(work), "C-SVC %s %td x %td, C = %g, %d steps", name.c_str(), N, r, C,
                steps);
  print_row(work, theirs, ours, apart);
}

void time_ho_kashyap(Peer& peer, Eigen::Index N, Eigen::Index p, int steps) {
  const Shared problem = clouds(N, p, 1);
  if (peer.present()) peer.hand_over(*problem);
  std::vector<double> theirs, ours;
  Eigen::VectorXd weights;
  for (int turn = 0; turn < 9; ++turn) {
    if (peer.present()) {
      if (const auto seconds = peer.time("hk", "0.5 " + std::to_string(steps))) {
        theirs.push_back(*seconds / steps);
      }
    }
    Run run = started(problem, "hk:learning_rate=0.5", "");
    const auto began = Clock::now();
    const int made = run.advance(steps);
    ours.push_back(seconds_since(began) / made);
    if (turn == 0) weights = quantity(run.solver(), "weights");
  }
  double apart = 0;
  if (!theirs.empty()) {
    apart = (weights - peer.result(weights.size())).norm() / weights.norm();
  }
  char work[128];
  std::snprintf(work, sizeof(work), "Ho-Kashyap step, %td x %td", N, p);
  print_row(work, theirs, ours, apart);
}

}  // namespace

void compare_with_peers() {
  Peer peer;
  if (!peer.present()) {
    std::puts(
        "\nscikit-learn and NumPy are not here (on Debian: apt-get install python3-sklearn "
        "python3-numpy), so only our own times follow.");
  }
  std::printf("\n%-44s %12s %12s %7s  %s\n", "work, single thread, medians", "peer ms", "ours ms",
              "ratio", "results' relative difference");
  for (const double C : {1.0, 10.0}) {
    time_svc(peer, "clouds", clouds(500, 8, 0.3), C);
    time_svc(peer, "clouds", clouds(1000, 20, 0.2), C);
    time_svc(peer, "clouds", clouds(1300, 18, 0.4), C);
    time_svc(peer, "clouds", clouds(3000, 20, 0.3), C);
    time_svc(peer, "diabetis", data_set("pima", 0), C);
    time_svc(peer, "german", data_set("german", 0), C);
    time_svc(peer, "splice", data_set("splice", 1000), C);
    time_svc(peer, "image", data_set("image", 1300), C);
    time_svc(peer, "image", data_set("image", 0), C);
    time_svc(peer, "splice", data_set("splice", 0), C);
  }
  time_ho_kashyap(peer, 200, 2, 2000);
  time_ho_kashyap(peer, 1300, 18, 1000);
  time_ho_kashyap(peer, 10'000, 2, 300);
  time_ho_kashyap(peer, 10'000, 20, 300);
}

}  // namespace marginscope
