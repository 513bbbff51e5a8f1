// The machines of a scene as a table: what each one makes of the points, and what can be done with it.

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/explanations.h"
#include "app/machine_marks.h"
#include "app/panels.h"
#include "app/widgets.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

constexpr float padding = 10, row_height = 28, line_height = 16;
constexpr float between = 14;                        // columns
constexpr float letter_width = 54, menu_width = 28;  // at the ends of a row
constexpr float least_caption = 92, head_width = 60;
constexpr std::size_t errors_and_iteration = 3;  // columns
constexpr float pace_width = 172, switch_width = 96;

const Comparison& shown_comparison(Ui& ui) {
  const unsigned long long version = ui.session().version();
  if (!ui.comparison || ui.comparison->version != version) {
    ui.comparison = {version, comparison_of(ui.session())};
  }
  return ui.comparison->told;
}

float room_of(float width) { return width - 2 * measure::padding; }

// How the table is set into a width: which columns stand in a row. The others follow in a line below it.
struct Fitted {
  struct Column {
    std::size_t index;
    float width;
  };
  std::vector<Column> columns;
  bool whole = true;           // cells with what explains them
  std::size_t rest = 0;        // lines below
  std::size_t head_lines = 1;  // of the names of the columns
  float head() const { return line_height * f32(static_cast<double>(head_lines)); }
  float row() const { return row_height + line_height * f32(static_cast<double>(rest)); }
};

// The last column says how a machine stands, also one without numbers.
std::string cell_text(const Comparison& told, const Comparison::Row& row, std::size_t column,
                      bool whole) {
  const TableCell& cell = row.cells[column];
  const std::string text = whole || cell.text.empty() ? cell.whole() : cell.text;
  if (column + 1 < told.columns.size()) return text;
  return row.waits ? sentence(text, ", waits") : row.state.empty() ? text : row.state;
}

// How it stands first.
std::string rest_text(const Comparison& told, const Comparison::Row& row, const Fitted& fit) {
  std::string text;
  const std::size_t count = told.columns.size();
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = (n + count - 1) % count;
    if (std::ranges::find(fit.columns, i, &Fitted::Column::index) != fit.columns.end()) continue;
    const std::string cell = cell_text(told, row, i, true);
    if (row.cells[i].text.empty() && cell != row.state) continue;
    text += sentence(text.empty() ? "" : " · ", told.columns[i]->head, " ", cell);
  }
  return text;
}

Fitted fitted(const Ui& ui, const Comparison& told, float room) {
  const float whole_room = room - letter_width;
  room -= letter_width + menu_width + least_caption;
  Fitted result;
  const auto widths = [&] {
    float all = 0;
    for (Fitted::Column& column : result.columns) {
      column.width = 0;
      for (const std::string_view line :
           wrapped(ui.fonts.small, told.columns[column.index]->head, head_width)) {
        column.width = std::max(column.width, text_size(ui.fonts.small, line).x);
      }
      for (const Comparison::Row& row : told.rows) {
        const std::string text = cell_text(told, row, column.index, result.whole);
        column.width = std::max(column.width, text_size(ui.fonts.strong, text).x);
      }
      all += column.width + between;
    }
    return all;
  };
  for (std::size_t i = 0; i < told.columns.size(); ++i) result.columns.push_back({i, 0});
  // What explains an error is left out where a machine's name needs the room.
  float longest = 0;
  for (const Comparison::Row& row : told.rows) {
    longest = std::max(longest, text_size(ui.fonts.strong, row.caption).x);
  }
  if (widths() > room + least_caption - longest) result.whole = false;
  // The errors stay longest, how a machine stands longer than what explains it.
  while (widths() > room && !result.columns.empty()) {
    const bool stop = result.columns.back().index + 1 == told.columns.size();
    const std::size_t others = result.columns.size() - (stop ? 1 : 0);
    result.columns.erase(result.columns.end() - (stop && others > errors_and_iteration ? 2 : 1));
  }
  for (const Fitted::Column& column : result.columns) {
    const auto lines = wrapped(ui.fonts.small, told.columns[column.index]->head, head_width);
    result.head_lines = std::max(result.head_lines, lines.size());
  }
  if (result.columns.size() == told.columns.size()) return result;
  constexpr std::size_t most_lines = 2;
  for (const Comparison::Row& row : told.rows) {
    const std::string rest = rest_text(told, row, result);
    result.rest = std::max(result.rest,
                           std::min(most_lines, wrapped(ui.fonts.small, rest, whole_room).size()));
  }
  return result;
}

