#pragma once

// What the panels of one canvas share: the session they draw, theme and fonts, what the pointer is
// over, and the requests that go to the page.

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/app.h"
#include "app/drawing.h"
#include "app/fonts.h"
#include "session/contours.h"
#include "app/theme.h"
#include "core/gradual.h"
#include "stopping/registry.h"

namespace marginscope {

inline float f32(double value) { return static_cast<float>(value); }

struct Rect {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
  }
};

// Which part of the plane is shown and where.
struct PlaneView {
  double center_x = 0, center_y = 0;
  double scale_x = 1, scale_y = 1;  // CSS pixels per unit of the plane
  bool moved_by_hand = false;       // then it is not fitted again when the canvas changes its size
  std::string fitted_data;          // what it was fitted to
  std::string drawn;                // the named problem with its settings and seed
  Rect rect;

  ImVec2 to_screen(double x, double y) const {
    return {f32((x - center_x) * scale_x + rect.center().x),
            f32((center_y - y) * scale_y + rect.center().y)};
  }
  double x_at(float screen_x) const { return center_x + (screen_x - rect.center().x) / scale_x; }
  double y_at(float screen_y) const { return center_y - (screen_y - rect.center().y) / scale_y; }
};

// The decision surface over the plane, sampled; made anew when the session or the view changes.
struct Surface {
  unsigned long long version = 0;
  std::array<double, 8> view{};
  int columns = 0, rows = 0, outputs = 0;  // lattice points and decision values each
  std::vector<double> values;              // rows × columns × outputs
  // In regression on several features the range of the targets, which values are shaded by.
  std::optional<std::array<double, 2>> targets;
  std::vector<Line> boundary, margins;  // of classes f = 0 and f = ± margin level, in plane units
  // From each training point to where its margin would equal its target, its slack would end or, in
  // regression on one feature, to the nearest edge of the tube.
  std::vector<std::array<double, 4>> errors;
  std::vector<std::array<double, 2>> curve;  // (x, f) in regression on one feature, then no values
  double level = 1;                          // at which margins are drawn (Solver::margin_level)
  double milliseconds = 0;                   // that sampling the full lattice takes
  bool fine = false;                         // once it rests: all points, and the finest lines
  std::vector<double> point_outputs;         // points × outputs
};

enum class Tab { algorithm, rules, data, charts };

struct Ui {
  explicit Ui(const Session& shown) : session_(shown) {}

  // What a frame shows stays as it is while the frame is made: the panels look at the session, and
  // what they ask of it (below) is done once all of them are through.
  const Session& session() const { return session_; }

  Theme theme = light_theme();
  Fonts fonts;
  Sprites sprites;
  App::Placing placing;
  std::vector<Request> requests;
  std::string cursor = "default";
  double now = 0;
  double wake_at = -1;  // draw again at this time although nothing changes; −1: not wanted
  bool touch = false;   // the last input came from a finger
  bool narrow = false;
  float card_width = 0;  // of the column that is being made
  Tab tab = Tab::charts;
  bool help = false;
  bool close_popups = false;

  PlaneView view;
  Surface surface;
  std::optional<Gradual<Surface>> finer_surface;  // in the making, for the same session and view
  int hovered_point = -1;  // of the data set; set anew in each frame, used in the next
  int next_hovered_point = -1;
  double hovered_iteration = -1;  // over some chart
  double next_hovered_iteration = -1;
  // What a press on the plane began: whether on a point, where, by which button.
  struct Press {
    int button = -1;
    bool on_point = false;
    ImVec2 at;
    bool moved = false;
    ImVec2 offset;  // from the pointer to the point's centre
  } press;
  ImVec2 quiet_at{-1e6F, -1e6F};  // no card here: a point has just been placed

  std::optional<bool> objective_log;  // the person's choice; otherwise by the range
  int open_rule = -1;                 // index of the rule group whose parameters are shown
  std::string dismissed;              // the message that was closed

  // A control waits for the pointer to rest before it explains itself.
  unsigned hint = 0, next_hint = 0;
  double hint_since = 0;
  bool scrolling_by_touch = false;

  // Asks for a command (session/commands.h); what is wrong with it becomes the notice.
  void send(std::string_view type, std::initializer_list<Written> arguments = {});
  void send(Call call);

  // Asks for a gesture, for what it does, and for its end (Session::begin_gesture, drag).
  void begin_gesture(Call call, std::array<double, 2> axis = {});
  void drag(std::initializer_list<Written> arguments);
  void end_gesture();

  // The gesture that is under way, if it is one of such calls.
  const Session::Gesture* gesture(std::string_view type) const;

  // Does what was asked for since, in order.
  void carry_out(Session& session);

  void set_dark(bool dark);

  void request(std::string kind);
  // `call` takes what is typed as its argument `name`; `value` is the present text.
  void request_edit(Call call, std::string name, std::string value, const Rect& rect);

 private:
  struct Wish {
    enum class Kind { call, begin, drag, end } kind;
    Call call;
    std::array<double, 2> axis{};
  };

  const Session& session_;
  std::vector<Wish> wishes_;
};

// One file each.
void transport_panel(Ui& ui, const Rect& rect);
void algorithm_panel(Ui& ui);
void rules_panel(Ui& ui);
void data_panel(Ui& ui);
void plane_panel(Ui& ui, const Rect& rect);
void charts_panel(Ui& ui, float height);  // 0: as high as its content likes
void sentence_bar(Ui& ui, const Rect& rect);
void help_overlay(Ui& ui, const Rect& rect);

// A button with the scene's name that opens what concerns the scene as a whole.
void scene_menu(Ui& ui, float width);

// Space and the play button.
void toggle_play(Ui& ui);

// Brings ui.surface up to date with session and view: coarsely while they change, in full once they
// rest, in slices (finer_surface) where that takes more than a frame has time for.
void update_surface(Ui& ui);

// Goes on with ui.finer_surface, which is there; true once update_surface can take it.
bool refine_surface(Ui& ui);

// Shows all points with room around them.
void fit_view(Ui& ui);

// Multiplies the scale of the plane and keeps what is at `about` (CSS pixels) there.
void zoom_view(Ui& ui, ImVec2 about, double factor);

// Index of the shape and colour of a class label: +1, −1, then the third class …
int class_index(double label);
// "+1" and "−1" where there are two classes, otherwise the class's number.
std::string class_name(const Dataset& data, double label);
// "class +1", in regression "target 0.31".
std::string label_text(const Dataset& data, double label);

// One value, an integer with its two's-complement bits: "13 = 0000 0000 0000 1101".
std::string value_text(const Quantity& quantity, double value);
// What it has for one pattern, as name and text.
std::pair<std::string, std::string> pattern_read_out(const Machine& machine,
                                                     const Quantity& quantity, int pattern);
bool all_zero(const std::vector<double>& values);

// The statistic of a rule in symbols with its own choices put in: "|Δ²σ|/|σ|"; that of `variable`
// is left open.
std::string statistic_symbol(const RuleKind& kind, const Spec& spec, const Field* variable);
// The symbol in which the meaning of such a choice ends.
std::string_view last_word(std::string_view text);

// "val", "σ", "ΔJ": what a rule is called on the timeline.
std::string short_rule_name(std::string_view rule_text);

// The largest iteration that timeline and charts show: a round number at or beyond the last one.
int iteration_extent(const Ui& ui);

}  // namespace marginscope
