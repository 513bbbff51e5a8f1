#include "app/plane_choice.h"

#include "app/ui.h"
#include "core/text.h"
#include "views/plane_picture.h"

namespace marginscope {
namespace {

PlaneChoice& up_to_date(Ui& ui) {
  PlaneChoice& choice = ui.plane;
  if (choice.version != ui.session().outcome_version()) {
    choice.version = ui.session().outcome_version();
    choice.weights.reset();
    choice.proof.reset();
    choice.points.reset();
  }
  return choice;
}

}  // namespace

std::optional<std::string> plane_misfit(const Machine& machine, PlaneShows shows) {
  switch (shows) {
    case PlaneShows::weights:
      return without_weight_space(machine);
    case PlaneShows::proof:
      return without_proof(machine);
    case PlaneShows::points:
      break;
  }
  return std::nullopt;
}

PlaneShows plane_shows(const Ui& ui) {
  const bool there = !plane_misfit(ui.session().machine(), ui.plane.wanted);
  return there ? ui.plane.wanted : PlaneShows::points;
}

void want_plane(Ui& ui, PlaneShows shows, bool again) {
  if (again && plane_shows(ui) == shows) shows = PlaneShows::points;
  if (const auto reason = plane_misfit(ui.session().machine(), shows)) {
    ui.tell(sentence(*reason, "."));
    return;
  }
  ui.plane.wanted = shows;
  if (ui.plane_hidden) ui.tab = Tab::plane;
}

void want_pair(Ui& ui, WeightPair pair) {
  ui.plane.pair = pair;
  ui.plane.weights.reset();
}

void want_next_pair(Ui& ui) {
  const auto pairs = static_cast<int>(weight_pairs(ui.session()).size());
  want_pair(ui, static_cast<WeightPair>((static_cast<int>(ui.plane.pair) + 1) % pairs));
}

void want_differences(Ui& ui, bool shaded) {
  if (const auto reason = without_disagreement(ui.session()); reason && shaded) {
    ui.tell(sentence(*reason, "."));
    return;
  }
  ui.differences = shaded;
}

const WeightSpace& shown_weights(Ui& ui) {
  PlaneChoice& choice = up_to_date(ui);
  if (!choice.weights) {
    choice.weights = *weight_space_of(ui.session(), ui.plane.pair);
  }
  return *choice.weights;
}

const Proof& shown_proof(Ui& ui) {
  PlaneChoice& choice = up_to_date(ui);
  const Session& session = ui.session();
  if (!choice.proof) {
    choice.proof = *proof_of(session.machine(), session.scene().data, session.plane());
  }
  return *choice.proof;
}

const Box& box_of_points(Ui& ui) {
  PlaneChoice& choice = up_to_date(ui);
  if (!choice.points) {
    choice.points = box_around(ui.session().plane(), ui.session().scene().data);
  }
  return *choice.points;
}

void fit_shown(Ui& ui) {
  if (plane_shows(ui) == PlaneShows::weights) {
    fit_view(ui.plane.view, shown_weights(ui).bounds);
  } else {
    fit_view(ui);
  }
}

ImVec2 clear_of_points(const Ui& ui, ImVec2 one, ImVec2 other, ImVec2 size) {
  if (plane_shows(ui) != PlaneShows::points) return one;
  int hidden = 0;
  const auto count = static_cast<int>(ui.session().scene().data.size());
  for (int i = 0; i < count; ++i) {
    const auto [x, y] = place_of(ui.session(), i);
    const ImVec2 at = ui.view.to_screen(x, y);
    hidden += Rect{one, one + size}.contains(at) - Rect{other, other + size}.contains(at);
  }
  return hidden > 0 ? other : one;
}

}  // namespace marginscope
