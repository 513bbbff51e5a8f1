#pragma once  // for src/experiment only

// What the tables and figures of Lauer & Bloch (2006) have in common: the parts of a realisation,
// the trainings of the seven methods, and the search over C.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/run.h"
#include "experiment/experiment.h"
#include "experiment/lauer_tables.h"
#include "experiment/plan.h"

namespace marginscope {

// Which values of C a method tries (selection/two_stage.h).
enum class PenaltySearch {
  none,       // the method has no C
  coarse,     // the first stage alone
  two_stage,  // both; the second decides
};

// The first stage of the text ends at 2^10.
inline constexpr double largest_penalty = 1024;

// One training, or one for each C that is tried, and the methods that are read off it.
struct LauerPlan {
  std::string_view algorithm;  // with all settings but C, where that is searched for
  std::string_view rules;
  int max_iterations = 0;
  PenaltySearch search = PenaltySearch::none;
  double largest = largest_penalty;  // C of the first stage
  // How many passes over the patterns one training takes, about, and how many more for each weight:
  // where every step makes a matrix.
  double passes = 0, passes_a_weight = 0;
  std::string_view at_the_end = {};  // the method that takes the last iteration; empty: none
  // The method that takes the first of least validation error: of the iterations, or of the values
  // of C with the last iteration of each.
  std::string_view at_the_minimum = {};
};
std::span<const LauerPlan> lauer_plans();
std::span<const Method> lauer_methods();

// The plan that a method is read off. The method is one of the seven.
const LauerPlan& lauer_plan_of(std::string_view method);

// MHKS and MHKA as the printed cells of Table 3 ask for, where the text says otherwise: one rule for
// all data sets, which experiments found.
std::span<const LauerPlan> recovered_plans();
std::span<const Method> recovered_methods();

// A realisation's training and validation parts, and its test part.
struct LauerParts {
  std::shared_ptr<const Problem> problem;
  Columns test;
};

// Table 1 and all that belongs to its section: the first ⌊N/3⌋ patterns of the training part, in
// order, are the validation part. Table 3: the test part is the validation part.
LauerParts lauer_parts(LauerTable table, const SplitSet& set, int realisation);

// The same parts of a realisation as a data set, and where its machine is a scene: trained as the plan
// says, with C where that is searched for. A method that takes the last iteration does without the
// rule that chooses another one.
CellScene lauer_scene(LauerTable table, const SplitSet& set, int realisation, const LauerPlan& plan,
                      std::string_view method, double C);

// The data sets with splits that the request names (DataSource). Errors too: one of them has not as
// many realisations as are asked for.
Result<std::vector<std::shared_ptr<const SplitSet>>> requested_split_sets(
    const ExperimentRequest& request);

// The work of one realisation, about, relative to others.
double lauer_cost(const SplitSet& set, const LauerPlan& plan);

// A training's refusal, where it was.
std::unexpected<Error> in_realisation(const SplitSet& set, int realisation, const Error& error);

// How many of the set's realisations the request asks for.
int realisations_of(const SplitSet& set, const ExperimentRequest& request);

// The fraction of errors of the run's present iteration.
double validation_error_of(const Run& run);
double test_error_of(const Run& run, const Columns& test);

// The plan's training at its stop; with the records of all iterations where `keep_history` is set.
// Fails where the algorithm does not take the problem. Once the request is cancelled the run is.
Result<Run> train(const LauerPlan& plan, const std::shared_ptr<const Problem>& problem,
                  const ExperimentRequest& request, bool keep_history = false);

// What came out for one value of C.
struct TriedPenalty {
  double C = 0;
  double validation_error = 0;
  double test_error = 0;  // not a number where no test part was given
};

// The values of C in the order in which the search tries them, those of the second stage behind the
// eleven of the first. Fails as `train` does; once the request is cancelled the rest is missing.
Result<std::vector<TriedPenalty>> search_penalty(const LauerPlan& plan, const LauerParts& parts,
                                                 const ExperimentRequest& request, bool test);

// The first of least validation error in the last stage of a search that came to its end.
const TriedPenalty& chosen_penalty(const std::vector<TriedPenalty>& tried);

}  // namespace marginscope
