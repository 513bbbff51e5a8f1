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

// Before anything is learned there is no error to speak of.
bool has_gap(const RecordColumn& column, const Machine& machine) {
  return column.fraction && machine.problem().task == Task::classification &&
         machine.began_untrained();
}

}  // namespace

void compared_chart(const Frame& frame) {
  Ui& ui = frame.ui;
  const Session& session = ui.session();
  const RecordColumn& column = *frame.chart->column;
  const bool objective = column.role == Role::objective;
  const bool percent = column.fraction && frame.run.problem().task == Task::classification;
  std::list<Course> courses;  // which a plot reads when it is finished
  std::vector<int> places;
  double least = INFINITY, most = 0;
  for (int place = -1; const Machine& machine : session.machines()) {
    ++place;
    if (!machine.run()) continue;
    // An objective is compared with the same one alone.
    if (objective && !same_criterion(machine, session.machine())) continue;
    const History& history = machine.run()->history();
    const double stretch = stretch_of(session, machine);
    Course& course = courses.emplace_back(machine_letter(place));
    course.x = sampled_iterations(ui, machine, stretch);
    course.y = over(course.x, [&](int k) {
      if (k == 0 && has_gap(column, machine)) return Record::none;
      return column.value(history.at(k)) * (percent ? 100 : 1);
    });
    for (double& x : course.x) x *= stretch;
    for (const double y : course.y) {
      if (y > 0) least = std::min(least, y);
      if (y > most) most = y;
    }
    places.push_back(place);
  }
  const bool all = places.size() == session.machines().size();
  const std::string title =
      all ? std::string(column.label) : sentence(column.label, " of ", machine_letters(places));
  PlotOptions options = frame.options(title);
  options.unit = percent ? "%" : "";
  options.from_zero = column.fraction;
  if (percent) fit_percent(options, most);
  if (objective) fit_objective(ui, options, least, most);
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
