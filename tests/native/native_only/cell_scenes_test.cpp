// The runs behind the cells of an experiment, as scenes.

#include <doctest/doctest.h>

#include <algorithm>

#include "data/catalogue.h"
#include "experiment/experiment_run.h"
#include "experiment/given_set.h"
#include "scene/scene.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// A carried set: what experiments on data sets are made on without the papers' splits.
std::shared_ptr<const DataSource> overlapping() {
  auto data = make_named_problem({"overlap", {{"n", "48"}}}, 3);
  require(data);
  return given_set("heart", std::move(*data), "", 5);
}

std::unique_ptr<ExperimentRun> finished(const Experiment& experiment) {
  ExperimentRequest request;
  request.data = overlapping();
  request.realisations = 1;
  request.swaps = 2;
  auto run = ExperimentRun::start(experiment, std::move(request));
  require(run);
  while ((*run)->advance()) {
  }
  REQUIRE_FALSE((*run)->refusal().has_value());
  return std::move(*run);
}

// As the page opens it: from its text, to the stop.
Run opened(const Scene& scene) {
  const auto read = parse_scene(scene_text(scene));
  require(read);
  CHECK(*read == scene);
  auto run = begin_run(read->machine().algorithm, read->machine().rules, training_of(*read).problem,
                       {.max_iterations = read->max_iterations, .watched = part::validation_error})
                 .finish();
  require(run);
  while (!run->stop()) run->advance(10'000);
  return std::move(*run);
}

}  // namespace

TEST_SUITE("cell scenes") {
  TEST_CASE("behind every cell but times there is a scene that can be trained to its stop") {
    for (const Experiment& experiment : experiments()) {
      CAPTURE(experiment.id);
      const auto run = finished(experiment);
      REQUIRE_FALSE(run->cells().empty());
      // Of curves with thousands of cells a dozen.
      const std::size_t stride = std::max<std::size_t>(1, run->cells().size() / 12);
      for (std::size_t i = 0; i < run->cells().size(); i += stride) {
        CAPTURE(entry_text(run->cells()[i]));
        const auto behind = run->scene_of(i);
        CHECK(behind.has_value() != experiment.measures_times);
        if (!behind) continue;
        CHECK_FALSE(behind->what.empty());
        CHECK(behind->scene.iteration == 0);
        opened(behind->scene);
      }
    }
  }

  TEST_CASE("over one realisation the scene's error is the cell's") {
    for (const std::string_view id : {"lauer-table-3", "lauer-table-3-recovered"}) {
      const auto experiment = find_experiment(id);
      require(experiment);
      const auto run = finished(**experiment);
      for (std::size_t i = 0; i < run->cells().size(); ++i) {
        const Cell& cell = run->cells()[i];
        CAPTURE(entry_text(cell));
        const auto behind = run->scene_of(i);
        require(behind);
        CHECK(behind->what == "split 1 of 20, drawn at random");
        Run machine = opened(behind->scene);
        machine.seek(machine.stop()->retained_iteration);
        // There the test part is the validation part.
        CHECK(100 * machine.record().validation_error == cell.result.mean);
        CHECK(cell.publication->drawn);
      }
    }
  }

  TEST_CASE("a cell of an earlier run has no scene, and says so") {
    const auto experiment = find_experiment("four-points");
    require(experiment);
    ExperimentRequest request;
    request.finished = finished(**experiment)->cells();
    const auto run = ExperimentRun::start(**experiment, std::move(request));
    require(run);
    const auto behind = (*run)->scene_of(0);
    REQUIRE_FALSE(behind.has_value());
    CHECK(behind.error().message.starts_with("There is no single run behind four-points, "));
  }

  TEST_CASE("drawn splits are the seed's, and part all patterns") {
    const auto splits = [](std::uint64_t seed) {
      auto data = make_named_problem({"overlap", {{"n", "48"}}}, 3);
      require(data);
      const auto sets = given_set("a", std::move(*data), "", seed)->split_sets({"a"});
      require(sets);
      return (*sets)[0];
    };
    const auto one = splits(1), again = splits(1), other = splits(2);
    REQUIRE(one->realisations.size() == 20);
    CHECK(one->drawn);
    for (std::size_t r = 0; r < one->realisations.size(); ++r) {
      const Realisation& split = one->realisations[r];
      CHECK(split.train == again->realisations[r].train);
      CHECK(split.train != other->realisations[r].train);
      CHECK(split.train.size() == static_cast<std::size_t>(one->data.size()) * 3 / 5);
      std::vector<int> all = split.train;
      all.insert(all.end(), split.test.begin(), split.test.end());
      std::sort(all.begin(), all.end());
      for (std::size_t row = 0; row < all.size(); ++row) CHECK(all[row] == static_cast<int>(row));
    }
    CHECK_FALSE(given_set("a", one->data, "", 1)->plain_sets({"b"}, {}).has_value());
  }
}
