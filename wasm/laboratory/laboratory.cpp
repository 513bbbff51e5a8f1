#include "laboratory/laboratory.h"

#include <chrono>

#include "laboratory/reproduction.h"
#include "solvers/relearning/relearners.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

using emscripten::val;

// The estimate as it went on, swap by swap, or of very many swaps at places of equal distance.
val running_of(const SwappedError& error) {
  constexpr std::size_t most_places = 400;
  const std::size_t count = error.errors().size();
  const std::size_t distance = 1 + count / most_places;
  std::vector<double> swaps, complexity, standard_error;
  SwappedError so_far;
  for (const double one : error.errors()) {
    so_far.add(one);
    const auto done = static_cast<std::size_t>(so_far.count());
    if (done % distance != 0 && done != count) continue;
    swaps.push_back(static_cast<double>(done));
    complexity.push_back(so_far.complexity());
    standard_error.push_back(done > 1 ? so_far.standard_error() : 0);
  }
  val result = val::object();
  result.set("swaps", numbers(swaps));
  result.set("complexity", numbers(complexity));
  result.set("standard_error", numbers(standard_error));
  return result;
}

val estimate_of(const SwappedError& error) {
  val result = val::object();
  result.set("running", running_of(error));
  result.set("mean", number_or_null(error.mean()));
  result.set("complexity", number_or_null(error.complexity()));
  result.set("standard_error", number_or_null(error.standard_error()));
  return result;
}

Result<RuleSet> rules_of(const Scene& scene, const Problem& problem) {
  return rules_for(scene.machine().algorithm, scene.machine().rules, problem);
}

Result<std::unique_ptr<Relearner>> relearner_of(const Scene& scene,
                                                std::shared_ptr<const Problem> problem) {
  auto rules = rules_of(scene, *problem);
  if (!rules) return fail(rules.error());
  return make_relearner(scene.machine().algorithm, {std::move(*rules), scene.max_iterations},
                        std::move(problem));
}

// Without a grid.
SelectionRequest request_of(const Scene& scene, Spec criterion) {
  return {.data = trained_data(scene),
          .scaling = scene.scaling,
          .algorithm = scene.machine().algorithm,
          .training = {{}, scene.max_iterations},
          .seed = scene.seed,
          .criterion = std::move(criterion),
          .grid = {},
          .two_stage = false};
}

Result<Selection> selection_of(const Scene& scene, const Problem& problem,
                               const std::string& criterion, const TextList& axes, bool two_stage) {
  auto parsed = parse_spec(criterion);
  if (!parsed) return fail(parsed.error());
  auto rules = rules_of(scene, problem);
  if (!rules) return fail(rules.error());
  SelectionRequest request = request_of(scene, std::move(*parsed));
  request.training.rules = std::move(*rules);
  request.two_stage = two_stage;
  for (const std::string& axis : emscripten::vecFromJSArray<std::string>(axes)) {
    auto values = parse_grid_axis(axis);
    if (!values) return fail(values.error());
    request.grid.push_back(std::move(*values));
  }
  if (request.grid.empty() && !two_stage) {
    return fail("There is nothing to select from; write a setting and its values, as in C=1,10");
  }
  return Selection::start(std::move(request));
}

// Why each kind of bound and each criterion does not fit, by identifier.
val unfit_for(const Scene& scene, const std::shared_ptr<const Problem>& problem) {
  val result = val::object();
  for (const BoundKind& kind : bound_kinds()) {
    auto machine = make_relearner(scene.machine().algorithm, {{}, scene.max_iterations}, problem);
    auto bound = machine ? Bound::start({std::string(kind.id), {}}, **machine, scene.seed)
                         : Result<Bound>(fail(machine.error()));
    const std::optional<Error> reason = bound ? bound->refusal() : bound.error();
    if (reason) set_text(result, kind.id.data(), reason->message);
  }
  for (const CriterionKind& kind : criterion_kinds()) {
    const auto fits = check_criterion(request_of(scene, {std::string(kind.id), {}}));
    if (!fits) set_text(result, kind.id.data(), fits.error().message);
  }
  return result;
}

