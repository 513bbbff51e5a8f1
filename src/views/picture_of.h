#pragma once  // for every room above

// A view of a session as a picture that stands alone, for papers and slides: with its axes beside it, a
// legend above and a caption below.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "picture/drawing.h"
#include "session/session.h"
#include "views/weight_space.h"

namespace marginscope {

struct PictureOptions {
  double width = 640, height = 480;  // pixels of what the axes enclose
  // That alone, for pictures that are shown small: no scales, legend or caption, and shades as fine as
  // they can be told apart there.
  bool bare = false;
  std::string_view beside_charts = "plane";  // the view that has the charts beside it in the whole
  std::optional<Box> seen = {};      // of the plane; else all points with room around them
  std::optional<Box> weights = {};   // of the space of weights; else its bounds
  WeightPair pair = WeightPair::both;
  bool differences = false;  // between several machines, in place of the surface
};

// The present iteration's "plane", "weights", "proof" or "errors", how these are distributed; a chart,
// "chart:objective", of those that the page has (charts_to_picture), of a column of the record or of a
// quantity; or the "whole": a view, the charts that the page opens beside it, and how several machines
// stand. Errors in a sentence: there is no such view, or the machine has none. Cost: as many decision
// values as a fine surface takes.
Result<picture::Drawing> picture_of(const Session& session, std::string_view view,
                                    const PictureOptions& options = {});

// The charts that the page has at this iteration: their views, and what they are called.
struct PictureView {
  std::string id, name;
};
std::vector<PictureView> charts_to_picture(const Session& session);

}  // namespace marginscope
