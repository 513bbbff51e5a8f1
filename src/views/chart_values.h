#pragma once  // for every room above

// What charts show of a machine, as values for a diagram (picture/diagram.h): the canvas' charts and those
// of files are made of it.

#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/quantity.h"
#include "core/run.h"
#include "picture/diagram.h"
#include "session/session.h"
#include "views/chart_list.h"
#include "views/distribution.h"
#include "views/plane_drawing.h"

namespace marginscope {

// So many iterations of from … to at most, evenly spread, with the last and `also`; in order.
std::vector<double> spread_iterations(int from, int to, int most, std::initializer_list<int> also);

// Whether charts show a number of the record in percent.
bool in_percent(const Machine& machine, const RecordColumn& column);

// A number of the record at iterations, as charts show it. Before anything is learned there is no error
// to speak of: not a number.
std::vector<double> record_values(const Machine& machine, const RecordColumn& column,
                                  std::span<const double> iterations);

// Of the positive values that curves have.
struct PositiveRange {
  double least = INFINITY, most = 0;
  void add(std::span<const double> values);
  bool wide() const { return most > 100 * least; }  // legible on a logarithmic scale alone
};

// The statistic that rules watch, in percent, of each of the values that it can be the statistic of, and
// the rules' thresholds. Rules with the same threshold share it.
struct WatchedCurves {
  struct Threshold {
    double percent;
    std::string label;  // "σ, ks ≤ 1 %"
  };
  std::vector<std::string_view> names;      // "mean", "σ"
  std::vector<std::vector<double>> values;  // not a number where it is not defined
  std::vector<Threshold> thresholds;
  double most = 0;  // what lies above does not matter; 0: nothing does
};
WatchedCurves watched_curves(const Run& run, const Watched& watched,
                             std::span<const double> iterations);

// The quantity that has a target for each of the margins, where this one is the margins and their errors
// tell how far they are from it; else null.
const Quantity* target_of(const Machine& machine, const Quantity& quantity);

// The order of the patterns in a chart of bars, and the classes' parts of it.
struct BarOrder {
  struct Part {
    std::size_t from, count;  // places
    int class_index;
  };
  std::vector<int> patterns;  // at each place
  std::vector<Part> parts;    // none where there is one class or none
};
// By class (`classes` holds an index for each pattern, or nothing), within it by number; `sorted`: by
// value, the greatest first.
BarOrder order_of_bars(std::span<const double> values, std::span<const int> classes, bool sorted);

// A quantity of every pattern as bars, by class. Where there is a target for each (the margin that is
// asked for) it is a tick, so that the gap between bar and tick is the error.
struct PatternBars {
  std::vector<picture::Diagram::Bar> bars;
  int together = 1;  // of each pattern so many, one for each class
  BarOrder order;
  std::vector<int> numbers;          // of the patterns, at each place
  const Quantity* target = nullptr;  // of the margins, where they have one
  std::size_t short_of_target = 0;   // so many bars
  double largest = 0;                // in size
};
// Empty where the machine has no values of it now. Side by side, or as a profile (`profile`) where bars
// are too narrow to be found one by one.
PatternBars pattern_bars(const Session& session, const Quantity& quantity, bool profile,
                         const Attention& attention);

// The entries of a small quantity over the iterations: samples of the run, and the present ones.
struct Series {
  std::vector<double> x;
  std::vector<std::vector<double>> values;
  std::vector<std::string> labels;
  std::size_t classes = 1;  // entries in a row are of so many classes, which colours tell

  picture::Stroke stroke(std::size_t entry) const;
};
// Without values where there are none.
Series series_of(const Machine& machine, const Quantity& quantity);

// Bins as bars, the normal curve of the same mean and deviation, and the validation errors' outline.
struct Histogram {
  double from = 0, to = 1, bin = 0;
  std::vector<picture::Diagram::Bar> bars;
  std::vector<double> x, normal;
  std::vector<double> edges, outline;  // empty without validation errors
};
Histogram histogram_of(const Distribution& distribution);

}  // namespace marginscope
