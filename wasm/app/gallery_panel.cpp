// The gallery of data: each named problem with a picture of its points, and ways to points of one's
// own.

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/classes.h"
#include "app/explanations.h"
#include "app/panels.h"
#include "app/widgets.h"
#include "data/catalogue.h"
#include "scene/command.h"

namespace marginscope {
namespace {

constexpr float side = 64, pad = 8, dot = 2;
constexpr float narrowest_card = 250, widest_card = 310;
constexpr int most_columns = 3;

struct Dot {
  float x, y;  // parts of the side, from the top left corner
  int marker;  // −1: a point with a target
};
using Thumbnail = std::vector<Dot>;

Thumbnail thumbnail_of(const NamedProblem& problem) {
  const auto scene = apply(default_scene(), SetProblem{std::string(problem.id)});
  const Plane plane = plane_of(*scene);
  const Dataset& data = scene->data;
  const bool targets = data.task == Task::regression;
  double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY}, range[2];
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto at = plane.place(data, i);
    for (const std::size_t axis : {0, 1}) {
      least[axis] = std::min(least[axis], at[axis]);
      most[axis] = std::max(most[axis], at[axis]);
    }
  }
  for (const int axis : {0, 1}) range[axis] = std::max(most[axis] - least[axis], 1e-9);
  // Both directions have one scale, unless the second is another quantity.
  if (!targets) range[0] = range[1] = std::max(range[0], range[1]);
  Thumbnail dots;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto at = plane.place(data, i);
    const auto share = [&](std::size_t axis) {
      return f32(0.84 * (at[axis] - (least[axis] + most[axis]) / 2) / range[axis]);
    };
    dots.push_back({0.5F + share(0), 0.5F - share(1), targets ? -1 : class_index(data.y[i])});
  }
  return dots;
}

// In the order of the catalogue; drawn from the generators once.
const Thumbnail& thumbnail(const NamedProblem& problem) {
  static const std::vector<Thumbnail> all = [] {
    std::vector<Thumbnail> made;
    for (const NamedProblem& each : named_problems()) made.push_back(thumbnail_of(each));
    return made;
  }();
  return all[static_cast<std::size_t>(&problem - named_problems().data())];
}

void draw_thumbnail(const Ui& ui, const Thumbnail& dots, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + ImVec2(side, side), ui.theme.card, 5);
  list.AddRect(at, at + ImVec2(side, side), ui.theme.hairline, 5);
  const float radius = dots.size() < 10 ? 2 * dot : dot;
  for (const Dot& each : dots) {
    const ImU32 color = each.marker < 0 ? ui.theme.soft : ui.theme.class_color(each.marker);
    draw_marker(list, std::max(each.marker, 0), at + ImVec2(each.x, each.y) * side, radius, color,
                0, 0);
  }
}

// A row of the list: title and sentence, with room for a picture at the left. Where it is shown, its
// corner is `at`.
bool card(Ui& ui, std::string_view title, std::string_view text, ImVec2 size, bool current,
          float indent, ImVec2* at = nullptr) {
  const MenuRow row = menu_row(ui, sentence(title, " ", text), size, true, current);
  if (!row.shown) return false;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = row.rect.min.x + indent;
  float y = row.rect.min.y + pad - 2;
  draw_text(list, ui.fonts.strong, {x, y}, ui.theme.ink, title);
  if (current) {
    draw_icon(list, Icon::check, {row.rect.max.x - 14, y + 9}, ui.theme.ink, 0.9F);
  }
  y += 20;
  for (const std::string_view line : wrapped(ui.fonts.small, text, size.x - indent - pad)) {
    draw_text(list, ui.fonts.small, {x, y}, ui.theme.soft, line);
    y += 16;
  }
  if (at) *at = row.rect.min + ImVec2(pad, pad);
  return row.chosen;
}

// What is in the open menu.
void show_cards(Ui& ui, int columns) {
  const Scene& scene = ui.session().scene();
  constexpr float gap = 4, indent = side + 2 * pad + 2;
  const float each =
      std::floor((ImGui::GetContentRegionAvail().x - f32(columns - 1) * gap) / f32(columns));
  std::size_t lines = 0;
  for (const NamedProblem& problem : named_problems()) {
    lines = std::max(lines, wrapped(ui.fonts.small, problem.meaning, each - indent - pad).size());
  }
  const float height =
      std::max(side + 2 * pad, 16 * f32(static_cast<double>(lines)) + 20 + 2 * pad);
  for (const NamedProblem& problem : named_problems()) {
    ImVec2 at{-1, -1};
    if (card(ui, problem.name, problem.meaning, {each, height}, problem.id == scene.problem.name,
             indent, &at)) {
      ui.send("problem", {{"text", problem.id}});
    }
    if (at.x >= 0) draw_thumbnail(ui, thumbnail(problem), at);
  }
  const ImVec2 size = {each, 20 + 32 + 2 * pad};
  if (card(ui, "Lessons and gallery …",
           "Ideas to learn by doing, a few minutes each; and scenes by what they show.", size, false,
           pad)) {
    ui.request(Ask::lessons);
  }
  menu_heading(ui, "Measured");
  if (card(ui, "Data sets …",
           "Patients, echoes, radar returns: of the UCI repository, with their sources.", size,
           false, pad)) {
    ui.request(Ask::open_set);
  }
  menu_heading(ui, "Your own points");
  if (card(ui, "Open a file …",
           "Text, a pattern a line, in columns of your choice; or drop it on the page.", size,
           false, pad)) {
    ui.request(Ask::open_csv);
  }
  if (card(ui, "Paste …", "The same lines from the clipboard.", size, false, pad)) {
    ui.request(Ask::paste_csv);
  }
  if (card(ui, "Clear", "An empty plane: a click on it places a point.", size, false, pad)) {
    ui.send("clear-points");
  }
  end_menu();
}
void show_nothing(Ui&, int) {}

}  // namespace

std::string_view scene_title(const Scene& scene) {
  return scene.name.empty() ? std::string_view("Own points") : scene.name;
}

void gallery_button(Ui& ui, float width) {
  const Scene& scene = ui.session().scene();
  const bool bare = width <= measure::control_height;
  const bool pressed =
      combo_button(ui, "gallery", bare ? "" : scene_title(scene), width, {.icon = Icon::gallery});
  const Rect place = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  hint(ui, "The gallery of data, and your own (G)");
  const float screen = ImGui::GetIO().DisplaySize.x - 24;
  const int columns = std::clamp(static_cast<int>(screen / narrowest_card), 1, most_columns);
  const float wide = columns == 1 ? screen : std::min(screen, f32(columns) * widest_card);
  const bool open =
      begin_menu(ui, "gallery", place, pressed, {.least = wide, .most = wide, .columns = columns});
  const auto show = open ? show_cards : show_nothing;
  show(ui, columns);
}

}  // namespace marginscope
