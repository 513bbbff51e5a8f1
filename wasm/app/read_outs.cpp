#include "app/read_outs.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace marginscope {
namespace {

// With its unit; an integer of a register with its bits.
std::string value_text(const Quantity& quantity, double value) {
  const std::string unit = sentence(quantity.unit.empty() ? "" : " ", quantity.unit);
  if (quantity.kind != QuantityKind::integer || !(std::abs(value) < 9e15)) {
    return short_text(value, 4) + unit;
  }
  const auto whole = static_cast<long long>(value);
  std::string text = short_text(value, 16) + unit;
  for (int bit = quantity.bits - 1; bit >= 0; --bit) {
    if (bit + 1 == quantity.bits) {
      text += " = ";
    } else if (bit % 4 == 3) {
      text += ' ';
    }
    text += (whole >> std::min(bit, 63)) & 1 ? '1' : '0';
  }
  return text;
}

}  // namespace

std::pair<std::string, std::string> pattern_read_out(const Machine& machine,
                                                     const Quantity& quantity, int pattern) {
  const std::vector<double>& values = machine.quantity(quantity.id);
  const auto count = static_cast<std::size_t>(machine.problem().X.rows());
  const std::size_t each = count ? values.size() / count : 0;
  std::string text;
  for (std::size_t k = 0; k < each; ++k) {
    const double value = values[static_cast<std::size_t>(pattern) * each + k];
    if (k > 0) text += ", ";
    text += each > 1 ? short_text(value, 2) : value_text(quantity, value);
  }
  // The symbol of errors holds how they are made.
  const std::string symbol(quantity.symbol.substr(0, quantity.symbol.find(" = ")));
  return {sentence(each > 1 ? quantity.label : quantity.one, " ", symbol), text};
}

}  // namespace marginscope
