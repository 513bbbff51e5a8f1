#include "cli/scene_run.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "cli/console.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope::cli {

double SceneRun::seconds_per_step() const {
  return run.last_iteration() > 0 ? stepping / run.last_iteration() : NAN;
}

Result<void> check_training(const Scene& scene, const Problem& problem) {
  const MachineSetup& machine = scene.machine();
  if (auto rules = rules_for(machine.algorithm, machine.rules, problem); !rules) {
    return fail(rules.error());
  }
  const auto algorithm = find_algorithm(machine.algorithm.name);
  if (!algorithm) return fail(algorithm.error());
  const Algorithm& kind = **algorithm;
  if (auto reason = misfit(kind.takes, kind.name, problem.task, problem.classes)) {
    return fail(*reason);
  }
  return {};
}

Result<SceneRun> run_scene(const Scene& scene, const Training& training, SceneRunOptions asked) {
  RunOptions options;
  options.max_iterations = scene.max_iterations;
  options.keep_history = asked.traced;
  // A trace has a line for each: 4 GB are 30 million. Its text takes as much again, and the solver
  // may take half of the machine's memory.
  options.history_bytes = static_cast<std::size_t>(std::min(4e9, usual_memory() / 2));
  options.watched = asked.traced ? part::all : part::none;

  const std::atomic<bool>& cancelled = interrupted();
  const Stopwatch watch;
  auto start =
      begin_run(scene.machine().algorithm, scene.machine().rules, training.problem, options);
  while (!start.advance(slice)) {
    if (cancelled) return fail("cancelled before the first iteration; nothing was trained");
  }
  auto run = start.take();
  if (!run) return fail(run.error());
  const double started = watch.seconds();
  // A scene is one at its iteration, whatever its rules say there.
  const bool to_stop = asked.to_stop || scene.iteration == 0;
  while (to_stop ? !run->stop() : !run->end() && run->iteration() < scene.iteration) {
    if (cancelled) {
      run->cancel();
    } else {
      const int wanted = to_stop ? std::numeric_limits<int>::max() : scene.iteration;
      run->advance(wanted - run->iteration(), slice);
    }
  }
  const double seconds = watch.seconds();
  const int iterations = to_stop ? run->stop()->iteration : run->iteration();
  if (to_stop) run->seek(run->stop()->retained_iteration);
  return SceneRun{std::move(*run), iterations, seconds, seconds - started};
}

}  // namespace marginscope::cli
