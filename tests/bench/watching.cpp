// What it costs to be able to watch: the same steps by a bare loop, by a run that nobody watches, and by one
// that keeps all that anybody may ask for.

#include <cmath>

#include "clouds.h"
#include "row.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope::bench {
namespace {

using std::to_string;

struct Watched {
  std::string algorithm;
  Eigen::Index N = 0, p = 0;
  double shift = 0;
  int steps = 0;  // at the most
};

// So many turns of a few milliseconds that the least of each is the same to one per cent.
constexpr int turns = 60;

std::unique_ptr<Solver> solver_of(const Watched& work) {
  return std::move(*make_solver(*parse_spec(work.algorithm)));
}

// The bare loop.
int step_along(Solver& solver, int steps) {
  for (int made = 1; made <= steps; ++made) {
    if (solver.step() != Outcome::running) return made;
  }
  return steps;
}

Measured measure_watching(const Watched& work) {
  const Shared problem = clouds(work.N, work.p, work.shift);
  Measured measured;
  measured.peer = "a bare loop";
  double watched = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < turns; ++turn) {
    const std::unique_ptr<Solver> alone = solver_of(work);
    alone->start(*problem);
    auto began = Clock::now();
    const int made = step_along(*alone, work.steps);
    measured.theirs.push_back(seconds_since(began) / made);

    Run run = started(problem, work.algorithm, "");
    began = Clock::now();
    run.advance(work.steps);
    measured.ours.push_back(seconds_since(began) / run.last_iteration());

    Run open =
        std::move(*Run::start(problem, solver_of(work), *parse_rules(""), {.watched = part::all}));
    began = Clock::now();
    open.advance(work.steps);
    watched = std::min(watched, seconds_since(began) / open.last_iteration());

    // Watched or not, the steps are the same to the bit.
    const Eigen::VectorXd f = quantity(*alone, "decision_values");
    measured.worse = (quantity(run.solver(), "decision_values") - f).norm() +
                     (quantity(open.solver(), "decision_values") - f).norm() +
                     std::abs(run.last_iteration() - made) + std::abs(open.last_iteration() - made);
    measured.detail =
        sentence(to_string(made), " steps; watched ", duration_text(watched), ", ",
                 short_text(watched / std::ranges::min(measured.theirs)), " times as long as bare");
  }
  return measured;
}

}  // namespace

std::vector<Row> watching_rows() {
  std::vector<Row> rows;
  const auto add = [&rows](const std::string& name, const Watched& work) {
    rows.push_back({"watching",
                    sentence(name, ", a step, ", to_string(work.N), " × ", to_string(work.p)), 0.97,
                    0.97, [work] { return measure_watching(work); }});
  };
  for (const Eigen::Index N : {200, 2000}) {
    add("Ho-Kashyap", {"hk:learning_rate=0.5", N, 2, 1, 2000});
    add("SMO", {"smo:C=10,kernel=gaussian:sigma=2", N, 8, 0.3, 2000});
    add("LSVM", {"lsvm", N, 8, 0.3, 1000});
  }
  return rows;
}

}  // namespace marginscope::bench