// All numbers of a machine, on a card.
void show_row(Ui& ui, const Comparison& told, const Comparison::Row& row, ImVec2 at) {
  std::vector<ReadOut> lines;
  for (std::size_t i = 0; i < told.columns.size(); ++i) {
    lines.push_back({std::string(told.columns[i]->head), cell_text(told, row, i, true)});
  }
  hover_card(ui, at, sentence(row.letter, ": ", row.caption), lines);
}

// The sentence stands beside the switches where it has room.
struct Head {
  std::vector<std::string_view> lines;
  bool beside = false;
  float height() const {
    const float text = line_height * f32(static_cast<double>(lines.size()));
    return beside ? std::max(text, measure::control_height) : text + 10 + measure::control_height;
  }
};

Head head_of(const Ui& ui, const Comparison& told, float room) {
  constexpr float least = 240;
  const float left = room - switch_width - pace_width - 24;
  const bool beside = left >= least;
  return {wrapped(ui.fonts.small, told.sentence, beside ? left : room), beside};
}

void switches(Ui& ui, ImVec2 at) {
  const Session& session = ui.session();
  static constexpr Segment paces[] = {
      {.label = "By iteration", .hint = "All machines are at the same iteration (B)"},
      {.label = "By time",
       .hint = "While they play, each makes as many steps as it has time for (B)"}};
  ImGui::SetCursorScreenPos(at);
  const int pace = session.pace() == Pace::time ? 1 : 0;
  if (const auto chosen = segmented(ui, "pace", paces, pace, pace_width)) {
    ui.send("pace", {{"pace", pace_id(*chosen == 1 ? Pace::time : Pace::iteration)}});
  }
  const auto reason = without_disagreement(session);
  ImGui::SetCursorScreenPos(at + ImVec2(pace_width + 8, 0));
  if (text_button(ui, "differences", "Differences", switch_width,
                  {.pale = reason.has_value(), .on = ui.differences && !reason})) {
    want_differences(ui, !ui.differences);
  }
  hint(ui, reason ? sentence(*reason, ".")
                  : std::string("Shades where two of the machines predict different classes (D)"));
}

void rename_machine(Ui& ui, int place, const Rect& caption) {
  constexpr float least = 160;
  MachineSetup unnamed = ui.session().scene().machines[static_cast<std::size_t>(place)];
  const std::string name = std::exchange(unnamed.name, {});
  ui.request_edit({"rename-machine", {{"index", static_cast<double>(place)}}}, "name", name,
                  {caption.min, {std::max(caption.max.x, caption.min.x + least), caption.max.y}},
                  machine_caption(unnamed));
}

void machine_menu(Ui& ui, int place, const Rect& caption) {
  const Session& session = ui.session();
  const auto& machines = session.scene().machines;
  const Written index = {"index", static_cast<double>(place)};
  const bool clicked = combo_button(ui, "menu", "", menu_width, {.framed = false});
  const Rect button = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  hint(ui, "Rename, move or remove this machine");
  if (!begin_menu(ui, "menu", button, clicked, {.least = 190})) return;
  if (combo_item(ui, "Rename …", "", false)) rename_machine(ui, place, caption);
  if (combo_item(ui, "Move up", "", false, {}, place > 0 ? "" : "It is the first.")) {
    ui.send("move-machine", {index, {"to", place - 1.0}});
  }
  if (combo_item(ui, "Move down", "", false, {},
                 place + 1 < std::ssize(machines) ? "" : "It is the last.")) {
    ui.send("move-machine", {index, {"to", place + 1.0}});
  }
  if (combo_item(ui, "Remove", "", false)) ui.send("remove-machine", {index});
  end_menu();
}

void heads(const Ui& ui, const Comparison& told, const Fitted& fit, ImVec2 right) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.fonts.small;
  for (auto column = fit.columns.rbegin(); column != fit.columns.rend(); ++column) {
    const auto lines = wrapped(face, told.columns[column->index]->head, head_width);
    float y = right.y + fit.head() - line_height * f32(static_cast<double>(lines.size())) - 2;
    for (const std::string_view line : lines) {
      draw_text(list, face, {right.x - text_size(face, line).x, y}, ui.theme.soft, line);
      y += line_height;
    }
    right.x -= column->width + between;
  }
}

