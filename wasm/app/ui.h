#pragma once

// What the panels of one canvas share: the session they draw, theme and fonts, what the pointer is
// over, and the requests that go to the page.

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/app.h"
#include "app/drawing.h"
#include "app/fonts.h"
#include "app/menu.h"
#include "app/parts.h"
#include "app/plane_choice.h"
#include "app/plane_view.h"
#include "app/rect.h"
#include "app/surface.h"
#include "app/theme.h"
#include "core/gradual.h"
#include "session/comparison.h"
#include "session/session.h"

namespace marginscope {

// Of a narrow window: the first where plane and panels are shown one at a time, else it stands for the
// charts; the last where there are several machines.
enum class Tab { plane, algorithm, rules, data, charts, machines };

// What a drag across the plane of points draws (app/plane_tools.h).
enum class Sweep { none, lasso, spray, curve };

struct Ui {
  explicit Ui(const Session& shown) : session_(shown) {}

  // What a frame shows stays as it is while the frame is made: the panels look at the session, and
  // what they ask of it (below) is done once all of them are through.
  const Session& session() const { return session_; }

  Theme theme = theme_of(false, false);
  Fonts fonts;
  Sprites sprites;
  App::Placing placing;
  std::vector<Request> requests;
  std::string cursor = "default";
  double now = 0;
  double wake_at = -1;       // draw again at this time although nothing changes; −1: not wanted
  bool touch = false;        // the last input came from a finger
  int held_button = -1;      // App::held_button of the last layout
  bool taps_select = false;  // a finger's first tap on a point selects it and opens no menu
  bool narrow = false;
  float card_width = 0;         // of the column that is being made,
  bool column_scrolls = false;  // and whether it is longer than its place
  static constexpr float least_text_size = 0.8F, largest_text_size = 2;
  float text_size = 1;             // the person's choice, beside what the window's size makes of it
  bool presenting = false;         // to a class: large, and without what it need not see
  PartSet parts = PartSet::all();  // that are wanted beside the plane,
  PartSet shown_parts() const;     // and that are there
  Tab tab = Tab::plane;
  bool plane_hidden = false;  // by another tab
  Menu menu;
  bool close_popups = false;

  PlaneChoice plane;         // what its card shows
  PlaneView view;            // of the points
  bool differences = false;  // of several machines are shaded, in place of the surface
  Surface surface;
  picture::Drawing plane_marks;                   // of the last frame, for the room that they took
  std::optional<Gradual<Surface>> finer_surface;  // in the making, for the same session and view
  int hovered_point = -1;  // of the data set; set anew in each frame, used in the next
  int next_hovered_point = -1;
  double hovered_iteration = -1;  // over some chart
  double next_hovered_iteration = -1;
  // What a press on the plane began: on which point, where, by which button.
  struct Press {
    int button = -1;
    int point = -1;            // −1: on none
    bool on_selected = false;  // that was selected before
    ImVec2 at;
    bool moved = false;
    ImVec2 offset;  // from the pointer to the point's centre
    Sweep sweep = Sweep::none;
    bool shift = false;
    Curve path;        // of a lasso or a curve so far
    double began = 0;  // of a spray: when, and how many points so far
    int sprayed = 0;
  } press;
  bool shift = false;             // was held at the last press
  ImVec2 quiet_at{-1e6F, -1e6F};  // no card here: a point has just been placed

  std::vector<std::pair<std::string, bool>> chosen_charts;  // opened or folded by the person
  std::optional<std::array<double, 2>> shown_iterations;    // in charts; otherwise all
  std::optional<bool> objective_log;  // the person's choice; otherwise by the range
  struct ShownComparison {
    unsigned long long version;  // of the session
    Comparison told;
  };
  std::optional<ShownComparison> comparison;
  bool rename_machine = false;  // the chosen one, in the next layout
  bool row_dragged = false;     // that of the table which is held
  int open_rule = -1;           // index of the rule group whose parameters are shown
  std::string dismissed;        // the message that was closed
  bool first_steps_closed = false;
  // At the foot of the plane's card each stands above what was there before it: the scale, a button or
  // a sentence, and a message, which ends at `foot`. Nothing covers a sentence or a message: `message_top`.
  float foot = 0, message_top = 0;
  void stands_at_foot(float top) { foot = std::min(foot, top - 8); }
  bool whole_sentence = false;  // a finger has opened that which has no room

  // A control waits for the pointer to rest before it explains itself.
  unsigned hint = 0, next_hint = 0;
  double hint_since = 0;
  bool scrolling_by_touch = false;
  unsigned finger_means = 0;  // the control that the finger is meant for (hold_of_last_item)

  // Asks for a command (session/commands.h); what is wrong with it becomes the notice.
  void send(std::string_view type, std::initializer_list<Written> arguments = {});
  void send(Call call);

  // Makes a sentence the notice.
  void tell(std::string sentence);

  // Asks for a gesture, for what it does, and for its end (Session::begin_gesture, drag).
  void begin_gesture(Call call, std::optional<std::array<double, 2>> axis = std::nullopt);
  void drag(std::initializer_list<Written> arguments);
  void end_gesture();
  // Asks for its end, and for all to be as it was before.
  void give_up_gesture();

  // The gesture that is under way, if it is one of such calls.
  const Session::Gesture* gesture(std::string_view type) const;

  // Does what was asked for since, in order.
  void carry_out(Session& session);

  void set_theme(bool dark, bool contrast);
  void present(bool to_class);

  // `value` is what it is about, where that is not all.
  void request(Ask kind, std::string value = {});
  // `call` takes what is typed as its argument `name`; `value` is the present text, and `otherwise` stands
  // in its place where it is empty.
  void request_edit(Call call, std::string name, std::string value, const Rect& rect,
                    std::string otherwise = {});

 private:
  struct Wish {
    enum class Kind { call, tell, begin, drag, end, give_up } kind;
    Call call = {};
    std::optional<std::array<double, 2>> axis = std::nullopt;
    std::string told = {};
  };

  const Session& session_;
  std::vector<Wish> wishes_;
};

}  // namespace marginscope
