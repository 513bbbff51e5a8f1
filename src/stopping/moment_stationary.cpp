#include <cmath>

#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

enum class Moment { mean, std, skewness, kurtosis };
enum class Difference { first, second };

// Stops when the relative first or second difference of a moment of the errors is small in absolute
// value (Bandos et al. 2007, section 2), with the paper's r = k − 1:
//   first    |Z(k) − Z(k−1)| / |Z(k−1)| ≤ Γ
//   second   |Z(k) − 2Z(k−1) + Z(k−2)| / |Z(k−1)| ≤ Γ
// The paper writes the differences without absolute values; as printed, any decrease would stop,
// which its figures exclude. Where the denominator is 0 the quotient is 0 if the difference is 0,
// otherwise infinite. A moment that does not exist (σ = 0) does not stop.
class MomentStationary final : public Rule {
 public:
  struct Settings {
    Moment moment = Moment::kurtosis;
    Difference difference = Difference::first;
    double threshold = 0.01;
  };
  explicit MomentStationary(Settings settings) : settings_(settings) {}

  std::string_view id() const override { return "moment-stationary"; }
  Parts needs() const override { return part::moments; }
  int lookback() const override { return settings_.difference == Difference::first ? 1 : 2; }
  Verdict check(const History& history, int k) const override {
    Verdict verdict{false, Record::none, settings_.threshold};
    if (k < lookback()) return verdict;
    const double newest = value(history.at(k)), middle = value(history.at(k - 1));
    const double difference = settings_.difference == Difference::first
                                  ? newest - middle
                                  : newest - 2 * middle + value(history.at(k - 2));
    verdict.statistic = difference == 0 ? 0 : std::abs(difference) / std::abs(middle);
    verdict.holds = verdict.statistic <= settings_.threshold;
    return verdict;
  }
  std::string explain(const History& history, int k) const override {
    const Verdict verdict = check(history, k);
    const std::string subject =
        sentence("the relative ", settings_.difference == Difference::first ? "first" : "second",
                 " difference of the ", names[static_cast<std::size_t>(settings_.moment)]);
    if (std::isnan(verdict.statistic)) return subject + " is not defined here";
    const Verdict in_percent = {verdict.holds, 100 * verdict.statistic, 100 * verdict.threshold};
    return sentence(subject, ", ",
                    comparison_text(in_percent, " %, is within Γ = ", " %, exceeds Γ = "), " %");
  }

  static constexpr const char* names[] = {"mean", "standard deviation", "skewness", "kurtosis"};

 private:
  double value(const Record& record) const {
    switch (settings_.moment) {
      case Moment::mean:
        return record.moments.mean;
      case Moment::std:
        return record.moments.std;
      case Moment::skewness:
        return record.moments.skewness;
      case Moment::kurtosis:
        return record.moments.kurtosis;
    }
    return Record::none;
  }

  Settings settings_;
};

constexpr Choice moments[] = {{"mean", "the mean", {}, "mean"},
                              {"std", "the standard deviation σ", {}, "σ"},
                              {"skewness", "the skewness sk", {}, "sk"},
                              {"kurtosis", "the kurtosis ks", {}, "ks"}};
constexpr Choice differences[] = {{"1", "the first difference Δ", {}, "Δ"},
                                  {"2", "the second difference Δ²", {}, "Δ²"}};
constexpr Field moment_fields[] = {
    bind<&MomentStationary::Settings::moment>({.id = "moment",
                                               .symbol = "Z",
                                               .name = "Moment",
                                               .meaning = "Which moment of the errors is watched.",
                                               .source = "Bandos et al. 2007, section 2",
                                               .type = FieldType::choice,
                                               .choices = moments}),
    bind<&MomentStationary::Settings::difference>(
        {.id = "difference",
         .symbol = "Δ",
         .name = "Difference",
         .meaning = "First or second difference over the iterations.",
         .source = "Bandos et al. 2007, section 2",
         .type = FieldType::choice,
         .choices = differences}),
    bind<&MomentStationary::Settings::threshold>(
        {.id = "threshold",
         .symbol = "Γ",
         .name = "Threshold",
         .meaning = "The relative difference up to which the moment counts as stationary.",
         .source = "Bandos et al. 2007, section 2",
         .least = 0,
         .slider_from = 1e-6,
         .slider_to = 1,
         .scale = FieldScale::logarithmic})};

}  // namespace

RuleKind moment_stationary_rule() {
  return rule_kind<MomentStationary>(
      {.id = "moment-stationary",
       .name = "Moment stationary",
       .short_name = "Z",
       .statistic = "|ΔZ|/|Z|",
       .meaning = "Stops when a moment of the errors hardly changes any more.",
       .source = "Bandos et al. 2007, section 2",
       .fields = moment_fields,
       .compares = RuleKind::Compares::fractions,
       .drawn_on = Role::moments});
}

}  // namespace marginscope
