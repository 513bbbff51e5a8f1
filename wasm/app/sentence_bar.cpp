// Below everything: what this iteration did. Above it, when there is one, a message that can be
// closed.

#include <algorithm>
#include <cmath>

#include "app/explanations.h"
#include "app/mentions.h"
#include "app/panels.h"
#include "app/plane_choice.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr float line_height = 18, small_line_height = 16;

// How a text is set into a space: in smaller letters where it would otherwise be cut.
struct Setting {
  Face face;
  float line_height;
  std::vector<std::string_view> lines;
  std::size_t most;

  float height() const {
    return f32(static_cast<double>(std::min(lines.size(), most))) * line_height;
  }
  bool cut() const { return lines.size() > most; }
};

Setting set_text(const Ui& ui, std::string_view text, float width, float height) {
  const auto fitting = [height](float each) { return static_cast<std::size_t>(height / each); };
  Setting setting = {ui.fonts.text, line_height, wrapped(ui.fonts.text, text, width),
                     fitting(line_height)};
  if (!setting.cut()) return setting;
  return {ui.fonts.small, small_line_height, wrapped(ui.fonts.small, text, width),
          fitting(small_line_height)};
}

void draw_setting(ImDrawList& list, const Setting& setting, ImVec2 at, ImU32 color,
                  std::string_view text, float width) {
  for (std::size_t i = 0; i < setting.lines.size() && i < setting.most; ++i) {
    // The last line that there is room for holds the rest, shortened.
    const auto start = static_cast<std::size_t>(setting.lines[i].data() - text.data());
    const bool last = i + 1 == setting.most && setting.cut();
    draw_text(
        list, setting.face, {at.x, at.y + f32(static_cast<double>(i)) * setting.line_height}, color,
        last ? shortened(setting.face, text.substr(start), width) : std::string(setting.lines[i]));
  }
}

// A line of the explanation (piece_at): how things stand in ink, the rest softer, and each pattern a link that
// highlights it, or selects it.
void draw_line(Ui& ui, const Explanation& told, const Setting& setting, ImVec2 at,
               std::string_view line, std::size_t first, std::size_t own) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t begin = 0; begin < line.size();) {
    const auto [text, place, headline, pattern] = piece_at(told, line, first, own, begin);
    begin += text.size();
    const int point = pattern >= 0 ? ui.session().point_of_pattern(pattern) : -1;
    const float width = text_size(setting.face, text).x;
    draw_text(list, setting.face, at, headline || point >= 0 ? ui.theme.ink : ui.theme.soft, text);
    if (point >= 0 && width > 0) {
      ImGui::SetCursorScreenPos(at);
      ImGui::PushID(static_cast<int>(place));
      if (ImGui::InvisibleButton("pattern", {width, setting.line_height})) {
        ui.send("select", {{"index", static_cast<double>(point)}});
      }
      ImGui::PopID();
      const bool hovered = ImGui::IsItemHovered();
      if (hovered) {
        ui.next_hovered_point = point;
        ui.cursor = "pointer";
      }
      const float under = at.y + setting.line_height - 1.5F;
      list.AddLine({at.x, under}, {at.x + width, under}, hovered ? ui.theme.ink : ui.theme.faint);
    }
    at.x += width;
  }
}

