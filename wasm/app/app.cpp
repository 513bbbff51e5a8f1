#include "app/app.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>

#include "app/explanations.h"
#include "app/keys.h"
#include "app/panels.h"
#include "app/plane_tools.h"
#include "app/ui.h"
#include "app/widgets.h"
#include "core/text.h"

namespace marginscope {
namespace {

constexpr float narrow_below = 900;  // CSS pixels
// Sizes that depend on last frame's content, and hover states, settle within this many frames.
constexpr int frames_to_settle = 3;
// A frame's work while an algorithm plays: steps take what drawing leaves of it, but not less than an
// eighth of what drawing takes, however long that is. Work that is waited for takes a little more, and with
// what is drawn no more than a frame of 60 a second has.
constexpr std::chrono::milliseconds work_of_frame{9}, waited_for{10};
constexpr float transport_height = 56, narrow_transport_height = 94;
constexpr float sentence_height = 52, narrow_sentence_height = 96, low_sentence_height = 78;
constexpr float scrollbar_room = 10;  // right of a column's cards
// The window for which sizes are as they stand here; in a larger one they grow, in these steps.
constexpr float usual_width = 1440, usual_height = 900, scale_step = 0.1F, largest_scale = 2;
// How much larger all is for a class: the smallest text, of 12 pixels, is one of 22 on a screen of
// 1920 × 1080, where the window's part is 1.2.
constexpr float presented = 22.0F / (12 * 1.2F) + 0.005F;
// That much of the window stays, if it is there at all.
constexpr float narrowest = 360, lowest = 480;
// That much of the canvas stays for larger text; where panels lie beside the plane it may be lower.
constexpr float least_width = 320, least_height = 420, least_height_beside = 320;

// A low canvas has the panels beside the plane, which keeps half the height.
bool is_low(float width, float height) { return height < 0.8F * width; }

// How large all can be on a canvas of that size, in steps.
float largest_fitting(float width, float height) {
  const float high = height / (is_low(width, height) ? least_height_beside : least_height);
  const float steps = std::floor(std::min(width / least_width, high) / scale_step + 0.01F);
  return std::max(1.0F, steps * scale_step);
}

// A column of cards that scrolls where it is too long.
void begin_column(Ui& ui, const char* id, const Rect& rect) {
  ui.card_width = rect.width();
  ImGui::SetCursorScreenPos(rect.min);
  ImGui::BeginChild(id, {rect.width() + scrollbar_room, rect.height()});
  ui.column_scrolls = ImGui::GetScrollMaxY() > 0;
}

void end_column(Ui& ui) {
  scroll_by_touch(ui);
  ImGui::EndChild();
}

// Nothing stands below the plane.
void take_no_room(Ui&, Rect&) {}

// So that the last row sees what is spoken of.
void mark_pointer(const Ui& ui) {
  constexpr float radius = 26;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (!ImGui::IsMousePosValid(&at)) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddCircleFilled(at, radius, faded(ui.theme.ink, 0.1F));
  list.AddCircle(at, radius, ui.theme.ink, 0, 3);
}

}  // namespace

App::App(Screen& screen) : screen_(screen), ui_(std::make_unique<Ui>(session_)) {}
App::~App() = default;

bool App::start(const std::string& place, bool dark, bool contrast) {
  if (!screen_.start(place, pixels(canvas_width_), pixels(canvas_height_))) return false;
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "page";
  io.BackendRendererName = "marginscope";
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  ui_->fonts = load_fonts();
  started_ = true;
  set_theme(dark, contrast);
  return true;
}

bool App::restore_graphics() {
  settling_ = frames_to_settle;
  return started_ && screen_.restart();
}

void App::resize(float width, float height, float pixel_ratio, float window_width,
                 float window_height) {
  // Whole pixels, so that everything that is laid out from the edges is sharp.
  canvas_width_ = std::max(1.0F, std::floor(width));
  canvas_height_ = std::max(1.0F, std::floor(height));
  window_width_ = window_width;
  window_height_ = window_height;
  device_ratio_ = pixel_ratio > 0 ? pixel_ratio : 1;
  fit_scale();
  if (!started_) return;
  screen_.resize(pixels(canvas_width_), pixels(canvas_height_));
  settling_ = frames_to_settle;
}

int App::pixels(float length) const {
  return static_cast<int>(std::lround(length * device_ratio_));
}

void App::fit_scale() {
  const float fits = std::min(window_width_ / usual_width, window_height_ / usual_height);
  const float steps = std::floor(std::clamp(fits, 1.0F, largest_scale) / scale_step + 0.01F);
  const float before = scale_;
  text_scale_ = steps * scale_step * ui_->text_size;
  if (ui_->presenting) {
    const float room = std::min(window_width_ / narrowest, window_height_ / lowest);
    text_scale_ *= std::clamp(room / text_scale_, 1.0F, presented);
  }
  scale_ = std::min(text_scale_, largest_fitting(canvas_width_, canvas_height_));
  width_ = canvas_width_ / scale_;
  height_ = canvas_height_ / scale_;
  pixel_ratio_ = device_ratio_ * scale_;
  // The pointer stays where it is in the window, which is another place on the canvas.
  if (scale_ != before && pointer_) {
    const ImVec2 place = *pointer_ / scale_;
    ImGui::GetIO().AddMousePosEvent(place.x, place.y);
  }
}

void App::set_text_size(double factor) {
  ui_->text_size = std::clamp(f32(factor), Ui::least_text_size, Ui::largest_text_size);
  settling_ = frames_to_settle;
}

double App::text_size() const { return std::round(ui_->text_size * 100.0) / 100; }

void App::pass_time(double now) { ui_->now = std::max(ui_->now, now); }

void App::pointer(float x, float y, bool touch) {
  if (!started_) return;
  ui_->touch = touch;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  pointer_ = ImVec2(x, y);
  const ImVec2 place = *pointer_ / scale_;
  io.AddMousePosEvent(place.x, place.y);
  if (draws_path(*ui_)) lengthen_path(*ui_, place);
  settling_ = frames_to_settle;
}

void App::pointer_leave() {
  if (!started_) return;
  pointer_.reset();
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  settling_ = frames_to_settle;
}

void App::button(int index, bool down, bool shift) {
  if (!started_ || index < 0 || index > 2) return;
  // A pen, a finger or a quick hand presses where no frame has shown the pointer yet, and lets go
  // where none has.
  settle_input();
  if (down) ui_->shift = shift;
  ImGui::GetIO().AddMouseButtonEvent(index, down);
  // A path begins and ends before the pointer goes on.
  settle_input();
  settling_ = frames_to_settle;
}

int App::held_button() {
  settle_input();
  return ui_->held_button;
}

void App::wheel(float dx, float dy) {
  if (!started_) return;
  ImGui::GetIO().AddMouseWheelEvent(dx, dy);
  settling_ = frames_to_settle;
}

bool App::key(const std::string& key, bool ctrl, bool shift, bool alt) {
  if (!started_ || alt) return false;
  settle_input();
  settling_ = frames_to_settle;
  const bool taken = press_key(*ui_, key, ctrl, shift);
  ui_->carry_out(session_);
  return taken;
}

bool App::ends_by_escape() {
  settle_input();
  return marginscope::ends_by_escape(*ui_);
}

void App::settle_input() {
  // Before the first frame there is nothing to press.
  if (!started_ || frames_ == 0) return;
  while (GImGui->InputEventsQueue.Size > 0 || ui_->menu.stale) {
    begin_frame();
    lay_out();
    ui_->carry_out(session_);
    ImGui::EndFrame();
    end_frame();
  }
}

bool App::frame(double now) {
  if (!started_) return false;
  pass_time(now);
  const bool working = session_.tick(
      now, session_.busy()
               ? waited_for
               : std::max<std::chrono::nanoseconds>(work_of_frame - drawing_, drawing_ / 8));
  Ui& ui = *ui_;
  if (session_.version() != drawn_version_ || (ui.wake_at >= 0 && now >= ui.wake_at)) {
    settling_ = std::max(settling_, 2);
  }
  if (GImGui->InputEventsQueue.Size > 0) settling_ = std::max(settling_, frames_to_settle);
  // While nothing changes, frames go to the surface, and the first that is drawn is the one with it.
  if (settling_ == 0 && ui.finer_surface && refine_surface(ui)) settling_ = 1;
  if (settling_ > 0) {
    --settling_;
    draw();
  }
  return working || settling_ > 0 || ui.finer_surface || GImGui->InputEventsQueue.Size > 0 ||
         ui.wake_at >= 0 || session_.version() != drawn_version_;
}

void App::begin_frame() {
  Ui& ui = *ui_;
  ui.cursor = "default";
  ui.held_button = -1;
  ui.next_hovered_point = -1;
  ui.next_hovered_iteration = -1;
  ui.next_hint = 0;
  // Dear ImGui tells a double click by it.
  ImGui::GetIO().DeltaTime = f32(std::clamp(ui.now - last_begun_, 1e-3, 1.0));
  last_begun_ = ui.now;
  ImGui::NewFrame();
  if (ImGui::IsMouseClicked(0)) ui.hint_since = DBL_MAX;
  // Dear ImGui does this only for fonts that are pushed; ours are handed to the draw lists.
  for (const Face& face : {ui.fonts.text, ui.fonts.strong, ui.fonts.symbol, ui.fonts.upright}) {
    face.font->CurrentRasterizerDensity = pixel_ratio_;
  }
}

void App::draw() {
  const auto began = std::chrono::steady_clock::now();
  Ui& ui = *ui_;
  ++frames_;
  ui.wake_at = -1;
  fit_scale();
  ui.narrow = width_ < narrow_below;

  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width_, height_};
  io.DisplayFramebufferScale = {pixel_ratio_, pixel_ratio_};
  begin_frame();
  lay_out();
  drawn_version_ = session_.version();
  ui.carry_out(session_);
  if (session_.version() != drawn_version_) {
    // What is drawn is what the panels asked for, not what they asked it of.
    ImGui::EndFrame();
    begin_frame();
    lay_out();
    drawn_version_ = session_.version();
    ui.carry_out(session_);
  }
  ImGui::Render();
  screen_.draw(*ImGui::GetDrawData(), ui.theme.ground);
  end_frame();
  // One frame that took long counts for some of those that follow it: they may be like it.
  drawing_ = std::max<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - began,
                                                drawing_ * 9 / 10);
}

