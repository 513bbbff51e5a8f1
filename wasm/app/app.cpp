#include "app/app.h"

#include <emscripten/html5.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/ui.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr float narrow_below = 900;  // CSS pixels
// Sizes that depend on last frame's content, and hover states, settle within this many frames.
constexpr int frames_to_settle = 3;
constexpr float transport_height = 56, narrow_transport_height = 94;
constexpr float sentence_height = 52, narrow_sentence_height = 96;
constexpr float scrollbar_room = 10;  // right of a column's cards

// A column of cards that scrolls where it is too long.
void begin_column(Ui& ui, const char* id, const Rect& rect) {
  ui.card_width = rect.width();
  ImGui::SetCursorScreenPos(rect.min);
  ImGui::BeginChild(id, {rect.width() + scrollbar_room, rect.height()});
}

void end_column(Ui& ui) {
  scroll_by_touch(ui);
  ImGui::EndChild();
}

Result<void> edited(App& app, const Command& command) { return app.session().apply(command); }

}  // namespace

// --- Ui ---

bool Ui::apply(const Command& command) {
  const auto done = session().apply(command);
  if (!done) session().set_notice(done.error().message);
  return done.has_value();
}

void Ui::request(std::string kind) {
  Request wanted;
  wanted.kind = std::move(kind);
  requests.push_back(std::move(wanted));
}

void Ui::request_edit(std::string target, std::string value, const Rect& rect) {
  requests.push_back({"edit", std::move(target), std::move(value), rect.min.x, rect.min.y,
                      rect.width(), rect.height()});
}

// --- App ---

App::App() : ui_(std::make_unique<Ui>(*this)) {}
App::~App() = default;

bool App::start(const std::string& canvas, bool dark) {
  canvas_ = canvas;
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = false;
  attributes.stencil = false;
  attributes.antialias = false;  // the draw lists smooth their own edges
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
      emscripten_webgl_create_context(canvas.c_str(), &attributes);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
    return false;
  }
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "page";
  io.BackendRendererName = "marginscope";
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  if (!ui_->renderer.start()) return false;
  ui_->fonts = load_fonts();
  started_ = true;
  set_dark(dark);
  return true;
}

bool App::restore_graphics() {
  settling_ = frames_to_settle;
  return started_ && ui_->renderer.restart();
}

void App::resize(float width, float height, float pixel_ratio) {
  // Whole pixels, so that everything that is laid out from the edges is sharp.
  width_ = std::max(1.0F, std::floor(width));
  height_ = std::max(1.0F, std::floor(height));
  pixel_ratio_ = pixel_ratio > 0 ? pixel_ratio : 1;
  if (!started_) return;
  emscripten_set_canvas_element_size(canvas_.c_str(),
                                     static_cast<int>(std::lround(width_ * pixel_ratio_)),
                                     static_cast<int>(std::lround(height_ * pixel_ratio_)));
  settling_ = frames_to_settle;
}

void App::pointer(float x, float y, bool touch) {
  if (!started_) return;
  ui_->touch = touch;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(x, y);
  settling_ = frames_to_settle;
}

void App::pointer_leave() {
  if (!started_) return;
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  settling_ = frames_to_settle;
}

void App::button(int index, bool down) {
  if (!started_ || index < 0 || index > 2) return;
  ImGui::GetIO().AddMouseButtonEvent(index, down);
  settling_ = frames_to_settle;
}

void App::wheel(float dx, float dy) {
  if (!started_) return;
  ImGui::GetIO().AddMouseWheelEvent(dx, dy);
  settling_ = frames_to_settle;
}

