#include "stopping/rule_kind.h"

namespace marginscope {
namespace {

// Stops when k ≥ n.
class Iterations final : public Rule {
 public:
  struct Settings {
    int n = 100;
  };
  explicit Iterations(Settings settings) : n_(settings.n) {}

  std::string_view id() const override { return "iterations"; }
  Parts needs() const override { return part::none; }
  Verdict check(const History&, int k) const override {
    return {k >= n_, static_cast<double>(k), static_cast<double>(n_)};
  }
  std::string explain(const History&, int k) const override {
    return sentence("iteration ", std::to_string(k), k >= n_ ? " ≥ " : " < ", std::to_string(n_));
  }

 private:
  int n_;
};

constexpr Field iterations_fields[] = {
    bind<&Iterations::Settings::n>({.id = "n",
                                    .symbol = "n",
                                    .name = "Iterations",
                                    .meaning = "How many iterations to make.",
                                    .type = FieldType::integer,
                                    .least = 0,
                                    .most = 1e9,
                                    .slider_from = 1,
                                    .slider_to = 10000,
                                    .scale = FieldScale::logarithmic})};

}  // namespace

RuleKind iterations_rule() {
  return rule_kind<Iterations>({.id = "iterations",
                                .name = "Iterations",
                                .short_name = "k",
                                .statistic = "k",
                                .meaning = "Stops after n iterations.",
                                .fields = iterations_fields});
}

}  // namespace marginscope
