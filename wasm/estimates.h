#pragma once

// Bounds and selections as JavaScript values.

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "bounds/bound.h"
#include "declarations.h"
#include "selection/selection.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(BoundId)
EMSCRIPTEN_DECLARE_VAL_TYPE(CriterionId)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundKindRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(CriterionKindRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundTermRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SelectionState)

inline std::string bound_id_type() { return id_literals(bound_kinds()); }
inline std::string criterion_id_type() { return id_literals(criterion_kinds()); }

inline constexpr char bound_kind_type[] = R"({
  id: BoundId; name: string; formula: string; meaning: string;
  /** Why that bounds anything. */
  idea: string;
  source: string;
  /** It learns, as often as `swaps` says, labels of which a random half is turned round; or once those with their second half turned round. */
  swaps_at_random: boolean; swaps_once: boolean;
  /** Every machine is held to the norm of that of the given labels. */
  holds_norm: boolean;
  /** What is offered first. */
  preselected: boolean;
  fields: CatalogueField[];
})";

inline constexpr char criterion_kind_type[] = R"({
  id: CriterionId; name: string; formula: string; meaning: string; idea: string; source: string;
  of_validation: boolean; preselected: boolean; fields: CatalogueField[];
})";

inline constexpr char bound_term_type[] = R"({
  id: string; symbol: string; meaning: string;
  /** Null before it is known. */
  value: number | null;
  /** It is a part of patterns or labellings, or the bound itself, to be read as percent. */
  fraction: boolean;
  /** The summands make the bound; the others are what these were made of. */
  summand: boolean;
})";

inline constexpr char bound_outcome_type[] = R"({
  kind: BoundId;
  /** Of a joint bound the one that applies, once the given labels are learned; else the kind. */
  applied: BoundId;
  /** All swaps were made, or there is a refusal: why the bound cannot be had. */
  finished: boolean; refusal: string | null;
  /** Of the probability of an error on new patterns, by the swaps so far; null before there is any, and above 1 it says nothing. */
  value: number | null;
  /** Of the work, 0 to 1. */
  fraction: number;
  /** To be made (0: none are needed), made, and of these the ones that needed a smaller C. */
  swaps: number; swaps_done: number; swaps_reduced: number;
  /** Of the machine of the given labels, null before it is trained: parts of the patterns that are wrong, of a validation part where there is one, and ‖f‖² without the bias. */
  training_error: number | null; validation_error: number | null; squared_norm: number | null;
  terms: BoundTerm[];
  /** What it says with its numbers, and what it leaves open. */
  sentences: string[];
})";

inline constexpr char selection_state_type[] = R"({
  criterion: CriterionId | BoundId; axes: { field: string; values: string[] }[];
  /** Row by row over the axes, the last one fastest; those of a search's second stage follow when they are known. */
  cells: {
    /** One for each axis. */
    settings: string[];
    judged: boolean;
    /** Of the criterion; null before, and where it is refused for a reason, which is else empty. */
    value: number | null; reason: string;
    /** The one that applied; empty where the criterion is none. */
    bound: BoundId | '';
    /** Parts of the patterns that are wrong, in regression mean squares; null before they are known, and without a validation part. */
    training_error: number | null; validation_error: number | null;
  }[];
  /** The place in `cells` of the least value so far; −1 before there is one. */
  chosen: number;
  finished: boolean;
  /** Of the work, 0 to 1. */
  fraction: number;
  /** What was chosen and by what, and what that does not say. */
  sentences: string[];
})";

// Those of a criterion, as bound_columns.
inline constexpr Column<CriterionKind> criterion_columns[] = {
    {.name = "id", .text = &CriterionKind::id},
    {.name = "name", .text = &CriterionKind::name},
    {.name = "formula", .text = &CriterionKind::formula},
    {.name = "meaning", .text = &CriterionKind::meaning},
    {.name = "idea", .text = &CriterionKind::idea},
    {.name = "source", .text = &CriterionKind::source},
    {.name = "of_validation", .flag = &CriterionKind::of_validation},
    {.name = "preselected", .flag = &CriterionKind::preselected}};

inline emscripten::val texts(const std::vector<std::string>& items) {
  return list(items, [](const std::string& item) { return emscripten::val(item); });
}

inline emscripten::val terms_of(const std::vector<BoundTerm>& terms) {
  return list(terms, [](const BoundTerm& term) {
    emscripten::val entry = emscripten::val::object();
    set_text(entry, "id", term.id);
    set_text(entry, "symbol", term.symbol);
    set_text(entry, "meaning", term.meaning);
    entry.set("value", number_or_null(term.value));
    entry.set("fraction", term.fraction);
    entry.set("summand", term.summand);
    return entry;
  });
}

inline emscripten::val state_of(const Bound& bound) {
  emscripten::val result = emscripten::val::object();
  set_text(result, "kind", bound.kind().id);
  set_text(result, "applied", bound_kinds()[static_cast<std::size_t>(bound.applied())].id);
  result.set("finished", bound.finished());
  result.set("refusal",
             bound.refusal() ? emscripten::val(bound.refusal()->message) : emscripten::val::null());
  result.set("value", number_or_null(bound.value()));
  result.set("fraction", bound.fraction_done());
  result.set("swaps", bound.swaps());
  result.set("swaps_done", bound.swaps_done());
  result.set("swaps_reduced", bound.swaps_reduced());
  const auto& given = bound.given();
  result.set("training_error",
             given ? number_or_null(given->training_error) : emscripten::val::null());
  result.set("squared_norm", given ? number_or_null(given->squared_norm) : emscripten::val::null());
  result.set("validation_error", number_or_null(bound.validation_error()));
  result.set("terms", terms_of(bound.terms()));
  result.set("sentences", texts(bound.sentences()));
  return result;
}

inline emscripten::val state_of(const Selection& selection) {
  emscripten::val result = emscripten::val::object();
  result.set("criterion", selection.request().criterion.name);
  result.set("axes", list(selection.axes(), [](const GridAxis& axis) {
               emscripten::val entry = emscripten::val::object();
               entry.set("field", axis.field);
               entry.set("values", texts(axis.values));
               return entry;
             }));
  result.set("cells", list(selection.cells(), [](const SelectionCell& cell) {
               emscripten::val entry = emscripten::val::object();
               entry.set("settings", texts(cell.settings));
               entry.set("judged", cell.judged);
               entry.set("value", number_or_null(cell.value));
               entry.set("reason", cell.reason);
               entry.set("bound", cell.bound);
               entry.set("training_error", number_or_null(cell.training_error));
               entry.set("validation_error", number_or_null(cell.validation_error));
               return entry;
             }));
  const auto chosen = selection.chosen();
  result.set("chosen", chosen ? static_cast<int>(*chosen) : -1);
  result.set("finished", selection.finished());
  result.set("fraction", selection.fraction_done());
  result.set("sentences", texts(selection.sentences()));
  return result;
}

}  // namespace marginscope
