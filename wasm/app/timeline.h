#pragma once

// What the timeline shares with the charts and the keys.

namespace marginscope {

struct Ui;

// Space and the play button.
void toggle_play(Ui& ui);

// The largest iteration that timeline and charts show: a round number at or beyond the last one.
int iteration_extent(const Ui& ui);

}  // namespace marginscope
