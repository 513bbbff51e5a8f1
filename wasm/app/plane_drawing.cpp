// The decision surface, and what is drawn on it.

#include "app/plane_drawing.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/classes.h"
#include "app/painter.h"
#include "app/widgets.h"
#include "core/ascending.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

// Of more points the markers are stamped: drawn each they are nearly all that a frame is made of.
constexpr int most_drawn = 100;
static_assert(most_drawn <= few_points);  // rings around what is selected are stamped beyond those

// The colours of a class from its faintest shade to its strongest, finer than a screen can show.
class ShadeColors {
 public:
  ShadeColors(const Theme& theme, const Surface& surface) : theme_(theme), surface_(surface) {
    if (surface.targets) return;
    for (int k = 0; k < std::max(2, surface.outputs); ++k) {
      for (int i = 0; i < steps; ++i) {
        colors_.push_back(color_of(theme, surface_paint({k, 1.0 * i / (steps - 1)})));
      }
    }
  }

  // At a place with these decision values.
  ImU32 at(const double* f) const {
    if (surface_.targets) return color_of(theme_, value_paint(*f, *surface_.targets));
    const Shade shade = shade_of(f, surface_.outputs, surface_.scale);
    if (shade.winner < 0) return theme_.card;
    const auto step = static_cast<int>(shade.share * (steps - 1) + 0.5);
    return colors_[static_cast<std::size_t>(shade.winner * steps + step)];
  }

 private:
  static constexpr int steps = 256;
  const Theme& theme_;
  const Surface& surface_;
  std::vector<ImU32> colors_;
};

void draw_surface(Ui& ui, ImDrawList& list) {
  const Surface& surface = ui.surface;
  const Rect& rect = ui.view.rect;
  if (surface.values.empty()) {
    const bool untrained = ui.session().machine().untrained();
    list.AddRectFilled(rect.min, rect.max,
                       color_of(ui.theme, untrained ? untrained_paint : picture::card));
    return;
  }
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  const ShadeColors colors(ui.theme, surface);
  // A lattice of side × side values over a part of the rectangle, in shares from the bottom left. Its
  // cells that are cut are left out.
  const auto draw_lattice = [&](const double* values, int side, double left, double bottom,
                                double share, std::span<const int> cut) {
    const auto cells = static_cast<int>((side - 1) * (side - 1) - std::ssize(cut));
    list.PrimReserve(cells * 6, side * side);
    const auto first = list._VtxCurrentIdx;
    for (int r = 0; r + 1 < side; ++r) {
      for (int c = 0; c + 1 < side; ++c) {
        const int at = r * side + c;
        if (std::ranges::binary_search(cut, at)) continue;
        const auto corner = static_cast<ImDrawIdx>(first + static_cast<unsigned>(at));
        const auto up = static_cast<ImDrawIdx>(corner + static_cast<unsigned>(side));
        for (const unsigned index : {corner, corner + 1, up + 1, corner, up + 1, up}) {
          list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
        }
      }
    }
    for (int r = 0; r < side; ++r) {
      const double y = bottom + share * r / (side - 1);
      for (int c = 0; c < side; ++c) {
        const double x = left + share * c / (side - 1);
        const double* f = values + static_cast<std::ptrdiff_t>((r * side + c) * surface.outputs);
        list.PrimWriteVtx({rect.min.x + rect.width() * f32(x), rect.max.y - rect.height() * f32(y)},
                          uv, colors.at(f));
      }
    }
  };
  const int side = surface.columns;
  std::vector<int> cut = surface.cut;
  ascending_once(cut);
  draw_lattice(surface.values.data(), side, 0, 0, 1, cut);
  const double cell = 1.0 / (side - 1);
  constexpr int finer = Surface::finer + 1;
  for (std::size_t i = 0; i < surface.cut.size(); ++i) {
    const int column = surface.cut[i] % side, row = surface.cut[i] / side;
    draw_lattice(
        surface.within.data() + i * finer * finer * static_cast<std::size_t>(surface.outputs),
        finer, column * cell, row * cell, cell, {});
  }
}

void draw_differences(Ui& ui, ImDrawList& list) {
  const Rect& rect = ui.view.rect;
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  Surface& surface = ui.surface;
  const auto strips = static_cast<int>(rect.height());
  if (surface.strips != strips) {
    std::vector<const DecisionLattice*> lattices = {&surface};
    for (const Relief& other : surface.others) lattices.push_back(&other);
    surface.differences = disagreement(lattices, strips);
    surface.strips = strips;
  }
  const ImU32 color = color_of(ui.theme, difference_paint);
  const float height = rect.height() / f32(strips);
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // its pieces have no seams then
  for (const Stretch& stretch : surface.differences) {
    const float bottom = rect.max.y - f32(stretch.strip) * height;
    list.AddRectFilled({rect.min.x + f32(stretch.from) * rect.width(), bottom - height},
                       {rect.min.x + f32(stretch.to) * rect.width(), bottom}, color);
  }
  list.Flags = flags;
}

constexpr float least_told_height = 320, told_line_height = 17;

float height_of(std::span<const std::string_view> lines) {
  return f32(static_cast<double>(lines.size())) * told_line_height;
}

void draw_lines(const Ui& ui, ImDrawList& list, ImVec2 at,
                std::span<const std::string_view> lines) {
  for (const std::string_view line : lines) {
    draw_text(list, ui.fonts.small, at, ui.theme.ink, line);
    at.y += told_line_height;
  }
}

}  // namespace

