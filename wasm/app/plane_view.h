#pragma once

// Which part of the plane is shown and where.

#include <imgui.h>

#include <array>
#include <string>

#include "app/rect.h"
#include "core/dataset.h"
#include "views/contours.h"
#include "views/plane_frame.h"

namespace marginscope {

class Session;
struct Ui;

struct PlaneView {
  double center_x = 0, center_y = 0;
  double scale_x = 1, scale_y = 1;  // CSS pixels per unit of the plane
  double fitted_scale = 1;          // scale_x as it was fitted
  bool moved_by_hand = false;       // then it is not fitted again when the canvas changes its size
  std::string fitted_data;          // what it was fitted to
  Names shown_names;                // of the features of the data that it showed last
  int shown_points = 0;             // of them
  Rect rect;

  ImVec2 to_screen(double x, double y) const {
    return {f32((x - center_x) * scale_x + rect.center().x),
            f32((center_y - y) * scale_y + rect.center().y)};
  }
  double x_at(float screen_x) const { return center_x + (screen_x - rect.center().x) / scale_x; }
  double y_at(float screen_y) const { return center_y - (screen_y - rect.center().y) / scale_y; }
  PlaneFrame frame() const {
    return {{rect.min.x, rect.min.y, rect.width(), rect.height()},
            center_x,
            center_y,
            scale_x,
            scale_y};
  }
  Box box() const { return frame().box(); }
};

// Where a point of the scene lies, in plane units.
std::array<double, 2> place_of(const Session& session, int point);

// Where the buttons above the plane lie: the switch of what is shown, "show all", and below them the choice of weights
// where these are shown.
struct PlaneButtons {
  Rect shows, fit, pair;
};
PlaneButtons plane_buttons(const Rect& plane);

// Whether all points from this one on lie in what is shown, and none below the buttons.
bool in_view(const Ui& ui, int first);

// Shows all points with room around them, the buttons' included.
void fit_view(Ui& ui);

// Shows all points where they are other data than those that it showed last, or where one that was added lies
// outside of what is shown.
void follow_data(Ui& ui);

// Shows just this part of the plane, each direction with a scale of its own.
void fit_view(PlaneView& view, const Box& box);

// Makes the scale larger by so many notches of the wheel and keeps what is at `about` (CSS pixels) there.
void zoom_view(PlaneView& view, ImVec2 about, double notches);

// Moves what is shown by so many pixels.
void pan_view(PlaneView& view, ImVec2 by);

}  // namespace marginscope
