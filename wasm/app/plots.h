#pragma once

// Small charts on the canvas (picture/diagram.h) with a head, a hover read-out and what a pointer does
// to them. The order of calls is that of ImPlot: make a Plot, add what it shows, then
// finish() draws it and says what the pointer did.

#include <imgui.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui.h"
#include "app/widgets.h"
#include "picture/diagram.h"

namespace marginscope {

// The part of the iterations that charts show, [from, to] of 0 … extent: `factor` times as close about
// an iteration, or shifted by so many. Nothing where that is all of them.
using Iterations = std::optional<std::array<double, 2>>;
Iterations zoomed(const Iterations& shown, double extent, double about, double factor,
                  double shift);

struct PlotOptions {
  std::string_view title;
  bool folded = false;    // the head alone
  std::string_view unit;  // behind values in read-outs: "%"
  double x_from = 0, x_to = 1;
  bool logarithmic = false;
  bool from_zero = false;              // the axis starts at 0
  std::optional<double> y_from, y_to;  // fixed ends
  bool iterations = true;  // x is the iteration: marks for now and the stop, click to seek
  double seconds = 0;      // that one of x takes, where the axis has times; 0: it has x itself
  bool offer_log = false;  // a switch for the logarithmic scale in the head
  bool whole = false;      // values are whole numbers
  bool measured = false;   // x is any number, not one that counts
  double bin = 0;  // the range of x that each bar stands for and fills; 0: they stand for one
  // Instead of x = 1, 2, … on its axis; they live until finish().
  std::span<const int> numbers = {};
  // Instead of ticks: names of parts of the x axis, which live until finish().
  std::span<const picture::Diagram::Part> parts = {};
  bool upright = false;      // what is dragged in it goes up and down
  std::string_view summary;  // instead of the values at the present iteration
};

struct PlotResult {
  bool log_clicked = false, head_clicked = false;
  double zoom = 1, shift = 0;  // of the iterations, asked for by wheel and axis; zoom 0: show all
  std::optional<double> hovered_x, hovered_y;  // pointer over the plot area, or held there
  Hold hold;                                   // of the plot area
  double y_from = 0, y_to = 1;
};

class Plot {
 public:
  // As wide as the window's content.
  Plot(Ui& ui, const char* id, float height, const PlotOptions& options);

  // A curve; values that are not numbers leave gaps. What is passed must live until finish().
  void line(std::string_view label, std::span<const double> x, std::span<const double> y,
            const picture::Stroke& stroke);

  using Bar = picture::Diagram::Bar;
  // `together` of them in a row stand side by side within one unit of x.
  void bars(std::span<const Bar> bars, int together = 1);

  // Horizontal lines; there may be several. A threshold stops, a limit is the most that can be.
  void threshold(double y, std::string_view label) { diagram_.levels.push_back({y, label, true}); }
  void limit(double y, std::string_view label) { diagram_.levels.push_back({y, label, false}); }

  // A vertical line at a number that the bars have in common; one that a rule watches in the colour of
  // stops.
  void mark(double x, bool watched);

  // A vertical line at an iteration.
  void now(double x) { diagram_.now = x; }
  void retained(double x);
  void stop(double x);

  PlotResult finish();

 private:
  using Curve = picture::Diagram::Curve;
  void find_range();
  void draw_head(PlotResult& result);
  std::string value_text(const Curve& curve) const;
  float draw_names(float left, bool values, bool close);
  void hold_axis(PlotResult& result, bool area_hovered, double x);
  void draw_read_out(double x);

  Ui& ui_;
  const char* id_;
  PlotOptions options_;
  Rect outer_, area_;
  picture::Diagram diagram_;
};

}  // namespace marginscope
