#pragma once

// The playground on the canvas. The page feeds input and asks for frames; the app draws the session
// with Dear ImGui. What only HTML can do (files, clipboard, typing) it asks the page for.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace marginscope {

// What the canvas asks the page to do, each by a click that just happened.
struct Request {
  // "open-csv", "paste-csv", "open-scene", "save-scene", "copy-link", "copy-command", "save-trace",
  // "laboratory", "help", "edit" (type a value for `target` in a text field laid over the rectangle)
  std::string kind;
  std::string target;  // of "edit": "field:learning_rate", "rule:0:threshold", "problem:n", "seed" …
  std::string value;   // of "edit": the present text
  float left = 0, top = 0, width = 0, height = 0;  // CSS pixels from the canvas' corner
};

enum class Tool { add, move, erase };

struct Ui;

class App {
 public:
  App();
  ~App();

  // `canvas` is a CSS selector. False where WebGL2 cannot be had.
  bool start(const std::string& canvas, bool dark);

  // After the canvas' context was lost and has come back. False where it is of no use.
  bool restore_graphics();

  // --- Input, in CSS pixels from the canvas' top left corner. ---
  void resize(float width, float height, float pixel_ratio);
  void pointer(float x, float y, bool touch);
  void pointer_leave();
  void button(int index, bool down);  // 0 left, 1 right, 2 middle
  void wheel(float dx, float dy);  // in notches, away from the person positive
  // `key` as in KeyboardEvent.key ("ArrowLeft", " ", "v"). True where the app took it.
  bool key(const std::string& key, bool ctrl, bool shift, bool alt);

  // Draws if something changed or is still settling, goes on with work under way. `now` in seconds.
  // True while another frame is wanted.
  bool frame(double now);
  int frames() const { return frames_; }

  void set_dark(bool dark);
  bool dark() const { return dark_; }

  // Applies the text typed for a request of kind "edit". An error is the sentence to show.
  Result<void> finish_edit(std::string_view target, std::string_view value);

  std::vector<Request> take_requests();
  std::string cursor() const;  // CSS cursor for the canvas

  // The plane: plane units at its corners, CSS pixels from the canvas' corner.
  struct PlaneRect {
    double x0, y0, x1, y1;
    double left, top, width, height;
  };
  PlaneRect plane() const;

  // The class and part that a click on the plane places, and what a click does.
  struct Placing {
    double label = 1;
    bool validation = false;
    Tool tool = Tool::add;
  };

  Session& session() { return session_; }
  const Session& session() const { return session_; }

 private:
  void draw(double now);
  void lay_out();
  void lay_out_wide();
  void lay_out_narrow();

  Session session_;
  std::unique_ptr<Ui> ui_;
  std::string canvas_;
  bool started_ = false;
  float width_ = 0, height_ = 0, pixel_ratio_ = 1;
  int frames_ = 0;
  int settling_ = 0;  // frames that are still drawn although nothing changes any more
  double last_drawn_ = 0;
  unsigned long long drawn_version_ = 0;
  bool dark_ = false;
};

}  // namespace marginscope