// Where a row that is dragged would land: before the row of this number, behind the last of them all.
int landing(const Ui& ui, float top, const Fitted& fit) {
  const auto count = static_cast<float>(ui.session().machines().size());
  const float rows = std::round((ImGui::GetIO().MousePos.y - top) / fit.row());
  return static_cast<int>(std::clamp(rows, 0.0F, count));
}

// The last item is a row: dragged up or down it moves its machine. A finger holds it by the letter, and
// scrolls elsewhere. True where it has been dragged and not clicked.
bool drag_row(Ui& ui, int place, float left, float top, const Fitted& fit) {
  constexpr float slack = 6;
  if (ImGui::IsItemActivated()) {
    ui.row_dragged = false;
    const bool by_letter = ImGui::GetIO().MouseClickedPos[0].x < left + letter_width;
    if (ui.touch && by_letter) ui.finger_means = ImGui::GetItemID();
  }
  const bool meant = !ui.touch || ui.finger_means == ImGui::GetItemID();
  if (ImGui::IsItemActive() && meant && !ui.row_dragged &&
      std::abs(ImGui::GetMouseDragDelta(0, 0).y) > slack) {
    ui.row_dragged = true;
    ui.begin_gesture({"move-machine", {{"index", static_cast<double>(place)}}});
  }
  if (ImGui::IsItemActive() && ui.row_dragged) ui.cursor = "grabbing";
  if (!ImGui::IsItemDeactivated()) return false;
  ui.finger_means = 0;
  if (!ui.row_dragged) return false;
  if (ui.gesture("move-machine")) {
    const int to = landing(ui, top, fit);
    ui.drag({{"to", static_cast<double>(to > place ? to - 1 : to)}});
    ui.end_gesture();
  }
  return true;
}

// The row that is dragged is pale, and a line stands where it would land.
void show_landing(const Ui& ui, float left, float right, float top, const Fitted& fit) {
  const Session::Gesture* moved = ui.gesture("move-machine");
  if (!moved) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float from = top + f32(find_argument(moved->call, "index")->number) * fit.row();
  list.AddRectFilled({left, from}, {right, from + fit.row()}, faded(ui.theme.card, 0.6F));
  const float y = std::round(top + f32(landing(ui, top, fit)) * fit.row());
  list.AddLine({left, y}, {right, y}, ui.theme.ink, 3);
  for (const float x : {left, right}) list.AddCircleFilled({x, y}, 4, ui.theme.ink);
}

