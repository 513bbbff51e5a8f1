#include "scene/scene.h"

#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {

bool Scene::operator==(const Scene& other) const {
  return name == other.name && problem == other.problem && data == other.data &&
         grid == other.grid && projection == other.projection && scaling == other.scaling &&
         algorithm == other.algorithm && rules == other.rules && seed == other.seed &&
         max_iterations == other.max_iterations && iteration == other.iteration;
}

Scene default_scene() {
  const NamedProblem& four_points = **find_named_problem("four-points");
  Scene scene;
  scene.name = four_points.name;
  scene.problem.name = four_points.id;
  scene.data = *make_named_problem(scene.problem, scene.seed);
  scene.rules = (*find_algorithm(scene.algorithm.name))->default_rules;
  return scene;
}

Training training_of(const Scene& scene) {
  Problem problem = problem_of(scene.data);
  Training training;
  training.scaler = scaler_of(problem.X.rows() > 0 ? scene.scaling : Scaling::none, problem.X);
  training.problem = std::make_shared<const Problem>(scaled(problem, training.scaler));
  return training;
}

Gradual<Result<Run>> begin_run(Scene scene, std::shared_ptr<const Problem> problem,
                               RunOptions options) {
  auto solver = make_solver(scene.algorithm);
  if (!solver) co_return fail(solver.error());
  auto rules = parse_rules(scene.rules);
  if (!rules) co_return fail(rules.error());
  options.max_iterations = scene.max_iterations;
  co_return co_await Run::begin(std::move(problem), std::move(*solver), std::move(*rules), options);
}

Result<Run> start_run(const Scene& scene, std::shared_ptr<const Problem> problem,
                      RunOptions options) {
  return begin_run(scene, std::move(problem), options).finish();
}

}  // namespace marginscope
