#pragma once

// The views of the machine as JavaScript values: what the plane's card shows, and the distribution of
// the errors.

#include <emscripten/val.h>

#include <string>

#include "app/app.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(ViewDescription)
EMSCRIPTEN_DECLARE_VAL_TYPE(DistributionDescription)
EMSCRIPTEN_DECLARE_VAL_TYPE(PictureFile)
EMSCRIPTEN_DECLARE_VAL_TYPE(PictureViews)

// `reason` says why the machine does not have a view. Of the space of weights x0 … y1 are the ends of
// what is seen of it, lying where the plane does; pattern i has the margin across · a + up · b + rest at
// (a, b), and a 1 in `wrong` where it is wrong at `present`; path and version space as x, y, x, y ….
// Of the proof each training pattern has a share in the mixture of its class, and `places` are those of
// +1 and −1 on the plane as x, y, x, y.
inline constexpr char view_type[] = R"({
  /** The identifier of the choice that is shown. */
  shown: string;
  /** What the card can show, and why one cannot be shown now. */
  choices: { id: string; name: string; reason: string | null }[];
  /** The pairs of weights to look at, where they are shown, and the place of the one that is. */
  pairs: string[];
  pair: number;
  /** Of what is shown beside the points. */
  sentence: string | null;
  /** Whether it is shaded where several machines differ, or why it cannot be. */
  differences: { shaded: boolean; reason: string | null };
  /** The shown weights: the present ones, a line of each pattern, across·w + up·v + rest = 0, and which are wrong; the path of the iterations; the corners of the part where all are right; and the paths of other machines. */
  weight_space: {
    names: string[]; x0: number; y0: number; x1: number; y1: number; present: number[];
    across: number[]; up: number[]; rest: number[]; wrong: number[];
    path: number[]; version_space: number[];
    others: { id: string; path: number[] }[];
  } | null;
  /** The share of each pattern in the points that its class is mixed to, and where these are. */
  proof: { shares: number[]; places: number[]; residual: number } | null;
})";

// Bin i has the errors from `from` + i · `width` on; `validation` is empty where there are none.
inline constexpr char distribution_type[] = R"({
  from: number; width: number; training: number[]; validation: number[]; normal: number[];
  mean: number | null; std: number | null; skewness: number | null; kurtosis: number | null;
  sentence: string;
} | null)";

// As SVG; null with the sentence that says why there is none.
inline constexpr char picture_file_type[] = R"({
  view: string; svg: string | null; reason: string | null;
})";

// What the plane's card shows. Cost: one pass over the patterns, and what a view costs where it is shown.
ViewDescription view_of(const App& app);

// Of the errors of this iteration, skewness and kurtosis standardised; null where there is nothing to
// count.
DistributionDescription distribution(const App& app);

// A picture of a view (views/picture_of.h), or of what the plane's card shows where that is empty, of as
// much of it; in the same theme. The whole has what the card shows. Cost: as many decision values as a fine
// surface takes.
PictureFile picture_file(const App& app, const std::string& asked);

// The charts that there are pictures of.
PictureViews picture_views(const App& app);

}  // namespace marginscope
