#include "describe.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "app/first_steps.h"
#include "app/keys.h"
#include "commands.h"
#include "core/field.h"
#include "core/record.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/scaling.h"
#include "declarations.h"
#include "session/comparison.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

using emscripten::val;

val projection_of(const Scene& scene) {
  const Projection& projection = scene.projection;
  val result = val::object();
  result.set("principal", projection.principal);
  result.set("x", projection.features[0] + 1);
  result.set("y", projection.features[1] + 1);
  set_text(result, "learned", projection.alone ? "shown" : "all");
  result.set("of", static_cast<int>(scene.data.X.cols()));
  return result;
}

val retained_of(const Machine& machine) {
  const Stop* stop = machine.retaining_stop();
  if (!stop) return val::null();
  val result = val::object();
  result.set("iteration", stop->retained_iteration);
  result.set("stop", stop->iteration);
  return result;
}

val unfit_for(const Machine& machine) {
  val of_algorithms = val::object(), of_rules = val::object();
  const Problem& problem = machine.problem();
  for (const Algorithm& each : algorithms()) {
    if (const auto reason = misfit(each.takes, each.name, problem.task, problem.classes)) {
      set_text(of_algorithms, each.id.data(), *reason);
    }
  }
  for (const RuleKind& kind : rule_kinds()) {
    const auto rule = kind.make(kind, {});
    if (const auto reason = misfit(**rule, machine.judged())) {
      set_text(of_rules, kind.id.data(), *reason);
    }
  }
  val result = val::object();
  result.set("algorithms", of_algorithms);
  result.set("rules", of_rules);
  return result;
}

val points_of(const Session& session) {
  const Dataset& data = session.scene().data;
  const auto size = static_cast<std::size_t>(data.size());
  std::vector<double> x(size), y(size), label(size), pattern(size), validation(size);
  std::vector<double> predicted(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto at = session.plane().place(data, static_cast<Eigen::Index>(i));
    x[i] = at[0];
    y[i] = at[1];
    label[i] = data.y[static_cast<Eigen::Index>(i)];
    pattern[i] = session.pattern_of_point(static_cast<int>(i));
    validation[i] = data.validation[i];
    const int index = session.machine().predicted_class(static_cast<int>(i));
    predicted[i] = index < 0 ? NAN : data.classes > 2 || index == 0 ? index + 1 : -1;
  }
  val result = val::object();
  result.set("x", numbers(x));
  result.set("y", numbers(y));
  result.set("label", numbers(label));
  result.set("pattern", numbers(pattern));
  result.set("validation", numbers(validation));
  result.set("predicted", numbers(predicted));
  return result;
}

std::vector<double> places_of_curve(const Curve& curve) {
  std::vector<double> places;
  for (const auto& [x, y] : curve) places.insert(places.end(), {x, y});
  return places;
}

// The sentence in pieces, with the point that each of them names, or −1.
val pieces_of(const Session& session) {
  const Explanation told = session.explanation();
  val result = val::array();
  int count = 0;
  std::size_t at = 0;
  const auto add = [&](std::size_t to, int point) {
    if (to == at) return;
    val piece = val::object();
    set_text(piece, "text", std::string_view(told.text).substr(at, to - at));
    piece.set("point", point);
    result.set(count++, piece);
    at = to;
  };
  for (const auto& [from, to, pattern] : told.mentions) {
    add(from, -1);
    add(to, session.point_of_pattern(pattern));
  }
  add(told.text.size(), -1);
  return result;
}

// The equations of this iteration with the numbers of the selected pattern, or of the first that the
// sentence names; null while the run moves, when nobody could read them.
val worked_equations(const Session& session) {
  const Machine& machine = session.machine();
  const Run* run = machine.run();
  if (!run || machine.playing() || machine.busy() || session.patterns() == 0) return val::null();
  const auto& mentions = machine.explanation().mentions;
  const int selected = session.selected() < 0 ? -1 : session.pattern_of_point(session.selected());
  const int pattern = selected >= 0 ? selected : mentions.empty() ? 0 : mentions.front().pattern;
  val result = val::object();
  result.set("point", session.point_of_pattern(pattern));
  result.set("equations", list(run->work_out(pattern),
                               [](const std::string& equation) { return val(equation); }));
  return result;
}

val rule_names_of(const Run* run) {
  val result = val::object();
  if (!run) return result;
  for (const WouldStop& rule : run->would_stop()) result.set(rule.text, rule.name);
  return result;
}

std::span<const Quantity> published(const Run* run) {
  return run ? run->solver().quantities() : std::span<const Quantity>{};
}

val quantities_of(const Machine& machine) {
  val result = val::object();
  for (const Quantity& quantity : published(machine.run())) {
    result.set(std::string(quantity.id), numbers(machine.quantity(quantity.id)));
  }
  return result;
}

