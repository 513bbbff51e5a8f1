#include "app/compared_time.h"

#include <algorithm>
#include <cmath>

#include "app/timeline.h"
#include "app/ui.h"

namespace marginscope {

bool by_time(const Session& session) {
  return session.machines().size() > 1 && session.pace() == Pace::time &&
         session.machine().seconds_per_step() > 0;
}

double stretch_of(const Session& session, const Machine& machine) {
  const double own = machine.seconds_per_step();
  // Of one that has made no step nothing is known.
  return by_time(session) && own > 0 ? own / session.machine().seconds_per_step() : 1;
}

double present_on_axis(const Session& session) {
  if (!by_time(session)) return session.iteration();
  double furthest = 0;
  for (const Machine& each : session.machines()) {
    furthest = std::max(furthest, each.iteration() * stretch_of(session, each));
  }
  return furthest;
}

double axis_extent(const Ui& ui) {
  const Session& session = ui.session();
  double furthest = iteration_extent(ui);
  if (!by_time(session)) return furthest;
  furthest = session.machine().last_iteration();
  for (const Machine& each : session.machines()) {
    furthest = std::max(furthest, each.last_iteration() * stretch_of(session, each));
  }
  return extent_beyond(furthest);
}

}  // namespace marginscope