void draw_explanation(Ui& ui, const Explanation& told, const Setting& setting, ImVec2 at,
                      float width) {
  const std::string_view text = told.text;
  for (std::size_t i = 0; i < setting.lines.size() && i < setting.most; ++i) {
    const std::string_view line = setting.lines[i];
    const auto first = static_cast<std::size_t>(line.data() - text.data());
    if (i + 1 == setting.most && setting.cut()) {
      const std::string rest = shortened(setting.face, text.substr(first), width);
      const std::size_t own = text.substr(first) == rest ? rest.size() : rest.rfind("…");
      draw_line(ui, told, setting, at, rest, first, own);
    } else {
      draw_line(ui, told, setting, at, line, first, line.size());
    }
    at.y += setting.line_height;
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
  const Session& session = ui.session();
  const std::string text = message(session);
  if (text.empty() || text == ui.dismissed) return;
  const bool notice = !session.notice().empty();
  const Rect& plane = ui.view.rect;
  const float most = std::min(plane.width() - 24, 620.0F);
  const Setting setting = set_text(ui, text, most - 60, plane.height() / 2);
  float widest = 0;
  for (const std::string_view line : setting.lines) {
    widest = std::max(widest, text_size(setting.face, line).x);
  }
  const ImVec2 size = {std::ceil(widest) + 60, setting.height() + 20};
  const float bottom = std::min(ui.foot, bar.min.y - 34);
  const float left = std::round(plane.center().x - size.x / 2);
  const ImVec2 below = {left, std::round(bottom - size.y)};
  // Who makes their own points sees these, whatever there is to remark on them.
  const ImVec2 above = {left, std::round(plane_buttons(plane).shows.max.y + 8)};
  const ImVec2 at = notice ? below : clear_of_points(ui, below, above, size);
  if (at.y == below.y) ui.message_top = at.y;
  ImGui::SetCursorScreenPos(at);
  ImGui::BeginChild("banner", size, 0, ImGuiWindowFlags_NoScrollbar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + size, ui.theme.card, 8);
  list.AddRect(at, at + size, notice ? ui.theme.soft : ui.theme.hairline, 8);
  draw_setting(list, setting, at + ImVec2(16, 10), notice ? ui.theme.ink : ui.theme.soft, text,
               most - 60);
  ImGui::SetCursorScreenPos({at.x + size.x - 34, at.y + 7});
  if (icon_button(ui, "close", Icon::close, "", {.framed = false}, 26)) {
    ui.dismissed = notice ? "" : text;
    if (notice) ui.send("dismiss");
  }
  ImGui::EndChild();
}

void hint_at_whole(Ui& ui, std::string_view text, bool) { hint(ui, text); }

// A finger cannot rest on a sentence: a tap opens the whole of it, and the next press closes it.
void tell_whole(Ui& ui, std::string_view text, bool tapped) {
  if (tapped) {
    ui.whole_sentence = !ui.whole_sentence;
  } else if (ImGui::IsMouseClicked(0) && !ImGui::IsItemHovered()) {
    ui.whole_sentence = false;
  }
  if (ui.whole_sentence) draw_hint(ui, text);
}

}  // namespace

void sentence_bar(Ui& ui, const Rect& rect) {
  const Session& session = ui.session();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  list.AddLine(rect.min, {rect.max.x, rect.min.y}, ui.theme.hairline);

  const Run* run = session.machine().run();
  const int iteration = session.machine().iteration();
  const bool at_stop = run && run->stop_at(iteration);
  const std::string head = run ? sentence("Iteration ", std::to_string(iteration))
                               : std::string(session.busy() ? "Starting" : "Not trained");
  const float left = rect.min.x + (ui.narrow ? 12.0F : 16.0F);
  float right = rect.max.x - 14;
  if (!ui.narrow && ui.shown_parts().has(Part::menus)) {
    const float width = text_size(ui.fonts.text, "Copy as command").x + 20;
    right -= width;
    ImGui::SetCursorScreenPos({right, std::floor(rect.center().y - measure::control_height / 2)});
    if (text_button(ui, "command", "Copy as command", width, {.framed = false})) {
      ui.request(Ask::copy_command);
    }
    hint(ui, "The command line that gives the same numbers");
    right -= 12;
  }
  if (run && run->ended_at_limit() && session.iteration() == session.last_iteration()) {
    const double further = std::min(2e9, 2.0 * std::max(1, session.scene().max_iterations));
    const std::string label = sentence("Go on to ", short_text(further, 10));
    const float width = text_size(ui.fonts.text, label).x + 20;
    right -= width;
    ImGui::SetCursorScreenPos(
        {right,
         ui.narrow ? rect.min.y + 2 : std::floor(rect.center().y - measure::control_height / 2)});
    if (text_button(ui, "further", label, width)) ui.send("limit", {{"most", further}});
    hint(ui, "Raises the limit on iterations");
    right = ui.narrow ? rect.max.x - 14 : right - 12;
  }
  const float head_width = text_size(ui.fonts.strong, head).x;
  const ImU32 head_color = at_stop ? ui.theme.stop : ui.theme.ink;
  const Explanation told = session.explanation();
  const std::string& text = told.text;
  const float indent = ui.narrow ? left : left + head_width + 16;
  const float head_height = ui.narrow ? 26.0F : 0.0F;
  const Setting setting =
      set_text(ui, text, right - indent, rect.height() - head_height - (ui.narrow ? 4.0F : 2.0F));
  const float top =
      ui.narrow ? rect.min.y + head_height : std::floor(rect.center().y - setting.height() / 2);
  draw_text(list, ui.fonts.strong, {left, ui.narrow ? rect.min.y + 7 : top}, head_color, head);
  draw_explanation(ui, told, setting, {indent, top}, right - indent);
  ImGui::SetCursorScreenPos({left, rect.min.y});
  const bool tapped =
      ImGui::InvisibleButton("sentence", {std::max(1.0F, right - left), rect.height()});
  if (setting.cut()) {
    const auto tell = ui.touch ? tell_whole : hint_at_whole;
    tell(ui, text, tapped);
  }
  banner(ui, rect);
}

}  // namespace marginscope
