#include <algorithm>
#include <cmath>
#include <limits>

#include "stopping/prechelt.h"
#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when the generalisation loss is large compared with the progress of training:
// PQ(k) = GL(k)/P(k) > α at the ends of strips of s iterations (k a positive multiple of s), with
//   P(k) = 1000·(Σ E_tr / (s·min E_tr) − 1)   over the training errors of the last s iterations
// (Prechelt 1998). Where a denominator vanishes:
//   - equal training errors, all 0 included, are a progress of 0; falling to 0 is an infinite one;
//   - without progress PQ is 0 if GL is 0, otherwise infinite;
//   - an infinite progress makes PQ 0, whatever GL is: as long as training gets ahead the
//     validation error may recover, and the next strip shows whether it did.
class ProgressQuotient final : public Rule {
 public:
  struct Settings {
    double alpha = 0.5;
    int strip = 5;
  };
  explicit ProgressQuotient(Settings settings) : settings_(settings) {}

  std::string_view id() const override { return "progress-quotient"; }
  Parts needs() const override { return part::training_error | part::validation_error; }
  bool needs_validation() const override { return true; }
  int lookback() const override { return settings_.strip - 1; }
  Verdict check(const History& history, int k) const override {
    Verdict verdict{false, Record::none, settings_.alpha};
    if (!ends_strip(k)) return verdict;
    const double loss = generalization_loss(history.at(k));
    if (std::isnan(loss)) return verdict;
    const double over = progress(history, k);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (loss == 0 || over == infinity) {
      verdict.statistic = 0;
    } else if (over == 0 || loss == infinity) {
      verdict.statistic = infinity;
    } else {
      // By what their errors make of both.
      const double alpha = settings_.alpha;
      const double rounding = loss_rounding * (100 + loss + alpha * (1000 + over));
      verdict.statistic = std::abs(loss - alpha * over) <= rounding ? alpha : loss / over;
    }
    verdict.holds = verdict.statistic > settings_.alpha;
    return verdict;
  }
  std::string explain(const History& history, int k) const override {
    if (!ends_strip(k)) {
      return sentence("the progress quotient is measured at the ends of strips of ",
                      std::to_string(settings_.strip), " iterations");
    }
    const Verdict verdict = check(history, k);
    if (std::isnan(verdict.statistic)) return "there is no validation part";
    return sentence("a generalisation loss of ", short_text(generalization_loss(history.at(k))),
                    " % over a training progress of ", short_text(progress(history, k)), " is ",
                    comparison_text(verdict, " > ", " ≤ "));
  }

 private:
  bool ends_strip(int k) const { return k > 0 && k % settings_.strip == 0; }

  // P(k) as Σ (E_tr − min) / (s·min), which is exactly 0 where the errors are equal.
  double progress(const History& history, int k) const {
    double least = history.at(k).training_error;
    for (int i = k - lookback(); i < k; ++i) least = std::min(least, history.at(i).training_error);
    double above = 0;
    for (int i = k - lookback(); i <= k; ++i) {
      const double error = history.at(i).training_error;
      if (error != least) above += error - least;
    }
    return above == 0 ? 0 : 1000 * above / (settings_.strip * least);
  }

  Settings settings_;
};

constexpr Field quotient_fields[] = {
    bind<&ProgressQuotient::Settings::alpha>(
        {.id = "alpha",
         .symbol = "α",
         .name = "Quotient",
         .meaning = "The quotient of generalisation loss and training progress "
                    "above which training stops.",
         .source = "Prechelt 1998, who tries 0.5, 0.75, 1, 2 and 3",
         .least = 0,
         .slider_from = 0.01,
         .slider_to = 10,
         .scale = FieldScale::logarithmic}),
    strip_row<&ProgressQuotient::Settings::strip>(
        "Over how many iterations the progress is measured.")};

}  // namespace

RuleKind progress_quotient_rule() {
  return rule_kind<ProgressQuotient>(
      {.id = "progress-quotient",
       .name = "Progress quotient",
       .short_name = "PQ",
       .statistic = "PQ",
       .meaning = "Stops when the validation error rises fast compared with the progress of "
                  "training.",
       .source = "Prechelt 1998, Early stopping – but when?",
       .fields = quotient_fields});
}

}  // namespace marginscope