// What the next frame takes over from this one.
void App::end_frame() {
  Ui& ui = *ui_;
  ui.close_popups = false;
  if (settle_menu(ui)) settling_ = std::max(settling_, 1);
  if (!ImGui::IsMouseDown(0)) ui.scrolling_by_touch = false;
  if (ui.next_hint != ui.hint) {
    ui.hint = ui.next_hint;
    ui.hint_since = ui.now;
    if (ui.hint) ui.wake_at = ui.now + rest_before_hint;
  }
  if (ui.hovered_point != ui.next_hovered_point ||
      ui.hovered_iteration != ui.next_hovered_iteration) {
    settling_ = std::max(settling_, 1);
  }
  ui.hovered_point = ui.next_hovered_point;
  ui.hovered_iteration = ui.next_hovered_iteration;
}

void App::lay_out() {
  Ui& ui = *ui_;
  ui.message_top = height_;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({width_, height_});
  ImGui::PushFont(ui.fonts.text.font, ui.fonts.text.size);
  ImGui::Begin("playground", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoBackground);
  if (ui.narrow) {
    lay_out_narrow();
  } else {
    lay_out_wide();
  }
  if (ui.presenting) {
    mark_pointer(ui);
  } else {
    first_steps_panel(ui);
  }
  ImGui::End();
  ImGui::PopFont();
}

