#include "solvers/margins/ho_kashyap_sentences.h"

#include "core/text.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

std::string wrong_text(const HoKashyapIteration& now) {
  const Eigen::Index N = now.margins.size();
  return wrong_patterns_text(N - (now.margins.array() > 0).count(), N);
}

// The pattern that is farthest short of its margin.
std::string shortfall_text(const HoKashyapIteration& now) {
  if (now.outcome != Outcome::running) return "";  // the outcome's own sentence follows
  Eigen::Index i = 0;
  const double least = now.E.minCoeff(&i);
  if (!(least < -now.error_tolerance)) return "";
  return sentence(" Pattern ", std::to_string(i + 1), " lies ", short_text(-least),
                  " short of its margin ", short_text(now.target[i], 4),
                  now.margins[i] > 0 ? "" : " and on the wrong side",
                  "; its margin stays and the weights must move.");
}

}  // namespace

std::string start_sentence(const HoKashyapIteration& now) {
  const bool unit = !now.modified && now.initial_margin == 1;
  return sentence("Every pattern is asked for the margin ",
                  now.modified ? "1 + b = " : "b = ", short_text(now.target[0], 6),
                  unit ? ", which is least squares" : "", ": ", wrong_text(now), ".",
                  shortfall_text(now));
}

std::string step_sentence(const HoKashyapIteration& before, const HoKashyapIteration& now) {
  const auto grown = (before.E.array() > 0).count();
  std::string text;
  if (grown == 0) {
    text = now.absolute ? "No pattern lay beyond its margin, so no margin grew; only the weights "
                          "of the patterns changed."
                        : "No pattern lay beyond its margin, so nothing changes any more.";
  } else {
    Eigen::Index i = 0;
    const double beyond = before.E.maxCoeff(&i);
    text = sentence("Pattern ", std::to_string(i + 1), " lay ", short_text(beyond),
                    " beyond its margin, so b", subscript(i + 1), " grew by ",
                    short_text(now.B[i] - before.B[i]), " to ", short_text(now.B[i], 4), " (2μe); ",
                    std::to_string(grown), " of ", std::to_string(now.B.size()),
                    now.B.size() == 1 ? " margin" : " margins", " grew.");
  }
  if (grown > 0 || now.absolute) text += shortfall_text(now);
  return text + " " + change_text("J", before.objective, now.objective);
}

std::string outcome_sentence(const HoKashyapIteration& last, double residual, bool interpolates) {
  switch (last.outcome) {
    case Outcome::solved:
      return sentence("Every pattern is on its side and no error is positive: max e = ",
                      short_text(last.E.maxCoeff()), " ≤ ", short_text(last.error_tolerance), ".",
                      interpolates
                          ? " This kernel has a feature for every pattern, so without a penalty "
                            "it meets any margins at once; mhks weighs the fit against ‖w‖²."
                          : "");
    case Outcome::not_separable:
      return sentence(
          "No weights separate these patterns, to within ", short_text(residual),
          ": no error is positive, so no margin will grow, yet ", wrong_text(last),
          "; weighed by u = max(−e, 0)/Σ the two classes have the same mean to that part "
          "of every feature's range (Gordan).");
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
