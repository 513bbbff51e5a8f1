#pragma once

// The app without a screen, and a person who points, presses and types. What is drawn is looked at
// by nobody, but checked: a vertex or index that no graphics card could draw fails the test.

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/app.h"

namespace marginscope::testing {

class NoScreen final : public Screen {
 public:
  ~NoScreen();
  bool start(const std::string& place, int width, int height) override;
  bool restart() override { return true; }
  void resize(int, int) override {}
  void draw(ImDrawData& data, ImU32 ground) override;

  int drawn() const { return drawn_; }

 private:
  bool started_ = false;
  int drawn_ = 0;
};

class Person {
 public:
  explicit Person(float width = 1440, float height = 900, bool dark = false);

  App& app() { return app_; }
  Session& session() { return app_.session(); }
  int drawn() const { return screen_.drawn(); }

  // Time, in which no frame comes.
  void pass(double seconds);
  // One frame, a sixtieth of a second after the last; true while another is wanted.
  bool frame();
  // Frames until none is wanted, or so many.
  void rest(int most = 200);

  void point_at(ImVec2 place);
  void press(int button = 0);
  void release(int button = 0);
  void click(ImVec2 place, int button = 0);
  // From one place to another in some frames, with the button down from the first and until release.
  void begin_drag(ImVec2 from, ImVec2 to);
  void key(const std::string& key, bool ctrl = false);

  // Where a point of the scene is drawn.
  ImVec2 place_of(int point) const;
  // Where the plot of a chart ends; left of the screen where there is none.
  ImVec2 right_edge_of(std::string_view chart) const;
  // Where the bar of a training pattern is in the chart of a quantity, found by pressing along it; the
  // pattern is selected by that. Left of the screen where there is no such bar.
  ImVec2 bar_of(std::string_view quantity, int pattern);

 private:
  NoScreen screen_;
  App app_;
  double now_ = 1;
};

}  // namespace marginscope::testing