void draw_told(Ui& ui, ImDrawList& list, const Rect& part, std::string_view text) {
  if (part.height() < least_told_height) return;
  constexpr float pad = 8, below = 36, most = 460;
  const float width = std::min(part.width() - 2 * pad - 24, most);
  const auto lines = wrapped(ui.fonts.small, text, width);
  float widest = 0;
  for (const std::string_view line : lines) {
    widest = std::max(widest, text_size(ui.fonts.small, line).x);
  }
  const float height = height_of(lines);
  const ImVec2 at = {std::round(part.center().x - widest / 2), part.max.y - below - height};
  ui.message_top = std::min(ui.message_top, at.y - pad + 2);
  ui.stands_at_foot(at.y - pad + 2);
  list.AddRectFilled(at - ImVec2(pad, pad - 2), at + ImVec2(widest + pad, height + pad - 2),
                     faded(ui.theme.card, 0.9F), 8);
  list.AddRect(at - ImVec2(pad, pad - 2), at + ImVec2(widest + pad, height + pad - 2),
               ui.theme.hairline, 8);
  draw_lines(ui, list, at, lines);
}

void tell_below(Ui& ui, Rect& card, std::string_view text) {
  if (card.height() < least_told_height) return;
  constexpr float pad = 8;
  const auto lines = wrapped(ui.fonts.small, text, card.width() - 2 * pad);
  card.max.y -= height_of(lines) + pad;
  draw_lines(ui, *ImGui::GetWindowDrawList(), {card.min.x + pad, card.max.y + pad}, lines);
}

void draw_corners(const Ui& ui, ImDrawList& list, const Rect& rect) {
  constexpr float r = measure::radius, quarter = 1.5707963F;
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (int i = 0; i < 4; ++i) {
    const bool right = i == 0 || i == 3, bottom = i < 2;
    const ImVec2 corner = {right ? rect.max.x : rect.min.x, bottom ? rect.max.y : rect.min.y};
    list.PathArcTo({corner.x + (right ? -r : r), corner.y + (bottom ? -r : r)}, r, f32(i) * quarter,
                   f32(i + 1) * quarter);
    // Not convex, but every point of the arc can be seen from the corner. The border hides the
    // steps.
    const std::vector<ImVec2> arc(list._Path.begin(), list._Path.end());
    list.PathClear();
    for (std::size_t k = 1; k < arc.size(); ++k) {
      list.AddTriangleFilled(corner, arc[k - 1], arc[k], ui.theme.ground);
    }
  }
  list.Flags = flags;
  list.AddRect(rect.min, rect.max, ui.theme.hairline, r);
}

void add_shown_proof(Ui& ui, picture::Drawing& drawing) {
  add_proof(drawing, ui.view.frame(), ui.session(), shown_proof(ui));
}

void draw_plane(Ui& ui, ImDrawList& list, void (*below_points)(Ui& ui, picture::Drawing& drawing)) {
  const Session& session = ui.session();
  const Scene& scene = session.scene();
  const Rect& rect = ui.view.rect;
  list.PushClipRect(rect.min, rect.max, true);
  const bool differences = ui.differences && !ui.surface.others.empty();
  const auto draw_ground = differences ? draw_differences : draw_surface;
  draw_ground(ui, list);
  const PlaneFrame frame = ui.view.frame();
  const Attention attention = {session.selected(), ui.hovered_point};
  picture::Drawing& drawing = ui.plane_marks;
  drawing.marks.clear();
  // A proof has lines of its own.
  add_lines(drawing, frame, session, ui.surface, below_points == nullptr);
  add_scales(drawing, frame, names_of_axes(session), Scales::within);
  if (below_points) below_points(ui, drawing);
  add_points(drawing, frame, session, ui.surface, attention);
  add_numbers(drawing, frame, session, attention);
  const auto count = static_cast<int>(scene.data.size());
  const bool stamped = count > most_drawn;
  if (stamped) {
    ui.sprites.prepare(point_radius(count), ImGui::GetIO().DisplayFramebufferScale.x);
  }
  paint(ui, list, drawing, stamped ? Markers::stamped : Markers::drawn);
  if (count == 0) {
    const std::string text =
        session.plane().shows_target
            ? std::string("Click to place a point")
            : sentence("Click to place a point of class ",
                       class_name(std::max(2, class_of(ui.placing.label)), ui.placing.label));
    const ImVec2 size = text_size(ui.fonts.text, text);
    draw_text(list, ui.fonts.text, rect.center() - ImVec2(size.x / 2, size.y / 2), ui.theme.soft,
              text);
  } else if (scene.data.X.cols() > 2) {
    const std::string text = features_note(scene);
    const std::string fitting = shortened(ui.fonts.small, text, rect.width() - 100);
    const float width = text_size(ui.fonts.small, fitting).x;
    const ImVec2 at = {std::round(rect.center().x - width / 2), rect.min.y + 51};
    list.AddRectFilled(at - ImVec2(8, 3), at + ImVec2(width + 8, 19), faded(ui.theme.card, 0.8F),
                       6);
    draw_text(list, ui.fonts.small, at, ui.theme.soft, fitting);
  }
  draw_corners(ui, list, rect);
  list.PopClipRect();
}

}  // namespace marginscope
