#include "support/traces.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bounds/bound.h"
#include "solvers/relearning/relearners.h"
#include "support/every_algorithm.h"

namespace marginscope::testing {
namespace {

// One line for each batch of swaps: the labels, the fit and the bound so far.
void write_bounds(std::FILE* file) {
  for (const char* algorithm : {"rls:kernel=gaussian:sigma=1", "dkpp:kernel=polynomial:p=2"}) {
    const bool constrained = std::string_view(algorithm).starts_with("rls");
    auto machine =
        make_relearner(*parse_spec(algorithm), {.max_iterations = 1000}, named("overlap"));
    auto bound = Bound::start(*parse_spec(constrained ? "precise-maximal-discrepancy:swaps=40"
                                                      : "maximal-discrepancy:swaps=5"),
                              **machine, 1);
    while (bound->advance(std::chrono::nanoseconds(0))) {
      if (!bound->last()) continue;
      std::fprintf(file, "overlap,bound of %s,%d,%.17g", algorithm, bound->swaps_done(),
                   bound->value());
      for (const double label : bound->swapped_labels()) std::fprintf(file, ",%g", label);
      const Relearnt& last = *bound->last();
      const Fit& fit = last.constrained ? *last.constrained : last.free;
      std::fprintf(file, ",%d,%.17g", fit.reductions, last.free.training_error);
      for (const double value : fit.decision_values) std::fprintf(file, ",%.17g", value);
      std::fputc('\n', file);
    }
  }
}

// Whether what follows is about rounding, which differs between the builds: the criterion stands
// still to nine digits.
bool settled(const Record& before, const Record& now) {
  return std::abs(now.objective - before.objective) <= 1e-9 * std::abs(now.objective);
}

// Errors of which no more is left than their rounding, where every margin can be met.
constexpr double no_errors = 1e-6;

// How many steps of an algorithm are about more than rounding. The last ones of irwls are not.
int most_steps(const Algorithm& algorithm, int usual) {
  return algorithm.id.starts_with("irwls") ? 6 : usual;
}

// A kernel with a feature for every pattern leaves none for the bias: the matrix that is inverted is
// singular, and its inverse is made of rounding.
bool singular(const std::string& text) {
  return text.find("solve=inverse") != text.npos && text.find("kernel=") != text.npos;
}

// One line for each iteration: the record and the decision values.
void write_run(std::FILE* file, const char* problem, const std::string& algorithm, int most) {
  Run run = start(named(problem), algorithm);
  std::string name = algorithm;
  std::ranges::replace(name, ',', ' ');
  for (int k = 0;; ++k) {
    const Record record = run.record();
    std::fprintf(file, "%s,%s,%d,%.17g", problem, name.c_str(), k, record.training_error);
    for (const double of_errors : {record.objective, record.moments.mean, record.moments.std,
                                   record.moments.skewness, record.moments.kurtosis}) {
      std::fprintf(file, ",%.17g", record.moments.std > no_errors ? of_errors : 0);
    }
    for (const double value : values(run.solver(), "decision_values")) {
      std::fprintf(file, ",%.17g", value);
    }
    std::fputc('\n', file);
    if (k == most || run.advance(1) == 0) return;
    if (settled(record, run.record())) return;
  }
}

}  // namespace

bool write_traces(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) return false;
  // Everything on one problem of each kind, then the defaults on more.
  for (const Case& c : cases(of_each_kind)) {
    if (!singular(c.text)) write_run(file, c.problem, c.text, most_steps(*c.algorithm, 25));
  }
  for (const Case& c : cases({"four-points", "two-gaussians", "moons", "collinear"})) {
    if (c.text == c.algorithm->id) write_run(file, c.problem, c.text, most_steps(*c.algorithm, 50));
  }
  write_bounds(file);
  return std::fclose(file) == 0;
}

}  // namespace marginscope::testing
