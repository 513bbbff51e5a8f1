#pragma once  // for src/picture only

// The words of SVG.

#include <string>
#include <string_view>

#include "picture/drawing.h"

namespace marginscope::picture {

// A tenth of a pixel is as much as can be seen.
std::string number(double value);
std::string pair(Point point);

// "#1b2330", of 0xrrggbb
std::string hexadecimal(unsigned colour);

// Text between tags or in an attribute.
std::string xml_escaped(std::string_view text);

}  // namespace marginscope::picture
