#pragma once  // for every room above

// Machines beside each other: what a table has of each, for the canvas, its text form and the command
// line.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record.h"
#include "core/run.h"
#include "scene/scene.h"
#include "session/session.h"

namespace marginscope {

// How a machine stands at an iteration.
struct Standing {
  Standing(const Run& run, const Record& full_record, double mean_seconds_per_step);

  Record record;  // all parts
  Task task;      // and the sizes of both parts
  Eigen::Index patterns, validation_patterns;
  double smallest_margin;   // y·f; not a number where there is none
  double seconds_per_step;  // likewise, before the first step
  std::string stop;         // the name of the stop that was reached; empty before
};

// What stands in a table, "12.5 %", and what explains it, "25 of 200".
struct TableCell {
  std::string text = {}, detail = {};
  std::string whole() const;  // "12.5 % (25 of 200)"; "–" where there is nothing to tell
};

// A fraction of wrong patterns, in regression a mean squared error.
TableCell error_cell(Task task, double error, Eigen::Index patterns);

struct ComparisonColumn {
  std::string_view head;  // "smallest margin"
  std::string_view meaning;
  TableCell (*cell)(const Standing& standing);
};
// Those that have something to tell of one of the machines at least.
std::vector<const ComparisonColumn*> comparison_columns(std::span<const Standing> standings);

// "A", "A and C", "A, B and C".
std::string machine_letters(std::span<const int> places);

// What a machine of a scene is called beside its letter: its name, else its algorithm with the settings
// that differ from its defaults: "Ho-Kashyap, μ = 0.2".
std::string machine_caption(const MachineSetup& setup);

// Whether two machines that are trained minimise the same: the same criterion, with the same values of
// the settings that it depends on. Only then the one that has less of it is nearer to its least.
bool same_criterion(const Machine& one, const Machine& other);

// The machines of a session.
struct Comparison {
  struct Row {
    std::string letter, caption;
    std::vector<TableCell> cells;  // one for each column
    bool best = false;             // it is among those that err least, which are not all
    bool waits = false;            // at its end, while others are further on
    // That in words, or why there are no numbers; else empty.
    std::string state;
  };
  std::vector<const ComparisonColumn*> columns;
  std::vector<Row> rows;
  const ComparisonColumn* judged = nullptr;  // the column that the best is the best of
  // Which of them errs least, on the validation part where there is one, and at how many of the points
  // their classes differ: what one would read out of the table and the plane.
  std::string sentence;
};
// Cost: O(N) for each machine.
Comparison comparison_of(const Session& session);

}  // namespace marginscope
