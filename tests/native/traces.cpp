#include "support/traces.h"

#include <cstdio>

#include "bounds/bound.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

namespace marginscope::testing {
namespace {

// One line for each batch of swaps: the labels, the fit and the bound so far.
void write_bounds(std::FILE* file) {
  for (const char* algorithm : {"rls:kernel=gaussian:sigma=1", "dkpp:kernel=polynomial:p=2"}) {
    const bool constrained = std::string_view(algorithm).starts_with("rls");
    auto machine = make_relearner(*parse_spec(algorithm), {}, 1000, named("overlap"));
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

}  // namespace

bool write_traces(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) return false;
  for (const char* data : {"four-points", "two-gaussians", "overlap", "moons", "collinear"}) {
    for (const char* algorithm :
         {"ols", "hk", "hk:rate_schedule=decreasing", "hka", "mhks", "mhka", "hk-multiclass", "smo",
          "smo:C=5,kernel=gaussian:sigma=1", "irwls", "lsvm", "rls", "dkpp:kernel=polynomial:p=2",
          "dkpp:kernel_bits=8,accumulator_bits=12"}) {
      Run run = start(named(data), algorithm);
      // The last steps of irwls are about rounding, which differs between the builds.
      const int steps = std::string_view(algorithm) == "irwls" ? 6 : 50;
      for (int k = 0; k <= steps; ++k) {
        const Record& record = run.record();
        std::fprintf(file, "%s,%s,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", data, algorithm, k,
                     record.objective, record.training_error, record.mean, record.std,
                     record.skewness, record.kurtosis);
        for (const double value : values(run.solver(), "decision_values")) {
          std::fprintf(file, ",%.17g", value);
        }
        std::fputc('\n', file);
        if (run.advance(1) == 0) break;
      }
    }
  }
  write_bounds(file);
  return std::fclose(file) == 0;
}

}  // namespace marginscope::testing
