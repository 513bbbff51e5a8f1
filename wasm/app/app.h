#pragma once

// The playground on the canvas. The page feeds input and asks for frames; the app draws the session
// with Dear ImGui. What only HTML can do (files, clipboard, typing) it asks the page for.

#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/rect.h"
#include "app/screen.h"
#include "core/result.h"
#include "session/session.h"

namespace marginscope {

// What the canvas may ask the page for.
enum class Ask {
  edit,      // to type a value in a text field laid over a rectangle
  open_set,  // one of the data sets that the site carries
  open_csv,
  paste_csv,
  open_scene,
  save_scene,
  copy_link,
  copy_command,
  save_trace,
  save_quantities,
  save_svg,  // a picture of what the plane's card shows
  save_png,
  copy_picture,
  laboratory,
  lessons,    // and the gallery of scenes
  talk,       // scenes one after the other
  share,      // the scene's link as a code and as a frame
  whole,      // the scene in a window of its own, with all parts
  equations,  // of the present step, with numbers
  help,
};
inline constexpr std::string_view ask_ids[] = {
    "edit",       "open-set",  "open-csv",     "paste-csv",  "open-scene",
    "save-scene", "copy-link", "copy-command", "save-trace", "save-quantities",
    "save-svg",   "save-png",  "copy-picture", "laboratory", "lessons",
    "talk",       "share",     "whole",        "equations",  "help"};
static_assert(std::size(ask_ids) == static_cast<std::size_t>(Ask::help) + 1);
constexpr std::string_view ask_id(Ask ask) { return ask_ids[static_cast<std::size_t>(ask)]; }

// What the canvas asks the page to do, each by a click that just happened.
struct Request {
  Ask kind;
  Call command = {};                               // of "edit": what to send,
  std::string field = {};                          // with what is typed in this field of it
  std::string value = {};                          // of "edit": the present text
  std::string otherwise = {};                      // and what holds where there is none
  float left = 0, top = 0, width = 0, height = 0;  // CSS pixels from the canvas' corner
};

enum class Tool { add, move, erase, lasso, spray, curve };

struct Ui;

class App {
 public:
  // The screen stays until the app has gone.
  explicit App(Screen& screen);
  ~App();

  // After `resize`. False where nothing can be drawn at `place` (Screen::start).
  bool start(const std::string& place, bool dark, bool contrast);

  // After what was drawn with has been lost and can be made again. False where it is of no use.
  bool restore_graphics();

  // --- Input, in CSS pixels from the canvas' top left corner. Each takes effect in its order, on
  // what the one before it has led to, however seldom frames come, and at the time that was told last. ---
  // In seconds, as frames have it. One that is past is of no use.
  void pass_time(double now);
  // Of the canvas, and of the window, by which everything grows: what stands beside the canvas grows,
  // too, and what it leaves of the window would be another size after each growth.
  void resize(float width, float height, float pixel_ratio, float window_width,
              float window_height);
  void pointer(float x, float y, bool touch);
  void pointer_leave();
  void button(int index, bool down, bool shift = false);  // 0 left, 1 right, 2 middle
  // The button that a finger presses by resting where the pointer is: on a point the right one, on the
  // plane the left one for a tool that works while it is held, and elsewhere none, −1.
  int held_button();
  void wheel(float dx, float dy);  // in notches, away from the person positive
  // `key` as in KeyboardEvent.key ("ArrowLeft", " ", "v"). True where the app took it.
  bool key(const std::string& key, bool ctrl, bool shift, bool alt);

  // Whether Escape is for what is under way here, before it is for what the page has laid over the canvas.
  bool ends_by_escape();

  // Carries out the input that has come so far, as if frames had passed.
  void settle_input();

  // Draws if something changed or is still settling, goes on with work under way. `now` in seconds.
  // True while another frame is wanted.
  bool frame(double now);
  int frames() const { return frames_; }

  void set_theme(bool dark, bool contrast);
  bool dark() const;

  // What a class in its last row can read: everything larger, lines thicker, without what it need not
  // see; the pointer is marked.
  void present(bool to_class);
  bool presenting() const;

  // For a scene that a lesson or a list sets up: what lies open over the canvas closes, the plane shows
  // all points, and nobody is told any more how to begin.
  void set_stage();
  // Whether a finger's first tap on a point selects it alone, where somebody asks for that, instead of
  // opening its menu.
  void let_taps_select(bool only);

  // The parts beside the plane, as in "transport,charts" (app/parts.h).
  Result<void> show_parts(const std::string& parts);
  // CSS pixels in which they and a plane of a good shape have room at the present width.
  double wanted_height() const;

  // The size of text and everything with it is the window's doing, times this choice of the person's,
  // from 0.8 to 2; scale() is both together, as all other text of the page has it. The canvas stays below
  // where what stands side by side on it would have no room.
  void set_text_size(double factor);
  double text_size() const;
  double scale() const { return text_scale_; }

  std::vector<Request> take_requests();
  std::string cursor() const;  // CSS cursor for the canvas

  // The plane as it shows the data that there are now: plane units at its corners, CSS pixels from the canvas' corner.
  struct PlaneRect {
    double x0, y0, x1, y1;
    double left, top, width, height;
  };
  PlaneRect plane() const;
  // Where the message or sentence over its foot begins, and where the canvas ends while there is none; CSS pixels
  // from the canvas' top.
  double message_top() const;

  // What the plane's card shows of the machine (app/plane_choice.h). The choice is a view's identifier
  // and the number of a pair of weights, "weight-space:1"; it is kept where the machine does not have
  // that view. Of another text the points are shown.
  std::string view_choice() const;
  void choose_view(const std::string& choice);
  std::string shown_view() const;
  // Whether the plane shades where several machines predict different classes.
  void shade_differences(bool shaded);
  bool shades_differences() const;
  // As plane(), of the space of weights where that is shown, in units of the weights.
  PlaneRect weight_plane() const;

  // The class and part that a click on the plane places, what a click does, and how much of it.
  struct Placing {
    double label = 1;
    bool validation = false;
    Tool tool = Tool::add;
    int spray_radius = 40;  // pixels
    int spray_rate = 40;    // points a second
    bool by_curve = false;  // what is sprayed has its class by the curve, where there is one
    int noise = 5;          // percent of the labels, or of the range of the targets
  };

  Session& session() { return session_; }
  const Session& session() const { return session_; }

 private:
  void draw();
  void begin_frame();
  void lay_out();
  void end_frame();
  void lay_out_wide();
  void lay_out_narrow();
  void fit_scale();
  // Device pixels of a length of the window.
  int pixels(float length) const;

  Screen& screen_;
  Session session_;
  std::unique_ptr<Ui> ui_;
  bool started_ = false;
  float canvas_width_ = 0, canvas_height_ = 0, device_ratio_ = 1;  // in CSS pixels, and their size
  float window_width_ = 0, window_height_ = 0;
  // Everything is laid out in pixels that are `scale_` CSS pixels large; only what comes in and goes
  // out is in the latter.
  float scale_ = 1;
  float text_scale_ = 1;  // the same of other text
  std::optional<ImVec2> pointer_;  // in CSS pixels of the window
  float width_ = 0, height_ = 0, pixel_ratio_ = 1;
  int frames_ = 0;
  int settling_ = 0;  // frames that are still drawn although nothing changes any more
  double last_begun_ = 0;
  Rect card_;                           // the plane's, of the last frame
  std::chrono::nanoseconds drawing_{};  // what drawing takes of a frame
  unsigned long long drawn_version_ = 0;
};

}  // namespace marginscope
