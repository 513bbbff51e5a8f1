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
    id: string; preset: string; name: string; group: string; summary: string; problem: string;
    step: string; source: string; default_rules: string; fields: CatalogueField[];
  }[];
  rules: {
    id: string; name: string; statistic: string; meaning: string; source: string;
    fields: CatalogueField[];
  }[];
  bounds: BoundKind[];
  criteria: CriterionKind[];
  problems: {
    id: string; name: string; meaning: string; source: string; random: boolean;
    fields: CatalogueField[];
  }[];
  scalings: { id: string; meaning: string }[];
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

}  // namespace marginscope
