#pragma once

// What the timeline shares with the charts.

namespace marginscope {

struct Hold;
struct Ui;

// The largest iteration that timeline and charts show: a round number beyond the last one. It rests
// while one drags through the iterations; what lies beyond the computed part is computed meanwhile.
int iteration_extent(const Ui& ui);

// A round number beyond `last`, which holds what comes next for a while: 10, 15, 20, 30, 40, 50, 60, 80,
// 100, 150 …
int extent_beyond(double last);

// What a hold on something along which the iterations lie does to the run; `pointed` is where.
void drag_through_time(Ui& ui, const Hold& hold, double pointed);

}  // namespace marginscope
