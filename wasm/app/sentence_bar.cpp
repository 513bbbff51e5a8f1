// Below everything: what this iteration did. Above it, when there is one, a message that can be
// closed.

#include <algorithm>
#include <cmath>

#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr float line_height = 18;

void draw_lines(ImDrawList& list, const Face& face, ImVec2 at, ImU32 color, std::string_view text,
                float width, std::size_t most) {
  const auto lines = wrapped(face, text, width);
  for (std::size_t i = 0; i < lines.size() && i < most; ++i) {
    // The last line that there is room for holds the rest, shortened.
    const auto start = static_cast<std::size_t>(lines[i].data() - text.data());
    const bool cut = i + 1 == most && lines.size() > most;
    draw_text(list, face, {at.x, at.y + f32(static_cast<double>(i)) * line_height}, color,
              cut ? shortened(face, text.substr(start), width) : std::string(lines[i]));
  }
}

// What there is to tell beside the sentence: a notice, or remarks on the data.
std::string message(const Session& session) {
  if (!session.notice().empty()) return session.notice();
  std::string text;
  for (const std::string& remark : session.remarks()) {
    std::string next = remark;
    if (!next.empty() && next.back() != '.') next += '.';
    text += (text.empty() ? "" : " ") + next;
  }
  return text;
}

void banner(Ui& ui, const Rect& bar) {
  Session& session = ui.session();
  const std::string text = message(session);
  if (text.empty() || text == ui.dismissed) return;
  const bool notice = !session.notice().empty();
  const Rect& plane = ui.view.rect;
  const float most = std::min(plane.width() - 24, 620.0F);
  const auto lines = wrapped(ui.fonts.text, text, most - 60);
  float widest = 0;
  for (const std::string_view line : lines) widest = std::max(widest, text_size(ui.fonts.text, line).x);
  const ImVec2 size = {widest + 60, f32(static_cast<double>(lines.size())) * line_height + 20};
  const float bottom = std::min(plane.max.y, bar.min.y) - 34;
  const ImVec2 at = {std::round(plane.center().x - size.x / 2), bottom - size.y};
  ImGui::SetCursorScreenPos(at);
  ImGui::BeginChild("banner", size, 0, ImGuiWindowFlags_NoScrollbar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + size, ui.theme.card, 8);
  list.AddRect(at, at + size, notice ? ui.theme.soft : ui.theme.hairline, 8);
  draw_lines(list, ui.fonts.text, at + ImVec2(16, 10), notice ? ui.theme.ink : ui.theme.soft, text,
             most - 60, lines.size());
  ImGui::SetCursorScreenPos({at.x + size.x - 34, at.y + 7});
  if (icon_button(ui, "close", Icon::close, "", {.framed = false}, 26)) {
    ui.dismissed = text;
    if (notice) {
      session.set_notice("");
      ui.dismissed.clear();
    }
  }
  ImGui::EndChild();
}

}  // namespace

void sentence_bar(Ui& ui, const Rect& rect) {
  Session& session = ui.session();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  list.AddLine(rect.min, {rect.max.x, rect.min.y}, ui.theme.hairline);

  const Run* run = session.run();
  const bool at_stop = run && ((run->stop() && run->stop()->iteration == session.iteration()) ||
                               (run->end() && run->end()->iteration == session.iteration()));
  const std::string head = run ? sentence("Iteration ", std::to_string(session.iteration()))
                               : std::string("Not trained");
  const float left = rect.min.x + (ui.narrow ? 12.0F : 16.0F);
  float right = rect.max.x - 14;
  if (!ui.narrow) {
    const float width = text_size(ui.fonts.text, "Copy as command").x + 20;
    right -= width;
    ImGui::SetCursorScreenPos({right, std::floor(rect.center().y - measure::control_height / 2)});
    if (text_button(ui, "command", "Copy as command", width, {.framed = false})) {
      ui.request("copy-command");
    }
    hint(ui, "The command line that gives the same numbers");
    right -= 12;
  }
  const float head_width = text_size(ui.fonts.strong, head).x;
  const ImU32 head_color = at_stop ? ui.theme.stop : ui.theme.ink;
  const std::string& text = session.sentence();
  const Rect area = {{left, rect.min.y}, {right, rect.max.y}};
  if (ui.narrow) {
    draw_text(list, ui.fonts.strong, {left, rect.min.y + 8}, head_color, head);
    draw_lines(list, ui.fonts.text, {left, rect.min.y + 27}, ui.theme.ink, text, area.width(), 3);
  } else {
    const float indent = left + head_width + 16;
    const auto lines = std::min<std::size_t>(2, wrapped(ui.fonts.text, text, right - indent).size());
    const float top = std::floor(rect.center().y - f32(static_cast<double>(lines)) * line_height / 2);
    draw_text(list, ui.fonts.strong, {left, top}, head_color, head);
    draw_lines(list, ui.fonts.text, {indent, top}, ui.theme.ink, text, right - indent, 2);
  }
  ImGui::SetCursorScreenPos(area.min);
  ImGui::InvisibleButton("sentence", {std::max(1.0F, area.width()), area.height()});
  const std::size_t room = ui.narrow ? 3 : 2;
  const float text_width = ui.narrow ? area.width() : right - (left + head_width + 16);
  if (wrapped(ui.fonts.text, text, text_width).size() > room) hint(ui, text);
  banner(ui, rect);
}

}  // namespace marginscope
