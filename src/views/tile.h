#pragma once  // for src/views only

// Where a view goes within a picture: its marks in a place, what they mean above it, its axes beside.

#include <optional>
#include <string>
#include <string_view>

#include "core/dataset.h"
#include "picture/drawing.h"

namespace marginscope {

class Tile {
 public:
  // Around a place: for an axis upwards, the end of one across, what the marks mean, and an axis across.
  static constexpr double left_room = 64, right_room = 20, above = 34, below = 34;

  // What the marks mean is told in a row above the place, and what has no room there in rows below it;
  // `brief`: not at all.
  Tile(picture::Drawing& drawing, const picture::Rectangle& place, bool brief = false);

  picture::Drawing& drawing() { return drawing_; }
  const picture::Rectangle& place() const { return place_; }
  double bottom() const { return bottom_; }

  void heading(std::string_view text) { write(text, 0, picture::ink); }
  void legend(std::string_view text, const picture::Stroke& stroke);
  void legend(std::string_view text, picture::Marker marker);

 private:
  // Behind so much room for a sample. Where the text begins; nothing where it has no room.
  std::optional<picture::Point> write(std::string_view text, double sample,
                                      const picture::Paint& paint = picture::soft);

  picture::Drawing& drawing_;
  picture::Rectangle place_;
  bool brief_, full_ = false;
  picture::Point next_;
  double bottom_;
};

// What the classes look like, where the points have any.
void add_class_legend(Tile& tile, const Dataset& data);

}  // namespace marginscope
