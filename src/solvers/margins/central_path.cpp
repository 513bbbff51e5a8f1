#include "solvers/margins/central_path.h"

#include "core/extremes.h"
#include "core/lanes.h"

namespace marginscope {

void path_weights(const PathPoint& at, Eigen::VectorXd& d) {
  const Eigen::Index N = at.alpha.size();
  d.resize(N);
  on_registers([&]<class Lanes>(Lanes) {
    for_each_group<Lanes>(N, [&]<class L>(L, Eigen::Index i) {
      const typename L::Values alpha = L::at(at.alpha.data() + i), room = L::at(at.room.data() + i);
      const typename L::Values excess = L::at(at.excess.data() + i),
                               slack = L::at(at.slack.data() + i);
      L::at(d.data() + i) = alpha * room / (excess * room + slack * alpha);
    });
  });
}

void aim(const PathPoint& at, const Eigen::VectorXd& d, double mean, const PathWay& way,
         PathAim& aim, Eigen::VectorXd& right) {
  const Eigen::Index N = at.alpha.size();
  for (Eigen::VectorXd* of_patterns : {&aim.of_excess, &aim.of_slack, &aim.margins, &right}) {
    of_patterns->resize(N);
  }
  on_registers([&]<class Lanes>(Lanes) {
    for_each_group<Lanes>(N, [&]<class L>(L, Eigen::Index i) {
      const typename L::Values alpha = L::at(at.alpha.data() + i), room = L::at(at.room.data() + i);
      const typename L::Values change = L::at(way.alpha.data() + i);
      const typename L::Values of_excess = mean - change * L::at(way.excess.data() + i);
      const typename L::Values of_slack = mean + change * L::at(way.slack.data() + i);
      const typename L::Values margin = 1 + of_excess / alpha - of_slack / room;
      L::at(aim.of_excess.data() + i) = of_excess;
      L::at(aim.of_slack.data() + i) = of_slack;
      L::at(aim.margins.data() + i) = margin;
      L::at(right.data() + i) = alpha + L::at(d.data() + i) * margin;
    });
  });
}

void way_to(const PathAim& aim, const PathPoint& at, const Eigen::VectorXd& d,
            const Eigen::VectorXd& margins, PathWay& way) {
  const Eigen::Index N = at.alpha.size();
  for (Eigen::VectorXd* of_patterns : {&way.alpha, &way.excess, &way.slack}) {
    of_patterns->resize(N);
  }
  // How fast the number that falls fastest, as parts of itself, gets there.
  const double fastest = on_registers([&]<class Lanes>(Lanes) {
    Largest<Lanes> largest;
    for_each_group<Lanes>(N, [&]<class L>(L, Eigen::Index i) {
      const typename L::Values alpha = L::at(at.alpha.data() + i), room = L::at(at.room.data() + i);
      const typename L::Values excess = L::at(at.excess.data() + i),
                               slack = L::at(at.slack.data() + i);
      const typename L::Values change =
          L::at(d.data() + i) * (L::at(aim.margins.data() + i) - L::at(margins.data() + i));
      const typename L::Values part = change / alpha, of_room = change / room;
      const typename L::Values to_excess =
          L::at(aim.of_excess.data() + i) / alpha - excess - part * excess;
      const typename L::Values to_slack =
          L::at(aim.of_slack.data() + i) / room - slack + of_room * slack;
      L::at(way.alpha.data() + i) = change;
      L::at(way.excess.data() + i) = to_excess;
      L::at(way.slack.data() + i) = to_slack;
      largest.show(typename L::Values(-part));
      largest.show(of_room);
      largest.show(typename L::Values(-to_excess / excess));
      largest.show(typename L::Values(-to_slack / slack));
    });
    return largest.value();
  });
  way.longest = fastest <= 0 ? infinite : 1 / fastest;
}

double complementarity(const PathPoint& at) {
  return on_registers([&]<class Lanes>(Lanes) {
    const auto products = [&]<class L>(L, Eigen::Index i, auto& terms) {
      terms[0] = L::at(at.alpha.data() + i) * L::at(at.excess.data() + i) +
                 L::at(at.room.data() + i) * L::at(at.slack.data() + i);
    };
    return add_up<Lanes, 1>(at.alpha.size(), products)[0];
  });
}

double complementarity(const PathPoint& at, const PathWay& way, double t) {
  return on_registers([&]<class Lanes>(Lanes) {
    const auto products = [&]<class L>(L, Eigen::Index i, auto& terms) {
      const typename L::Values change = t * L::at(way.alpha.data() + i);
      terms[0] = (L::at(at.alpha.data() + i) + change) *
                     (L::at(at.excess.data() + i) + t * L::at(way.excess.data() + i)) +
                 (L::at(at.room.data() + i) - change) *
                     (L::at(at.slack.data() + i) + t * L::at(way.slack.data() + i));
    };
    return add_up<Lanes, 1>(at.alpha.size(), products)[0];
  });
}

void go(const PathWay& way, double t, PathPoint& at) {
  at.alpha += t * way.alpha;
  at.room -= t * way.alpha;
  at.excess += t * way.excess;
  at.slack += t * way.slack;
}

}  // namespace marginscope
