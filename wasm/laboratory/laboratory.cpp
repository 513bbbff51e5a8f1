#include "laboratory/laboratory.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "session/contours.h"
#include "solvers/relearning/relearners.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

using emscripten::val;

constexpr int lattice_size = 41;  // columns and rows of the surface

Refusal refused(const Result<void>& result) {
  return Refusal(result ? val::null() : val(result.error().message));
}

// The plane's corners around all training patterns, with some room.
Box box_around(const Plane& plane, const Dataset& data) {
  Box box = {-1, -1, 1, 1};
  bool first = true;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    if (data.validation[static_cast<std::size_t>(i)]) continue;
    const auto [x, y] = plane.place(data, i);
    if (first) box = {x, y, x, y};
    first = false;
    box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
  }
  const double room = 0.12 * std::max({box.x1 - box.x0, box.y1 - box.y0, 1e-6});
  return {box.x0 - room, box.y0 - room, box.x1 + room, box.y1 + room};
}

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
    standard_error.push_back(done > 1 ? so_far.complexity_error() : 0);
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
  result.set("standard_error", number_or_null(error.complexity_error()));
  return result;
}

val terms_of(const std::vector<BoundTerm>& terms) {
  return list(terms, [](const BoundTerm& term) {
    val entry = val::object();
    set_text(entry, "id", term.id);
    set_text(entry, "symbol", term.symbol);
    set_text(entry, "meaning", term.meaning);
    entry.set("value", number_or_null(term.value));
    entry.set("fraction", term.fraction);
    entry.set("summand", term.summand);
    return entry;
  });
}

val texts(const std::vector<std::string>& items) {
  return list(items, [](const std::string& item) { return val(item); });
}

std::vector<double> column(const Eigen::VectorXd& values) { return {values.begin(), values.end()}; }

}  // namespace

Result<void> Laboratory::take_scene(const std::string& text) {
  auto scene = parse_scene(text);
  if (!scene) return fail(scene.error());
  bound_.reset();
  selection_.reset();
  machine_.reset();
  scene_ = std::move(*scene);
  plane_ = plane_of(scene_);
  training_ = training_of(scene_);
  lattice_.resize(0, 0);
  if (plane_.shows_target || training_.problem->X.rows() == 0) return {};
  const Box box = box_around(plane_, scene_.data);
  Eigen::MatrixXd X(lattice_size * lattice_size, plane_.origin.size());
  for (int r = 0; r < lattice_size; ++r) {
    for (int c = 0; c < lattice_size; ++c) {
      X.row(r * lattice_size + c) =
          plane_.pattern(box.x0 + (box.x1 - box.x0) * c / (lattice_size - 1),
                         box.y0 + (box.y1 - box.y0) * r / (lattice_size - 1));
    }
  }
  lattice_ = training_.scaler.apply(X);
  return {};
}

Result<RuleSet> Laboratory::rules_of_scene() const {
  auto rules = parse_rules(scene_.rules);
  if (!rules) return fail(rules.error());
  if (const auto reason = misfit(*rules, judged(scene_.algorithm, *training_.problem))) {
    return fail(*reason);
  }
  return rules;
}

Refusal Laboratory::start_bound(const std::string& scene, const std::string& bound) {
  const auto start = [&]() -> Result<void> {
    if (auto taken = take_scene(scene); !taken) return taken;
    const auto kind = parse_spec(bound);
    if (!kind) return fail(kind.error());
    const auto rules = rules_of_scene();
    if (!rules) return fail(rules.error());
    auto machine =
        make_relearner(scene_.algorithm, {*rules, scene_.max_iterations}, training_.problem);
    if (!machine) return fail(machine.error());
    machine_ = std::move(*machine);
    auto started = Bound::start(*kind, *machine_, scene_.seed);
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
    auto parsed = parse_spec(criterion);
    if (!parsed) return fail(parsed.error());
    auto rules = rules_of_scene();
    if (!rules) return fail(rules.error());
    SelectionRequest request{.data = scene_.data,
                             .scaling = scene_.scaling,
                             .algorithm = scene_.algorithm,
                             .training = {std::move(*rules), scene_.max_iterations},
                             .seed = scene_.seed,
                             .criterion = std::move(*parsed),
                             .grid = {},
                             .two_stage = two_stage};
    for (const std::string& axis : emscripten::vecFromJSArray<std::string>(axes)) {
      auto values = parse_grid_axis(axis);
      if (!values) return fail(values.error());
      request.grid.push_back(std::move(*values));
    }
    if (request.grid.empty() && !two_stage) {
      return fail("There is nothing to select from; write a setting and its values, as in C=1,10");
    }
    auto started = Selection::start(std::move(request));
    if (!started) return fail(started.error());
    selection_ = std::move(*started);
    return {};
  };
  return refused(start());
}