void App::lay_out_wide() {
  Ui& ui = *ui_;
  constexpr float gap = measure::gap;
  const PartSet parts = ui.shown_parts();
  const bool settings =
      parts.has(Part::algorithm) || parts.has(Part::rules) || parts.has(Part::points);
  const bool charts = parts.has(Part::charts);
  float top = gap, bottom = height_ - gap;
  if (parts.has(Part::transport)) {
    transport_panel(ui, {{0, 0}, {width_, transport_height}});
    top += transport_height;
  }
  if (parts.has(Part::sentence)) bottom -= sentence_height;
  const float left_width = width_ < 1200 ? 248.0F : 272.0F;
  const float right_width = std::floor(std::clamp(width_ * 0.28F, 252.0F, 460.0F));
  const Rect left = {{gap, top}, {gap + left_width, bottom}};
  const Rect right = {{width_ - gap - right_width, top}, {width_ - gap, bottom}};
  Rect plane = {{settings ? left.max.x + gap : gap, top},
                {charts ? right.min.x - gap : width_ - gap, bottom}};
  // Chosen before it is called, it stays a function of its own, so that a first visit can do without
  // (wasm/toolchain/deferred_functions.txt).
  const auto take_room = ui.session().machines().size() > 1 ? comparison_below : take_no_room;
  take_room(ui, plane);
  card_ = plane;
  plane_panel(ui, plane);
  if (settings) {
    begin_column(ui, "left", left);
    if (parts.has(Part::algorithm)) {
      algorithm_panel(ui);
      vertical_space(gap);
    }
    if (parts.has(Part::rules)) {
      rules_panel(ui);
      vertical_space(gap);
    }
    if (parts.has(Part::points)) data_panel(ui);
    end_column(ui);
  }
  if (charts) {
    begin_column(ui, "right", right);
    charts_panel(ui, right.height());
    end_column(ui);
  }
  if (parts.has(Part::sentence)) {
    sentence_bar(ui, {{0, height_ - sentence_height}, {width_, height_}});
  }
}

