#include "experiment/figures.h"

#include <doctest/doctest.h>

#include "support/reproduced.h"
#include "support/xml_check.h"

namespace marginscope {
namespace {

using testing::is_well_formed;
using testing::reproduced;

std::vector<Cell> cells_of(std::string_view experiment, int realisations) {
  ExperimentRequest request;
  request.realisations = realisations;
  std::vector<Cell> cells;
  const auto made = reproduced(experiment, request);
  for (const auto& [key, cell] : *made) cells.push_back(cell);
  return cells;
}

const Experiment& experiment_named(std::string_view id) { return **find_experiment(id); }

TEST_SUITE("figures") {
  TEST_CASE("what is an experiment's figure is drawn, and a table is not") {
    for (const Experiment& experiment : experiments()) {
      INFO(experiment.id);
      CHECK((experiment.draw != nullptr) == (experiment.id.find("figure") != std::string::npos));
      CHECK(figures_of(experiment, {}).empty());
    }
    CHECK(figures_of(experiment_named("four-points"), cells_of("four-points", 0)).empty());
  }

  TEST_CASE("each data set has a figure of its own, whatever there is of it") {
    for (const Experiment& experiment : experiments()) {
      if (!experiment.draw) continue;
      INFO(experiment.id);
      // Nothing but a name, as in the file of another version; and one point alone.
      Cell bare, point;
      bare.dataset = "bare";
      bare.method = point.method = experiment.methods.front().id;
      point.dataset = "one";
      point.at = {{"realisation", 1}, {"iteration", 3}, {"C", 2}, {"2σ²", 10}, {"P_n", 0.01}};
      point.quantity = experiment.id.starts_with("bandos") ? "support_vectors" : "";
      point.result = summary_of(4, 12.5, 1);
      const auto figures = figures_of(experiment, std::vector{bare, point, bare});
      REQUIRE(figures.size() == 3);
      CHECK(figures[1].name == std::string(experiment.id) + "-one");
      for (const DrawnFigure& figure : figures) CHECK(is_well_formed(figure.svg));
      CHECK(figures[0].svg == figures[2].svg);
    }
  }

  TEST_CASE("a rule's curve ends where its last run has stopped, the tolerance's goes on") {
    const std::vector<Cell> cells = cells_of("bandos-figure-1", 2);
    const picture::Sheet sheet = draw_moments_course(experiment_named("bandos-figure-1"), cells);
    REQUIRE(sheet.panels.size() == 6);
    for (const auto& panel : sheet.panels) {
      const auto& chart = std::get<picture::Chart>(panel);
      REQUIRE(chart.curves.size() == 12);
      for (std::size_t i = 0; i < chart.curves.size(); i += 2) {
        CHECK(chart.curves[i].points.back().x == 40);
        CHECK(chart.curves[i + 1].points.back().x < 40);
        // Until the first of the runs stops both are one training.
        CHECK(chart.curves[i].points.front().y == chart.curves[i + 1].points.front().y);
      }
    }
  }

  TEST_CASE("what a constraint gains is the difference of the two terms, at every place") {
    std::vector<Cell> cells;
    double gained = 0;
    for (const double C : {0.1, 1.0, 100.0}) {
      for (const double width : {0.1, 1.0, 10.0, 100.0, 1000.0}) {
        for (const char* method : {"classical", "precise"}) {
          Cell& cell = cells.emplace_back();
          cell.dataset = "sonar";
          cell.method = method;
          cell.at = {{"C", C}, {"2σ²", width}};
          cell.result = summary_of(100, cell.method == "classical" ? 50 + C : 50 - width / 100, 1);
        }
        gained += (C + width / 100) / 15;
      }
    }
    const Experiment& experiment = experiment_named("decherchi-figure-2");
    const picture::Sheet sheet = experiment.draw(experiment, cells);
    REQUIRE(sheet.panels.size() == 3);
    const auto& gains = std::get<picture::HeatMap>(sheet.panels[2]);
    CHECK(gains.columns == std::vector<std::string>{"0.1", "1", "100"});
    CHECK(gains.rows == std::vector<std::string>{"0.1", "1", "10", "100", "1000"});
    CHECK(gains.values[0] == doctest::Approx(0.101));
    CHECK(gains.values[14] == doctest::Approx(110));
    REQUIRE(gains.notes.size() == 2);
    CHECK(gains.notes[0] == "most 110, printed 22.50");
    CHECK(gains.notes[1] == "average " + short_text(gained, 4) + ", printed 2.10");
    // Where a cell is missing there is no average to put beside the printed one.
    cells.pop_back();
    const picture::Sheet part = experiment.draw(experiment, cells);
    CHECK(std::get<picture::HeatMap>(part.panels[1]).notes.empty());
    CHECK(is_well_formed(svg_of(part)));
  }
}

}  // namespace
}  // namespace marginscope
