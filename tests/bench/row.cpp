#include "row.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>

#include "core/random.h"
#include "data/csv.h"
#include "data/training.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "support/papers_data_folder.h"

namespace marginscope::bench {

void add_turns(Measured& all, Measured more) {
  if (all.peer != more.peer && std::ranges::min(more.theirs) < std::ranges::min(all.theirs)) {
    all.peer = std::move(more.peer);
    all.worse = more.worse;
    all.theirs = std::move(more.theirs);
  } else if (all.peer == more.peer) {
    std::ranges::move(more.theirs, std::back_inserter(all.theirs));
  }
  if (all.way == more.way) {
    std::ranges::move(more.ours, std::back_inserter(all.ours));
  } else if (std::ranges::min(more.ours) < std::ranges::min(all.ours)) {
    all.way = std::move(more.way);
    all.worse = more.worse;
    all.ours = std::move(more.ours);
    all.needs = std::move(more.needs);
    all.detail = std::move(more.detail);
  }
}

Run started(const Shared& problem, const std::string& algorithm, const std::string& rules,
            const Solver* earlier) {
  return std::move(*Run::start(problem, std::move(*make_solver(*parse_spec(algorithm))),
                               *parse_rules(rules),
                               {.max_iterations = no_limit, .keep_history = false}, earlier));
}

Run trained(const Shared& problem, const std::string& algorithm, const std::string& rules,
            int iterations, const Solver* earlier) {
  Run run = started(problem, algorithm, rules, earlier);
  run.advance(iterations);
  return run;
}

Eigen::VectorXd quantity(const Solver& solver, std::string_view id) {
  std::vector<double> out;
  const auto list = solver.quantities();
  for (std::size_t q = 0; q < list.size(); ++q) {
    if (list[q].id == id) solver.values(q, out);
  }
  return Eigen::Map<const Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(out.size()));
}

Shared data_set(const std::string& name, Eigen::Index N) {
  const auto folder = testing::papers_data_folder();
  if (!folder) return nullptr;
  std::ifstream in(std::filesystem::path(*folder) / "uci" / (name + ".csv"));
  std::stringstream text;
  text << in.rdbuf();
  const auto data = read_csv(text.str(), name, Task::classification);
  if (!data) return nullptr;
  // The files may be in order of class.
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

double hinge_criterion(const Eigen::VectorXd& y, const Eigen::VectorXd& f, double squared_norm,
                       double C) {
  return 0.5 * squared_norm + C * (1 - y.array() * f.array()).cwiseMax(0).sum();
}

}  // namespace marginscope::bench
