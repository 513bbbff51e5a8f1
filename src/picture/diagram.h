#pragma once  // for every room above

// The inside of a chart as marks of a picture: curves and bars over an axis, with their ticks, levels
// and marks. The canvas' charts are painted from it, and files keep it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "picture/drawing.h"

namespace marginscope::picture {

struct Diagram {
  // Values that are not numbers leave gaps. What is shown lives as long as the diagram.
  struct Curve {
    std::string_view label;
    std::span<const double> x, y;
    Stroke stroke;
  };
  // From 0 to `value` with a tick at `target` (not a number: none), centred at `x`.
  struct Bar {
    double x, value, target;
    Tone tone;
    bool highlighted;
  };
  // A horizontal line. A threshold stops, a limit is the most that can be.
  struct Level {
    double y;
    std::string_view label;
    bool stops;
  };
  struct Upright {
    double x;
    Stroke stroke;
  };
  // A name of a part of the x axis, and one for all of them where a name has no room.
  struct Part {
    double from, to;
    std::string name, brief = name;
  };

  Rectangle area;  // what the axes enclose
  double x_from = 0, x_to = 1, y_from = 0, y_to = 1;
  bool logarithmic = false;  // upwards
  bool from_zero = false;    // upwards
  bool whole = false;        // values are whole numbers
  bool measured = false;     // x is any number, not one that counts
  double seconds = 0;        // that one of x takes, where the axis has times; 0: it has x itself
  double bin = 0;  // the range of x that each bar stands for and fills; 0: they stand for one
  std::span<const int> numbers = {};  // instead of x = 1, 2, … on its axis
  std::span<const Part> parts = {};   // instead of ticks

  std::vector<Curve> curves = {};
  std::span<const Bar> bars = {};
  int together = 1;  // so many bars in a row stand side by side within one unit of x
  std::vector<Level> levels = {};
  std::vector<Upright> uprights = {};  // below the curves, in order
  std::optional<double> now = {};      // a line at x, and each curve's value there

  double at_x(double x) const;
  double at_y(double y) const;
};

// How opaque bars are.
inline constexpr Share bar_strength = {0.45F, 0.5F};

// Finds y_from and y_to: what is in sight, to round numbers.
void fit_upwards(Diagram& diagram);

// The value of a curve at x: exact at a sample, otherwise that of the last sample before it; not a
// number before the first.
double value_at(std::span<const double> x, std::span<const double> y, double at);

// "¹⁵"
std::string raised(int value);

// The labels of an axis' ticks, "0.05", "1200" or as powers of ten "10⁻⁶". Where they would not fit
// into the room they are of the values without a power of ten, which belongs to the axis: "×10⁵"; and
// where they would need too many digits, of what lies beyond a number that they share: "+ 10000".
struct AxisLabels {
  std::vector<std::string> texts;
  std::string beside;
};
inline constexpr double axis_room = 44;  // left of every plot, so that charts line up
AxisLabels axis_labels(std::span<const double> ticks, bool powers_of_ten);

// Ticks with their labels and lines; `left` is where a factor of the axis begins.
void add_axes(Drawing& drawing, const Diagram& diagram, double left);
// Bars, levels, uprights, curves and what is shown now, within the area.
void add_values(Drawing& drawing, const Diagram& diagram);
// The names of the levels, on plates that hide what passes below them.
void add_level_names(Drawing& drawing, const Diagram& diagram);

}  // namespace marginscope::picture