// The settings of an algorithm or of a named problem, all of them.
template <class Described>
val settings_of(const Described& described, const SpecValues& values) {
  val result = val::object();
  for (const Field& field : described.fields) {
    const auto value = described.read(described, field, values);
    if (value) result.set(std::string(field.id), *value);
  }
  return result;
}

// What there is to say of one machine, whether alone or beside others.
void add_machine(val& result, const MachineSetup& setup, const Machine& machine) {
  const Run* run = machine.run();
  result.set("algorithm", setup.algorithm.name);
  result.set("settings",
             settings_of(**find_algorithm(setup.algorithm.name), setup.algorithm.values));
  result.set("rules", setup.rules);
  result.set("trouble", text_or_null(machine.trouble()));
  result.set("stop", stop_of(run));
  result.set("retained", retained_of(machine));
  result.set("would_stop", would_stop_of(run));
  result.set("quantities", quantities_of(machine));
  result.set("record", record_of(run ? &run->record() : nullptr));
}

val machines_of(const Session& session, const Comparison& told) {
  int place = 0;
  const auto described = [&](const Machine& machine) {
    const MachineSetup& setup = session.scene().machines[static_cast<std::size_t>(place)];
    const Run* run = machine.run();
    const Record record = run ? run->record() : Record();
    val result = val::object();
    const Comparison::Row& row = told.rows[static_cast<std::size_t>(place++)];
    result.set("id", row.letter);
    result.set("caption", row.caption);
    result.set("state", row.state);
    auto column = told.columns.begin();
    result.set("cells", list(row.cells, [&](const TableCell& cell) {
                 val entry = val::object();
                 set_text(entry, "head", (*column++)->head);
                 entry.set("text", cell.whole());
                 return entry;
               }));
    result.set("name", setup.name);
    add_machine(result, setup, machine);
    result.set("iteration", machine.iteration());
    result.set("last_iteration", machine.last_iteration());
    result.set("busy", machine.busy());
    result.set("sentence", machine.sentence());
    result.set("training_error", number_or_null(record.training_error));
    result.set("validation_error", number_or_null(record.validation_error));
    result.set("support_vectors",
               record.support_vectors < 0 ? val::null() : val(record.support_vectors));
    result.set("smallest_margin",
               run ? number_or_null(run->solver().smallest_margin(run->problem())) : val::null());
    result.set("seconds_per_step", number_or_null(machine.seconds_per_step()));
    return result;
  };
  return list(session.machines(), described);
}

void add_comparison(val& result, const Session& session) {
  const Comparison told = comparison_of(session);
  result.set("machines", machines_of(session, told));
  result.set("comparison", told.sentence);
}

void add_no_comparison(val& result, const Session&) {
  result.set("machines", val::array());
  result.set("comparison", "");
}

val drawn_from(const Scene& scene) {
  const auto problem = find_named_problem(scene.problem.name);
  if (!problem) return val::null();
  val result = val::object();
  result.set("id", scene.problem.name);
  result.set("settings", settings_of(**problem, scene.problem.values));
  return result;
}

val plane_of_canvas(const App& app) {
  const App::PlaneRect plane = app.plane();
  val result = val::object();
  result.set("x0", plane.x0);
  result.set("y0", plane.y0);
  result.set("x1", plane.x1);
  result.set("y1", plane.y1);
  result.set("left", plane.left);
  result.set("top", plane.top);
  result.set("width", plane.width);
  result.set("height", plane.height);
  return result;
}

}  // namespace