Reasons Laboratory::unfit(const std::string& text) const {
  val result = val::object();
  const auto scene = parse_scene(text);
  if (!scene) return Reasons(result);
  const auto problem = training_of(*scene).problem;
  const TrainerOptions training = {{}, scene->max_iterations};
  for (const BoundKind& kind : bound_kinds()) {
    auto machine = make_relearner(scene->algorithm, training, problem);
    auto bound = machine ? Bound::start({std::string(kind.id), {}}, **machine, scene->seed)
                         : Result<Bound>(fail(machine.error()));
    const std::optional<Error> reason = bound ? bound->refusal() : bound.error();
    if (reason) set_text(result, kind.id.data(), reason->message);
  }
  for (const CriterionKind& kind : criterion_kinds()) {
    const auto fits = check_criterion({.data = scene->data,
                                       .scaling = scene->scaling,
                                       .algorithm = scene->algorithm,
                                       .training = training,
                                       .seed = scene->seed,
                                       .criterion = {std::string(kind.id), {}},
                                       .grid = {},
                                       .two_stage = false});
    if (!fits) set_text(result, kind.id.data(), fits.error().message);
  }
  return Reasons(result);
}

bool Laboratory::advance(double milliseconds) {
  const auto time = std::chrono::nanoseconds(static_cast<long long>(milliseconds * 1e6));
  if (bound_) return bound_->advance(time);
  return selection_ && selection_->advance(time);
}

Picture Laboratory::picture() const {
  const Box box = box_around(plane_, scene_.data);
  std::vector<double> x, y, label;
  for (Eigen::Index i = 0; i < scene_.data.size(); ++i) {
    if (scene_.data.validation[static_cast<std::size_t>(i)]) continue;
    const auto at = plane_.place(scene_.data, i);
    x.push_back(at[0]);
    y.push_back(at[1]);
    label.push_back(scene_.data.y[i]);
  }
  val result = val::object();
  result.set("x0", box.x0);
  result.set("y0", box.y0);
  result.set("x1", box.x1);
  result.set("y1", box.y1);
  result.set("columns", lattice_.rows() > 0 ? lattice_size : 0);
  result.set("rows", lattice_.rows() > 0 ? lattice_size : 0);
  result.set("x", numbers(x));
  result.set("y", numbers(y));
  result.set("label", numbers(label));
  return Picture(result);
}

void Laboratory::add_surface(val& result, bool constrained) const {
  std::vector<double> values;
  std::vector<Line> lines;
  if (lattice_.rows() > 0) {
    values = column(machine_->decision_values(lattice_, constrained));
    lines = zero_lines(values, lattice_size, box_around(plane_, scene_.data));
  }
  result.set("surface", numbers(values));
  result.set("boundary", list(lines, [](const Line& line) {
               std::vector<double> places;
               for (const auto& [x, y] : line) places.insert(places.end(), {x, y});
               return numbers(places);
             }));
}

