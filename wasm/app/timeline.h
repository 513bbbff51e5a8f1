#pragma once

// What the timeline shares with the charts.

#include <string>
#include <vector>

namespace marginscope {

class Session;
struct Hold;
struct Ui;

// What happens to machines at an iteration.
struct TimelineTick {
  int iteration = 0;
  std::string letters;  // of the machines to which it does, where there are several
  std::string name;     // of the rule, in short, or of how a run ended without one
  std::string title;    // the same in full
  bool by_rule = true;

  std::string label() const;
};

// Where rules stop the machines or would have, and where a run has ended by itself, from the first
// iteration to the last.
std::vector<TimelineTick> timeline_ticks(const Session& session);

// The largest iteration that timeline and charts show: a round number beyond the last one. It rests
// while one drags through the iterations; what lies beyond the computed part is computed meanwhile.
int iteration_extent(const Ui& ui);

// A round number beyond `last`, which holds what comes next for a while: 10, 15, 20, 30, 40, 50, 60, 80,
// 100, 150 …
int extent_beyond(double last);

// What a hold on something along which the iterations lie does to the run; `pointed` is where.
void drag_through_time(Ui& ui, const Hold& hold, double pointed);

}  // namespace marginscope
