#include "app/machine_marks.h"

#include "app/painter.h"
#include "views/plane_drawing.h"

namespace marginscope {

Stroke machine_stroke(const Ui& ui, int place) {
  const picture::Stroke stroke = machine_stroke(place, place == ui.session().scene().chosen);
  return {color_of(ui.theme, stroke.paint), stroke.dash, stroke.gap, stroke.width};
}

void draw_machine_letter(const Ui& ui, ImDrawList& list, int place, ImVec2 center) {
  picture::Drawing drawing;
  add_letter(drawing, place, place == ui.session().scene().chosen, {center.x, center.y});
  paint(ui, list, drawing);
}

}  // namespace marginscope
