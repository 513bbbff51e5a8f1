#include <cmath>

#include "stopping/prechelt.h"
#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when the validation error has risen in s successive strips, measured at their ends (k a
// positive multiple of the strip's length): E_va(k) > E_va(k − strip), s times (Prechelt 1998, UP).
class ConsecutiveRises final : public Rule {
 public:
  struct Settings {
    int s = 3;
    int strip = 5;
  };
  explicit ConsecutiveRises(Settings settings) : settings_(settings) {}

  std::string_view id() const override { return "consecutive-rises"; }
  Parts needs() const override { return part::validation_error; }
  bool needs_validation() const override { return true; }
  int lookback() const override { return settings_.s * settings_.strip; }
  Verdict check(const History& history, int k) const override {
    Verdict verdict{false, Record::none, static_cast<double>(settings_.s)};
    if (!ends_strip(k) || std::isnan(history.at(k).validation_error)) return verdict;
    int rises = 0;
    for (int end = k; rises < settings_.s && end > 0; end -= settings_.strip) {
      const double before = history.at(end - settings_.strip).validation_error;
      if (!(history.at(end).validation_error > before)) break;
      ++rises;
    }
    verdict.statistic = rises;
    verdict.holds = rises >= settings_.s;
    return verdict;
  }
  std::string explain(const History& history, int k) const override {
    if (!ends_strip(k)) {
      return sentence("rises are counted at the ends of strips of ",
                      iterations_text(settings_.strip));
    }
    const Verdict verdict = check(history, k);
    if (std::isnan(verdict.statistic)) return "there is no validation part";
    return sentence(
        "the validation error rose in ",
        counted(static_cast<long long>(verdict.statistic), "strip", "successive strips"), " of ",
        iterations_text(settings_.strip), verdict.holds ? " ≥ " : " < ",
        std::to_string(settings_.s));
  }

 private:
  bool ends_strip(int k) const { return k > 0 && k % settings_.strip == 0; }

  Settings settings_;
};

constexpr Field rises_fields[] = {
    bind<&ConsecutiveRises::Settings::s>({.id = "s",
                                          .symbol = "s",
                                          .name = "Rises",
                                          .meaning = "In how many successive strips the validation "
                                                     "error has to rise.",
                                          .source = "Prechelt 1998, who tries 2, 3, 4, 6 and 8",
                                          .type = FieldType::integer,
                                          .least = 1,
                                          .most = 1000,
                                          .slider_from = 1,
                                          .slider_to = 10}),
    strip_row<&ConsecutiveRises::Settings::strip>("How many iterations a strip has.")};

}  // namespace

RuleKind consecutive_rises_rule() {
  return rule_kind<ConsecutiveRises>(
      {.id = "consecutive-rises",
       .name = "Consecutive rises",
       .short_name = "UP",
       .statistic = "rises",
       .meaning = "Stops when the validation error has risen in several successive strips.",
       .source = "Prechelt 1998, Early stopping – but when?",
       .fields = rises_fields});
}

}  // namespace marginscope