// What is planned, or why nothing is.
val plan_of(const Result<std::vector<std::string>>& plan) {
  val result = val::object();
  result.set("plan", texts(plan ? *plan : std::vector<std::string>{}));
  result.set("problem", plan ? val::null() : val(plan.error().message));
  return result;
}

}  // namespace

Laboratory::Ground::Ground(Scene taken)
    : scene(std::move(taken)),
      plane(plane_of(scene)),
      training(training_of(scene)),
      picture(scene, plane) {}

Result<void> Laboratory::take_scene(const std::string& text) {
  auto scene = parse_scene(text);
  if (!scene) return fail(scene.error());
  bound_.reset();
  selection_.reset();
  machine_.reset();
  ground_.emplace(std::move(*scene));
  return {};
}

Refusal Laboratory::start_bound(const std::string& scene, const std::string& bound) {
  const auto start = [&]() -> Result<void> {
    if (auto taken = take_scene(scene); !taken) return taken;
    const auto kind = parse_spec(bound);
    if (!kind) return fail(kind.error());
    auto machine = relearner_of(ground_->scene, ground_->training.problem);
    if (!machine) return fail(machine.error());
    machine_ = std::move(*machine);
    machine_->keep_last();  // it is shown while the next one learns
    auto started = Bound::start(*kind, *machine_, ground_->scene.seed);
    if (!started) return fail(started.error());
    bound_ = std::move(*started);
    return {};
  };
  return refused(start());
}

Refusal Laboratory::start_selection(const std::string& scene, const std::string& criterion,
                                    const TextList& axes, bool two_stage) {
  const auto start = [&]() -> Result<void> {
    if (auto taken = take_scene(scene); !taken) return taken;
    auto started =
        selection_of(ground_->scene, *ground_->training.problem, criterion, axes, two_stage);
    if (!started) return fail(started.error());
    selection_ = std::move(*started);
    return {};
  };
  return refused(start());
}

Prospect Laboratory::prospect(const std::string& text, const std::string& bound,
                              const std::string& criterion, const TextList& axes,
                              bool two_stage) const {
  val result = val::object();
  const auto scene = parse_scene(text);
  if (!scene) {
    val nothing = plan_of(fail(scene.error()));
    nothing.set("state", val::null());
    for (const char* part : {"bound", "selection"}) result.set(part, nothing);
    result.set("unfit", val::object());
    result.set("unfit_search", val::null());
    return Prospect(result);
  }
  const std::shared_ptr<const Problem> problem = training_of(*scene).problem;
  result.set("unfit", unfit_for(*scene, problem));

  const auto bound_plan = [&]() -> Result<std::vector<std::string>> {
    const auto kind = parse_spec(bound);
    if (!kind) return fail(kind.error());
    auto machine = relearner_of(*scene, problem);
    if (!machine) return fail(machine.error());
    auto started = Bound::start(*kind, **machine, scene->seed);
    if (!started) return fail(started.error());
    if (started->refusal()) return fail(started->refusal()->message);
    return std::vector{started->plan()};
  };
  result.set("bound", plan_of(bound_plan()));

  const auto selection = selection_of(*scene, *problem, criterion, axes, two_stage);
  val of_selection = plan_of(selection ? Result<std::vector<std::string>>(selection->plan())
                                       : fail(selection.error()));
  of_selection.set("state", selection ? state_of(*selection) : val::null());
  result.set("selection", of_selection);

  const auto searchable = check_two_stage(scene->machine().algorithm);
  result.set("unfit_search", searchable ? val::null() : val(searchable.error().message));
  return Prospect(result);
}

bool Laboratory::advance(double milliseconds) {
  const auto time = std::chrono::nanoseconds(static_cast<long long>(milliseconds * 1e6));
  if (bound_) return bound_->advance(time);
  return selection_ && selection_->advance(time);
}

