#include "support/traces.h"

#include <cstdio>

#include "support/problems.h"

namespace marginscope::testing {

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
  return std::fclose(file) == 0;
}

}  // namespace marginscope::testing
