#pragma once

// Several machines on one axis of time: by iteration, or by the time that their own steps take. The axis
// always counts the iterations of the chosen machine; by time those of another are stretched.

namespace marginscope {

class Machine;
class Session;
struct Ui;

// Whether the axis is one of time: there are several machines, which play by time, and the chosen one has
// made a step.
bool by_time(const Session& session);

// How many iterations of the chosen machine one of this machine takes.
double stretch_of(const Session& session, const Machine& machine);

// Where all are now, and the largest iteration that charts show.
double present_on_axis(const Session& session);
double axis_extent(const Ui& ui);

}  // namespace marginscope
