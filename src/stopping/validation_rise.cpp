#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when the validation error has been above its minimum for `patience` iterations: k minus the
// latest iteration that had the minimum.
class ValidationRise final : public Rule {
 public:
  struct Settings {
    int patience = 1;
  };
  explicit ValidationRise(Settings settings) : patience_(settings.patience) {}

  std::string_view id() const override { return "validation-rise"; }
  Parts needs() const override { return part::validation_error; }
  bool needs_validation() const override { return true; }
  Verdict check(const History& history, int k) const override {
    Verdict verdict{false, Record::none, static_cast<double>(patience_)};
    const int latest = history.at(k).least_validation.latest;
    if (latest < 0) return verdict;
    verdict.statistic = k - latest;
    verdict.holds = k - latest >= patience_;
    return verdict;
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    const Record& record = history.at(k);
    if (record.least_validation.latest < 0) return "there is no validation part";
    const int above = k - record.least_validation.latest;
    return sentence("the validation error, ", history.error_text(record.validation_error),
                    ", has been above its minimum of ",
                    history.error_text(record.least_validation.error), " for ",
                    std::to_string(above), above == 1 ? " iteration" : " iterations",
                    verdict.holds ? " ≥ " : " < ", std::to_string(patience_));
  }

 private:
  int patience_;
};

constexpr Field rise_fields[] = {bind<&ValidationRise::Settings::patience>(
    {.id = "patience",
     .symbol = "",
     .name = "Patience",
     .meaning =
         "For how many iterations the validation error has been above its minimum when training "
         "stops.",
     .type = FieldType::integer,
     .least = 1,
     .most = 1e9,
     .slider_from = 1,
     .slider_to = 100,
     .scale = FieldScale::logarithmic})};

}  // namespace

RuleKind validation_rise_rule() {
  return rule_kind<ValidationRise>(
      {.id = "validation-rise",
       .name = "Validation error rises",
       .short_name = "rise",
       .statistic = "iterations above",
       .meaning = "Stops when the validation error has been above its minimum for some iterations.",
       .source = "Lauer & Bloch 2006, section 2.3; Prechelt 1998",
       .fields = rise_fields});
}

}  // namespace marginscope
