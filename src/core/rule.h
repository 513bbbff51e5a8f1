#pragma once  // for every room above

// A stopping rule is a pure function of the history of iterations. It belongs to no solver, so
// every rule works with every algorithm, and for every rule one can ask where it would have
// stopped.

#include <memory>
#include <string>
#include <vector>

#include "core/history.h"
#include "core/record.h"

namespace marginscope {

// What a rule says at one iteration. Where its statistic is not defined yet (too few iterations, a
// moment that does not exist) it does not hold.
struct Verdict {
  bool holds = false;
  double statistic = Record::none;
  double threshold = Record::none;
};

// The statistic, the sign of whether it holds or not, and the threshold, in digits that tell the numbers apart:
// "9.998e−10 < 1e−9".
std::string comparison_text(const Verdict& verdict, std::string_view holds, std::string_view fails,
                            std::string_view unit = "");

class Rule {
 public:
  virtual ~Rule() = default;

  virtual std::string_view id() const = 0;
  virtual Parts needs() const = 0;
  virtual bool needs_validation() const { return false; }

  // True for a rule that counts patterns on their sides: regression has no sides.
  virtual bool needs_classes() const { return false; }

  // True for a rule that holds at the optimum alone, to a tolerance, from wherever a run began.
  virtual bool asks_for_optimum() const { return false; }

  // True for a rule that never ends a run but says which iteration is retained once another does.
  virtual bool retains_minimum() const { return false; }

  // How many records before k `check(history, k)` may read.
  virtual int lookback() const { return 0; }

  virtual Verdict check(const History& history, int k) const = 0;

  // One sentence on what `check` found, with the statistic, the comparison and the threshold. It
  // reads the same parts, so that it says the same whoever else watches the run.
  virtual std::string explain(const History& history, int k) const = 0;

  // The text that made this rule, as its author wrote it: "moment-stationary:moment=std".
  const std::string& text() const { return text_; }

  // What people call it: "Std stationary".
  const std::string& name() const { return name_; }

  void set_text(std::string text, std::string name) {
    text_ = std::move(text);
    name_ = std::move(name);
  }

 private:
  std::string text_, name_;
};

// Any of the groups stops the run; a group stops when all of its rules hold together.
struct RuleGroup {
  std::vector<std::shared_ptr<const Rule>> rules;
  std::string text;  // "a+b"
  std::string name;  // "A and B"

  // True where some rule of the group can end a run at all.
  bool can_stop() const;
};

struct RuleSet {
  std::vector<RuleGroup> groups;

  Parts needs() const;
  int lookback() const;
  bool retains_minimum() const;

  // True where a machine is that of its optimum, to a tolerance: no other rule ends a run or chooses among its
  // iterations.
  bool ends_at_optimum() const;
};

}  // namespace marginscope
