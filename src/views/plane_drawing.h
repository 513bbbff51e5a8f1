#pragma once  // for every room above

// A machine on the plane of points, as marks of a picture: the canvas paints them, and a file keeps them
// (picture_of.h).

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "picture/drawing.h"
#include "session/session.h"
#include "views/plane_frame.h"
#include "views/plane_picture.h"
#include "views/proof.h"
#include "views/surface.h"

namespace marginscope {

// What somebody looks at; −1: nothing.
struct Attention {
  int selected = -1, hovered = -1;  // points of the data set
};

// Beyond this many points they are small.
inline constexpr int few_points = 400;
float point_radius(Eigen::Index points);

// How a place is shaded, and in regression on several features a value within the range of the targets.
picture::Paint surface_paint(const Shade& shade);
picture::Paint value_paint(double value, const std::array<double, 2>& targets);
inline constexpr picture::Paint untrained_paint =
    picture::mixed(picture::card, picture::soft, 0.14F);
inline constexpr picture::Paint difference_paint =
    picture::mixed(picture::card, picture::ink, {0.24F, 0.3F});

// The surface's shades, as areas between steps from the faintest to the strongest: so many that they cannot
// be told apart, or few. For files: the canvas shades each place of its lattice. Cost: O(n) for n places of
// the lattice and each step.
inline constexpr int smooth_steps = 44, few_steps = 7;
void add_shades(picture::Drawing& drawing, const PlaneFrame& frame, const Surface& surface,
                bool untrained, int steps);

// Where the machines' classes differ, in place of the shades; likewise.
void add_differences(picture::Drawing& drawing, const PlaneFrame& frame, const Surface& surface);

// The tube, the errors (`errors`), margins and boundary of the chosen machine, or in regression on one
// feature its curve. Of several machines all of the boundaries, each with its letter.
void add_lines(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const Surface& surface, bool errors);

// Both classes mixed to points: the hulls, and from each pattern that counts how much it does.
void add_proof(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const Proof& proof);

// The points, with rings around support vectors and halos around small sets of patterns.
void add_points(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
                const Surface& surface, const Attention& attention);

// The numbers of points beside them: of those that are looked at or named by the sentence, and where
// points are few of all whose number covers nothing.
void add_numbers(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
                 const Attention& attention);

// Where labels of these sizes stand beside their points, the first points of `points`: to the upper
// right, or else in the next of the four directions in which they cover no point and no label before
// them. Where there is none, the first `certain` stand to the upper right all the same, and others
// nowhere.
std::vector<std::optional<picture::Rectangle>> labels_beside(std::span<const picture::Point> points,
                                                             std::span<const picture::Point> sizes,
                                                             double radius, std::size_t certain);

// --- What the views share. ---

// What a direction of a plane is called: by a symbol, or in words of those who made the data.
struct AxisName {
  std::string text;  // empty where there is no such direction
  bool formula = true;
};
std::array<AxisName, 2> names_of_axes(const Session& session);

// What the plane leaves out, and what machines learn from: where there are more features than two.
std::string features_note(const Scene& scene);

// Ticks and names at the lower and left border: on plates within the frame, or beside it, where a
// picture has room for them; without a second name there is nothing upwards.
enum class Scales { within, beside };
void add_scales(picture::Drawing& drawing, const PlaneFrame& frame,
                const std::array<AxisName, 2>& names, Scales where);

// The line of a machine by its place from 0; that of the chosen one is stronger. And its letter in a disc
// of its colour, in a ring where it is not the chosen one.
picture::Stroke machine_stroke(int place, bool chosen);
inline constexpr float letter_radius = 9;
void add_letter(picture::Drawing& drawing, int place, bool chosen, picture::Point at);

}  // namespace marginscope
