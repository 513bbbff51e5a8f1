#include "app/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui.h"
#include "app/widgets.h"
#include "stopping/rule_names.h"

namespace marginscope {

std::string TimelineTick::label() const {
  return letters.empty() ? name : sentence(letters, " ", name);
}

std::vector<TimelineTick> timeline_ticks(const Session& session) {
  const bool several = session.machines().size() > 1;
  std::vector<TimelineTick> ticks;
  const auto add = [&](int iteration, std::string_view letter, const std::string& name,
                       const std::string& title, bool by_rule) {
    const auto same = [&](const TimelineTick& tick) {
      return tick.iteration == iteration && tick.name == name;
    };
    auto tick = std::ranges::find_if(ticks, same);
    if (tick == ticks.end()) {
      const auto later = [&](const TimelineTick& other) { return other.iteration > iteration; };
      tick =
          ticks.insert(std::ranges::find_if(ticks, later), {iteration, "", name, title, by_rule});
    }
    if (several && !tick->letters.ends_with(letter)) tick->letters += letter;
  };
  for (int place = 0; const Machine& each : session.machines()) {
    const std::string letter = machine_letter(place++);
    if (!each.run()) continue;
    for (const WouldStop& stop : each.run()->would_stop()) {
      if (!stop.iteration) continue;
      add(*stop.iteration, letter, short_rule_name(stop.text), stop.name, true);
    }
    // A rule that holds where the limit is reached has stopped the run before it.
    const auto& end = each.run()->end();
    if (end && each.run()->stops().back().reason == end->reason) {
      add(end->iteration, letter, end->name, end->name, false);
    }
  }
  return ticks;
}

int iteration_extent(const Ui& ui) {
  const Session::Gesture* dragged = ui.gesture("seek");
  if (dragged && dragged->axis) return static_cast<int>((*dragged->axis)[1]);
  return extent_beyond(ui.session().last_iteration());
}

int extent_beyond(double last) {
  static constexpr int steps[] = {10, 15, 20, 30, 40, 50, 60, 80};
  for (long long scale = 1;; scale *= 10) {
    for (const int step : steps) {
      if (static_cast<double>(step * scale) > last)
        return static_cast<int>(std::min<long long>(step * scale, 2'000'000'000));
    }
  }
}

void drag_through_time(Ui& ui, const Hold& hold, double pointed) {
  const Session& session = ui.session();
  const double extent = iteration_extent(ui);
  if (hold.began && session.machine().run()) {
    ui.begin_gesture({"seek"}, std::array{0.0, extent});
    if (session.playing()) ui.send("pause");
  }
  // A pointer that rests asks for nothing more, however the scale moves under it.
  if (hold.began || (hold.held && ImGui::GetIO().MouseDelta.x != 0)) {
    const double k = std::round(std::clamp(pointed, 0.0, extent));
    if (k != session.iteration()) ui.drag({{"iteration", k}});
  }
  if (hold.ended) ui.end_gesture();
}

}  // namespace marginscope
