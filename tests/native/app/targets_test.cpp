// Whatever can be pressed on the canvas is large enough for a hand that is not steady: 24 pixels each way
// (WCAG 2.5.8). Dear ImGui tells of its items as they are made.

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/person.h"
#include "app/theme.h"
#include "core/dataset.h"
#include "core/text.h"

using namespace marginscope;
using testing::Person;

namespace {

struct Target {
  std::string name;
  ImRect place;
};
std::vector<Target> targets;

// What only explains itself while a pointer rests on it, and what stands in a line of text.
bool is_exempt(std::string_view name) {
  return name == "label" || name == "sentence" || name == "pattern";
}

// All that can be pressed in a frame of its own.
std::vector<Target> targets_of(Person& person) {
  person.rest();
  ImGui::GetCurrentContext()->TestEngineHookItems = true;
  person.app().pointer_leave();
  targets.clear();
  person.frame();
  ImGui::GetCurrentContext()->TestEngineHookItems = false;
  return std::move(targets);
}

void check_targets(Person& person, std::string_view where) {
  const std::vector<Target> found = targets_of(person);
  CHECK(found.size() > 3);
  for (const Target& target : found) {
    INFO(std::string(where), ": ", target.name);
    CHECK(target.place.GetWidth() >= measure::least_target);
    CHECK(target.place.GetHeight() >= measure::least_target);
  }
}

// So high that every panel is seen as a whole; a width at which they stand beside the plane, one at which they
// are taken in turns, and the narrowest.
constexpr ImVec2 windows[] = {{1440, 2600}, {390, 2600}, {320, 2600}};

void open_scene(Person& person, const std::string& text) {
  const auto opened = person.session().carry_out({"replace", {{"text", text}}});
  REQUIRE_MESSAGE(opened, opened.error().message);
  person.rest();
}

// Whether a text that is drawn there has been shortened: the dots of any face lie within the place.
bool is_shortened_in(const ImRect& place) {
  constexpr ImWchar dots = 0x2026;
  auto& faces = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < faces.Size; ++i) {
    if (faces[i].WantDestroy || !faces[i].IsGlyphLoaded(dots)) continue;
    const ImFontGlyph& glyph = *faces[i].FindGlyphNoFallback(dots);
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        const bool here = vertex.uv.x == glyph.U0 && vertex.uv.y == glyph.V0;
        if (here && place.Contains(vertex.pos)) return true;
      }
    }
  }
  return false;
}

// Whether every button of a row of which one is on can be read; there are so many of them at least.
void check_rows(Person& person, std::size_t least, std::string_view where) {
  std::vector<Target> found = targets_of(person);
  std::erase_if(found, [](const Target& target) { return target.name != "segment"; });
  CHECK(found.size() >= least);
  for (const Target& target : found) {
    INFO(std::string(where), ": ", target.place.Min.x, ", ", target.place.Min.y);
    CHECK(target.place.GetWidth() >= measure::least_target);
    CHECK(!is_shortened_in(target.place));
  }
}

// In a narrow window each of the panels in its turn.
void check_panels(Person& person, float width, int panels, std::string_view where) {
  if (width > 900) return check_targets(person, where);
  const App::PlaneRect plane = person.app().plane();
  for (int panel = 0; panel < panels; ++panel) {
    person.click({width * (static_cast<float>(panel) + 0.5F) / static_cast<float>(panels),
                  static_cast<float>(plane.top + plane.height) + 24});
    check_targets(person, sentence(where, ", panel ", std::to_string(panel)));
  }
}

}  // namespace

// What Dear ImGui asks for where it is compiled with IMGUI_ENABLE_TEST_ENGINE.
void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID, const ImRect&, const ImGuiLastItemData*) {}
void ImGuiTestEngineHook_ItemInfo(ImGuiContext* context, ImGuiID id, const char* label,
                                  ImGuiItemStatusFlags) {
  const ImGuiLastItemData& item = context->LastItemData;
  if (item.ID != id || (item.ItemFlags & ImGuiItemFlags_Disabled) || is_exempt(label)) return;
  targets.push_back({label, item.Rect});
}
void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }

TEST_CASE("what can be pressed in the panels is 24 pixels large") {
  for (const ImVec2 window : windows) {
    for (const std::string scene :
         {"v=1&problem=four-points&algorithm=hk",
          "v=1&problem=overlap:n=40&algorithm=smo:kernel=gaussian&rules=kkt%20iterations",
          "v=1&problem=four-points&algorithm=ols", "v=1&problem=three-classes&algorithm=hk-multiclass",
          "v=1&problem=sinc&algorithm=rls"}) {
      CAPTURE(window.x);
      Person person(window.x, window.y);
      open_scene(person, scene);
      const bool solved_at_once = scene.ends_with("=ols") || scene.ends_with("=rls");
      CHECK(person.session().step(2).has_value() != solved_at_once);
      check_panels(person, window.x, 4, scene);
      for (const std::string tool : {"s", "u", "n"}) {
        person.key(tool);
        check_targets(person, sentence(scene, ", tool ", tool));
      }
      for (const std::string view : {"w", "p"}) {
        person.key(view);
        check_targets(person, sentence(scene, ", view ", view));
      }
    }
  }
}

TEST_CASE("what can be pressed beside several machines, in lists and over the plane is 24 pixels large") {
  for (const ImVec2 window : windows) {
    CAPTURE(window.x);
    Person person(window.x, window.y);
    check_targets(person, "at the start");
    for (const std::string list : {"g", "l"}) {
      person.key(list);
      check_targets(person, sentence("list ", list));
      person.key("Escape");
      person.rest();
    }
    open_scene(person, "v=1&problem=overlap:n=40&algorithm=hk&rules=iterations:n=2");
    person.key("c");
    REQUIRE(person.session().seek_end());
    check_panels(person, window.x, 5, "several machines");
    person.key("a", true);
    check_targets(person, "several points");
    person.key("Enter");
    check_targets(person, "menu of several points");
    person.key("Escape");
    person.session().set_notice("There is no algorithm “magic”.");
    check_targets(person, "a notice");
    person.key("z");
    check_targets(person, "large, for a class");
  }
}

TEST_CASE("the tabs of a narrow window can be read, all six of them") {
  for (const ImVec2 window : {ImVec2(390, 844), ImVec2(360, 640), ImVec2(320, 568),
                              ImVec2(320, 480), ImVec2(568, 320), ImVec2(640, 360)}) {
    for (const std::string text : {"1", "2"}) {
      CAPTURE(text);
      Person person(window.x, window.y);
      person.app().set_text_size(std::stod(text));
      person.key("c");
      check_rows(person, 5, sentence(short_text(window.x), " × ", short_text(window.y)));
    }
  }
}

TEST_CASE("each of the classes has a button that holds its shape and its number") {
  for (const ImVec2 window : windows) {
    for (const int classes : {3, 6, 7, 8, 9, 13, most_classes}) {
      Person person(window.x, window.y);
      if (window.x < 900) {
        const App::PlaneRect plane = person.app().plane();
        person.click({window.x * 2.5F / 4, static_cast<float>(plane.top + plane.height) + 24});
      }
      for (int label = 1; label <= classes; ++label) {
        const auto added = person.session().carry_out(
            {"add-point", {{"x", 0.1 * label}, {"y", 0.0}, {"label", double(label)}}});
        REQUIRE_MESSAGE(added, added.error().message);
      }
      check_rows(person, static_cast<std::size_t>(8 + classes), std::to_string(classes));
    }
  }
}
