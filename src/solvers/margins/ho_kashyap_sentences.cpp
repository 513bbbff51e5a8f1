#include "solvers/margins/ho_kashyap_sentences.h"

#include "solvers/phrases.h"

namespace marginscope {
namespace {

// The margin that a pattern is asked for: "b₃", "1 + b₃".
std::string target_symbol(const HoKashyapIteration& now, Eigen::Index i) {
  return sentence(now.modified ? "1 + " : "", pattern_symbol("b", i));
}

// The pattern that is farthest short of its margin.
std::string shortfall_text(const HoKashyapIteration& now) {
  if (now.outcome != Outcome::running) return "";  // the outcome has been told before
  Eigen::Index i = 0;
  const double least = now.E.minCoeff(&i);
  if (!(least < -now.error_tolerance)) return "";
  return sentence(" ", pattern_text("Pattern", i), " is farthest short: by ", short_text(-least),
                  " of its margin ", target_symbol(now, i), " = ", short_text(now.target[i], 4),
                  now.margins[i] > 0 ? "." : ", and on the wrong side.");
}

}  // namespace

std::string start_sentence(const HoKashyapIteration& now) {
  const bool unit = !now.modified && now.initial_margin == 1;
  return sentence("Every pattern is asked for the margin ",
                  now.modified ? "1 + b = " : "b = ", short_text(now.target[0], 6),
                  unit ? ", which is least squares." : ".", shortfall_text(now));
}

std::string step_sentence(const HoKashyapIteration& before, const HoKashyapIteration& now) {
  const auto grown = (before.E.array() > before.error_tolerance).count();
  std::string text;
  if (grown == 0) {
    text = now.absolute ? "No pattern lay beyond its margin, so no margin grew; only the weights "
                          "of the patterns changed."
                        : "No pattern lay beyond its margin, so no margin grew.";
  } else {
    Eigen::Index i = 0;
    const double beyond = before.E.maxCoeff(&i);
    text = sentence(pattern_text("Pattern", i), " lay ", short_text(beyond),
                    " beyond its margin, so ", target_symbol(now, i), " grew by ",
                    short_text(now.B[i] - before.B[i]), " to ", short_text(now.target[i], 4),
                    " (2μe); ", std::to_string(grown), " of ", std::to_string(now.B.size()),
                    now.B.size() == 1 ? " margin" : " margins", " grew.");
  }
  return sentence(text, shortfall_text(now), " ",
                  change_text("J", before.objective, now.objective));
}

std::string outcome_sentence(const HoKashyapIteration& last, double residual, bool interpolates) {
  switch (last.outcome) {
    case Outcome::solved:
      return sentence(
          "No error is positive, so no margin grows: max e = ", short_text(last.E.maxCoeff()),
          " ≤ ", short_text(last.error_tolerance), ".",
          interpolates ? " This kernel has a feature for every pattern, so without a penalty "
                         "it meets any margins at once; MHKS weighs the fit against ‖w‖²."
                       : "");
    case Outcome::not_separable:
      return certificate_text("the two classes", residual);
    case Outcome::singular:
      return "The weighted normal equations are singular, so their explicit inverse does not "
             "exist; choose solve = orthogonal, or remove constant and repeated features.";
    case Outcome::diverged:
      return "The weights overflow the range of numbers; scale the features.";
    case Outcome::running:
    case Outcome::max_iterations:
      break;
  }
  return "";
}

}  // namespace marginscope