// `top` is that of the first row.
void machine_row(Ui& ui, const Comparison& told, const Fitted& fit, int place, const Rect& rect,
                 float top) {
  const Comparison::Row& row = told.rows[static_cast<std::size_t>(place)];
  const bool chosen = place == ui.session().scene().chosen;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen) list.AddRectFilled(rect.min, rect.max, ui.theme.hover, measure::control_radius);
  ImGui::PushID(place);
  float right = rect.max.x - menu_width;
  for (const Fitted::Column& column : fit.columns) right -= column.width + between;
  const Rect caption = {{rect.min.x + letter_width, rect.min.y},
                        {right + between - 6, rect.min.y + row_height}};
  ImGui::SetCursorScreenPos({rect.max.x - menu_width, rect.min.y});
  machine_menu(ui, place, caption);
  if (chosen && std::exchange(ui.rename_machine, false)) {
    // A row that is out of sight comes into view with the next frame.
    const ImVec2 up = ImGui::ScrollToRectEx(ImGui::GetCurrentWindow(), {caption.min, caption.max});
    rename_machine(ui, place, {caption.min - up, caption.max - up});
  }
  ImGui::SetCursorScreenPos(rect.min);
  const bool pressed = press(ui, "row", {rect.width() - menu_width, rect.height()}, true);
  if (!drag_row(ui, place, rect.min.x, top, fit) && pressed) {
    ui.send("choose-machine", {{"index", static_cast<double>(place)}});
  }
  if (ImGui::IsItemHovered() && !chosen && !ui.touch) {
    list.AddRect(rect.min, rect.max, ui.theme.hairline, measure::control_radius);
  }
  const bool all_said =
      fit.rest == 0 && text_size(ui.fonts.strong, row.caption).x <= caption.width();
  if (ImGui::IsItemHovered() && !ui.touch && !all_said) {
    show_row(ui, told, row, ImGui::GetIO().MousePos);
  }
  ImGui::PopID();

  const float middle = rect.min.y + row_height / 2;
  draw_machine_letter(ui, list, place, {rect.min.x + 6 + letter_radius, middle});
  draw_dashed(list, {rect.min.x + 29, middle}, {rect.min.x + 48, middle},
              machine_stroke(ui, place));
  const Face& plain = ui.fonts.text;
  const float text_top = std::floor(middle - plain.size / 2);
  const Face& face = chosen ? ui.fonts.strong : plain;
  if (text_size(face, row.caption).x <= caption.width()) {
    draw_text(list, face, {caption.min.x, text_top}, ui.theme.ink, row.caption);
  } else {
    // In two lines of small letters, the second with what is left.
    const auto lines = wrapped(ui.fonts.small, row.caption, caption.width());
    const auto second = static_cast<std::size_t>(
        lines.size() > 1 ? lines[1].data() - row.caption.data() : row.caption.size());
    const float first =
        lines.size() > 1 ? rect.min.y : std::floor(middle - ui.fonts.small.size / 2);
    draw_text(list, ui.fonts.small, {caption.min.x, first}, ui.theme.ink, lines[0]);
    draw_text(
        list, ui.fonts.small, {caption.min.x, rect.min.y + 13}, ui.theme.ink,
        shortened(ui.fonts.small, std::string_view(row.caption).substr(second), caption.width()));
  }
  float x = rect.max.x - menu_width;
  for (auto column = fit.columns.rbegin(); column != fit.columns.rend(); ++column) {
    const std::string text = cell_text(told, row, column->index, fit.whole);
    const bool best = row.best && told.columns[column->index] == told.judged;
    const Face& set = best ? ui.fonts.strong : ui.fonts.small;
    draw_text(list, set, {x - text_size(set, text).x, std::floor(middle - set.size / 2)},
              best ? ui.theme.ink : ui.theme.soft, text);
    x -= column->width + between;
  }
  const std::string rest = rest_text(told, row, fit);
  const float room = room_of(ui.card_width) - letter_width;
  const auto lines = wrapped(ui.fonts.small, rest, room);
  for (std::size_t i = 0; i < std::min(fit.rest, lines.size()); ++i) {
    const bool last = i + 1 == fit.rest;
    const auto from = static_cast<std::size_t>(lines[i].data() - rest.data());
    draw_text(
        list, ui.fonts.small,
        {caption.min.x, rect.min.y + row_height - 2 + line_height * f32(static_cast<double>(i))},
        ui.theme.soft,
        last ? shortened(ui.fonts.small, std::string_view(rest).substr(from), room)
             : std::string(lines[i]));
  }
}

float height_of(Ui& ui, float width) {
  const Comparison& told = shown_comparison(ui);
  const float room = room_of(width);
  const Fitted fit = fitted(ui, told, room);
  return 2 * padding + head_of(ui, told, room).height() + fit.head() +
         fit.row() * f32(static_cast<double>(told.rows.size()));
}

}  // namespace

void comparison_panel(Ui& ui) {
  const Comparison told = shown_comparison(ui);
  begin_card(ui, "comparison", "", padding, height_of(ui, ui.card_width));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const Head head = head_of(ui, told, room);
  float y = start.y;
  for (const std::string_view line : head.lines) {
    draw_text(*ImGui::GetWindowDrawList(), ui.fonts.small, {start.x, y}, ui.theme.ink, line);
    y += line_height;
  }
  switches(ui, head.beside ? ImVec2(start.x + room - switch_width - 8 - pace_width, start.y)
                           : ImVec2(start.x, y + 6));
  const Fitted fit = fitted(ui, told, room);
  y = start.y + head.height();
  heads(ui, told, fit, {start.x + room - menu_width, y});
  y += fit.head();
  const float left = start.x - 6, right = start.x + room + 6, top = y;
  for (int place = 0; place < std::ssize(told.rows); ++place) {
    machine_row(ui, told, fit, place, {{left, y}, {right, y + fit.row()}}, top);
    y += fit.row();
  }
  show_landing(ui, left, right, top, fit);
  end_card(ui);
}

void comparison_below(Ui& ui, Rect& rect) {
  rect.max.y -= measure::gap + height_of(ui, rect.width());
  ui.card_width = rect.width();
  ImGui::SetCursorScreenPos({rect.min.x, rect.max.y + measure::gap});
  comparison_panel(ui);
}

}  // namespace marginscope
