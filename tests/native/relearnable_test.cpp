#include <doctest/doctest.h>

#include "bounds/bound.h"
#include "solvers/relearning/relearners.h"
#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

constexpr int most_iterations = 300;

// A bound by pieces of work, or by all of it at once.
Bound finished(const char* kind, Relearner& machine, std::chrono::nanoseconds at_once) {
  auto bound = Bound::start(*parse_spec(kind), machine, 5);
  require(bound);
  while (bound->advance(at_once)) {
  }
  return std::move(*bound);
}

double error_under(const Eigen::VectorXd& labels, const Eigen::VectorXd& f) {
  const auto right = (labels.array() * f.array() > 0).count();
  return static_cast<double>(f.size() - right) / static_cast<double>(f.size());
}

}  // namespace

TEST_CASE("every algorithm that can be trained on swapped labels has the bounds") {
  constexpr std::chrono::nanoseconds one_piece{0}, all{std::chrono::hours(1)};
  const auto data = named("overlap:n=24");
  int relearnable = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty() || !check_relearnable(algorithm, *data)) continue;
    ++relearnable;
    for (const std::string& text : variants(algorithm)) {
      CAPTURE(text);
      const Spec spec = *parse_spec(text);
      auto machine = make_relearner(spec, {.max_iterations = most_iterations}, data),
           again = make_relearner(spec, {.max_iterations = most_iterations}, data);
      require(machine);
      require(again);
      for (const char* const kind : {"maximal-discrepancy:swaps=4", "half-flip"}) {
        const Bound bound = finished(kind, **machine, one_piece);
        if (bound.refusal()) {  // the variant's settings contradict one another
          CHECK(bound.refusal()->message.size() > 20);
          CHECK(finished(kind, **again, all).refusal()->message == bound.refusal()->message);
          continue;
        }
        CHECK(bound.value() == finished(kind, **again, all).value());
        CHECK(bound.value() >= bound.given()->training_error - 1);
        CHECK(bound.swaps_done() == bound.swaps());
        CHECK(error_under(data->y, bound.given()->decision_values) ==
              bound.given()->training_error);
        REQUIRE(bound.last());
        const Fit& last = bound.last()->free;
        CHECK(error_under(bound.swapped_labels(), last.decision_values) == last.training_error);
        // The machine of the last labelling is there to be asked.
        const Eigen::VectorXd f = (*machine)->decision_values(data->X, false);
        CHECK((f - last.decision_values).cwiseAbs().maxCoeff() <=
              1e-6 * (1 + last.decision_values.cwiseAbs().maxCoeff()));
      }
      // Held to a norm, or a sentence why not.
      const auto cannot = (*machine)->cannot_constrain();
      const Bound precise = finished("precise-maximal-discrepancy:swaps=2", **machine, all);
      CHECK((cannot.has_value() ? precise.refusal().has_value() : true));
      if (cannot) CHECK(cannot->size() > 20);
      if (!precise.refusal()) CHECK(precise.precise().count() == 2);
    }
  }
  CHECK(relearnable >= 10);
}

TEST_CASE("the machine of the last labelling can be asked while the next one is learned") {
  const auto data = named("overlap:n=24");
  for (const char* const text : {"smo:kernel=gaussian", "mhks", "lsvm", "hk"}) {
    CAPTURE(text);
    auto machine = make_relearner(*parse_spec(text), {.max_iterations = most_iterations}, data);
    require(machine);
    (*machine)->keep_last();
    for (const char* const kind :
         {"maximal-discrepancy:swaps=4", "precise-maximal-discrepancy:swaps=4"}) {
      CAPTURE(kind);
      auto bound = Bound::start(*parse_spec(kind), **machine, 5);
      require(bound);
      if (bound->refusal()) continue;  // hk has nothing that holds its norm
      int asked = 0;
      while (bound->advance(std::chrono::nanoseconds(0))) {
        if (!bound->last()) continue;
        ++asked;
        for (const bool constrained : {false, true}) {
          if (constrained && !bound->last()->constrained) continue;
          const Fit& fit = constrained ? *bound->last()->constrained : bound->last()->free;
          const Eigen::VectorXd f = (*machine)->decision_values(data->X, constrained);
          CHECK((f - fit.decision_values).cwiseAbs().maxCoeff() <= 1e-9);
        }
      }
      CHECK(asked > 0);
    }
  }
}
