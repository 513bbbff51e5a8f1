#include "support/traces.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bounds/bound.h"
#include "solvers/relearning/relearners.h"
#include "support/every_algorithm.h"

namespace marginscope::testing {
namespace {

// The shortest text of a number that reads back as it; what is not a number is one text, whatever
// its bits.
void write_number(std::FILE* file, double value) {
  std::fprintf(file, ",%s", exact_text(std::isnan(value) ? NAN : value).c_str());
}

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
      std::fprintf(file, "overlap,bound of %s,%d", algorithm, bound->swaps_done());
      write_number(file, bound->value());
      for (const double label : bound->swapped_labels()) write_number(file, label);
      const Relearnt& last = *bound->last();
      const Fit& fit = last.constrained ? *last.constrained : last.free;
      write_number(file, fit.reductions);
      write_number(file, last.free.training_error);
      for (const double value : fit.decision_values) write_number(file, value);
      std::fputc('\n', file);
    }
  }
}

// One line for each iteration: the record and everything that is published.
void write_run(std::FILE* file, const char* problem, const std::string& algorithm, int most) {
  Run run = start(named(problem), algorithm);
  std::string name = algorithm;
  std::ranges::replace(name, ',', ' ');
  std::vector<double> values;
  for (int k = 0;; ++k) {
    std::fprintf(file, "%s,%s,%d", problem, name.c_str(), k);
    for (const RecordColumn& column : record_columns()) {
      write_number(file, column.value(run.record()));
    }
    for (std::size_t q = 0; q < run.solver().quantities().size(); ++q) {
      run.solver().values(q, values);
      for (const double value : values) write_number(file, value);
    }
    std::fputc('\n', file);
    if (k == most || run.advance(1) == 0) return;
  }
}

}  // namespace

bool write_traces(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) return false;
  // Everything on one problem of each kind, then the defaults on more.
  for (const Case& c : cases(of_each_kind)) write_run(file, c.problem, c.text, 25);
  for (const Case& c : cases({"four-points", "two-gaussians", "moons", "collinear"})) {
    if (c.text == c.algorithm->id) write_run(file, c.problem, c.text, 50);
  }
  write_bounds(file);
  return std::fclose(file) == 0;
}

}  // namespace marginscope::testing
