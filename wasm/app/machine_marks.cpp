#include "app/machine_marks.h"

#include <cmath>

#include "app/ui.h"

namespace marginscope {

Stroke machine_stroke(const Ui& ui, int place) {
  Stroke stroke = ui.theme.stroke(place);
  stroke.width = place == ui.session().scene().chosen ? 3.0F : 2.0F;
  return stroke;
}

void draw_machine_letter(const Ui& ui, ImDrawList& list, int place, ImVec2 center) {
  const ImU32 color = ui.theme.stroke(place).color;
  const bool chosen = place == ui.session().scene().chosen;
  list.AddCircleFilled(center, letter_radius, chosen ? color : ui.theme.card);
  list.AddCircle(center, letter_radius, color, 0, 1.75F);
  const std::string letter = machine_letter(place);
  const Face& face = ui.fonts.heading;
  draw_text(
      list, face,
      {std::round(center.x - text_size(face, letter).x / 2), std::round(center.y - face.size / 2)},
      chosen ? ui.theme.card : color, letter);
}

}  // namespace marginscope