bool App::key(const std::string& key, bool ctrl, bool shift, bool alt) {
  if (!started_ || alt) return false;
  Ui& ui = *ui_;
  const auto report = [this](const Result<void>& done) {
    if (!done) session_.set_notice(done.error().message);
  };
  const std::string lower =
      key.size() == 1 && key[0] >= 'A' && key[0] <= 'Z' ? std::string(1, static_cast<char>(key[0] + 32))
                                                        : key;
  settling_ = frames_to_settle;
  if (ctrl) {
    if (lower == "z" && !shift) {
      session_.undo();
    } else if (lower == "y" || (lower == "z" && shift)) {
      session_.redo();
    } else {
      return false;
    }
    return true;
  }
  if (ui.help) {
    ui.help = false;
    if (key == "Escape" || key == "?") return true;
  }
  if (key == " ") {
    toggle_play(ui);
  } else if (key == "ArrowLeft") {
    report(session_.step(shift ? -10 : -1));
  } else if (key == "ArrowRight") {
    report(session_.step(shift ? 10 : 1));
  } else if (key == "Home") {
    report(session_.seek(0));
  } else if (key == "End") {
    session_.seek_end();
  } else if (lower == "v") {
    ui.placing.validation = !ui.placing.validation;
  } else if (lower == "a") {
    ui.placing.tool = Tool::add;
  } else if (lower == "m") {
    ui.placing.tool = Tool::move;
  } else if (lower == "e") {
    ui.placing.tool = Tool::erase;
  } else if (lower == "f") {
    fit_view(ui);
  } else if (lower == "t") {
    set_dark(!dark_);
  } else if (key == "?") {
    ui.help = true;
  } else if (key == "Delete" || key == "Backspace") {
    if (session_.selected() < 0) return false;
    ui.apply(RemovePoints{{session_.selected()}});
  } else if (key == "Escape") {
    if (GImGui->OpenPopupStack.Size > 0) {
      ui.close_popups = true;
    } else if (session_.busy()) {
      session_.cancel();
    } else if (session_.playing()) {
      session_.pause();
    } else {
      session_.select(-1);
    }
  } else if (key.size() == 1 && key[0] >= '1' && key[0] <= '8') {
    ui.placing.label = key[0] == '2' ? -1 : key[0] - '0';
  } else {
    return false;
  }
  return true;
}

bool App::frame(double now) {
  if (!started_) return false;
  // Work that is waited for has more of a frame; with what is drawn 30 a second are left.
  const bool working = session_.tick(now, std::chrono::milliseconds(session_.busy() ? 12 : 8));
  Ui& ui = *ui_;
  if (session_.version() != drawn_version_ || (ui.wake_at >= 0 && now >= ui.wake_at)) {
    settling_ = std::max(settling_, 2);
  }
  if (GImGui->InputEventsQueue.Size > 0) settling_ = std::max(settling_, frames_to_settle);
  // While nothing changes, frames go to the surface, and the first that is drawn is the one with it.
  if (settling_ == 0 && ui.finer_surface && refine_surface(ui)) settling_ = 1;
  if (settling_ > 0) {
    --settling_;
    draw(now);
  }
  return working || settling_ > 0 || ui.finer_surface || GImGui->InputEventsQueue.Size > 0 ||
         ui.wake_at >= 0 || session_.version() != drawn_version_;
}