void App::lay_out_narrow() {
  Ui& ui = *ui_;
  constexpr float gap = 8;
  const PartSet parts = ui.shown_parts();
  if (parts.has(Part::transport)) transport_panel(ui, {{0, 0}, {width_, narrow_transport_height}});
  // A high window has the panels below the plane; and one with little room, such as a lesson leaves on a
  // phone, has the plane or a panel.
  const bool low = is_low(width_, height_);
  const float top = parts.has(Part::transport) ? narrow_transport_height + gap : gap;
  const float bottom = parts.has(Part::sentence)
                           ? height_ - (low ? low_sentence_height : narrow_sentence_height)
                           : height_;
  constexpr float room_for_both = 400;
  const bool one_at_a_time = !low && bottom - top < room_for_both;
  if (parts.has(Part::sentence)) sentence_bar(ui, {{0, bottom}, {width_, height_}});

  struct Panel {
    Tab tab;
    Segment segment;
    bool shown;
  };
  const Panel panels_there[] = {
      {Tab::algorithm, {.label = "Algorithm"}, parts.has(Part::algorithm)},
      {Tab::rules, {.label = "Rules"}, parts.has(Part::rules)},
      {Tab::data, {.label = "Points"}, parts.has(Part::points)},
      {Tab::charts, {.label = "Charts"}, parts.has(Part::charts)},
      {Tab::machines, {.label = "Machines"}, ui.session().machines().size() > 1}};
  Tab tabs[1 + std::size(panels_there)] = {Tab::plane};
  Segment labels[std::size(tabs)] = {{.label = "Plane"}};
  std::size_t count = one_at_a_time ? 1 : 0, chosen = 0;
  for (const Panel& panel : panels_there) {
    if (!panel.shown) continue;
    if (panel.tab == ui.tab) chosen = count;
    if (panel.tab == Tab::charts && ui.tab == Tab::plane && !one_at_a_time) chosen = count;
    tabs[count] = panel.tab;
    labels[count++] = panel.segment;
  }
  Rect plane = {{gap, top}, {width_ - gap, bottom - gap}};
  Rect panels = plane, row = plane;
  if (one_at_a_time) {
    if (count > 1) plane.max.y -= gap + measure::control_height;
    panels = plane;
    row.min.y = plane.max.y + gap;
  } else if (count > 0) {
    if (low) {
      plane.max.x = std::floor(width_ * 0.54F);
      panels.min.x = plane.max.x + gap;
    } else {
      // The plane is about square, but leaves the panels some room.
      const float room = bottom - top;
      plane.max.y = top + std::floor(std::clamp(width_ - 2 * gap, std::min(200.0F, room * 0.5F),
                                                room * 0.54F));
      panels.min.y = plane.max.y + gap;
    }
    row = panels;
    if (count > 1) panels.min.y += gap + measure::control_height;
  }
  if (count > 1) {
    ImGui::SetCursorScreenPos(row.min);
    if (const auto tab = segmented(ui, "tabs", std::span(labels).first(count),
                                   static_cast<int>(chosen), row.width())) {
      chosen = static_cast<std::size_t>(*tab);
      ui.tab = tabs[chosen];
    }
  }
  ui.plane_hidden = one_at_a_time && chosen > 0;
  const bool proves = !ui.plane_hidden && plane_shows(ui) == PlaneShows::proof;
  const auto take_room = proves ? proof_below : take_no_room;
  take_room(ui, plane);
  card_ = plane;
  if (!ui.plane_hidden) plane_panel(ui, plane);
  if (count == 0 || tabs[chosen] == Tab::plane) return;
  begin_column(ui, "panel", panels);
  switch (tabs[chosen]) {
    case Tab::plane:
      break;
    case Tab::algorithm:
      algorithm_panel(ui);
      break;
    case Tab::rules:
      rules_panel(ui);
      break;
    case Tab::data:
      data_panel(ui);
      break;
    case Tab::charts:
      charts_panel(ui, 0);
      break;
    case Tab::machines:
      comparison_panel(ui);
      break;
  }
  end_column(ui);
}

