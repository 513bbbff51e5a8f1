// Several machines on the canvas: the table, the boundaries and where they differ, the charts.

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/person.h"
#include "app/timeline.h"
#include "support/sessions.h"
#include "views/chart_list.h"

using namespace marginscope;
using testing::PatientSession;
using testing::Person;

namespace {

bool rests(Person& person) {
  person.rest();
  return !person.frame();
}

const ImGuiWindow* window_of(std::string_view name) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->WasActive && std::string_view(window->Name).contains(name)) return window;
  }
  return nullptr;
}

void compare(Person& person, const std::string& algorithm) {
  REQUIRE(person.session().carry_out({"compare"}));
  REQUIRE(person.session().carry_out({"algorithm", {{"id", algorithm}}}));
}

// The middle of a machine's row, found by pressing down the table; off the screen where there is none.
ImVec2 row_of(Person& person, int place) {
  const ImGuiWindow* table = window_of("/comparison_");
  REQUIRE(table);
  const ImVec2 from = table->Pos, size = table->Size;
  const float bottom = std::min(from.y + size.y, table->ClipRect.Max.y);
  for (float y = bottom - 8; y > std::max(from.y, table->ClipRect.Min.y) + 50; y -= 6) {
    const ImVec2 at = {from.x + 60, y};
    const int before = person.session().scene().chosen;
    person.click(at);
    person.rest();
    if (person.session().scene().chosen == place && before != place) return at;
  }
  return {-1, -1};
}

}  // namespace

TEST_CASE("the field that renames a machine lies within its table, also where that has to scroll") {
  Person person(390, 844);
  for (int i = 0; i < 3; ++i) REQUIRE(person.session().carry_out({"compare"}));
  person.rest();
  person.app().take_requests();
  person.key("r");
  person.rest();
  const std::vector<Request> requests = person.app().take_requests();
  REQUIRE(std::ranges::count(requests, Ask::edit, &Request::kind) == 1);
  const Request& edit = *std::ranges::find(requests, Ask::edit, &Request::kind);
  constexpr float sentence_bar = 96;
  CHECK(edit.top > 450);
  CHECK(edit.top + edit.height < 844 - sentence_bar);
}

TEST_CASE("the timeline names the rule that stops a machine, or how it ends without one") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"four-points"}));
  REQUIRE(session.apply(SetRules{"separated"}));
  REQUIRE(session.seek(10));
  auto ticks = timeline_ticks(session);
  REQUIRE(ticks.size() == 1);
  CHECK(ticks[0].iteration == 4);
  CHECK(ticks[0].by_rule);
  CHECK(ticks[0].letters.empty());

  REQUIRE(session.carry_out({"compare"}));
  REQUIRE(session.carry_out({"algorithm", {{"id", std::string("rls")}}}));
  REQUIRE(session.seek(10));
  ticks = timeline_ticks(session);
  REQUIRE(ticks.size() == 2);
  CHECK(ticks[0].label() == "B Solved");
  CHECK(ticks[0].iteration == 0);
  CHECK_FALSE(ticks[0].by_rule);
  CHECK(ticks[1].letters == "A");
  CHECK(ticks[1].iteration == 4);
  CHECK(ticks[1].title == "Separated");
}

TEST_CASE("rules that stop together have one place on the timeline, whatever their settings") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"overlap:n=40"}));
  REQUIRE(session.apply(SetRules{"moment-stationary:moment=skewness+iterations:n=9"}));
  REQUIRE(session.seek(12));
  std::vector<std::string> names;
  for (const TimelineTick& tick : timeline_ticks(session)) {
    CHECK(tick.by_rule);
    names.push_back(tick.name);
  }
  std::ranges::sort(names);
  CHECK(names == std::vector<std::string>{"k", "sk", "sk+k"});
}

TEST_CASE("with one machine there is no table, and the plane has its place again") {
  Person person;
  person.rest();
  const auto before = person.app().plane();
  CHECK(!window_of("/comparison_"));
  person.key("c");
  CHECK(rests(person));
  CHECK(person.session().machines().size() == 2);
  CHECK(window_of("/comparison_"));
  CHECK(person.app().plane().height < before.height - 80);
  person.key("x");
  CHECK(rests(person));
  CHECK(person.session().machines().size() == 1);
  CHECK(!window_of("/comparison_"));
  CHECK(person.app().plane().height == before.height);
}

TEST_CASE("the button beside the algorithm compares, up to four, and says why no further") {
  Person person;
  person.rest();
  const ImGuiWindow* card = window_of("/algorithm_");
  REQUIRE(card);
  const ImVec2 button = {card->Pos.x + card->Size.x - 40, card->Pos.y + 20};
  for (const std::size_t count : {2, 3, 4, 4}) {
    person.click(button);
    CHECK(rests(person));
    CHECK(person.session().machines().size() == count);
  }
  CHECK(person.session().notice().starts_with("There are 4 machines"));
}

