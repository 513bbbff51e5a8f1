// What the picture means and which keys there are.

#include <algorithm>

#include "app/keys.h"
#include "app/panels.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr std::string_view meanings[] = {
    "Colour and shape are a point's class; its outline is the true class, its fill the predicted "
    "one.",
    "Filled points train; hollow ones only validate.",
    "The thick line is f = 0, the dashed lines are the margins f = ±1 or what the algorithm asks "
    "for.",
    "A thin segment leads from a point to where its margin would be what is asked for: its error.",
    "In the margin chart the tick is asked for, the bar is reached; the gap is the error.",
    "Violet marks where a stopping rule stops, or would have stopped."};

}  // namespace

void help_overlay(Ui& ui, const Rect& rect) {
  const float width = std::min(560.0F, rect.width() - 24);
  const float text_width = width - 48;
  float height = 28 + 34;
  std::size_t meaning_lines = 0;
  for (const std::string_view text : meanings)
    meaning_lines += wrapped(ui.fonts.text, text, text_width).size();
  const bool two_columns = width > 480;
  const auto keys = key_bindings();
  const auto key_rows = two_columns ? (keys.size() + 1) / 2 : keys.size();
  height += f32(static_cast<double>(key_rows)) * 24 + 20;
  height += f32(static_cast<double>(meaning_lines)) * 19 +
            f32(static_cast<double>(std::size(meanings))) * 5 + 34;
  height = std::min(height, rect.height() - 16);

  ImGui::SetCursorScreenPos(rect.min);
  ImGui::BeginChild("help", {rect.width(), rect.height()}, 0, ImGuiWindowFlags_NoScrollbar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min, rect.max, IM_COL32(8, 12, 20, ui.theme.dark ? 150 : 90));
  const ImVec2 at = {std::floor(rect.center().x - width / 2),
                     std::floor(rect.center().y - height / 2)};
  const Rect card = {at, {at.x + width, at.y + height}};
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({card.max.x - 44, card.min.y + 14});
  if (icon_button(ui, "close", Icon::close, "", {.framed = false})) ui.help = false;
  list.ChannelsSetCurrent(0);
  ImGui::SetCursorScreenPos(rect.min);
  if (ImGui::InvisibleButton("behind", {rect.width(), rect.height()}) &&
      !card.contains(ImGui::GetIO().MousePos)) {
    ui.help = false;
  }
  list.AddRectFilled(card.min, card.max, ui.theme.card, measure::radius);
  list.AddRect(card.min, card.max, ui.theme.hairline, measure::radius);
  list.PushClipRect(card.min, card.max, true);
  float y = at.y + 20;
  const float x = at.x + 24;
  draw_text(list, ui.fonts.title, {x, y}, ui.theme.ink, "Keys");
  y += 34;
  const float column = two_columns ? text_width / 2 + 8 : 0;
  const float keys_width = 104;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto row = f32(static_cast<double>(i % key_rows)),
               side = f32(static_cast<double>(i / key_rows));
    const ImVec2 place = {x + side * column, y + row * 24};
    draw_text(list, ui.fonts.strong, place, ui.theme.ink, keys[i].shown);
    draw_text(list, ui.fonts.text, {place.x + keys_width, place.y}, ui.theme.soft,
              shortened(ui.fonts.text, keys[i].meaning,
                        (two_columns ? column - 8 : text_width) - keys_width));
  }
  y += f32(static_cast<double>(key_rows)) * 24 + 18;
  draw_text(list, ui.fonts.title, {x, y}, ui.theme.ink, "What is drawn");
  y += 30;
  for (const std::string_view text : meanings) {
    for (const std::string_view line : wrapped(ui.fonts.text, text, text_width)) {
      draw_text(list, ui.fonts.text, {x, y}, ui.theme.soft, line);
      y += 19;
    }
    y += 5;
  }
  list.PopClipRect();
  list.ChannelsMerge();
  ImGui::EndChild();
}

}  // namespace marginscope