Picture Laboratory::picture() const {
  return picture_of(ground_->picture, ground_->plane, ground_->scene.data);
}

Eigen::VectorXd Laboratory::labels_of_points(const Eigen::VectorXd& labels) const {
  const Dataset& data = ground_->scene.data;
  Eigen::VectorXd y = *data.y;
  for (Eigen::Index i = 0, pattern = 0; i < y.size(); ++i) {
    if (!data.validation[static_cast<std::size_t>(i)]) y[i] = labels[pattern++];
  }
  return y;
}

val Laboratory::fit_of(const Fit& fit, bool constrained) const {
  const std::vector<bool>& apart = ground_->scene.data.validation;
  std::vector<double> wrong;
  for (std::size_t i = 0, pattern = 0; i < apart.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(pattern);
    wrong.push_back(!apart[i] && !(fit.decision_values[at] * bound_->swapped_labels()[at] > 0));
    pattern += !apart[i];
  }
  val painting = val::object();
  // Margins are at 1.
  add_painting(
      painting,
      ground_->picture.painting(
          machine_->decision_values(ground_->training.apply(ground_->picture.asked()), constrained),
          1),
      wrong);
  val result = val::object();
  result.set("training_error", number_or_null(fit.training_error));
  result.set("squared_norm", number_or_null(fit.squared_norm));
  result.set("C", number_or_null(fit.C));
  result.set("reductions", fit.reductions);
  result.set("painting", painting);
  return result;
}

BoundState Laboratory::bound() const {
  const Bound& bound = *bound_;
  val result = state_of(bound);
  result.set("classical", estimate_of(bound.classical()));
  result.set("precise", estimate_of(bound.precise()));
  if (bound.last()) {
    val swap = val::object();
    set_text(swap, "text",
             sentence(bound.swapped_text(), ", and the machine gets ",
                      percent_text(bound.last()->free.training_error),
                      " of all patterns wrong. 50 % would be nothing learned, 0 % all of the "
                      "noise."));
    std::vector<double> label;
    for (const double one : labels_of_points(bound.swapped_labels())) {
      label.push_back(class_of(one) - 1);
    }
    swap.set("label", numbers(label));
    swap.set("free", fit_of(bound.last()->free, false));
    swap.set("constrained",
             bound.last()->constrained ? fit_of(*bound.last()->constrained, true) : val::null());
    result.set("swap", swap);
  } else {
    result.set("swap", val::null());
  }
  return BoundState(result);
}

SelectionState Laboratory::selection() const { return SelectionState(state_of(*selection_)); }

SceneToOpen Laboratory::swapped_scene() const {
  Scene scene = ground_->scene;
  scene.iteration = 0;
  scene.data.y = labels_of_points(bound_->swapped_labels());
  return to_open(scene, bound_->swapped_text());
}

SceneToOpen Laboratory::cell_scene(int cell) const {
  const auto index = static_cast<std::size_t>(cell);
  Scene scene = ground_->scene;
  scene.iteration = 0;
  scene.machine().algorithm = selection_->cells()[index].algorithm;
  return to_open(scene, selection_->cell_text(index));
}

SceneToOpen to_open(const Scene& scene, std::string_view what) {
  val result = val::object();
  set_text(result, "text", scene_text(scene));
  set_text(
      result, "notice",
      sentence(what, ". Undo (Ctrl-Z) brings back the scene that was open, trained as it was."));
  return SceneToOpen(result);
}

LaboratoryCatalogue laboratory_catalogue() {
  val result = val::object();
  result.set("bounds", registry_of(bound_columns, bound_kinds()));
  result.set("criteria", registry_of(criterion_columns, criterion_kinds()));
  result.set("experiments", experiments_of_catalogue());
  return LaboratoryCatalogue(result);
}

}  // namespace marginscope
