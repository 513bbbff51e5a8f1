#include "core/tolerances.h"
#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when max E ≤ tolerance · b0: no margin would grow any more (for the Ho-Kashyap family; for
// others E is y − f and b0 is 1).
class NoPositiveError final : public Rule {
 public:
  struct Settings {
    double tolerance = tolerances::positive_error;
  };
  explicit NoPositiveError(Settings settings) : tolerance_(settings.tolerance) {}

  std::string_view id() const override { return "no-positive-error"; }
  Parts needs() const override { return part::largest_error; }
  bool needs_classes() const override { return true; }
  Verdict check(const History& history, int k) const override {
    const double largest = history.at(k).largest_error;
    const double threshold = tolerance_ * history.error_scale();
    return {largest <= threshold, largest, threshold};
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    return sentence("the largest error is ", comparison_text(verdict, " ≤ ", " > "));
  }

 private:
  double tolerance_;
};

constexpr Field positive_error_fields[] = {bind<&NoPositiveError::Settings::tolerance>(
    {.id = "tolerance",
     .symbol = "τ",
     .name = "Tolerance",
     .meaning = "The largest error that counts as none, relative to the initial margin.",
     .least = 0,
     .slider_from = 1e-15,
     .slider_to = 1e-1,
     .scale = FieldScale::logarithmic})};

}  // namespace

RuleKind no_positive_error_rule() {
  return rule_kind<NoPositiveError>(
      {.id = "no-positive-error",
       .name = "No positive error",
       .short_name = "e ≤ 0",
       .statistic = "max e",
       .meaning = "Stops when no error is positive, so that no margin would grow any more.",
       .source = "Ho & Kashyap 1965; the article's `while np.any(e < 0)`",
       .fields = positive_error_fields});
}

}  // namespace marginscope