BoundState Laboratory::bound() const {
  const Bound& bound = *bound_;
  const auto fit_of = [this](const Fit& fit, bool constrained) {
    val result = val::object();
    result.set("training_error", number_or_null(fit.training_error));
    result.set("squared_norm", number_or_null(fit.squared_norm));
    result.set("C", number_or_null(fit.C));
    result.set("reductions", fit.reductions);
    result.set("outputs", numbers(column(fit.decision_values)));
    add_surface(result, constrained);
    return result;
  };
  val result = val::object();
  set_text(result, "kind", bound.kind().id);
  set_text(result, "applied", bound_kinds()[static_cast<std::size_t>(bound.applied())].id);
  result.set("finished", bound.finished());
  result.set("refusal", bound.refusal() ? val(bound.refusal()->message) : val::null());
  result.set("value", number_or_null(bound.value()));
  result.set("fraction", bound.fraction_done());
  result.set("swaps", bound.swaps());
  result.set("swaps_done", bound.swaps_done());
  result.set("swaps_reduced", bound.swaps_reduced());
  const auto& given = bound.given();
  result.set("training_error", given ? number_or_null(given->training_error) : val::null());
  result.set("squared_norm", given ? number_or_null(given->squared_norm) : val::null());
  result.set("validation_error", number_or_null(bound.validation_error()));
  result.set("classical", estimate_of(bound.classical()));
  result.set("precise", estimate_of(bound.precise()));
  result.set("terms", terms_of(bound.terms()));
  result.set("sentences", texts(bound.sentences()));
  if (bound.last()) {
    val swap = val::object();
    swap.set("labels", numbers(column(bound.swapped_labels())));
    swap.set("free", fit_of(bound.last()->free, false));
    swap.set("constrained",
             bound.last()->constrained ? fit_of(*bound.last()->constrained, true) : val::null());
    result.set("swap", swap);
  } else {
    result.set("swap", val::null());
  }
  return BoundState(result);
}

SelectionState Laboratory::selection() const {
  const Selection& selection = *selection_;
  val result = val::object();
  result.set("criterion", selection.request().criterion.name);
  result.set("axes", list(selection.axes(), [](const GridAxis& axis) {
               val entry = val::object();
               entry.set("field", axis.field);
               entry.set("values", texts(axis.values));
               return entry;
             }));
  result.set("cells", list(selection.cells(), [](const SelectionCell& cell) {
               val entry = val::object();
               entry.set("settings", texts(cell.settings));
               entry.set("judged", cell.judged);
               entry.set("value", number_or_null(cell.value));
               entry.set("reason", cell.reason);
               entry.set("bound", cell.bound);
               entry.set("training_error", number_or_null(cell.training_error));
               entry.set("validation_error", number_or_null(cell.validation_error));
               return entry;
             }));
  const auto chosen = selection.chosen();
  result.set("chosen", chosen ? static_cast<int>(*chosen) : -1);
  result.set("finished", selection.finished());
  result.set("fraction", selection.fraction_done());
  result.set("sentences", texts(selection.sentences()));
  return SelectionState(result);
}

std::string Laboratory::swapped_scene() const {
  Scene scene = scene_;
  if (bound_ && bound_->last()) {
    Eigen::VectorXd y = *scene.data.y;
    Eigen::Index pattern = 0;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (scene.data.validation[static_cast<std::size_t>(i)]) continue;
      y[i] = bound_->swapped_labels()[pattern++];
    }
    scene.data.y = std::move(y);
  }
  scene.iteration = 0;
  return scene_text(scene);
}

std::string Laboratory::cell_scene(int cell) const {
  Scene scene = scene_;
  if (selection_ && cell >= 0 && static_cast<std::size_t>(cell) < selection_->cells().size()) {
    scene.algorithm = selection_->cells()[static_cast<std::size_t>(cell)].algorithm;
  }
  scene.iteration = 0;
  return scene_text(scene);
}

LaboratoryCatalogue laboratory_catalogue() {
  val result = val::object();
  result.set("bounds", registry_of(bound_columns, bound_kinds()));
  result.set("criteria", list(criterion_kinds(), [](const CriterionKind& kind) {
               val entry = val::object();
               set_text(entry, "id", kind.id);
               set_text(entry, "name", kind.name);
               set_text(entry, "meaning", kind.meaning);
               entry.set("fields", fields_of(kind));
               return entry;
             }));
  return LaboratoryCatalogue(result);
}

}  // namespace marginscope
