#include "support/traces.h"

#include <cstdio>

#include "support/problems.h"

namespace marginscope::testing {

bool write_traces(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) return false;
  for (const char* data : {"four-points", "two-gaussians", "overlap", "moons", "collinear"}) {
    for (const char* algorithm :
         {"ols", "hk", "hk:rate_schedule=decreasing", "hka", "mhks", "mhka"}) {
      Run run = start(named(data), algorithm);
      for (int k = 0; k <= 50; ++k) {
        const Record& record = run.record();
        std::fprintf(file, "%s,%s,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", data, algorithm, k,
                     record.objective, record.training_error, record.mean, record.std,
                     record.skewness, record.kurtosis);
        for (const double weight : values(run.solver(), "weights")) {
          std::fprintf(file, ",%.17g", weight);
        }
        std::fputc('\n', file);
        if (run.advance(1) == 0) break;
      }
    }
  }
  return std::fclose(file) == 0;
}

}  // namespace marginscope::testing
