#include "picture/xml.h"

#include <cmath>

#include "core/text.h"

namespace marginscope::picture {

std::string number(double value) { return exact_text(std::round(10 * value) / 10 + 0.0); }

std::string pair(Point point) { return sentence(number(point.x), ",", number(point.y)); }

std::string hexadecimal(unsigned colour) {
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += "0123456789abcdef"[(colour >> shift) & 15U];
  return text;
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace marginscope::picture