Description describe(const App& app) {
  const Session& session = app.session();
  const Scene& scene = session.scene();
  const Machine& machine = session.machine();
  const Run* run = machine.run();
  val result = val::object();
  result.set("version", version(app));
  result.set("scene", scene_text(scene));
  result.set("name", scene.name);
  result.set("problem", drawn_from(scene));
  result.set("task", scene.data.task == Task::regression ? "regression" : "classification");
  add_machine(result, scene.machine(), machine);
  // Chosen before it is called, either stays a function of its own, so that a first visit can do without
  // (wasm/toolchain/deferred_functions.txt).
  const auto add = session.machines().size() > 1 ? add_comparison : add_no_comparison;
  add(result, session);
  result.set("chosen", scene.chosen);
  set_text(result, "scaling", scaling_id(scene.scaling));
  result.set("projection", projection_of(scene));
  result.set("seed", scene.seed <= static_cast<std::uint64_t>(largest_exact_integer)
                         ? val(static_cast<double>(scene.seed))
                         : val(std::to_string(scene.seed)));
  result.set("iteration", session.iteration());
  result.set("last_iteration", session.last_iteration());
  result.set("playing", session.playing());
  result.set("busy", session.busy());
  result.set("speed", session.speed());
  set_text(result, "pace", pace_id(session.pace()));
  result.set("frames", app.frames());
  result.set("notice", text_or_null(session.notice()));
  result.set("remarks",
             list(session.remarks(), [](const std::string& remark) { return val(remark); }));
  result.set("first_steps", list(first_steps(session), text));
  result.set("sentence", session.explanation().text);
  result.set("headline", machine.sentence().substr(0, machine.explanation().headline));
  result.set("pieces", pieces_of(session));
  result.set("worked", worked_equations(session));
  result.set("rule_names", rule_names_of(run));
  result.set("limit", scene.max_iterations);
  result.set("unfit", unfit_for(machine));
  result.set("points", points_of(session));
  result.set("selected", session.selected());
  const std::vector<int>& selection = session.selection();
  result.set("selection", numbers(std::vector<double>(selection.begin(), selection.end())));
  result.set("curve", numbers(places_of_curve(session.curve().places)));
  result.set("formula", session.curve().formula);
  result.set("features",
             list(scene.data.feature_names, [](const std::string& name) { return val(name); }));
  result.set("published", list(published(run), quantity_of));
  result.set("can_undo", session.can_undo());
  result.set("can_redo", session.can_redo());
  result.set("plane", plane_of_canvas(app));
  return Description(result);
}

ScenePicture scene_picture(const App& app) {
  const Session& session = app.session();
  const Machine& machine = session.machine();
  const Dataset& data = session.scene().data;
  const PlanePicture picture(session.scene(), session.plane());
  val result = val::object();
  result.set("picture", picture_of(picture, session.plane(), data));
  result.set("painting", val::null());
  if (!machine.run() || machine.untrained() || picture.asked().rows() == 0) {
    return ScenePicture(result);
  }
  Eigen::MatrixXd f;
  machine.decision_values(picture.asked(), f);
  std::vector<double> wrong;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    const int predicted = machine.predicted_class(i);
    wrong.push_back(predicted >= 0 && predicted != class_of(data.y[i]) - 1);
  }
  val painting = val::object();
  add_painting(painting, picture.painting(f, machine.run()->solver().margin_level()), wrong);
  result.set("painting", painting);
  return ScenePicture(result);
}

Catalogue catalogue() {
  val result = val::object();
  result.set("algorithms", registry_of(algorithm_columns, algorithms()));
  result.set("groups", list(algorithm_groups, text));
  result.set("rules", registry_of(rule_columns, rule_kinds()));
  result.set("problems", registry_of(problem_columns, named_problems()));
  result.set("scalings", list(scalings(), [](const ScalingKind& kind) {
               val entry = val::object();
               set_text(entry, "id", kind.id);
               set_text(entry, "meaning", kind.meaning);
               return entry;
             }));
  result.set("columns", list(record_columns(), [](const RecordColumn& column) {
               val entry = val::object();
               set_text(entry, "name", column.name);
               set_text(entry, "label", column.label);
               set_text(entry, "role", role_id(column.role));
               entry.set("fraction", column.fraction);
               return entry;
             }));
  result.set("keys", list(key_bindings(), [](const KeyBinding& binding) {
               val entry = val::object();
               set_text(entry, "keys", binding.shown);
               set_text(entry, "meaning", binding.meaning);
               return entry;
             }));
  result.set("most_machines", most_machines);
  return Catalogue(result);
}

double version(const App& app) { return static_cast<double>(app.session().version()); }

std::string open_scene_text(const App& app) { return scene_text(app.session().scene()); }

std::string command_line(const App& app) { return app.session().command_line(); }

std::string ask_type() {
  return literals(ask_ids, [](std::string_view id) { return id; });
}

CanvasRequests take_requests(App& app) {
  return CanvasRequests(list(app.take_requests(), [](const Request& request) {
    val entry = val::object();
    set_text(entry, "kind", ask_id(request.kind));
    entry.set("command", object_of(request.command));
    entry.set("field", request.field);
    entry.set("value", request.value);
    entry.set("otherwise", request.otherwise);
    entry.set("left", request.left);
    entry.set("top", request.top);
    entry.set("width", request.width);
    entry.set("height", request.height);
    return entry;
  }));
}

IterationRecords records(const App& app, int first, int count) {
  val result = val::array();
  const Run* run = app.session().machine().run();
  if (!run) return IterationRecords(result);
  const History& history = run->history();
  const int end = std::min(first + count, history.last() + 1);
  for (int k = std::max(first, history.first()); k < end; ++k) {
    result.call<void>("push", record_of(&history.at(k)));
  }
  return IterationRecords(result);
}

std::string trace_text(const App& app) {
  const Run* run = app.session().machine().run();
  return trace_csv(run ? run->history() : History());
}

}  // namespace marginscope
