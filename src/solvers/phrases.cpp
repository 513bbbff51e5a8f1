#include "solvers/phrases.h"

#include "core/tolerances.h"

#include <cmath>

namespace marginscope {

std::string support_vectors_text(Eigen::Index support_vectors, Eigen::Index of) {
  return sentence(std::to_string(support_vectors), " of ", std::to_string(of),
                  of == 1 ? " pattern" : " patterns",
                  support_vectors == 1 ? " is a support vector" : " are support vectors");
}

std::string moved_text(std::string_view symbol, double before, double after) {
  const int way = change_of(before, after);
  if (way == 0) return sentence(symbol, " stayed at ", short_text(after, 4));
  return sentence(symbol, way < 0 ? " fell by " : " rose by ", short_text(std::abs(after - before)),
                  " to ", short_text(after, 4));
}

std::string change_text(std::string_view symbol, double before, double after) {
  return moved_text(symbol, before, after) + ".";
}

std::string optimality_text(double violation) {
  if (violation <= tolerances::kkt_met) return ".";
  return sentence("; but rounding leaves the optimality conditions violated by ",
                  short_text(violation), ": scale the features, or choose a smaller C.");
}

std::string number(double value, double difference) {
  // Four digits show two of a difference that is a hundredth.
  int digits = 4;
  const double times = difference == 0 ? 0 : std::abs(value / difference);
  for (double rest = times; rest > 100 && digits < 15; rest /= 10) ++digits;
  return short_text(0.0 + value, digits);  // and not −0
}

std::string plus(double value, double difference) {
  return sentence(value < 0 ? " − " : " + ", number(std::abs(value), difference));
}

std::string minus(double value, double difference) { return plus(0.0 - value, difference); }

std::string factor(double value) {
  return value < 0 ? sentence("(", number(value), ")") : number(value);
}

std::string raised_margin(std::string_view symbol, double b, double rate, double e, double after) {
  const double rise = after - b;
  return sentence(symbol, " ← ", number(b, rise), " + ", number(rate), "·(", number(e),
                  plus(std::abs(e)), ") = ", number(after, rise));
}

std::string certificate_text(std::string_view sides, double residual) {
  return sentence("No margin grows any more: suitably weighted, the patterns that fall short give ",
                  sides, " the same mean, ",
                  residual > 0
                      ? sentence("to within ", short_text(residual), " of every feature's range")
                      : std::string("exactly"),
                  ", and no boundary has one place on both its sides (Gordan's certificate).");
}

}  // namespace marginscope
