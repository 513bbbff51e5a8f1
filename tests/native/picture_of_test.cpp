// Views of a session as pictures: what lies where, and what files are made of.

#include "views/picture_of.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/text.h"
#include "session/comparison.h"
#include "support/sessions.h"
#include "support/svg_path.h"
#include "support/xml_check.h"
#include "views/plane_drawing.h"
#include "views/surface.h"

namespace marginscope {
namespace {

using picture::Drawing;
using testing::PatientSession;

void open(Session& session, const std::string& problem, const std::string& algorithm,
          const std::vector<std::pair<std::string, std::string>>& settings = {}) {
  REQUIRE(session.carry_out({"problem", {{"text", problem}}}));
  REQUIRE(session.carry_out({"algorithm", {{"id", algorithm}}}));
  for (const auto& [field, value] : settings) {
    REQUIRE(session.carry_out({"set", {{"field", field}, {"value", value}}}));
  }
}

// visit(mark) for each mark in the groups of a name.
template <class Visit>
void for_each_in(const Drawing& drawing, std::string_view name, const Visit& visit) {
  std::vector<std::string_view> open_groups;
  for (const picture::Mark& mark : drawing.marks) {
    if (const auto* group = std::get_if<picture::Group>(&mark)) open_groups.push_back(group->name);
    if (std::holds_alternative<picture::End>(mark)) open_groups.pop_back();
    if (std::ranges::find(open_groups, name) != open_groups.end()) visit(mark);
  }
  CHECK(open_groups.empty());
}

// The corners of all lines in the groups of a name.
std::vector<picture::Point> corners_in(const Drawing& drawing, std::string_view name) {
  std::vector<picture::Point> corners;
  for_each_in(drawing, name, [&](const picture::Mark& mark) {
    const auto* line = std::get_if<picture::Polyline>(&mark);
    if (line) corners.insert(corners.end(), line->points.begin(), line->points.end());
  });
  return corners;
}

picture::Rectangle place_of(const Drawing& drawing) {
  for (const picture::Mark& mark : drawing.marks) {
    const auto* group = std::get_if<picture::Group>(&mark);
    if (group && group->clip) return *group->clip;
  }
  return {};
}

// The largest |f| on the boundary of a picture of this part of the plane.
double largest_on_boundary(const Session& session, const Box& box, std::size_t least_corners) {
  const auto drawing = picture_of(session, "plane", {.seen = box});
  REQUIRE(drawing);
  const picture::Rectangle place = place_of(*drawing);
  const auto corners = corners_in(*drawing, "boundary");
  REQUIRE(corners.size() >= least_corners);
  Eigen::MatrixXd X(std::ssize(corners), session.plane().origin.size()), f;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double u = box.x0 + (corners[i].x - place.left) / place.width * (box.x1 - box.x0);
    const double v = box.y1 - (corners[i].y - place.top) / place.height * (box.y1 - box.y0);
    X.row(static_cast<Eigen::Index>(i)) = session.plane().pattern(u, v);
  }
  session.machine().decision_values(X, f);
  return f.cwiseAbs().maxCoeff();
}

std::string without_colours(std::string svg) {
  for (std::size_t at = svg.find("=\"#"); at != svg.npos; at = svg.find("=\"#", at + 1)) {
    svg.replace(at + 3, 6, "colour");
  }
  for (const std::string_view opacity : {" fill-opacity=\"", " stroke-opacity=\""}) {
    for (std::size_t at = svg.find(opacity); at != svg.npos; at = svg.find(opacity, at)) {
      svg.erase(at, svg.find('"', at + opacity.size()) + 1 - at);
    }
  }
  return svg;
}

void check_file(const Drawing& drawing) {
  const std::string light = svg_of(drawing, false), dark = svg_of(drawing, true);
  CHECK(testing::is_well_formed(light));
  CHECK(light == svg_of(drawing, false));
  CHECK(light != dark);
  CHECK(without_colours(light) == without_colours(dark));
  CHECK(light.find("nan") == light.npos);
  CHECK(light.find("inf,") == light.npos);
  for (std::size_t at = light.find(" d=\""); at != light.npos; at = light.find(" d=\"", at + 1)) {
    CHECK(light.find_first_not_of("MlZ0123456789.,- ", at + 4) == light.find('"', at + 4));
  }
  // Nothing is asked for from elsewhere, and nothing runs.
  for (const std::string_view outside :
       {"href", "@import", "<script", "<image", "<style", "src="}) {
    INFO(outside);
    CHECK(light.find(outside) == light.npos);
  }
  for (std::size_t at = light.find("url("); at != light.npos; at = light.find("url(", at + 1)) {
    CHECK(light.substr(at, 6) == "url(#c");
  }
  CHECK(light.find("http") == light.rfind("http"));  // the name of the language
}

TEST_SUITE("pictures of sessions") {
  TEST_CASE(
      "a line of a file lies where it should to a tenth of a pixel, however many points it has") {
    picture::Polyline line;
    for (int i = 0; i < 1000; ++i) {
      line.points.push_back({100 + 0.333 * i, 200 - 0.04 * i + (i % 2 == 0 ? 0 : -12.34)});
    }
    Drawing drawing{.width = 500, .height = 300};
    drawing.add(line);
    const auto points = testing::first_path(svg_of(drawing, false));
    REQUIRE(points.size() == line.points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      CHECK(std::abs(points[i][0] - line.points[i].x) < 0.0501);
      CHECK(std::abs(points[i][1] - line.points[i].y) < 0.0501);
    }
    check_file(drawing);
  }

  TEST_CASE("the boundary lies where f = 0") {
    PatientSession session;
    SUBCASE("of a line") {
      open(session, "four-points", "hk");
      REQUIRE(session.seek_end());
      CHECK(largest_on_boundary(session, {-3, 0, 9, 13}, 2) < 1e-9);
    }
    SUBCASE("of a curve, against margins of 1") {
      open(session, "overlap", "smo", {{"kernel", "gaussian:sigma=1"}});
      REQUIRE(session.seek_end());
      CHECK(largest_on_boundary(session, {-4, -4, 4, 4}, 100) < 0.01);
    }
  }

  TEST_CASE("every view is a whole file, light and dark, with a caption that says what it is") {
    struct Case {
      std::string problem, algorithm, view;
    };
    for (const auto& [problem, algorithm, view] :
         {Case{"four-points", "hk", "plane"}, Case{"four-points", "hk", "weights"},
          Case{"xor", "hk", "proof"}, Case{"overlap", "smo", "proof"},
          Case{"three-classes", "hk-multiclass", "plane"}, Case{"sinc", "smo-svr", "plane"},
          Case{"overlap", "hk", "errors"}, Case{"overlap", "hk", "chart:objective"},
          Case{"overlap", "hk", "chart:training_error"}, Case{"overlap", "hk", "chart:weights"},
          Case{"three-classes", "hk-multiclass", "chart:margins"},
          Case{"two-gaussians:n=2000", "smo", "chart:dual_variables"},
          Case{"overlap", "hk", "whole"}, Case{"sinc", "irwls-svr", "whole"}}) {
      INFO(problem, " ", algorithm, " ", view);
      PatientSession session;
      open(session, problem, algorithm);
      if (!session.machine().ended()) REQUIRE(session.seek_end());
      const auto drawing = picture_of(session, view);
      REQUIRE_MESSAGE(drawing, drawing.error().message);
      CHECK(drawing->description.find(session.scene().name) != std::string::npos);
      CHECK(drawing->description.find("iteration " + std::to_string(session.iteration())) !=
            std::string::npos);
      check_file(*drawing);
    }
  }

  TEST_CASE("what is shown small has nothing beside its axes, and its shades are coarse") {
    for (const auto& [problem, algorithm, view] : {std::array{"moons", "smo", "plane"},
                                                   {"four-points", "hk", "weights"},
                                                   {"xor", "hk", "proof"},
                                                   {"sinc", "smo-svr", "plane"}}) {
      INFO(problem, " ", view);
      PatientSession session;
      open(session, problem, algorithm);
      if (std::string_view(problem) == "moons") {
        REQUIRE(session.carry_out({"set", {{"field", "kernel"}, {"value", "gaussian:sigma=0.5"}}}));
      }
      if (!session.machine().ended()) REQUIRE(session.seek_end());
      const auto drawing = picture_of(session, view, {.width = 320, .height = 240, .bare = true});
      REQUIRE(drawing);
      CHECK(drawing->width == 320);
      CHECK(drawing->height == 240);
      CHECK(drawing->description ==
            picture_of(session, view)->description.substr(0, drawing->description.size()));
      check_file(*drawing);
      const std::string small = svg_of(*drawing, false);
      CHECK(small.find("caption") == small.npos);
      if (std::string_view(problem) == "moons") {
        CHECK(3 * small.size() < svg_of(*picture_of(session, view), false).size());
      }
    }
  }

  TEST_CASE(
      "each of few lines of the space of weights has its number, none over another or a level") {
    PatientSession session;
    open(session, "four-points", "hk");
    for (int k = 0; k <= 4; ++k) {
      CAPTURE(k);
      REQUIRE(session.seek(k));
      const auto drawing = picture_of(session, "weights");
      REQUIRE(drawing);
      std::vector<picture::Rectangle> places;
      const auto add = [&](const picture::Mark& mark) {
        const auto* text = std::get_if<picture::Text>(&mark);
        if (!text) return;
        const double width = picture::text_width(text->text), height = 12;
        places.push_back({text->at.x - width / 2, text->at.y - height / 2, width, height});
      };
      for_each_in(*drawing, "numbers", add);
      CHECK(places.size() == 4);
      for_each_in(*drawing, "levels", add);
      for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) CHECK(!places[i].overlaps(places[j]));
      }
    }
  }

  TEST_CASE("where all patterns are right is named within its border, or not at all") {
    PatientSession session;
    int named = 0;
    for (const auto& [problem, k] : {std::pair("four-points", 0), std::pair("four-points", 4),
                                     std::pair("two-gaussians", 30)}) {
      CAPTURE(problem);
      CAPTURE(k);
      open(session, problem, "hk");
      REQUIRE(session.seek(k));
      const auto drawing = picture_of(session, "weights");
      REQUIRE(drawing);
      std::vector<picture::Point> border, corners;
      for_each_in(*drawing, "version-space", [&](const picture::Mark& mark) {
        if (const auto* area = std::get_if<picture::Area>(&mark)) border = area->border;
        const auto* text = std::get_if<picture::Text>(&mark);
        if (!text) return;
        const double half = picture::text_width(text->text) / 2, high = 6;
        for (const double x : {-half, half}) {
          for (const double y : {-high, high}) corners.push_back({text->at.x + x, text->at.y + y});
        }
      });
      REQUIRE(border.size() >= 3);
      named += !corners.empty();
      // It is convex: a corner of the name lies on the same side of all of its sides as their middle.
      picture::Point middle;
      for (const auto& [x, y] : border) {
        middle.x += x / static_cast<double>(border.size());
        middle.y += y / static_cast<double>(border.size());
      }
      for (std::size_t i = 0; i < border.size(); ++i) {
        const picture::Point from = border[i], to = border[(i + 1) % border.size()];
        const auto side = [&](picture::Point at) {
          return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
        };
        for (const auto& corner : corners) CHECK(side(corner) * side(middle) >= 0);
      }
    }
    CHECK(named == 1);  // the wedge of the four points is too narrow
  }

  TEST_CASE("texts from outside are texts in a picture") {
    PatientSession session;
    REQUIRE(session.carry_out(
        {"csv",
         {{"text", "a<b,\"c&\"\"\",label\n0,0,1\n1,1,-1\n"}, {"name", "<script>&\"'.csv"}}}));
    const auto drawing = picture_of(session, "plane");
    REQUIRE(drawing);
    check_file(*drawing);
    CHECK(svg_of(*drawing, false).find("&lt;script&gt;") != std::string::npos);
  }

  TEST_CASE("a name that people gave to a feature is no formula on its axis") {
    PatientSession session;
    const auto formulas = [&session] {
      std::vector<std::pair<std::string, bool>> names;
      const auto drawing = picture_of(session, "plane");
      REQUIRE(drawing);
      for (const char* const axis : {"across", "up"}) {
        const std::size_t first = names.size();
        for_each_in(*drawing, axis, [&](const picture::Mark& mark) {
          const auto* text = std::get_if<picture::Text>(&mark);
          if (text && names.size() == first) names.emplace_back(text->text, text->formula);
        });
      }
      return names;
    };
    using Names = std::vector<std::pair<std::string, bool>>;
    CHECK(formulas() == Names{{"x₁", true}, {"x₂", true}});
    REQUIRE(session.carry_out(
        {"csv", {{"text", "a day,vitamin A,label\n0,0,1\n1,1,-1\n"}, {"name", "food.csv"}}}));
    CHECK(formulas() == Names{{"a day", false}, {"vitamin A", false}});
  }

  TEST_CASE("several machines have their boundaries, letters and differences") {
    PatientSession session;
    open(session, "overlap", "hk");
    REQUIRE(session.carry_out({"compare"}));
    REQUIRE(session.carry_out({"algorithm", {{"id", "smo"}}}));
    REQUIRE(session.seek_end());
    const auto drawing = picture_of(session, "plane", {.differences = true});
    REQUIRE(drawing);
    check_file(*drawing);
    const std::string svg = svg_of(*drawing, false);
    for (const char* part : {">A</text>", ">B</text>", "class=\"differences\"", "A: ", "B: "}) {
      INFO(part);
      CHECK(svg.find(part) != std::string::npos);
    }
  }

  TEST_CASE("where points are close on a low plane, no letter of a machine lies below them") {
    PatientSession session;
    REQUIRE(session.carry_out(
        {"scene",
         {{"text", "v=1&problem=overlap&seed=1&others=hk;rls;dkpp&algorithm=smo&iteration=12"}}}));
    REQUIRE(session.iteration() == 12);
    const Box box = {-24, -11.3, 24.6, 10.75};
    const PlaneFrame frame = frame_over({0, 0, 447, 202}, box);
    const Surface surface = surface_of(session, box, full_lattice, true).finish();
    Drawing drawing;
    add_lines(drawing, frame, session, surface, false);
    std::string letters;
    for (const picture::Mark& mark : drawing.marks) {
      const auto* text = std::get_if<picture::Text>(&mark);
      if (!text || text->text.size() != 1) continue;
      letters += text->text;
      for (const auto& x : session.scene().data.X->rowwise()) {
        const picture::Point at = frame.at(x[0], x[1]);
        INFO(text->text);
        CHECK(std::hypot(at.x - text->at.x, at.y - text->at.y) > letter_radius);
      }
    }
    CHECK(letters == "ABCD");
  }

  TEST_CASE(
      "the whole has a view, the charts that the page opens and, of several machines, how they "
      "stand") {
    PatientSession session;
    open(session, "overlap", "hk");
    REQUIRE(session.step(3));
    const auto alone = picture_of(session, "whole", {.beside_charts = "weights"});
    REQUIRE(alone);
    CHECK_FALSE(corners_in(*alone, "weights").empty());
    REQUIRE(session.carry_out({"compare"}));
    REQUIRE(session.carry_out({"algorithm", {{"id", "smo"}}}));
    REQUIRE(session.step(3));
    const auto both = picture_of(session, "whole");
    REQUIRE(both);
    check_file(*both);
    const std::string svg = svg_of(*both, false);
    for (const auto* column : comparison_of(session).columns) {
      INFO(column->head);
      CHECK(svg.find(sentence(">", column->head, "</text>")) != std::string::npos);
    }
    // Nothing reaches beyond the sheet.
    for (const picture::Mark& mark : both->marks) {
      const auto* text = std::get_if<picture::Text>(&mark);
      if (!text) continue;
      INFO(text->text);
      CHECK(text->at.x >= 0);
      CHECK(text->at.x <= both->width);
      CHECK(text->at.y <= both->height);
    }
  }

  TEST_CASE("the rules on moments have their statistic in a chart, with the thresholds") {
    PatientSession session;
    open(session, "sinc", "irwls-svr");
    REQUIRE(session.carry_out(
        {"rules", {{"text", "moment-stationary:moment=std moment-stationary:moment=kurtosis"}}}));
    REQUIRE(session.step(4));
    const auto drawing = picture_of(session, "chart:statistic-1");
    REQUIRE(drawing);
    const std::string svg = svg_of(*drawing, false);
    CHECK(svg.find("ks ≤ 1 %") != std::string::npos);
  }

  TEST_CASE("every chart that is offered can be drawn, and has its name") {
    for (const std::string algorithm : {"hk", "smo", "rls", "dkpp"}) {
      INFO(algorithm);
      PatientSession session;
      open(session, "overlap", algorithm);
      if (!session.machine().ended()) REQUIRE(session.step(3));
      const auto charts = charts_to_picture(session);
      CHECK(charts.size() >= 4);
      for (const auto& [id, name] : charts) {
        INFO(id);
        CHECK_FALSE(name.empty());
        const auto drawing = picture_of(session, id);
        REQUIRE_MESSAGE(drawing, drawing.error().message);
        check_file(*drawing);
      }
      CHECK_FALSE(picture_of(session, "chart:iteration"));
    }
  }

  TEST_CASE("points too far apart, or too close together, to have pixels are refused") {
    for (const char* const text :
         {"1e308,1e308,1\n-1e308,-1e308,-1\n", "1e-308,1e-308,1\n-1e-308,-1e-308,-1\n"}) {
      PatientSession session;
      REQUIRE(session.carry_out({"csv", {{"text", text}, {"name", "far.csv"}}}));
      REQUIRE(session.carry_out({"scaling", {{"id", "standard"}}}));
      for (const char* const view : {"plane", "weights", "whole"}) {
        const auto picture = picture_of(session, view, {});
        REQUIRE(!picture);
        CHECK(picture.error().message.contains("from 1e−300 to 1e300"));
      }
    }
  }

  TEST_CASE("what cannot be drawn is refused in a sentence") {
    PatientSession session;
    const auto none = picture_of(session, "moon");
    REQUIRE_FALSE(none);
    CHECK(none.error().message.find("\"moon\"") != std::string::npos);
    open(session, "sinc", "smo-svr");
    const auto weights = picture_of(session, "weights");
    REQUIRE_FALSE(weights);
    CHECK(weights.error().message.ends_with('.'));
  }

  TEST_CASE(
      "lines of a caption are broken at blanks, and within a word that no line has room for") {
    using Lines = std::vector<std::string_view>;
    CHECK(picture::text_lines("one two extraordinarily-long three", 130) ==
          Lines{"one two", "extraordinarily-long", "three"});
    CHECK(picture::text_lines("aaaaaaaa bb", 35) == Lines{"aaaaa", "aaa", "bb"});
    CHECK(picture::text_lines("ääää", 15) == Lines{"ää", "ää"});
    CHECK(picture::text_lines("ä", 1) == Lines{"ä"});
    CHECK(picture::text_lines("", 60).empty());
  }

  TEST_CASE(
      "what stands beside the axes of a plane is within the picture, and tells numbers apart") {
    PatientSession session;
    for (const char* const header : {"", "a long name of a feature,sepal width (cm),label\n"}) {
      const std::string rows =
          "2019.1,-1000000.003,1\n2019.2,-1000000.002,-1\n2019.3,-1000000.001,1\n";
      REQUIRE(session.carry_out({"csv", {{"text", header + rows}, {"name", "far.csv"}}}));
      const auto drawing = picture_of(session, "plane");
      REQUIRE(drawing);
      for (const char* const axis : {"across", "up"}) {
        std::vector<std::string> texts;
        for_each_in(*drawing, axis, [&](const picture::Mark& mark) {
          const auto* text = std::get_if<picture::Text>(&mark);
          if (!text) return;
          texts.push_back(text->text);
          if (text->from == picture::Text::From::end) {
            CHECK(text->at.x - picture::text_width(text->text) >= 0);
          }
        });
        CAPTURE(axis);
        REQUIRE(texts.size() > 3);
        CHECK(texts[0].ends_with(axis == std::string_view("up") ? " + 1000000" : " − 2019"));
        CHECK(std::set(texts.begin(), texts.end()).size() == texts.size());
      }
    }
  }
}

}  // namespace
}  // namespace marginscope
