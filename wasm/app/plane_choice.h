#pragma once

// What the plane's card shows of the machine: its points, its space of weights or its proof.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/plane_view.h"
#include "views/proof.h"
#include "views/weight_space.h"

namespace marginscope {

enum class PlaneShows { points, weights, proof };

// In the order of PlaneShows, which is that of the switch.
struct PlaneShowsRow {
  std::string_view id, name, meaning;
};
inline constexpr PlaneShowsRow plane_shows_rows[] = {
    {"points", "Points", "The points, and what the machine makes of the places between them"},
    {"weight-space", "Weights",
     "The space of weights: each pattern is a line, the machine a point that moves (W)"},
    {"proof", "Proof", "Each class mixed to one point by the weights of its patterns (P)"}};

struct PlaneChoice {
  // The person's choice. It is kept where a machine does not have that, and the points are shown.
  PlaneShows wanted = PlaneShows::points;
  WeightPair pair = WeightPair::both;  // of one feature there is one alone, whatever this is

  // Of the session as it is (its outcome version), made when they are shown.
  unsigned long long version = 0;
  std::optional<WeightSpace> weights;
  std::optional<Proof> proof;
  std::optional<Box> points;  // around them
  PlaneView view;             // of the space of weights
  Box fitted{};               // which bounds it was fitted to
};

// Why the machine does not have that, in a sentence without its full stop; nothing where it does.
std::optional<std::string> plane_misfit(const Machine& machine, PlaneShows shows);

// What is shown: what is wanted, where the machine has it.
PlaneShows plane_shows(const Ui& ui);

// Asks for that, or says why not; `again` with the points where it is shown already.
void want_plane(Ui& ui, PlaneShows shows, bool again = false);

// Asks for a pair of weights, or for the next of those that there are.
void want_pair(Ui& ui, WeightPair pair);
void want_next_pair(Ui& ui);

// Made where they are not there yet; to be called only where they are shown.
const WeightSpace& shown_weights(Ui& ui);
const Proof& shown_proof(Ui& ui);
const Box& box_of_points(Ui& ui);

// Shades where several machines differ, or no more; or says why there is nothing to shade.
void want_differences(Ui& ui, bool shaded);

// Shows all of what is shown.
void fit_shown(Ui& ui);

// Of two places for a card of this size over the points the one where it hides fewer of them.
ImVec2 clear_of_points(const Ui& ui, ImVec2 one, ImVec2 other, ImVec2 size);

}  // namespace marginscope
