#pragma once

// Small pictures of a plane as JavaScript values.

#include <emscripten/val.h>

#include <vector>

#include "scene/scene.h"
#include "values.h"
#include "views/plane_picture.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(Picture)
EMSCRIPTEN_DECLARE_VAL_TYPE(Painting)

// The points on the plane and what is around them. `label` is the index of a point's class, −1 in
// regression; a point of the validation part has a 1 in `validation`. `columns` is how many places
// the lattice has along each side, 0 where there are no shades.
inline constexpr char picture_type[] = R"({
  x0: number; y0: number; x1: number; y1: number; columns: number;
  x: number[]; y: number[]; label: number[]; validation: number[];
})";

// What a machine makes of it: at each place of the lattice, from the bottom left row by row, the
// class that wins (−1: none) and how strongly; lines as x, y, x, y …; and a 1 for each point that is
// wrong.
inline constexpr char painting_type[] = R"({
  winner: number[]; share: number[]; lines: number[][]; wrong: number[];
})";

inline Picture picture_of(const PlanePicture& picture, const Plane& plane, const Dataset& data) {
  std::vector<double> x, y, label, validation;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto at = plane.place(data, i);
    x.push_back(at[0]);
    y.push_back(at[1]);
    label.push_back(data.task == Task::regression ? -1 : class_of(data.y[i]) - 1);
    validation.push_back(data.validation[static_cast<std::size_t>(i)]);
  }
  emscripten::val result = emscripten::val::object();
  result.set("x0", picture.box().x0);
  result.set("y0", picture.box().y0);
  result.set("x1", picture.box().x1);
  result.set("y1", picture.box().y1);
  result.set("columns", picture.columns());
  result.set("x", numbers(x));
  result.set("y", numbers(y));
  result.set("label", numbers(label));
  result.set("validation", numbers(validation));
  return Picture(result);
}

inline void add_painting(emscripten::val& result, const PlanePicture::Painting& painting,
                         const std::vector<double>& wrong) {
  std::vector<double> winner, share;
  for (const Shade& shade : painting.shades) {
    winner.push_back(shade.winner);
    share.push_back(shade.share);
  }
  result.set("winner", numbers(winner));
  result.set("share", numbers(share));
  result.set("lines", list(painting.lines, [](const Line& line) {
               std::vector<double> places;
               for (const auto& [x, y] : line) places.insert(places.end(), {x, y});
               return numbers(places);
             }));
  result.set("wrong", numbers(wrong));
}

}  // namespace marginscope
