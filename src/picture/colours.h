#pragma once  // for every room above

// The colours of everything that is drawn, light and dark, and both with more contrast: of the canvas,
// of the page around it and of pictures in files. web/theme_plugin.ts reads them here.

#include <array>

namespace marginscope::picture {

// How a line of a chart is drawn; its colour and its dash together tell it apart.
struct SeriesStroke {
  float dash = 0, gap = 0;  // pixels; a solid line has no gap
  float width = 1.5F;
};
inline constexpr std::array<SeriesStroke, 6> series_strokes{{{0, 0, 1.75F},
                                                             {6, 3, 1.75F},
                                                             {2, 2.5F, 1.75F},
                                                             {9, 3, 1.5F},
                                                             {0, 0, 1.5F},
                                                             {3, 3, 1.5F}}};

// Each as 0xrrggbb.
struct Colours {
  bool dark;
  unsigned ground, card, hairline;  // page, panels, one-pixel borders and grid lines
  unsigned ink, soft, faint;        // text and the present moment; secondary; disabled
  unsigned field, hover;            // resting and hovered controls
  unsigned stop;  // thresholds, would-have-stopped ticks and the stop, nothing else

  std::array<unsigned, 8> classes;                       // +1, −1, then the third to eighth class
  std::array<unsigned, series_strokes.size()> series;  // of a chart
};

inline constexpr Colours light_colours{
    .dark = false,
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
    .series = {0x2a3547, 0x0d8a78, 0xb8325f, 0x7d7a1a, 0x6c7c93, 0x35a08f}};

inline constexpr Colours dark_colours{
    .dark = true,
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
    .series = {0xdfe5ee, 0x45c4af, 0xf27a9e, 0xc9c255, 0x8493a8, 0x7fd8c9}};

// For whoever needs more contrast: text as far from its ground as it can be, borders that are seen, and
// classes and curves that stand out by more than WCAG asks of them.
inline constexpr Colours light_contrast_colours{
    .dark = false,
    .ground = 0xffffff,
    .card = 0xffffff,
    .hairline = 0x767676,
    .ink = 0x000000,
    .soft = 0x333333,
    .faint = 0x666666,
    .field = 0xffffff,
    .hover = 0xe0e0e0,
    .stop = 0x5b1fb0,
    .classes = {0xa84b00, 0x00509e, 0x176b42, 0x8f1f5e, 0x5e4a08, 0x0b6675, 0x7a2e1a, 0x4b5563},
    .series = {0x000000, 0x00594c, 0x99153f, 0x5c5900, 0x46566d, 0x1f6f62}};

inline constexpr Colours dark_contrast_colours{
    .dark = true,
    .ground = 0x000000,
    .card = 0x000000,
    .hairline = 0x8c8c8c,
    .ink = 0xffffff,
    .soft = 0xe0e0e0,
    .faint = 0xa6a6a6,
    .field = 0x000000,
    .hover = 0x333333,
    .stop = 0xcbb2ff,
    .classes = {0xffb35c, 0x6cc4ff, 0x74e0ac, 0xf5a3cf, 0xe6cf70, 0x86e6f2, 0xf0a58d, 0xd0d5dd},
    .series = {0xffffff, 0x5fe0ca, 0xff9db8, 0xe6df6a, 0xb3c2d6, 0xa3f0e4}};

constexpr const Colours& colours_of(bool dark, bool contrast) {
  return contrast ? dark ? dark_contrast_colours : light_contrast_colours
         : dark   ? dark_colours
                  : light_colours;
}

}  // namespace marginscope::picture
