#pragma once

// What there is to choose from: as data, and as the TypeScript types of what is asked for.

#include <emscripten/val.h>

#include <string>

#include "estimates.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(LibraryCatalogue)

inline constexpr char library_catalogue_type[] = R"({
  algorithms: {
    id: AlgorithmId; preset: AlgorithmId | ''; name: string; group: string; summary: string; problem: string;
    step: string; source: string; default_rules: string; fields: CatalogueField[];
  }[];
  rules: {
    id: RuleId; name: string; statistic: string; meaning: string; source: string;
    fields: CatalogueField[];
  }[];
  bounds: BoundKind[];
  criteria: CriterionKind[];
  problems: {
    id: ProblemId; name: string; meaning: string; source: string; random: boolean;
    fields: CatalogueField[];
  }[];
  scalings: { id: Scaling; meaning: string }[];
})";

LibraryCatalogue library_catalogue();

// Each row of a registry as its identifier, as a text that begins with it, and as an object with its
// settings, whose comments tell their ranges and defaults.
std::string kernel_type();
std::string algorithm_type();
std::string rule_type();
std::string bound_type();
std::string criterion_type();  // without the kinds of bound
std::string problem_type();
std::string scaling_type();

// Their identifiers.
std::string algorithm_id_type();
std::string rule_id_type();
std::string problem_id_type();

// The rule, the rules of a group joined by +, or how else a run ends.
std::string stop_reason_type();

// An iteration's numbers by the columns of the trace, null where one does not exist.
std::string record_type();

// What each algorithm publishes with some of its settings, and its records, which have null in the
// columns that it measures with none of them.
std::string algorithm_quantities_type();
std::string algorithm_records_type();

std::string quantity_role_type();
std::string quantity_kind_type();
std::string quantity_axis_type();

}  // namespace marginscope
