#include <cmath>

#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when the Karush-Kuhn-Tucker conditions hold to a tolerance. Each algorithm measures their
// violation in its own way; one that has none is never stopped by this rule.
class Kkt final : public Rule {
 public:
  struct Settings {
    double tolerance = 1e-3;
  };
  explicit Kkt(Settings settings) : tolerance_(settings.tolerance) {}

  std::string_view id() const override { return "kkt"; }
  Parts needs() const override { return part::kkt_violation; }
  bool asks_for_optimum() const override { return true; }
  Verdict check(const History& history, int k) const override {
    const double violation = history.at(k).kkt_violation;
    return {violation <= tolerance_, violation, tolerance_};
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    if (std::isnan(verdict.statistic)) return "this algorithm has no KKT violation";
    return sentence("the KKT violation is ", comparison_text(verdict, " ≤ ", " > "));
  }

 private:
  double tolerance_;
};

constexpr Field kkt_fields[] = {
    bind<&Kkt::Settings::tolerance>({.id = "tolerance",
                                     .symbol = "τ",
                                     .name = "Tolerance",
                                     .meaning = "The violation up to which the solution counts.",
                                     .source = "libsvm's default",
                                     .least = 0,
                                     .slider_from = 1e-12,
                                     .slider_to = 1,
                                     .scale = FieldScale::logarithmic})};

}  // namespace

RuleKind kkt_rule() {
  return rule_kind<Kkt>(
      {.id = "kkt",
       .name = "KKT violation",
       .short_name = "KKT",
       .statistic = "KKT",
       .meaning = "Stops when the conditions of the optimum hold to a tolerance.",
       .source = "Keerthi, Shevade, Bhattacharyya & Murthy 2001; Fan, Chen & Lin 2005",
       .fields = kkt_fields});
}

}  // namespace marginscope
