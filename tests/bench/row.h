#pragma once

// What a benchmark compares: the same work by a peer and by us, in turns, in one process or beside it.

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/run.h"
#include "core/text.h"
#include "limits.h"

namespace marginscope::bench {

using Shared = std::shared_ptr<const Problem>;
using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// The seconds of each turn. The least of them is what the work takes: everything else is the machine's
// other work.
struct Measured {
  std::string peer = {};  // that was the fastest
  std::vector<double> theirs = {}, ours = {};
  std::string way = {};  // of ours, where there are several and this was the fastest: "blocks"
  // By how much our solution is worse than the peer's, relative: of a criterion the part of it that is
  // lost, or else how far the two are apart. Not a number without a peer.
  double worse = std::numeric_limits<double>::quiet_NaN();
  std::string detail = {};  // "1234 steps"
  // Of our time, where it is counted.
  Needs needs = {};
};

// More turns of the same work; of two peers the faster one stays, and so of two ways of ours.
void add_turns(Measured& all, Measured more);

// Ours count where they are worse by no more than this.
inline constexpr double same_solution = 1e-3;

struct Row {
  std::string id;    // of its kind, which --only takes
  std::string work;  // "C-SVC, clouds 500 × 8, C = 1"
  // Ratios of the peer's time to ours that are worth something, and that are worth aiming at; 0 for a row that
  // another one sums up.
  double solid = 0, ambitious = 0;
  // Nothing where the data are not there.
  std::function<std::optional<Measured>()> measure;
  // Of what runs ours, where that is not this program.
  const Rates* rates = nullptr;
};

// A run without a history that may go on as long as it likes, at its start; and one that has come to the
// end of its rules, or so far.
inline constexpr int no_limit = 1'000'000'000;
Run started(const Shared& problem, const std::string& algorithm, const std::string& rules,
            const Solver* earlier = nullptr);
Run trained(const Shared& problem, const std::string& algorithm, const std::string& rules,
            int iterations = no_limit, const Solver* earlier = nullptr);

// The values of a quantity, by its id.
Eigen::VectorXd quantity(const Solver& solver, std::string_view id);

// N patterns of one of the papers' data sets, drawn (0: all), standardised; null where it is absent.
Shared data_set(const std::string& name, Eigen::Index N = 0);

// ½‖f‖² + CΣ max(0, 1 − yf) of these decision values.
double hinge_criterion(const Eigen::VectorXd& y, const Eigen::VectorXd& f, double squared_norm,
                       double C);

class PythonPeer;

// Of so many labellings of the patterns at once by smo with a Gaussian kernel, beside libsvm; and of a step
// of Ho-Kashyap, beside NumPy.
Measured measure_labellings(const Shared& problem, double C, int labellings);
Measured measure_hk_step(PythonPeer& python, const Shared& problem, int steps, int turns);

// Each of its kinds; the other process must live as long as the rows.
std::vector<Row> kernel_rows(PythonPeer& python);
std::vector<Row> linear_svc_rows();
std::vector<Row> linear_rows(PythonPeer& python);
std::vector<Row> protocol_rows(int realisations);
std::vector<Row> watching_rows();

// What has no peer: steps, seeks in a long history, a point that is dragged. Prints a line for each.
void time_ourselves();

}  // namespace marginscope::bench
