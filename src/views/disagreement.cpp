#include "views/disagreement.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "session/comparison.h"

namespace marginscope {
namespace {

// The decision values of a machine along one strip, those of two classes as f and −f.
class Profile {
 public:
  Profile(const DecisionLattice& lattice, double up)
      : columns_(lattice.columns), count_(std::max(lattice.outputs, 2)) {
    const double row = up * (columns_ - 1);
    const int below = std::clamp(static_cast<int>(row), 0, columns_ - 2);
    const double share = row - below;
    const auto width = static_cast<std::size_t>(columns_ * lattice.outputs);
    const double* low = lattice.values.data() + static_cast<std::size_t>(below) * width;
    for (std::size_t i = 0; i < width; ++i) {
      const double f = (1 - share) * low[i] + share * low[i + width];
      values_.push_back(f);
      if (lattice.outputs == 1) values_.push_back(-f);
    }
  }

  // The classes that win from left to right, each up to where it does (a share of the width): to the
  // right end the last. −1 where none does.
  struct Part {
    double to;
    int winner;
  };
  std::vector<Part> parts() const {
    std::vector<Part> list;
    for (int c = 0; c + 1 < columns_; ++c) {
      const double* here = at(c);
      const double* next = at(c + 1);
      // Between two places all values are linear: from the one that leads to the next that overtakes it.
      int winner = leader(here, next);
      for (int follower = winner; follower >= 0; winner = follower) {
        follower = -1;
        double until = 1;
        for (int k = 0; k < count_; ++k) {
          const double behind = here[winner] - here[k], ahead = next[k] - next[winner];
          if (!(ahead > 0) || !(behind + ahead > 0)) continue;
          const double crossing = behind / (behind + ahead);
          if (crossing >= until) continue;
          until = crossing;
          follower = k;
        }
        add(list, {(c + until) / (columns_ - 1), winner});
        if (follower < 0) break;
      }
      if (winner < 0) add(list, {(c + 1.0) / (columns_ - 1), winner});
    }
    list.back().to = 1;
    return list;
  }

 private:
  const double* at(int column) const {
    return values_.data() + static_cast<std::ptrdiff_t>(column) * count_;
  }

  // The class that wins just behind a place: of those that are level there the one that rises most; −1
  // where several do, and where a value is no number.
  int leader(const double* here, const double* next) const {
    int best = 0;
    bool alone = true;
    for (int k = 1; k < count_; ++k) {
      const auto rise = [&](int index) { return next[index] - here[index]; };
      if (here[k] > here[best] || (here[k] == here[best] && rise(k) > rise(best))) {
        best = k;
        alone = true;
      } else if (here[k] == here[best] && rise(k) == rise(best)) {
        alone = false;
      }
    }
    const auto is_none = [&](int k) { return std::isnan(here[k]) || std::isnan(next[k]); };
    for (int k = 0; k < count_; ++k) alone = alone && !is_none(k);
    return alone ? best : -1;
  }

  static void add(std::vector<Part>& list, Part part) {
    if (!list.empty() && list.back().winner == part.winner) {
      list.back().to = part.to;
    } else if (list.empty() || part.to > list.back().to) {
      list.push_back(part);
    }
  }

  int columns_, count_;
  std::vector<double> values_;
};

}  // namespace

std::vector<Stretch> disagreement(std::span<const DecisionLattice* const> machines, int strips) {
  std::vector<Stretch> stretches;
  std::vector<std::vector<Profile::Part>> parts;
  std::vector<std::size_t> at;
  for (int strip = 0; strip < strips; ++strip) {
    parts.clear();
    for (const DecisionLattice* lattice : machines) {
      if (lattice->columns < 2) continue;
      parts.push_back(Profile(*lattice, (strip + 0.5) / strips).parts());
    }
    if (parts.size() < 2) break;
    at.assign(parts.size(), 0);
    double from = 0;
    while (from < 1) {
      // As far as no winner changes.
      double to = 1;
      int first = -1;
      bool differ = false;
      for (std::size_t m = 0; m < parts.size(); ++m) {
        const auto& [until, winner] = parts[m][at[m]];
        to = std::min(to, until);
        differ = differ || (first >= 0 && winner >= 0 && winner != first);
        if (winner >= 0) first = winner;
      }
      if (differ && !stretches.empty() && stretches.back().strip == strip &&
          stretches.back().to == from) {
        stretches.back().to = to;
      } else if (differ) {
        stretches.push_back({strip, from, to});
      }
      for (std::size_t m = 0; m < parts.size(); ++m) {
        at[m] += parts[m][at[m]].to <= to && at[m] + 1 < parts[m].size();
      }
      from = to;
    }
  }
  return stretches;
}

std::optional<std::string> without_disagreement(const Session& session) {
  if (session.machines().size() < 2) {
    return "There is one machine alone; Compare puts another beside it";
  }
  if (session.scene().data.task == Task::regression) {
    return "Machines of regression predict values, which differ nearly everywhere";
  }
  return std::nullopt;
}

std::string verdicts(std::span<const int> predicted, int classes) {
  std::vector<int> winners;
  for (const int winner : predicted) {
    if (winner >= 0 && std::ranges::find(winners, winner) == winners.end()) {
      winners.push_back(winner);
    }
  }
  if (winners.size() < 2) return "";
  std::string text;
  for (const int winner : winners) {
    std::vector<int> places;
    for (int place = 0; place < std::ssize(predicted); ++place) {
      if (predicted[static_cast<std::size_t>(place)] == winner) places.push_back(place);
    }
    text += sentence(text.empty() ? "" : ", ", machine_letters(places), ": ",
                     classes > 2 ? "class " : "", class_text(winner, classes));
  }
  return text;
}

std::string verdicts_on(const Session& session, int point) {
  std::vector<int> predicted;
  for (const Machine& each : session.machines()) predicted.push_back(each.predicted_class(point));
  return verdicts(predicted, session.scene().data.classes);
}

std::string verdicts_at(const Session& session, double u, double v) {
  if (without_disagreement(session)) return "";
  std::vector<int> predicted;
  const Eigen::MatrixXd place = session.plane().pattern(u, v);
  Eigen::MatrixXd f;
  for (const Machine& each : session.machines()) {
    predicted.push_back(-1);
    if (!each.run() || each.untrained()) continue;
    each.decision_values(place, f);
    const Eigen::RowVectorXd values = f.row(0);
    predicted.back() = winner_of(values.data(), static_cast<int>(values.size()));
  }
  return verdicts(predicted, session.scene().data.classes);
}

}  // namespace marginscope
