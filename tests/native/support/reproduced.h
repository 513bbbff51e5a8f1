#pragma once

// Experiments on the papers' data, by their cells.

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>

#include "core/text.h"
#include "experiment/experiment_run.h"
#include "experiment/native/folder.h"
#include "experiment/native/threads.h"
#include "support/papers_data.h"

namespace marginscope::testing {

// The tests of numbers that papers print of whole data sets, which the sanitized run leaves out
// (tests/run.mjs): they take minutes there, and the same code is at work on smaller sets.
inline const doctest::test_suite published("published");

// "heart hk", and behind it coordinates and quantity: "sonar precise C=100 2σ²=0.1".
inline std::string key_of(const Cell& cell) {
  std::string key = cell.dataset + ' ' + cell.method;
  for (const Coordinate& coordinate : cell.at) {
    key += ' ' + coordinate.name + '=' + exact_text(coordinate.value);
  }
  return cell.quantity.empty() ? key : key + ' ' + cell.quantity;
}

using Cells = std::map<std::string, Cell>;

// Cells by their keys. An experiment that needs data has the papers'; nothing, with a sentence,
// where they are absent.
inline std::optional<Cells> reproduced(std::string_view experiment, ExperimentRequest request) {
  const auto found = find_experiment(experiment);
  REQUIRE(found.has_value());
  if ((*found)->needs_data) {
    const auto folder = papers_data();
    if (!folder) return std::nullopt;
    request.data = data_folder(*folder);
  }
  const auto run = ExperimentRun::start(**found, std::move(request));
  if (!run) FAIL(run.error().message);
  finish_on_threads(**run);
  if ((*run)->refusal()) FAIL((*run)->refusal()->message);
  Cells cells;
  for (const Cell& cell : (*run)->cells()) CHECK(cells.emplace(key_of(cell), cell).second);
  return cells;
}

}  // namespace marginscope::testing