void App::present(bool to_class) {
  ui_->present(to_class);
  settling_ = frames_to_settle;
}

bool App::presenting() const { return ui_->presenting; }

void App::set_stage() {
  ui_->close_popups = true;
  ui_->first_steps_closed = true;
  ui_->view.fitted_data.clear();
  if (ui_->plane_hidden) ui_->tab = Tab::plane;
  settling_ = frames_to_settle;
}

void App::let_taps_select(bool only) { ui_->taps_select = only; }

Result<void> App::show_parts(const std::string& parts) {
  const Result<PartSet> wanted = parse_parts(parts);
  if (!wanted) return fail(wanted.error());
  ui_->parts = *wanted;
  settling_ = frames_to_settle;
  return {};
}

double App::wanted_height() const {
  const float good = std::clamp(0.8F * card_.width(), 200.0F, 640.0F);
  return std::ceil((height_ - card_.height() + good) * scale_);
}

void App::set_theme(bool dark, bool contrast) {
  if (started_) ui_->set_theme(dark, contrast);
  settling_ = frames_to_settle;
}

bool App::dark() const { return ui_->theme.dark; }

std::vector<Request> App::take_requests() {
  std::vector<Request> requests = std::exchange(ui_->requests, {});
  for (Request& request : requests) {
    for (float* length : {&request.left, &request.top, &request.width, &request.height}) {
      *length *= scale_;
    }
  }
  return requests;
}

std::string App::cursor() const { return ui_->cursor; }

namespace {

App::PlaneRect rect_of(const PlaneView& view, float scale) {
  return {view.x_at(view.rect.min.x), view.y_at(view.rect.max.y), view.x_at(view.rect.max.x),
          view.y_at(view.rect.min.y), view.rect.min.x * scale,    view.rect.min.y * scale,
          view.rect.width() * scale,  view.rect.height() * scale};
}

std::string view_id(PlaneShows shows) {
  return std::string(plane_shows_rows[static_cast<std::size_t>(shows)].id);
}

}  // namespace

App::PlaneRect App::plane() const {
  follow_data(*ui_);
  return rect_of(ui_->view, scale_);
}
double App::message_top() const { return ui_->message_top * scale_; }
App::PlaneRect App::weight_plane() const { return rect_of(ui_->plane.view, scale_); }

void App::shade_differences(bool shaded) {
  want_differences(*ui_, shaded);
  ui_->carry_out(session_);
  settling_ = frames_to_settle;
}

bool App::shades_differences() const { return ui_->differences && !without_disagreement(session_); }

std::string App::shown_view() const { return view_id(plane_shows(*ui_)); }

std::string App::view_choice() const {
  return sentence(view_id(ui_->plane.wanted), ":",
                  std::to_string(static_cast<int>(ui_->plane.pair)));
}

void App::choose_view(const std::string& choice) {
  const std::vector<std::string_view> parts = split(choice, ':');
  ui_->plane.wanted = PlaneShows::points;
  for (std::size_t i = 0; i < std::size(plane_shows_rows); ++i) {
    if (plane_shows_rows[i].id == parts[0]) ui_->plane.wanted = static_cast<PlaneShows>(i);
  }
  const auto pair = parts.size() > 1 ? parse_natural(parts[1]) : std::nullopt;
  constexpr auto last = static_cast<std::uint64_t>(WeightPair::second_and_bias);
  want_pair(*ui_, static_cast<WeightPair>(std::min(pair.value_or(0), last)));
  settling_ = frames_to_settle;
}

}  // namespace marginscope
