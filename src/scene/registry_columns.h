#pragma once  // for every room above

// What there is to choose from, as data: the columns of the registries by the names that programs
// know them by. The page's catalogue and `marginscope list --json` are made from these tables; each
// adds only what it alone tells.

#include <string_view>

#include "bounds/bound.h"
#include "core/field.h"
#include "core/quantity.h"
#include "data/catalogue.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {

// A member of a `Row`, in one of three forms.
template <class Row>
struct Column {
  const char* name;
  std::string_view Row::*text = nullptr;
  bool Row::*flag = nullptr;
  std::string_view (*word)(const Row&) = nullptr;  // the identifier of an enumerator
  bool optional = false;                           // an empty text means that there is none
  bool in_lists = false;                           // in full lists only: nobody needs it to choose
};

// The text of a column that is no flag.
template <class Row>
std::string_view text_of(const Column<Row>& column, const Row& row) {
  return column.word ? column.word(row) : row.*column.text;
}

inline constexpr Column<Algorithm> algorithm_columns[] = {
    {.name = "id", .text = &Algorithm::id},
    {.name = "preset", .text = &Algorithm::preset, .optional = true},
    {.name = "name", .text = &Algorithm::name},
    {.name = "group", .text = &Algorithm::group},
    {.name = "summary", .text = &Algorithm::summary},
    {.name = "problem", .text = &Algorithm::problem},
    {.name = "step", .text = &Algorithm::step},
    {.name = "source", .text = &Algorithm::source},
    {.name = "default_rules", .text = &Algorithm::default_rules}};

inline constexpr Column<RuleKind> rule_columns[] = {
    {.name = "id", .text = &RuleKind::id},
    {.name = "name", .text = &RuleKind::name},
    {.name = "statistic", .text = &RuleKind::statistic},
    {.name = "unit", .text = &RuleKind::unit, .in_lists = true},
    {.name = "meaning", .text = &RuleKind::meaning},
    {.name = "source", .text = &RuleKind::source}};

inline constexpr Column<NamedProblem> problem_columns[] = {
    {.name = "id", .text = &NamedProblem::id},
    {.name = "name", .text = &NamedProblem::name},
    {.name = "meaning", .text = &NamedProblem::meaning},
    {.name = "source", .text = &NamedProblem::source},
    {.name = "random", .flag = &NamedProblem::random},
    {.name = "suggests", .text = &NamedProblem::suggests, .optional = true, .in_lists = true}};

inline constexpr Column<BoundKind> bound_columns[] = {
    {.name = "id", .text = &BoundKind::id},
    {.name = "name", .text = &BoundKind::name},
    {.name = "formula", .text = &BoundKind::formula},
    {.name = "meaning", .text = &BoundKind::meaning},
    {.name = "idea", .text = &BoundKind::idea},
    {.name = "source", .text = &BoundKind::source},
    {.name = "swaps_at_random", .flag = &BoundKind::swaps_at_random},
    {.name = "swaps_once", .flag = &BoundKind::swaps_once},
    {.name = "holds_norm", .flag = &BoundKind::holds_norm},
    {.name = "preselected", .flag = &BoundKind::preselected}};

inline constexpr Column<Field> field_columns[] = {
    {.name = "id", .text = &Field::id},
    {.name = "symbol", .text = &Field::symbol},
    {.name = "name", .text = &Field::name},
    {.name = "meaning", .text = &Field::meaning},
    {.name = "formula", .text = &Field::formula},
    {.name = "source", .text = &Field::source},
    {.name = "type", .word = [](const Field& field) { return field_type_id(field.type); }}};

inline constexpr Column<Choice> choice_columns[] = {{.name = "id", .text = &Choice::id},
                                                    {.name = "meaning", .text = &Choice::meaning}};

inline constexpr Column<Quantity> quantity_columns[] = {
    {.name = "role", .word = [](const Quantity& quantity) { return role_id(quantity.role); }},
    {.name = "symbol", .text = &Quantity::symbol},
    {.name = "label", .text = &Quantity::label},
    {.name = "meaning", .text = &Quantity::meaning},
    {.name = "unit", .text = &Quantity::unit},
    {.name = "kind", .word = [](const Quantity& quantity) { return kind_id(quantity.kind); }}};

}  // namespace marginscope
