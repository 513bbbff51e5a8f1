#pragma once  // for every room above

// A picture of charts and heat maps in rows, with one legend for all of them.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "picture/svg.h"

namespace marginscope::picture {

struct Axis {
  std::string label;
  bool logarithmic = false;  // then all that is drawn is positive
};

struct Curve {
  enum class Form { line, steps };  // a step holds a value until the next point
  // Where dashes tell something else, colours that differ more tell the series apart.
  enum class Dash { of_series, solid, dash_dot };
  enum class Mark { none, dot, ring };

  std::string name;  // in the legend, once for all charts; empty: it is not there
  int series = 0;    // which of the series' strokes
  std::vector<Point> points;
  Form form = Form::line;
  Dash dash = Dash::of_series;
  Mark mark = Mark::none;
};

// A point with a text beside it: where a run ends or is read off.
struct Highlight {
  Point at;
  std::string text;
};

// Where y is to be expected.
struct Band {
  double from = 0, to = 0;
  std::string text;
};

// Numbers that are not finite, and those not positive on a logarithmic axis, are left out.
struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Curve> curves;
  std::vector<Highlight> highlights = {};
  std::optional<Band> band = {};
};

// Numbers in the cells of a table, and behind them what they are by the strength of a colour.
struct HeatMap {
  std::string title;
  std::vector<std::string> notes;  // lines below
  std::string column_label, row_label;
  std::vector<std::string> columns, rows;
  std::vector<double> values;  // row by row, from the top; those that are not finite are left out
  double least = 0, most = 1;  // of the colour's strength
};

struct Sheet {
  std::string title;
  std::string description;  // what there is to see, for those who do not
  std::string note = {};    // a line below the title
  int columns = 1;
  double panel_width = 340, panel_height = 250;  // pixels
  std::vector<std::variant<Chart, HeatMap>> panels = {};
};

// As an SVG document.
std::string svg_of(const Sheet& sheet);

}  // namespace marginscope::picture