void App::draw(double now) {
  Ui& ui = *ui_;
  drawn_version_ = session_.version();
  ++frames_;
  ui.now = now;
  ui.wake_at = -1;
  ui.cursor = "default";
  ui.next_hovered_point = -1;
  ui.next_hovered_iteration = -1;
  ui.next_hint = 0;
  ui.narrow = width_ < narrow_below;

  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width_, height_};
  io.DisplayFramebufferScale = {pixel_ratio_, pixel_ratio_};
  io.DeltaTime = f32(std::clamp(now - last_drawn_, 1e-3, 1.0));
  last_drawn_ = now;
  ImGui::NewFrame();
  // Dear ImGui does this only for fonts that are pushed; ours are handed to the draw lists.
  for (const Face& face : {ui.fonts.text, ui.fonts.strong, ui.fonts.symbol}) {
    face.font->CurrentRasterizerDensity = pixel_ratio_;
  }
  lay_out();
  ImGui::Render();

  ui.renderer.draw(*ImGui::GetDrawData(), static_cast<int>(std::lround(width_ * pixel_ratio_)),
                   static_cast<int>(std::lround(height_ * pixel_ratio_)), ui.theme.ground);

  ui.close_popups = false;
  if (!ImGui::IsMouseDown(0)) ui.scrolling_by_touch = false;
  if (ImGui::IsMouseClicked(0)) ui.hint_since = DBL_MAX;
  if (ui.next_hint != ui.hint) {
    ui.hint = ui.next_hint;
    ui.hint_since = now;
    if (ui.hint) ui.wake_at = now + 0.5;
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
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({width_, height_});
  ImGui::PushFont(ui.fonts.text.font, ui.fonts.text.size);
  ImGui::Begin("playground", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  if (ui.narrow) {
    lay_out_narrow();
  } else {
    lay_out_wide();
  }
  if (ui.help) help_overlay(ui, {{0, 0}, {width_, height_}});
  ImGui::End();
  ImGui::PopFont();
}

void App::lay_out_wide() {
  Ui& ui = *ui_;
  constexpr float gap = measure::gap;
  transport_panel(ui, {{0, 0}, {width_, transport_height}});
  const float top = transport_height + gap, bottom = height_ - sentence_height - gap;
  const float left_width = width_ < 1200 ? 248.0F : 272.0F;
  const float right_width = std::floor(std::clamp(width_ * 0.28F, 252.0F, 460.0F));
  const Rect left = {{gap, top}, {gap + left_width, bottom}};
  const Rect right = {{width_ - gap - right_width, top}, {width_ - gap, bottom}};
  plane_panel(ui, {{left.max.x + gap, top}, {right.min.x - gap, bottom}});
  begin_column(ui, "left", left);
  algorithm_panel(ui);
  vertical_space(gap);
  rules_panel(ui);
  vertical_space(gap);
  data_panel(ui);
  end_column(ui);
  begin_column(ui, "right", right);
  charts_panel(ui, right.height());
  end_column(ui);
  sentence_bar(ui, {{0, height_ - sentence_height}, {width_, height_}});
}

void App::lay_out_narrow() {
  Ui& ui = *ui_;
  constexpr float gap = 8;
  transport_panel(ui, {{0, 0}, {width_, narrow_transport_height}});
  const float top = narrow_transport_height + gap, bottom = height_ - narrow_sentence_height;
  // The plane is about square, but leaves the panels some room.
  const float plane_height = std::floor(std::clamp(
      width_ - 2 * gap, std::min(200.0F, (bottom - top) * 0.5F), (bottom - top) * 0.54F));
  const Rect plane = {{gap, top}, {width_ - gap, top + plane_height}};
  plane_panel(ui, plane);
  static constexpr Segment tabs[] = {
      {.label = "Algorithm"}, {.label = "Rules"}, {.label = "Points"}, {.label = "Charts"}};
  ImGui::SetCursorScreenPos({gap, plane.max.y + gap});
  if (const auto tab = segmented(ui, "tabs", tabs, static_cast<int>(ui.tab), width_ - 2 * gap)) {
    ui.tab = static_cast<Tab>(*tab);
  }
  const float panel_top = plane.max.y + 2 * gap + measure::control_height;
  begin_column(ui, "panel", {{gap, panel_top}, {width_ - gap, bottom - gap}});
  switch (ui.tab) {
    case Tab::algorithm: algorithm_panel(ui); break;
    case Tab::rules: rules_panel(ui); break;
    case Tab::data: data_panel(ui); break;
    case Tab::charts: charts_panel(ui, 0); break;
  }
  end_column(ui);
  sentence_bar(ui, {{0, bottom}, {width_, height_}});
}

void App::set_dark(bool dark) {
  dark_ = dark;
  ui_->theme = dark ? dark_theme() : light_theme();
  if (started_) apply_style(ui_->theme);
  settling_ = frames_to_settle;
}

Result<void> App::finish_edit(std::string_view target, std::string_view value) {
  settling_ = frames_to_settle;
  const std::size_t colon = target.find(':');
  const std::string_view kind = target.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view() : target.substr(colon + 1);
  if (kind == "field") return edited(*this, SetField{std::string(rest), std::string(value)});
  if (kind == "rule") return set_rule_field(*ui_, rest, value);
  if (kind == "problem") return set_problem_field(*ui_, rest, value);
  if (kind == "seed") {
    const auto seed = parse_seed(value);
    if (!seed) return fail(seed.error());
    return set_seed(*ui_, *seed);
  }
  return fail(sentence("There is nothing called \"", target, "\" to edit"));
}

std::vector<Request> App::take_requests() { return std::exchange(ui_->requests, {}); }

std::string App::cursor() const { return ui_->cursor; }

App::PlaneRect App::plane() const {
  const PlaneView& view = ui_->view;
  return {view.x_at(view.rect.min.x), view.y_at(view.rect.max.y), view.x_at(view.rect.max.x),
          view.y_at(view.rect.min.y), view.rect.min.x,            view.rect.min.y,
          view.rect.width(),          view.rect.height()};
}

}  // namespace marginscope