TEST_CASE("a press on its row chooses a machine, in every window") {
  for (const auto& [width, height] :
       {std::pair{1440.0F, 900.0F}, {1024.0F, 768.0F}, {390.0F, 844.0F}}) {
    for (const bool dark : {false, true}) {
      CAPTURE(width);
      Person person(width, height, dark);
      compare(person, "smo");
      compare(person, "ols");
      compare(person, "hka");
      REQUIRE(person.session().step(3));
      if (width < 400) person.key("r");  // which turns to the table
      CHECK(rests(person));
      person.app().take_requests();
      for (const int place : {0, 2, 1, 3}) {
        CAPTURE(place);
        // In a low window the table scrolls.
        ImVec2 row = row_of(person, place);
        for (int turn = 0; turn < 6 && row.x < 0; ++turn) {
          person.app().wheel(0, turn < 3 ? -3.0F : 3.0F);
          person.rest();
          row = row_of(person, place);
        }
        CHECK(row.x > 0);
        CHECK(person.session().scene().chosen == place);
      }
      CHECK(person.session().machines().size() == 4);
      CHECK(rests(person));
    }
  }
}

TEST_CASE("keys choose, move, rename and remove machines, and set their pace") {
  Person person;
  for (const char* key : {"x", "ArrowUp", "ArrowDown", "r", "b"}) {
    CHECK(!person.app().key(key, false, false, false));
  }
  person.key("c");
  compare(person, "smo");
  person.rest();
  REQUIRE(person.session().scene().chosen == 2);
  person.key("ArrowUp");
  CHECK(person.session().scene().chosen == 1);
  CHECK(person.app().key("ArrowDown", false, true, false));  // with Shift
  CHECK(person.session().scene().machines[1].algorithm.name == "smo");
  CHECK(person.session().scene().chosen == 2);
  person.key("b");
  CHECK(person.session().pace() == Pace::time);
  person.key("b");
  CHECK(person.session().pace() == Pace::iteration);
  person.key("r");
  person.rest();
  const auto requests = person.app().take_requests();
  REQUIRE(requests.size() == 1);
  CHECK(requests[0].kind == Ask::edit);
  CHECK(requests[0].command.type == "rename-machine");
  CHECK(find_argument(requests[0].command, "index")->number == 2);
  CHECK(requests[0].field == "name");
  person.key("x");
  CHECK(person.session().machines().size() == 2);
  CHECK(person.session().scene().machines[1].algorithm.name == "smo");
  CHECK(rests(person));
}

TEST_CASE(
    "differences are shaded by a key where there are machines that may differ, else it says why "
    "not") {
  Person person;
  person.key("d");
  CHECK(!person.app().shades_differences());
  CHECK(person.session().notice().starts_with("There is one machine alone"));
  compare(person, "ols");
  REQUIRE(person.session().step(4));
  person.key("d");
  CHECK(person.app().shades_differences());
  CHECK(rests(person));
  // The pointer goes over everything, and what it reads there asks for no more frames.
  const auto plane = person.app().plane();
  for (int i = 1; i < 12; ++i) {
    person.point_at({static_cast<float>(plane.left + plane.width * i / 12),
                     static_cast<float>(plane.top + plane.height * (12 - i) / 12)});
  }
  CHECK(rests(person));
  REQUIRE(person.session().carry_out({"problem", {{"text", "sinc"}}}));
  CHECK(rests(person));
  CHECK(!person.app().shades_differences());
  REQUIRE(person.session().carry_out({"problem", {{"text", "three-classes"}}}));
  CHECK(rests(person));
  CHECK(person.app().shades_differences());
  person.key("d");
  CHECK(!person.app().shades_differences());
}

TEST_CASE("charts have a curve for each machine of what is comparable, by iteration and by time") {
  PatientSession session;
  REQUIRE(session.carry_out({"problem", {{"text", "overlap:n=60"}}}));
  REQUIRE(session.carry_out({"split-validation", {{"fraction", 0.25}}}));
  REQUIRE(session.carry_out({"compare"}));
  const auto charts = charts_of(session);
  std::vector<std::string> compared;
  for (const Chart& chart : charts) {
    CHECK(chart.kind != Chart::Kind::record);
    if (chart.kind == Chart::Kind::compared) compared.push_back(chart.id);
    // What is the chosen machine's alone says so.
    CHECK(chart.title.ends_with(" of B") == (chart.kind != Chart::Kind::compared));
  }
  CHECK(compared == std::vector<std::string>{"training_error", "validation_error", "objective",
                                             "mean", "std", "skewness", "kurtosis"});
  for (const float width : {1440.0F, 390.0F}) {
    Person person(width, width < 400 ? 844.0F : 900.0F);
    compare(person, "smo");
    compare(person, "ols");
    REQUIRE(person.session().carry_out({"rules", {{"text", ""}}}));
    REQUIRE(person.session().step(12));
    for (const char* pace : {"time", "iteration"}) {
      REQUIRE(person.session().carry_out({"pace", {{"pace", pace}}}));
      for (const int place : {0, 1, 2}) {
        REQUIRE(person.session().choose(place));
        CHECK(rests(person));
        const ImVec2 edge = person.right_edge_of("training_error");
        if (edge.x < 0) continue;  // in another tab
        for (float x = edge.x - 200; x < edge.x; x += 40) person.point_at({x, edge.y});
        CHECK(rests(person));
      }
    }
  }
}
