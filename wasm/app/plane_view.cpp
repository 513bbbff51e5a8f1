#include "app/plane_view.h"

#include <algorithm>
#include <cmath>

#include "app/ui.h"

namespace marginscope {
namespace {

constexpr double most_zoom = 1e5;  // nearer, and farther, than what was fitted
constexpr double zoom_per_notch = 1.1;
constexpr float number_above = 20;  // pixels from the middle of a point to the top of its number

}  // namespace

std::array<double, 2> place_of(const Session& session, int point) {
  return session.plane().place(session.scene().data, point);
}

PlaneButtons plane_buttons(const Rect& plane) {
  constexpr float border = 12, gap = 8, switch_width = 206, pair_width = 132,
                  side = measure::control_height;
  const ImVec2 fit = {plane.max.x - border - side, plane.min.y + border};
  const ImVec2 shows = {fit.x - gap - switch_width, fit.y};
  const ImVec2 pair = {fit.x + side - pair_width, fit.y + side + gap};
  return {{shows, shows + ImVec2(switch_width, side)},
          {fit, fit + ImVec2(side, side)},
          {pair, pair + ImVec2(pair_width, side)}};
}

bool in_view(const Ui& ui, int first) {
  const PlaneButtons buttons = plane_buttons(ui.view.rect);
  for (int i = first; i < static_cast<int>(ui.session().scene().data.size()); ++i) {
    const auto [x, y] = place_of(ui.session(), i);
    const ImVec2 place = ui.view.to_screen(x, y);
    if (!ui.view.rect.contains(place)) return false;
    if (buttons.shows.contains(place) || buttons.fit.contains(place)) return false;
  }
  return true;
}

void fit_view(Ui& ui) {
  const Session& session = ui.session();
  const Dataset& data = session.scene().data;
  PlaneView& view = ui.view;
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    const auto [x, y] = place_of(session, i);
    x0 = std::min(x0, x);
    x1 = std::max(x1, x);
    y0 = std::min(y0, y);
    y1 = std::max(y1, y);
  }
  if (!(x0 <= x1)) {
    x0 = y0 = -1;
    x1 = y1 = 1;
  }
  view.center_x = (x0 + x1) / 2;
  view.center_y = (y0 + y1) / 2;
  double width = x1 - x0, height = y1 - y0;
  const double larger = std::max(width, height);
  if (larger == 0) width = height = 2;
  if (width == 0) width = larger;
  if (height == 0) height = larger;
  // Room for the labels on the border, for what may be placed beside the points, and for the buttons. In a low
  // plane, where as much below as above would leave the points nothing, they lie below the buttons.
  const Rect& rect = ui.view.rect;
  const float buttons = plane_buttons(rect).fit.max.y - rect.min.y + number_above;
  const float above = std::max(rect.height() / 6, buttons);
  const float room = std::max(rect.height() - 2 * above, rect.height() / 3);
  view.scale_x = rect.width() * (2.0 / 3) / width;
  view.scale_y = room / height;
  const double ratio = width / height;
  // A feature and a target have no unit in common.
  if (data.X.cols() <= 2 && !session.plane().shows_target && ratio > 0.1 && ratio < 10) {
    view.scale_x = view.scale_y = std::min(view.scale_x, view.scale_y);
  }
  view.center_y += std::max(above + room / 2 - rect.height() / 2, 0.0F) / view.scale_y;
  view.fitted_scale = view.scale_x;
  view.moved_by_hand = false;
}

void follow_data(Ui& ui) {
  const Scene& scene = ui.session().scene();
  PlaneView& view = ui.view;
  const std::string shown = sentence(scene.name, "/", std::to_string(scene.data.X.cols()), "/",
                                     std::to_string(scene.projection.principal), "/",
                                     std::to_string(scene.projection.features[0]), "/",
                                     std::to_string(scene.projection.features[1]));
  // Other data, be it under the same name, and points that no click has added may lie outside what is
  // shown. What is edited goes on sharing the names of its features.
  const Names& names = scene.data.feature_names;
  const int points = static_cast<int>(scene.data.size());
  const int first_new = names.same_as(view.shown_names) ? view.shown_points : 0;
  if (shown != view.fitted_data || (first_new < points && !in_view(ui, first_new))) {
    view.fitted_data = shown;
    fit_view(ui);
  }
  view.shown_names = names;
  view.shown_points = points;
}

void fit_view(PlaneView& view, const Box& box) {
  view.center_x = (box.x0 + box.x1) / 2;
  view.center_y = (box.y0 + box.y1) / 2;
  view.scale_x = view.rect.width() / (box.x1 - box.x0);
  view.scale_y = view.rect.height() / (box.y1 - box.y0);
  view.fitted_scale = view.scale_x;
  view.moved_by_hand = false;
}

void zoom_view(PlaneView& view, ImVec2 about, double notches) {
  const double factor = std::pow(zoom_per_notch, notches);
  const double zoom = view.scale_x * factor / view.fitted_scale;
  if (zoom < 1 / most_zoom || zoom > most_zoom) return;
  const double x = view.x_at(about.x), y = view.y_at(about.y);
  view.scale_x *= factor;
  view.scale_y *= factor;
  view.center_x += x - view.x_at(about.x);
  view.center_y += y - view.y_at(about.y);
  view.moved_by_hand = true;
}

void pan_view(PlaneView& view, ImVec2 by) {
  view.center_x -= by.x / view.scale_x;
  view.center_y += by.y / view.scale_y;
  view.moved_by_hand = true;
}

}  // namespace marginscope
