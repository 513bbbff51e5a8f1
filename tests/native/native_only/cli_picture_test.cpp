// Pictures that the command line draws, read as a person reads them: by their axes.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/svg_path.h"
#include "support/xml_check.h"
#include "workplace.h"

using namespace marginscope::testing;

namespace {

// What stands between the tags of the group with this class.
std::string inside_of(const std::string& svg, const std::string& name) {
  const std::size_t at = svg.find("<g class=\"" + name + "\"");
  REQUIRE(at != svg.npos);
  return svg.substr(at, svg.find("</g>", at) - at);
}

double number_behind(const std::string& text, const std::string& before, std::size_t from) {
  const std::size_t at = text.find(before, from);
  return at == text.npos ? NAN : std::strtod(text.c_str() + at + before.size(), nullptr);
}

// The line through the first and the last label of an axis, value = offset + slope · pixel.
struct Reading {
  double offset, slope;
};
Reading axis(const std::string& svg, const std::string& name, const std::string& coordinate) {
  const std::string labels = inside_of(svg, name);
  std::vector<std::array<double, 2>> ticks;  // pixel, value
  // The first text is the axis' name.
  for (std::size_t at = labels.find("<text", labels.find("<text") + 1); at != labels.npos;
       at = labels.find("<text", at + 1)) {
    std::string value = labels.substr(labels.find('>', at) + 1);
    const std::string minus = "−";
    if (value.starts_with(minus)) value.replace(0, minus.size(), "-");
    ticks.push_back(
        {number_behind(labels, " " + coordinate + "=\"", at), std::strtod(value.c_str(), nullptr)});
  }
  REQUIRE(ticks.size() >= 2);
  const auto& [first, low] = ticks.front();
  const auto& [last, high] = ticks.back();
  const double slope = (high - low) / (last - first);
  return {low - slope * first, slope};
}

}  // namespace

TEST_SUITE("command line") {
  TEST_CASE("picture: the boundary in the file is where the axes say that f = 0") {
    const Workplace here;
    const std::string scene = " --problem four-points --algorithm hk --stop separated";
    const auto drawn = here.run("picture" + scene + " --view plane --out plane.svg");
    CHECK(drawn.status == 0);
    CHECK(drawn.out.empty());
    const std::string svg = here.read("plane.svg");
    CHECK(is_well_formed(svg));
    const Json weights = here.json("run" + scene)["weights"];
    const double w1 = weights[0], w2 = weights[1], bias = weights[2];
    const Reading x = axis(svg, "across", "x"), y = axis(svg, "up", "y");
    // Letters stand on their feet, below the middle that is at the tick.
    constexpr double feet = 0.364 * 12;
    const auto boundary = first_path(inside_of(svg, "boundary"));
    REQUIRE(boundary.size() >= 2);
    const auto& [x0, y0] = boundary.front();
    const auto& [x1, y1] = boundary.back();
    REQUIRE(std::hypot(x1 - x0, y1 - y0) > 100);
    for (const auto& [across, down] : boundary) {
      const double u = x.offset + x.slope * across, v = y.offset + y.slope * (down + feet);
      // To a pixel and a half, as ticks and letters stand on whole ones.
      const double slack = 1.5 * (std::abs(w1 * x.slope) + std::abs(w2 * y.slope));
      CHECK(std::abs(w1 * u + w2 * v + bias) <= slack);
    }
  }

  TEST_CASE("picture: a scene is drawn at its own iteration, and to its stop where that is asked") {
    const Workplace here;
    here.json("run --problem four-points --algorithm hk --stop iterations:n=3 --save-scene s.txt");
    const std::string scene = here.read("s.txt");
    for (const std::string& source :
         {std::string("--scene s.txt"), "--link '" + scene.substr(0, scene.find('\n')) + "'"}) {
      CHECK(here.run("picture " + source + " --out a.svg").status == 0);
      CHECK(here.read("a.svg").find("iteration 3.") != std::string::npos);
      CHECK(here.run("picture " + source + " --dark --view weights --out b.svg").status == 0);
      CHECK(is_well_formed(here.read("b.svg")));
    }
    CHECK(here.run("picture --scene s.txt --out again.svg").status == 0);
    CHECK(here.read("a.svg") == here.read("again.svg"));
  }

  TEST_CASE("picture: what cannot be drawn is refused, and what is there stays") {
    const Workplace here;
    here.write("kept.svg", "kept");
    for (const char* arguments :
         {"picture --problem sinc --algorithm smo-svr --view weights --out kept.svg",
          "picture --problem four-points --view moon --out kept.svg",
          "picture --problem four-points --algorithm hk --view proof --out kept.svg",
          "picture --problem xor --algorithm smo-svr --out kept.svg",
          "picture --problem xor --out nowhere/a.svg"}) {
      INFO(arguments);
      CHECK_FALSE(here.refusal(arguments).empty());
      CHECK(here.read("kept.svg") == "kept");
    }
    CHECK(here.run("picture --problem xor").status == 2);
  }
}
