// What has no peer: steps, seeks in a long history, a point that is dragged.

#include <malloc.h>

#include <cstdio>
#include <cstdlib>

#include "clouds.h"
#include "core/random.h"
#include "row.h"
#include "session/session.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope::bench {
namespace {

// The least of several rounds: what the step itself takes, without the machine's other work.
void time_step(const char* algorithm, Eigen::Index N, Eigen::Index p, int steps) {
  double least = 1e300;
  for (int round = 0; round < 7; ++round) {
    Run run = started(clouds(N, p, 1), algorithm, "");
    const auto began = Clock::now();
    const int made = run.advance(steps);
    if (made > 0) least = std::min(least, seconds_since(began) / made);
  }
  std::printf("%-6s N = %6td, p = %3td   %10.2f µs a step\n", algorithm, N, p, 1e6 * least);
}

void time_seek() {
  constexpr int iterations = 100'000;
  const auto problem = clouds(200, 2, 1);
  const auto before = mallinfo2().uordblks;
  Run run = std::move(*Run::start(problem,
                                  std::move(*make_solver(*parse_spec("mhks:learning_rate=0.01"))),
                                  *parse_rules(""), {.watched = part::all}));
  const auto began = Clock::now();
  const int made = run.advance(iterations);
  const double trained = seconds_since(began);
  const double megabytes = static_cast<double>(mallinfo2().uordblks - before) / 1e6;
  Random random(2);
  double worst = 0, sum = 0;
  constexpr int visits = 500;
  for (int visit = 0; visit < visits; ++visit) {
    const auto target = static_cast<int>(random.below(static_cast<std::uint64_t>(made)));
    const auto left = Clock::now();
    run.seek(target);
    worst = std::max(worst, seconds_since(left));
    sum += seconds_since(left);
  }
  std::printf(
      "history of %d iterations on 200 patterns: %.1f MB, watched training %.2f s, "
      "seek %.3f ms on average, %.3f ms at worst\n",
      made, megabytes, trained, 1e3 * sum / visits, 1e3 * worst);
}

// A point that is dragged past others trains every machine again, and leads it to the iteration that is
// shown.
void time_drag(const std::vector<std::string>& machines) {
  Session session;
  session.set_patience(no_time_limit);
  const auto call = [&session](const Call& asked) {
    if (auto done = session.carry_out(asked); !done) std::abort();
  };
  call({"problem", {{"text", "overlap:n=200"}}});
  for (std::size_t m = 0; m < machines.size(); ++m) {
    if (m > 0) call({"compare"});
    call({"algorithm", {{"id", machines[m]}}});
  }
  constexpr int edits = 200;
  double sum = 0, worst = 0;
  session.begin_gesture({{"move-point", {{"index", 0.0}}}});
  for (int i = 0; i < edits; ++i) {
    const auto began = Clock::now();
    if (!session.drag({{"x", -2 + 0.02 * i}, {"y", 0.5}})) std::abort();
    worst = std::max(worst, seconds_since(began));
    sum += seconds_since(began);
  }
  session.end_gesture();
  std::string names;
  for (const std::string& machine : machines) names += (names.empty() ? "" : ", ") + machine;
  std::printf("a point of 200 dragged, %-22s %8.3f ms an edit, %8.3f ms at worst\n", names.c_str(),
              1e3 * sum / edits, 1e3 * worst);
}

}  // namespace

void time_ourselves() {
  time_step("hk", 200, 2, 100'000);
  time_step("mhks", 200, 2, 100'000);
  time_step("hka", 200, 2, 10'000);
  time_step("hk", 1300, 18, 10'000);
  time_step("hk", 10'000, 2, 5'000);
  time_seek();
  for (const char* machine : {"hk", "mhks", "smo", "lsvm"}) time_drag({machine});
  time_drag({"hk", "mhks", "smo", "lsvm"});
}

}  // namespace marginscope::bench
