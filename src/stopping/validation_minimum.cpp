#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Never ends a run. Once another rule does, the first iteration of least validation error is the
// one that is retained (Lauer & Bloch 2006, eq. 12).
class ValidationMinimum final : public Rule {
 public:
  struct Settings {};
  explicit ValidationMinimum(Settings) {}

  std::string_view id() const override { return "validation-minimum"; }
  Parts needs() const override { return part::validation_error; }
  bool needs_validation() const override { return true; }
  bool retains_minimum() const override { return true; }
  Verdict check(const History& history, int k) const override {
    const Record& record = history.at(k);
    return {record.least_validation.first == k, record.validation_error,
            record.least_validation.error};
  }
  std::string explain(const History& history, int k) const override {
    const Record& record = history.at(k);
    if (record.least_validation.first < 0) return "there is no validation part";
    return sentence("the validation error is ", history.error_text(record.validation_error),
                    ", its least so far ", history.error_text(record.least_validation.error),
                    " at iteration ", std::to_string(record.least_validation.first));
  }
};

}  // namespace

RuleKind validation_minimum_rule() {
  return rule_kind<ValidationMinimum>(
      {.id = "validation-minimum",
       .name = "Validation error least",
       .short_name = "val",
       .statistic = "k̂",
       .meaning = "Ends with the other rules, then retains the first iteration of least validation "
                  "error.",
       .source = "Lauer & Bloch 2006, eq. 12",
       .compares = RuleKind::Compares::errors});
}

}  // namespace marginscope
