#pragma once  // for src/cli only

// What `bound` and `select` share: the options of a bound, who works at once, and terms as JSON.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bounds/bound.h"
#include "cli/json.h"
#include "core/workers.h"

namespace marginscope::cli {

struct BoundOptions {
  std::optional<int> swaps;
  std::optional<double> delta;
  int jobs = 0;  // 0: as many as there are processors

  // Adds the options to a subcommand; parsing it fills this object.
  void add_to(CLI::App& command);

  // The kind of bound, or whatever a selection is made by, with these settings where they were
  // given. Errors: a text that is no `name:key=value`.
  Result<Spec> criterion_from(const std::string& kind) const;

  // As many as there are jobs, each a thread.
  Workers workers() const;
};

// {id: value}; a number that does not exist is null.
Json json_terms(const std::vector<BoundTerm>& terms);

}  // namespace marginscope::cli
