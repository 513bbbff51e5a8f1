#include "views.h"

#include <vector>

#include "app/plane_choice.h"
#include "core/text.h"
#include "values.h"
#include "views/disagreement.h"
#include "views/distribution.h"
#include "views/picture_of.h"

namespace marginscope {
namespace {

using emscripten::val;

std::vector<double> flat(const Line& line) {
  std::vector<double> result;
  for (const auto& [x, y] : line) result.insert(result.end(), {x, y});
  return result;
}

template <class Member>
val column(const std::vector<PatternLine>& lines, Member member) {
  std::vector<double> result;
  for (const PatternLine& line : lines) result.push_back(line.*member);
  return numbers(result);
}

val weights_of(const App& app, const WeightSpace& space) {
  const App::PlaneRect plane = app.weight_plane();
  val result = val::object();
  result.set("names", list(space.names, text));
  result.set("x0", plane.x0);
  result.set("y0", plane.y0);
  result.set("x1", plane.x1);
  result.set("y1", plane.y1);
  result.set("present", numbers({space.present[0], space.present[1]}));
  result.set("across", column(space.lines, &PatternLine::across));
  result.set("up", column(space.lines, &PatternLine::up));
  result.set("rest", column(space.lines, &PatternLine::rest));
  result.set("wrong", column(space.lines, &PatternLine::wrong));
  result.set("path", numbers(flat(space.path)));
  result.set("others", list(space.others, [](const auto& other) {
               val entry = val::object();
               entry.set("id", machine_letter(other.first));
               entry.set("path", numbers(flat(other.second.path)));
               return entry;
             }));
  const Box seen = {plane.x0, plane.y0, plane.x1, plane.y1};
  result.set("version_space", numbers(flat(version_space(space.lines, seen))));
  return result;
}

val proof_of_view(const Proof& proof) {
  val result = val::object();
  result.set("shares", numbers(proof.shares));
  result.set("places", numbers(flat({proof.places[0], proof.places[1]})));
  result.set("residual", proof.residual);
  return result;
}

// Functions of their own, so that a first visit can do without (wasm/toolchain/deferred_functions.txt).
void add_weights_of_view(val& result, const App& app, WeightPair pair) {
  result.set("pairs", list(weight_pairs(app.session()), text));
  const auto space = weight_space_of(app.session(), pair);
  result.set("sentence", space->sentence);
  result.set("weight_space", weights_of(app, *space));
}

void add_proof_of_view(val& result, const Session& session) {
  const auto proof = proof_of(session.machine(), session.scene().data, session.plane());
  result.set("sentence", proof->sentence);
  result.set("proof", proof_of_view(*proof));
}

}  // namespace

ViewDescription view_of(const App& app) {
  const Session& session = app.session();
  const Machine& machine = session.machine();
  val result = val::object();
  const std::string shown = app.shown_view();
  const int pair = app.view_choice().back() - '0';
  result.set("shown", shown);
  int index = 0;
  const auto is_shown = [&](PlaneShows shows) {
    return plane_shows_rows[static_cast<std::size_t>(shows)].id == shown;
  };
  result.set("choices", list(plane_shows_rows, [&](const PlaneShowsRow& row) {
               const auto reason = plane_misfit(machine, static_cast<PlaneShows>(index++));
               val entry = val::object();
               set_text(entry, "id", row.id);
               set_text(entry, "name", row.name);
               entry.set("reason", reason ? text(sentence(*reason, ".")) : val::null());
               return entry;
             }));
  result.set("pairs", val::array());
  result.set("pair", pair);
  result.set("sentence", val::null());
  val differences = val::object();
  const auto without = without_disagreement(session);
  differences.set("shaded", app.shades_differences());
  differences.set("reason", without ? text(sentence(*without, ".")) : val::null());
  result.set("differences", differences);
  result.set("weight_space", val::null());
  result.set("proof", val::null());
  if (is_shown(PlaneShows::weights)) {
    add_weights_of_view(result, app, static_cast<WeightPair>(pair));
  } else if (is_shown(PlaneShows::proof)) {
    add_proof_of_view(result, session);
  }
  return ViewDescription(result);
}

PictureFile picture_file(const App& app, const std::string& asked) {
  const App::PlaneRect plane = app.plane(), weights = app.weight_plane();
  const std::string shown = app.shown_view();
  const auto is_shown = [&](PlaneShows shows) {
    return plane_shows_rows[static_cast<std::size_t>(shows)].id == shown;
  };
  const std::string_view of_card = is_shown(PlaneShows::weights) ? "weights"
                                   : is_shown(PlaneShows::proof) ? "proof"
                                                                 : "plane";
  const std::string_view view = asked.empty() ? of_card : asked;
  const App::PlaneRect& card = is_shown(PlaneShows::weights) ? weights : plane;
  PictureOptions options;
  options.beside_charts = of_card;
  if (view == of_card || view == "whole") options.height = options.width * card.height / card.width;
  options.seen = Box{plane.x0, plane.y0, plane.x1, plane.y1};
  options.weights = Box{weights.x0, weights.y0, weights.x1, weights.y1};
  options.pair = static_cast<WeightPair>(app.view_choice().back() - '0');
  options.differences = app.shades_differences();
  const auto drawing = picture_of(app.session(), view, options);
  val result = val::object();
  set_text(result, "view", view);
  result.set("svg", drawing ? val(svg_of(*drawing, app.dark())) : val::null());
  result.set("reason", drawing ? val::null() : val(drawing.error().message));
  return PictureFile(result);
}

PictureViews picture_views(const App& app) {
  return PictureViews(list(charts_to_picture(app.session()), [](const PictureView& view) {
    val entry = val::object();
    entry.set("id", view.id);
    entry.set("name", view.name);
    return entry;
  }));
}

DistributionDescription distribution(const App& app) {
  const auto found = distribution_of(app.session().machine());
  if (!found) return DistributionDescription(val::null());
  std::vector<double> normal;
  for (std::size_t bin = 0; bin < found->training.size(); ++bin) {
    normal.push_back(
        found->normal_count(found->from + (static_cast<double>(bin) + 0.5) * found->width));
  }
  const auto counts = [](const std::vector<int>& of) {
    return numbers(std::vector<double>(of.begin(), of.end()));
  };
  val result = val::object();
  result.set("from", found->from);
  result.set("width", found->width);
  result.set("training", counts(found->training));
  result.set("validation", counts(found->validation));
  result.set("normal", numbers(normal));
  result.set("mean", number_or_null(found->moments.mean));
  result.set("std", number_or_null(found->moments.std));
  result.set("skewness", number_or_null(found->normality.skewness));
  result.set("kurtosis", number_or_null(found->normality.kurtosis));
  result.set("sentence", found->normality.sentence);
  return DistributionDescription(result);
}

}  // namespace marginscope
