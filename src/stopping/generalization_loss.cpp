#include "stopping/prechelt.h"

#include <cmath>

#include "stopping/rule_kind.h"

namespace marginscope {

double generalization_loss(const Record& record) {
  const double error = record.validation_error, least = record.least_validation.error;
  return error == least ? 0 : 100 * (error / least - 1);
}

namespace {

// Stops when the generalisation loss exceeds α percent: GL(k) > α (Prechelt 1998).
class GeneralizationLoss final : public Rule {
 public:
  struct Settings {
    double alpha = 5;
  };
  explicit GeneralizationLoss(Settings settings) : alpha_(settings.alpha) {}

  std::string_view id() const override { return "generalization-loss"; }
  Parts needs() const override { return part::validation_error; }
  bool needs_validation() const override { return true; }
  Verdict check(const History& history, int k) const override {
    const double loss = generalization_loss(history.at(k));
    const double rounding = loss_rounding * (100 + alpha_);
    const double statistic = std::abs(loss - alpha_) <= rounding ? alpha_ : loss;
    return {statistic > alpha_, statistic, alpha_};
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    if (std::isnan(verdict.statistic)) return "there is no validation part";
    return sentence("the validation error is ",
                    comparison_text(verdict, " > ", " ≤ ", " % above its least so far"), " %");
  }

 private:
  double alpha_;
};

constexpr Field loss_fields[] = {bind<&GeneralizationLoss::Settings::alpha>(
    {.id = "alpha",
     .symbol = "α",
     .name = "Loss",
     .meaning = "How far the validation error may be above its least so far.",
     .source = "Prechelt 1998, who tries 1, 2, 3 and 5",
     .least = 0,
     .slider_from = 0.1,
     .slider_to = 100,
     .scale = FieldScale::logarithmic,
     .unit = "%"})};

}  // namespace

RuleKind generalization_loss_rule() {
  return rule_kind<GeneralizationLoss>(
      {.id = "generalization-loss",
       .name = "Generalisation loss",
       .short_name = "GL",
       .statistic = "GL",
       .meaning = "Stops when the validation error is some percent above its least so far.",
       .source = "Prechelt 1998, Early stopping – but when?",
       .fields = loss_fields,
       .unit = "%"});
}

}  // namespace marginscope
