#include "laboratory/reproduction.h"

#include <algorithm>
#include <chrono>

#include "data/csv.h"
#include "experiment/given_set.h"
#include "experiment/reading.h"

namespace marginscope {
namespace {

using emscripten::val;

std::string text_in(const val& object, const char* name) { return object[name].as<std::string>(); }

std::string_view name_of(Repeats repeats) {
  switch (repeats) {
    case Repeats::realisations:
      return "realisations";
    case Repeats::swaps:
      return "swaps";
    case Repeats::none:
      break;
  }
  return "none";
}

Result<ExperimentRequest> request_of(const Experiment& experiment, const val& wish) {
  ExperimentRequest request;
  request.methods = emscripten::vecFromJSArray<std::string>(wish["methods"]);
  request.seed = static_cast<std::uint64_t>(wish["seed"].as<double>());
  const int repeats = wish["repeats"].as<int>();
  (experiment.repeats == Repeats::swaps ? request.swaps : request.realisations) = repeats;
  if (!experiment.needs_data) return request;
  const std::string name = text_in(wish, "set");
  auto data = read_csv(text_in(wish, "csv"), name, Task::classification);
  if (!data) return fail(data.error());
  request.data = given_set(name, std::move(*data), text_in(wish, "parts"), request.seed);
  return request;
}

}  // namespace

Refusal Reproduction::start(const ExperimentWish& wish) {
  const auto begun = [&]() -> Result<void> {
    const auto experiment = find_experiment(text_in(wish, "experiment"));
    if (!experiment) return fail(experiment.error());
    auto request = request_of(**experiment, wish);
    if (!request) return fail(request.error());
    auto run = ExperimentRun::start(**experiment, std::move(*request));
    if (!run) return fail(run.error());
    run_ = std::move(*run);
    progress_ = {};
    run_->on_piece = [this](const Progress& progress, const FinishedPiece&) {
      progress_ = progress;
    };
    return {};
  };
  const auto result = begun();
  return Refusal(result ? val::null() : val(result.error().message));
}

bool Reproduction::advance(double milliseconds) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
  while (run_->advance()) {
    if (std::chrono::steady_clock::now() >= end) return run_->pieces_left() > 0;
  }
  return false;
}

ExperimentState Reproduction::state() const {
  const Reading reading = reading_of(run_->cells());
  val result = val::object();
  set_text(result, "experiment", run_->experiment().id);
  result.set("fraction", progress_.fraction);
  set_text(result, "doing", progress_.doing);
  result.set("finished", run_->pieces_left() == 0 && !run_->refusal());
  result.set("refusal", run_->refusal() ? val(run_->refusal()->message) : val::null());
  result.set("cells", list(reading.cells, [](const ReadCell& cell) {
               val entry = val::object();
               set_text(entry, "dataset", cell.dataset);
               set_text(entry, "entry", cell.entry);
               entry.set("n", cell.n);
               set_text(entry, "here", cell.here);
               set_text(entry, "mark", cell.mark);
               set_text(entry, "printed", cell.printed);
               set_text(entry, "verdict", cell.verdict);
               set_text(entry, "cause", cell.cause);
               return entry;
             }));
  result.set("notes", texts(reading.notes));
  set_text(result, "summary", reading.summary);
  return ExperimentState(result);
}

SceneToOpen Reproduction::cell_scene(const std::string& entry) const {
  const auto cell = std::find_if(run_->cells().begin(), run_->cells().end(),
                                 [&](const Cell& one) { return entry_text(one) == entry; });
  const auto behind = run_->scene_of(static_cast<std::size_t>(cell - run_->cells().begin()));
  if (behind) return to_open(behind->scene, sentence(entry, ": ", behind->what));
  val nothing = val::object();
  set_text(nothing, "text", "");
  set_text(nothing, "notice", behind.error().message);
  return SceneToOpen(nothing);
}

val experiments_of_catalogue() {
  return list(experiments(), [](const Experiment& experiment) {
    val entry = val::object();
    set_text(entry, "id", experiment.id);
    set_text(entry, "name", experiment.name);
    set_text(entry, "meaning", experiment.meaning);
    set_text(entry, "unit", experiment.unit);
    entry.set("needs_data", experiment.needs_data);
    entry.set("draws", experiment.draws);
    entry.set("measures_times", experiment.measures_times);
    set_text(entry, "repeats", name_of(experiment.repeats));
    entry.set("methods", list(experiment.methods, [](const Method& method) {
                val row = val::object();
                set_text(row, "id", method.id);
                set_text(row, "name", method.name);
                set_text(row, "meaning", method.meaning);
                return row;
              }));
    return entry;
  });
}

}  // namespace marginscope
