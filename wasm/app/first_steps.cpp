#include "app/first_steps.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panels.h"
#include "app/plane_choice.h"
#include "app/widgets.h"

namespace marginscope {

std::span<const std::string_view> first_steps(const Session& session) {
  static constexpr std::string_view steps[] = {
      "Step forward four times (→): least squares gets one point wrong, Ho-Kashyap mends it.",
      "Step back (←) to see how, or drag a point and step again.",
      "Then choose other points (G) or another algorithm (L)."};
  // What can be done with several points has their place.
  const bool untouched = session.last_iteration() == 0 && !session.can_undo() &&
                         session.selection().size() < 2 && session.scene() == default_scene();
  return untouched ? steps : std::span<const std::string_view>();
}

void first_steps_panel(Ui& ui) {
  const Session& session = ui.session();
  if (ui.first_steps_closed || !session.notice().empty()) return;
  // What is told of the weights has this place.
  if (plane_shows(ui) != PlaneShows::points) return;
  std::span<const std::string_view> steps = first_steps(session);
  if (steps.empty()) return;
  if (ui.narrow) steps = steps.first(1);
  std::string_view title = "See a classifier learn, one iteration at a time";
  constexpr float pad = 14, line_height = 18, title_height = 24, close = 26, border = 12;
  const float number = steps.size() > 1 ? 18 : 0;
  const Face& face = ui.fonts.text;
  const Rect& plane = ui.view.rect;
  // Where the window is narrow but no phone's, it finds room beside the switch of views.
  const float beside = plane_buttons(plane).shows.min.x - plane.min.x - 2 * border;
  const bool lies_beside = ui.narrow && beside >= 300;
  const float most = lies_beside ? beside : plane.width() - 2 * border;
  const float room = std::min(most, 560.0F) - 2 * pad - number;
  if (text_size(ui.fonts.strong, title).x + close > room + number) {
    title = title.substr(0, title.find(','));
  }
  std::vector<std::vector<std::string_view>> lines;
  float widest = text_size(ui.fonts.strong, title).x + close - number, height = title_height;
  for (const std::string_view step : steps) {
    lines.push_back(wrapped(face, step, room));
    for (const std::string_view line : lines.back()) {
      widest = std::max(widest, text_size(face, line).x);
      height += line_height;
    }
  }
  const ImVec2 size = {std::ceil(widest) + number + 2 * pad, height + 2 * pad - 6};
  const float left = std::round(plane.center().x - size.x / 2);
  const ImVec2 above = {lies_beside ? plane.min.x + border : left,
                        plane.min.y + (ui.narrow ? border : 52)};
  const ImVec2 at = clear_of_points(ui, {left, plane.max.y - size.y - 34}, above, size);
  ImGui::SetCursorScreenPos(at);
  ImGui::BeginChild("first steps", size, 0, ImGuiWindowFlags_NoScrollbar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + size, ui.theme.card, 8);
  list.AddRect(at, at + size, ui.theme.soft, 8);
  draw_text(list, ui.fonts.strong, at + ImVec2(pad, pad - 4), ui.theme.ink, title);
  float y = at.y + pad - 4 + title_height;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (number > 0) {
      draw_text(list, ui.fonts.strong, {at.x + pad, y}, ui.theme.soft, std::to_string(i + 1));
    }
    for (const std::string_view line : lines[i]) {
      draw_text(list, face, {at.x + pad + number, y}, ui.theme.ink, line);
      y += line_height;
    }
  }
  ImGui::SetCursorScreenPos({at.x + size.x - close - 6, at.y + 5});
  if (icon_button(ui, "close", Icon::close, "", {.framed = false}, close)) {
    ui.first_steps_closed = true;
  }
  ImGui::EndChild();
}

}  // namespace marginscope
