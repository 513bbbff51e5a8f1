#include "views/tile.h"

#include <algorithm>

namespace marginscope {

Tile::Tile(picture::Drawing& drawing, const picture::Rectangle& place, bool brief)
    : drawing_(drawing),
      place_(place),
      brief_(brief),
      next_{place.left, place.top - above / 2},
      bottom_(place.bottom() + below) {}

void Tile::legend(std::string_view text, const picture::Stroke& stroke) {
  constexpr double sample = 22, apart = 6;
  if (const auto at = write(text, sample + apart)) {
    drawing_.line({at->x - sample - apart, at->y}, {at->x - apart, at->y}, stroke);
  }
}

void Tile::legend(std::string_view text, picture::Marker marker) {
  if (const auto at = write(text, 17)) {
    marker.at = {at->x - 11, at->y};
    drawing_.add(marker);
  }
}

std::optional<picture::Point> Tile::write(std::string_view text, double sample,
                                          const picture::Paint& paint) {
  constexpr double apart = 16, row = 17;
  const double width = picture::text_width(text);
  if (next_.x > place_.left && next_.x + sample + width > place_.right()) {
    full_ = full_ || brief_;
    next_ = {place_.left, bottom_ + row / 2};
    if (!full_) bottom_ += row;
  }
  if (full_) return std::nullopt;
  const picture::Point at = {next_.x + sample, next_.y};
  drawing_.add(
      picture::Text{.at = at, .text = std::string(text), .paint = paint, .formula = true});
  next_.x = at.x + width + apart;
  return at;
}

void add_class_legend(Tile& tile, const Dataset& data) {
  if (data.task != Task::classification) return;
  for (int k = 0; k < std::max(2, data.classes); ++k) {
    tile.legend("class " + class_text(k, data.classes),
                {.shape = k, .radius = 5, .fill = picture::class_tone(k)});
  }
}

}  // namespace marginscope
