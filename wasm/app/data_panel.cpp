// Points: tools, classes and parts, what a generator draws, scaling, projection.

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "app/classes.h"
#include "app/explanations.h"
#include "app/panels.h"
#include "app/widgets.h"
#include "data/catalogue.h"

namespace marginscope {
namespace {

const NamedProblem* shown_problem(const Session& session) {
  const auto problem = find_named_problem(session.scene().problem.name);
  return problem ? *problem : nullptr;
}

struct Counts {
  std::vector<double> labels;  // those that a click may place
  std::vector<int> of_label;
  int training = 0, validation = 0;
};

Counts count_points(const Ui& ui) {
  const Session& session = ui.session();
  const Dataset& data = session.scene().data;
  Counts counts;
  counts.labels = labels_to_place(data, ui.placing.label);
  counts.of_label.assign(counts.labels.size(), 0);
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    if (data.task == Task::classification) {
      const auto index = static_cast<std::size_t>(class_index(data.y[i]));
      if (index < counts.of_label.size()) ++counts.of_label[index];
    }
    ++(data.validation[static_cast<std::size_t>(i)] ? counts.validation : counts.training);
  }
  return counts;
}

// Rows below one another, so many in each.
std::optional<int> segmented_in_rows(Ui& ui, const char* id, std::span<const Segment> segments,
                                     int current, float width, std::size_t in_a_row) {
  std::optional<int> chosen;
  for (std::size_t first = 0; first < segments.size(); first += in_a_row) {
    if (first > 0) vertical_space(6);
    const auto row = segments.subspan(first, std::min(in_a_row, segments.size() - first));
    const auto before = static_cast<int>(first);
    ImGui::PushID(before);
    if (const auto place = segmented(ui, id, row, current - before, width)) {
      chosen = before + *place;
    }
    ImGui::PopID();
  }
  return chosen;
}

void place_controls(Ui& ui, const Counts& counts) {
  const Dataset& data = ui.session().scene().data;
  const float width = ImGui::GetContentRegionAvail().x;
  static constexpr Segment tools[] = {
      {.label = "Add", .hint = "A click places a point; a point can be dragged (A)"},
      {.label = "Move", .hint = "Drag points or the plane; a click selects (M)"},
      {.label = "Erase",
       .hint = "A click removes a point; so does the right button in any tool (E)"},
      {.label = "Lasso", .hint = "Drag around points to select them (N)"},
      {.label = "Spray", .hint = "Drag to place many points (S)"},
      {.label = "Curve", .hint = "Drag a curve that labels points, or give its formula (U)"}};
  if (const auto tool = segmented_in_rows(ui, "tool", tools, static_cast<int>(ui.placing.tool),
                                          width, std::size(tools) / 2)) {
    ui.placing.tool = static_cast<Tool>(*tool);
  }
  vertical_space(8);
  tool_settings(ui);

  const auto classes_shown = static_cast<int>(counts.labels.size());
  std::vector<std::string> names;
  std::vector<Segment> classes;
  names.reserve(counts.labels.size());
  int current = 0;
  for (std::size_t i = 0; i < counts.labels.size(); ++i) {
    const bool few = counts.labels.size() <= 2;
    names.push_back(few ? sentence("class ", class_name(2, counts.labels[i]), " · ",
                                   std::to_string(counts.of_label[i]))
                        : class_name(classes_shown, counts.labels[i]));
    classes.push_back({.label = names.back(),
                       .marker = static_cast<int>(i),
                       .hint = "The class that a click places; keys 1 to 8"});
    if (class_index(counts.labels[i]) == class_index(ui.placing.label))
      current = static_cast<int>(i);
  }
  if (data.task == Task::classification) {
    constexpr std::size_t most_in_a_row = 6;
    const std::size_t rows = (classes.size() + most_in_a_row - 1) / most_in_a_row;
    const std::size_t in_a_row = (classes.size() + rows - 1) / rows;
    if (const auto chosen = segmented_in_rows(ui, "class", classes, current, width, in_a_row)) {
      ui.placing.label = counts.labels[static_cast<std::size_t>(*chosen)];
    }
    vertical_space(8);
  }
  const std::string training = sentence("training · ", std::to_string(counts.training));
  const std::string validation = sentence("validation · ", std::to_string(counts.validation));
  const Segment parts[] = {
      {.label = training, .hint = "A click places a training point, drawn filled (V)"},
      {.label = validation, .hint = "A click places a validation point, drawn hollow (V)"}};
  if (const auto part = segmented(ui, "part", parts, ui.placing.validation ? 1 : 0, width)) {
    ui.placing.validation = *part == 1;
  }
  vertical_space(8);
}

void edit_buttons(Ui& ui, const Counts& counts) {
  const Session& session = ui.session();
  const float width = ImGui::GetContentRegionAvail().x, gap = 6;
  const bool any = counts.training + counts.validation > 0;
  if (icon_button(ui, "undo", Icon::undo, "Undo (Ctrl-Z)", {.enabled = session.can_undo()})) {
    ui.send("undo");
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "redo", Icon::redo, "Redo (Ctrl-Y)", {.enabled = session.can_redo()})) {
    ui.send("redo");
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "clear", Icon::trash, "Remove all points", {.enabled = any})) {
    ui.send("clear-points");
  }
  ImGui::SameLine(0, gap);
  const float rest = width - 3 * (measure::control_height + gap);
  const bool split_off = counts.validation > 0;
  if (text_button(ui, "split", split_off ? "All to training" : "Set a third apart", rest,
                  {.enabled = any})) {
    ui.send("split-validation", {{"fraction", split_off ? 0.0 : 1.0 / 3}});
  }
  hint(ui, split_off ? "Every point becomes a training point"
                     : "A third of the points, drawn by the seed, become validation points");
}

