#pragma once  // for every room above

// The colours of everything that is drawn, light and dark: of the canvas, of the page around it and
// of pictures in files. web/theme_plugin.ts reads them here.

#include <array>

namespace marginscope::picture {

// A way to draw a line: colour and dash together tell the series of a chart apart.
struct SeriesStroke {
  unsigned colour = 0;
  float dash = 0, gap = 0;  // pixels; a solid line has no gap
  float width = 1.5F;
};

// Each as 0xrrggbb.
struct Colours {
  unsigned ground, card, hairline;  // page, panels, one-pixel borders and grid lines
  unsigned ink, soft, faint;        // text and the present moment; secondary; disabled
  unsigned field, hover;            // resting and hovered controls
  unsigned stop;  // thresholds, would-have-stopped ticks and the stop, nothing else

  std::array<unsigned, 8> classes;      // +1, −1, then the third to eighth class
  std::array<SeriesStroke, 6> strokes;  // of the series in charts
};

inline constexpr Colours light_colours{
    .ground = 0xf4f5f7,
    .card = 0xffffff,
    .hairline = 0xe2e5ea,
    .ink = 0x1b2330,
    .soft = 0x5d6877,
    .faint = 0x98a2b0,
    .field = 0xf4f5f7,
    .hover = 0xeceef2,
    .stop = 0x7a3fd0,
    .classes = {0xf59322, 0x0877bd, 0x2f9e6b, 0xb0417f, 0x8a6d1c, 0x35a7b8, 0x9b4a32, 0x6b7280},
    // Told apart in grey, too: from dark to light as from solid to dotted.
    .strokes = {{{0x2a3547, 0, 0, 1.75F},
                 {0x0d8a78, 6, 3, 1.75F},
                 {0xb8325f, 2, 2.5F, 1.75F},
                 {0x7d7a1a, 9, 3, 1.5F},
                 {0x6c7c93, 0, 0, 1.5F},
                 {0x35a08f, 3, 3, 1.5F}}}};

inline constexpr Colours dark_colours{
    .ground = 0x0f1318,
    .card = 0x171c23,
    .hairline = 0x2a313b,
    .ink = 0xe8ecf2,
    .soft = 0xa3aebd,
    .faint = 0x6b7685,
    .field = 0x0f1318,
    .hover = 0x222933,
    .stop = 0xb794f6,
    .classes = {0xffa94d, 0x4db0ee, 0x5fcf9a, 0xe383b8, 0xd4b85a, 0x6fd6e4, 0xd98870, 0xb4bcc8},
    .strokes = {{{0xdfe5ee, 0, 0, 1.75F},
                 {0x45c4af, 6, 3, 1.75F},
                 {0xf27a9e, 2, 2.5F, 1.75F},
                 {0xc9c255, 9, 3, 1.5F},
                 {0x8493a8, 0, 0, 1.5F},
                 {0x7fd8c9, 3, 3, 1.5F}}}};

}  // namespace marginscope::picture
