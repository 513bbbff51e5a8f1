#include "selection/cell_judge.h"

#include <algorithm>
#include <iterator>

#include "selection/bound_judge.h"
#include "selection/fold_judge.h"
#include "selection/whole_judges.h"
#include "solvers/registry.h"
#include "solvers/relearning/relearners.h"

// The criteria that there are, by their names.

namespace marginscope {
namespace {

struct CriterionSettings {
  int folds = 10;
};

constexpr Field folds_field[] = {bind<&CriterionSettings::folds>(
    {.id = "folds",
     .symbol = "k",
     .name = "Folds",
     .meaning = "Into how many parts the training patterns are divided.",
     .type = FieldType::integer,
     .least = 2,
     .most = 1e6,
     .slider_from = 2,
     .slider_to = 20})};

Result<std::string> read_field(const CriterionKind& self, const Field& field,
                               const SpecValues& values) {
  return field_text_from<CriterionSettings>(self.fields, self.id, field, values);
}

using Judge = Result<std::unique_ptr<CellJudge>>;

Judge judge_by_validation(const CriterionKind& kind, const SelectionRequest& request,
                          const Algorithm&, std::shared_ptr<const Problem> problem) {
  if (!problem->has_validation()) {
    return fail(sentence("The criterion ", kind.id, " needs a validation part, and there is none"));
  }
  return validation_judge(std::move(problem), request.training);
}

Judge judge_by_folds(const CriterionKind& kind, const SelectionRequest& request, const Algorithm&,
                     std::shared_ptr<const Problem> problem) {
  auto settings = settings_from<CriterionSettings>(kind.fields, kind.id, request.criterion.values);
  if (!settings) return fail(settings.error());
  if (problem->y.size() < 2) {
    return fail(sentence(kind.name, " needs two training patterns, and there is one"));
  }
  return cross_validation_judge(request, std::move(problem), settings->folds);
}

Judge judge_by_leaving_out(const CriterionKind&, const SelectionRequest& request,
                           const Algorithm& algorithm, std::shared_ptr<const Problem> problem) {
  constexpr auto in_closed_form = [](const Algorithm& one) {
    return publishes(one, Role::left_out_value);
  };
  if (!in_closed_form(algorithm)) {
    return fail(sentence(algorithm.id, " has no closed form of its leave-one-out error as ",
                         algorithms_that(in_closed_form),
                         " has; cross-validation is for every algorithm"));
  }
  // The closed form knows machines of the same features, and a scale depends on who is left out.
  if (request.scaling == Scaling::none) {
    return leave_one_out_judge(std::move(problem), request.training);
  }
  const auto patterns = static_cast<int>(problem->y.size());
  return cross_validation_judge(request, std::move(problem), patterns);
}

constexpr CriterionKind known_criteria[] = {
    {.id = "validation",
     .name = "Validation error",
     .meaning = "The error on the validation part, which takes no part in the training.",
     .idea =
         "Patterns that a machine was not trained on are as new patterns to it. They are to every "
         "machine here, but the least of many such errors is smaller than the error to expect: "
         "some "
         "of it is luck.",
     .of_validation = true,
     .judge = judge_by_validation,
     .read = read_field},
    {.id = "cross-validation",
     .name = "Cross-validation",
     .meaning = "Each part of the training patterns is tried on a machine trained on the others.",
     .idea = "No pattern is tried on a machine that was trained on it, and none is lost to a "
             "validation "
             "part. What is judged is the settings, by machines with a few patterns fewer. The "
             "least of "
             "many such errors is smaller than the error to expect: some of it is luck.",
     .fields = folds_field,
     .preselected = true,
     .judge = judge_by_folds,
     .read = read_field},
    {.id = "leave-one-out",
     .name = "Leave-one-out",
     .meaning =
         "Each training pattern is tried on the machine trained on all others, where that has a "
         "closed form.",
     .idea =
         "Cross-validation with a part for every pattern; where one training tells what all the "
         "others would say, it costs no more than that. Not where features are scaled: who is left "
         "out takes no part in the scale, so each is trained.",
     .judge = judge_by_leaving_out,
     .read = read_field}};

}  // namespace

std::span<const CriterionKind> criterion_kinds() { return known_criteria; }

std::vector<std::string> criterion_ids() {
  std::vector<std::string> ids;
  for (const BoundKind& kind : bound_kinds()) ids.emplace_back(kind.id);
  for (const CriterionKind& kind : known_criteria) ids.emplace_back(kind.id);
  return ids;
}

Result<std::unique_ptr<CellJudge>> make_judge(const SelectionRequest& request) {
  const Spec& criterion = request.criterion;
  auto algorithm = find_algorithm(request.algorithm.name);
  if (!algorithm) return fail(algorithm.error());
  auto problem = training_of(request.data, request.scaling).problem;
  if (problem->y.size() == 0) {
    return fail("There is no training pattern to select a machine with");
  }
  if (auto bound = find_bound_kind(criterion.name)) {
    auto settings = settings_from<BoundSettings>((*bound)->fields, (*bound)->id, criterion.values);
    if (!settings) return fail(settings.error());
    if (auto good = check_relearnable(**algorithm, *problem); !good) return fail(good.error());
    return bound_judge(request, (*algorithm)->relearning,
                       (*bound)->swaps_at_random ? settings->swaps : 0, std::move(problem));
  }
  const auto kind = std::find_if(std::begin(known_criteria), std::end(known_criteria),
                                 [&](const CriterionKind& k) { return k.id == criterion.name; });
  if (kind == std::end(known_criteria)) {
    return fail(sentence("There is no criterion ", in_quotes(criterion.name), "; ",
                         there_are(criterion_ids())));
  }
  if (auto good = settings_from<CriterionSettings>(kind->fields, kind->id, criterion.values);
      !good) {
    return fail(good.error());
  }
  return kind->judge(*kind, request, **algorithm, std::move(problem));
}

Result<void> check_criterion(const SelectionRequest& request) {
  auto judge = make_judge(request);
  if (!judge) return fail(judge.error());
  return {};
}

}  // namespace marginscope