void problem_controls(Ui& ui) {
  const Session& session = ui.session();
  const float width = ImGui::GetContentRegionAvail().x;
  const NamedProblem* shown = shown_problem(session);
  const float list_width = std::min(168.0F, width * 0.68F);
  labelled(ui, "Data", list_width);
  if (combo_button(ui, "problem", scene_title(session.scene()), list_width)) {
    want_menu(ui, "gallery");
  }
  hint(ui, "The gallery of data, and your own (G)");
  if (!shown) return;
  if (!shown->fields.empty() || shown->random) vertical_space(10);
  for (const Field& field : shown->fields) {
    const auto text = shown->read(*shown, field, session.scene().problem.values);
    if (text) field_row(ui, field, *text, {"problem-setting", {{"field", field.id}}});
  }
  if (!shown->random) return;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, ui.fonts.text, {start.x, start.y + 6}, ui.theme.ink, "Seed");
  const std::string seed = std::to_string(session.scene().seed);
  const float number = std::max(36.0F, text_size(ui.fonts.text, seed).x + 12);
  const float right = start.x + width;
  ImGui::SetCursorScreenPos({right - measure::control_height - 6 - number, start.y});
  if (text_button(ui, "seed", seed, number, {.framed = false})) {
    ui.request_edit({"draw"}, "seed", seed, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
  ImGui::SameLine(0, 6);
  if (icon_button(ui, "draw", Icon::dice, "Draw other points of the same kind")) {
    ui.send("draw");
  }
}

void nothing(Ui&) {}

// Which of more than two features the plane shows, and which machines learn from.
void space_of_many(Ui& ui) {
  const Scene& scene = ui.session().scene();
  const float list_width = std::min(168.0F, ImGui::GetContentRegionAvail().x * 0.68F);
  const auto features = static_cast<int>(scene.data.X.cols());
  const Projection& projection = scene.projection;
  const auto project = [&ui](const std::array<int, 2>& shown, std::string_view learned) {
    ui.send("projection", {{"x", shown[0] + 1.0}, {"y", shown[1] + 1.0}, {"learned", learned}});
  };
  vertical_space(8);
  labelled(ui, "Learn from", list_width);
  const std::string all = sentence("all ", std::to_string(features), " features");
  if (begin_combo(ui, "learned", projection.alone ? "the two shown" : all, list_width)) {
    if (combo_item(ui, all, "The plane is a slice of their space.", !projection.alone) &&
        projection.alone) {
      project(projection.features, "all");
    }
    if (combo_item(ui, "the two shown", "The plane is all that machines see.", projection.alone)) {
      project(projection.features, "shown");
    }
    end_combo();
  }
  for (int axis = 0; axis < 2; ++axis) {
    vertical_space(8);
    ImGui::PushID(axis);
    labelled(ui, axis == 0 ? "Across" : "Upwards", list_width);
    const auto index = static_cast<std::size_t>(axis);
    const std::string shown = scene.projection.principal
                                  ? (axis == 0 ? "1st component" : "2nd component")
                                  : feature_name(scene.data, scene.projection.features[index]);
    if (begin_combo(ui, "feature", shown, list_width)) {
      if (combo_item(ui, "principal components", "The two directions of largest variance.",
                     scene.projection.principal)) {
        ui.send("projection");
      }
      for (int feature = 0; feature < features; ++feature) {
        ImGui::PushID(feature);
        if (combo_item(
                ui, feature_name(scene.data, feature), "",
                !scene.projection.principal && scene.projection.features[index] == feature)) {
          std::array<int, 2> shown_features = scene.projection.features;
          // Choosing the other axis' feature exchanges the two.
          if (shown_features[1 - index] == feature) {
            shown_features[1 - index] = shown_features[index];
          }
          shown_features[index] = feature;
          project(shown_features, projection.alone ? "shown" : "all");
        }
        ImGui::PopID();
      }
      end_combo();
    }
    ImGui::PopID();
  }
}

void space_controls(Ui& ui) {
  const Scene& scene = ui.session().scene();
  const float list_width = std::min(168.0F, ImGui::GetContentRegionAvail().x * 0.68F);
  labelled(ui, "Scaling", list_width);
  if (begin_combo(ui, "scaling", scaling_id(scene.scaling), list_width)) {
    for (const ScalingKind& kind : scalings()) {
      if (combo_item(ui, kind.id, kind.meaning, kind.scaling == scene.scaling)) {
        ui.send("scaling", {{"id", kind.id}});
      }
    }
    end_combo();
  }
  // Chosen before it is called, it stays a function of its own, so that a first visit can do without
  // (wasm/toolchain/deferred_functions.txt).
  const auto more = scene.data.X.cols() > 2 ? space_of_many : nothing;
  more(ui);
}

}  // namespace

void data_panel(Ui& ui) {
  begin_card(ui, "data", "Points");
  const Counts counts = count_points(ui);
  place_controls(ui, counts);
  edit_buttons(ui, counts);
  // Five percent of fewer are none.
  constexpr int least_for_noise = 10;
  const bool noisy = counts.training + counts.validation >= least_for_noise;
  const auto offer_noise = noisy ? noise_row : nothing;
  offer_noise(ui);
  vertical_space(14);
  problem_controls(ui);
  vertical_space(10);
  space_controls(ui);
  end_card(ui);
}

}  // namespace marginscope
