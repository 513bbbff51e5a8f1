#include "app/machine_marks.h"

#include "app/painter.h"
#include "views/plane_drawing.h"

namespace marginscope {

Stroke machine_stroke(const Ui& ui, int place) {
  return stroke_of(ui.theme, machine_stroke(place, place == ui.session().scene().chosen));
}

void draw_machine_letter(const Ui& ui, ImDrawList& list, int place, ImVec2 center) {
  picture::Drawing drawing;
  add_letter(drawing, place, place == ui.session().scene().chosen, {center.x, center.y});
  paint(ui, list, drawing);
}

}  // namespace marginscope
