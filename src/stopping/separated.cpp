#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when every training pattern is on its side: no error, where y·f ≤ 0 is an error.
class Separated final : public Rule {
 public:
  struct Settings {};
  explicit Separated(Settings) {}

  std::string_view id() const override { return "separated"; }
  Parts needs() const override { return part::training_error; }
  bool needs_classes() const override { return true; }
  Verdict check(const History& history, int k) const override {
    const double error = history.at(k).training_error;
    return {error == 0, error, 0};
  }
  std::string explain(const History& history, int k) const override {
    const double error = history.at(k).training_error;
    return error == 0 ? "every training pattern is on its side"
                      : sentence(percent_text(error), " of the training patterns are wrong, > 0");
  }
};

}  // namespace

RuleKind separated_rule() {
  return rule_kind<Separated>({.id = "separated",
                               .name = "Separated",
                               .short_name = "sep",
                               .statistic = "training error",
                               .meaning = "Stops when every training pattern is on its side.",
                               .compares = RuleKind::Compares::errors});
}

}  // namespace marginscope
