// One number of the record over the iterations of several machines.

#include <algorithm>
#include <cmath>
#include <list>

#include "app/chart_frame.h"
#include "app/compared_time.h"
#include "app/machine_marks.h"
#include "app/widgets.h"
#include "session/comparison.h"

namespace marginscope {
namespace {

// The curve of a machine; its place on the axis and its values.
struct Course {
  std::string letter;
  std::vector<double> x, y;
};

}  // namespace

void compared_chart(const Frame& frame) {
  Ui& ui = frame.ui;
  const Session& session = ui.session();
  const RecordColumn& column = *frame.chart->columns[0];
  const bool objective = column.role == Role::objective;
  std::list<Course> courses;  // which a plot reads when it is finished
  std::vector<int> places;
  PositiveRange range;
  for (int place = -1; const Machine& machine : session.machines()) {
    ++place;
    if (!machine.run()) continue;
    // An objective is compared with the same one alone.
    if (objective && !same_criterion(machine, session.machine())) continue;
    const double stretch = stretch_of(session, machine);
    Course& course = courses.emplace_back(machine_letter(place));
    course.x = sampled_iterations(ui, machine, stretch);
    course.y = record_values(machine, column, course.x);
    range.add(course.y);
    for (double& x : course.x) x *= stretch;
    places.push_back(place);
  }
  PlotOptions options = frame.options();
  const bool all = places.size() == session.machines().size();
  const std::string title =
      all ? frame.chart->title : sentence(frame.chart->title, " of ", machine_letters(places));
  options.title = title;
  fit_record(ui, options, column, range);
  if (by_time(session)) options.seconds = session.machine().seconds_per_step();
  frame.begin_card();
  Plot plot(ui, "plot", frame.plot_height(), options);
  std::size_t index = 0;
  for (const Course& course : courses) {
    picture::Stroke stroke = picture::series_stroke(places[index]);
    if (places[index++] == session.scene().chosen) stroke.width += 0.75F;
    plot.line(course.letter, course.x, course.y, stroke);
  }
  if (frame.finish(plot).log_clicked) ui.objective_log = !options.logarithmic;
  end_card(ui);
}

}  // namespace marginscope
