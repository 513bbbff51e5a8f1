#include <cmath>

#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when |J_k − J_{k−1}| < ε, strictly (Lauer & Bloch 2006, eq. 9), or with relative = 1 when
// |J_k − J_{k−1}| / |J_{k−1}| < ε. No change of a J that is 0 is a relative change of 0.
class ObjectiveChange final : public Rule {
 public:
  struct Settings {
    double threshold = 1e-9;
    int relative = 0;
  };
  explicit ObjectiveChange(Settings settings) : settings_(settings) {}

  std::string_view id() const override { return "objective-change"; }
  Parts needs() const override { return part::objective; }
  int lookback() const override { return 1; }
  Verdict check(const History& history, int k) const override {
    Verdict verdict{false, Record::none, settings_.threshold};
    if (k < 1) return verdict;
    const double before = history.at(k - 1).objective;
    double change = std::abs(history.at(k).objective - before);
    if (settings_.relative && change != 0) change /= std::abs(before);
    verdict.statistic = change;
    verdict.holds = change < settings_.threshold;
    return verdict;
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    if (k < 1) return "the objective has not changed yet";
    return sentence(
        settings_.relative ? "the objective changed relatively by " : "the objective changed by ",
        comparison_text(verdict, " < ", " ≥ "));
  }

 private:
  Settings settings_;
};

constexpr Choice yes_or_no[] = {{"0", "the change itself", {}, "|ΔJ|"},
                                {"1", "divided by the last objective", {}, "|ΔJ|/|J|"}};
constexpr Field change_fields[] = {
    bind<&ObjectiveChange::Settings::threshold>(
        {.id = "threshold",
         .symbol = "ε",
         .name = "Threshold",
         .meaning = "The change of the objective below which training stops.",
         .source = "Lauer & Bloch 2006, eq. 9",
         .least = 0,
         .above_least = true,
         .slider_from = 1e-15,
         .slider_to = 1,
         .scale = FieldScale::logarithmic}),
    bind<&ObjectiveChange::Settings::relative>(
        {.id = "relative",
         .symbol = "",
         .name = "Relative",
         .meaning = "Whether the change is divided by the objective before it.",
         .type = FieldType::choice,
         .choices = yes_or_no})};

}  // namespace

RuleKind objective_change_rule() {
  return rule_kind<ObjectiveChange>(
      {.id = "objective-change",
       .name = "Objective change",
       .short_name = "ΔJ",
       .statistic = "|ΔJ|",
       .meaning = "Stops when the objective changes by less than a threshold.",
       .source = "Lauer & Bloch 2006, eq. 9",
       .fields = change_fields});
}

}  // namespace marginscope
