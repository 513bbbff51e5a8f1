#pragma once  // for every room above

// The figures of an experiment, drawn from its cells.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "picture/sheet.h"

namespace marginscope {

struct DrawnFigure {
  std::string name;  // "lauer-figure-1-heart"
  std::string svg;
};

// One of each data set, in the order of the cells; none where the experiment is no figure.
std::vector<DrawnFigure> figures_of(const Experiment& experiment, std::span<const Cell> cells);

// What the stages of the search over C are called among the quantities.
inline constexpr std::array<std::string_view, 2> penalty_stages = {"first stage", "second stage"};

// Of one data set's cells what one of the experiments shows (`Experiment::draw`).
picture::Sheet draw_validation_course(const Experiment& experiment, std::span<const Cell> cells);
picture::Sheet draw_penalty_search(const Experiment& experiment, std::span<const Cell> cells);
picture::Sheet draw_moments_course(const Experiment& experiment, std::span<const Cell> cells);
picture::Sheet draw_stops_over_noise(const Experiment& experiment, std::span<const Cell> cells);

// The terms of both kinds over C and 2σ², with what the table prints of their averages and of what
// the constraint gains, as its method ids ("classical", "maximum-advantage") name them.
picture::Sheet draw_complexities(const Experiment& experiment, std::span<const Cell> cells,
                                 std::optional<Publication> (*printed_in_table)(const Cell& entry));

}  // namespace marginscope
