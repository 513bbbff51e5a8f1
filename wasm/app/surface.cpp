#include "app/surface.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/ui.h"

namespace marginscope {
namespace {

constexpr int least_lattice = 16;
// Sampling takes no longer than this while the surface changes from frame to frame.
constexpr double most_milliseconds = 8;
constexpr auto a_slice = std::chrono::milliseconds(static_cast<int>(most_milliseconds));

}  // namespace

bool refine_surface(Ui& ui) { return ui.finer_surface->advance(a_slice); }

void update_surface(Ui& ui) {
  const Session& session = ui.session();
  Surface& surface = ui.surface;
  const Box box = ui.view.box();
  const bool current = surface.version == session.outcome_version() && surface.box == box;
  const bool moving = session.playing() || session.busy();
  if (current && (moving || surface.fine)) return;
  if (!current) ui.finer_surface.reset();
  const auto is_trained = [](const Machine& each) { return each.run() != nullptr; };
  const bool any = std::ranges::any_of(session.machines(), is_trained);
  if (!session.machine().run() && (session.busy() || !any)) {
    // While a long start is under way, the surface before it stays as it was.
    if (session.busy() && surface.box == box) {
      surface.errors.clear();
    } else {
      surface = {};
    }
    return;
  }
  // As many points as there is time for.
  const bool slow = surface.milliseconds > most_milliseconds;
  const double share = slow ? std::sqrt(most_milliseconds / surface.milliseconds) : 1;
  const int size = std::max(least_lattice, static_cast<int>(full_lattice * share));
  const auto quick = [&] {
    // The step may have made a surface of few terms one of many.
    auto sized = surface_of(session, box, size, false);
    return sized.advance(2 * a_slice) ? sized.take()
                                      : surface_of(session, box, least_lattice, false).finish();
  };
  if (moving) {
    surface = quick();
    return;
  }
  if (!ui.finer_surface) ui.finer_surface = surface_of(session, box, full_lattice, true);
  if (refine_surface(ui)) {
    surface = ui.finer_surface->take();
    ui.finer_surface.reset();
  } else if (!current) {
    surface = quick();
  }
}

}  // namespace marginscope
