#pragma once  // for every room above

// The space of weights as marks of a picture: the canvas paints them, and a file keeps them
// (picture_of.h).

#include <array>
#include <optional>
#include <vector>

#include "picture/drawing.h"
#include "session/session.h"
#include "views/plane_drawing.h"
#include "views/plane_frame.h"
#include "views/weight_space.h"

namespace marginscope {

// A pattern's line in the space of weights, in the picture.
struct SeenLine {
  picture::Point middle;     // its place next to the middle of the frame
  picture::Point direction;  // along it, of length 1
  picture::Point right;      // across it, of length 1, to where the pattern is right

  picture::Point along(double pixels) const {
    return {middle.x + direction.x * pixels, middle.y + direction.y * pixels};
  }
};
// Nothing where it is out of sight.
std::optional<SeenLine> seen_line(const PlaneFrame& frame, const PatternLine& line);

// Where all patterns are right, the criterion's levels, and the patterns' lines, stressed those that are
// looked at; `pointed` is one of them (−1: none). Levels have their values and few lines their numbers, where
// these cover nothing, neither each other nor what is `taken`; lines that are looked at have them in any case.
void add_pattern_lines(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
                       const WeightSpace& space, const Attention& attention, int pointed,
                       std::vector<picture::Rectangle> taken);

// The ways of the machines up to where they are, softer behind; of several each with its letter.
void add_paths(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const WeightSpace& space);

// The points within a box of their plane, small, and the line that some weights draw through them, which
// the title names.
void add_inset(picture::Drawing& drawing, const picture::Rectangle& where, const Session& session,
               const Box& box, const std::array<double, 3>& decision, const Attention& attention,
               std::string_view title);

}  // namespace marginscope
