#include "cli/cell_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/text.h"

namespace marginscope::cli {
namespace {

std::string fixed_text(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return buffer;
}

// The number as it would be printed; where that rounding is a tie that went the other way in print,
// with one decimal more. A small one that would be shown as 0 has two digits.
std::string rounded_text(double value, const std::optional<Printed>& beside) {
  const int decimals = beside ? beside->decimals : 2;
  const std::string text = fixed_text(value, decimals);
  if (value != 0 && text.find_first_of("123456789") == text.npos) return short_text(value, 2);
  const bool tie = beside && equal_as_printed(value, *beside) &&
                   text != fixed_text(beside->value, beside->decimals);
  return tie ? fixed_text(value, decimals + 1) : text;
}

std::string with_deviation(const std::string& mean, const std::optional<std::string>& sd) {
  return sd ? sentence(mean, " ± ", *sd) : mean;
}

}  // namespace

std::string here_text(const Cell& cell) {
  if (cell.difference_error) {
    const Printed& beside = cell.publication->mean;
    return sentence(rounded_text(cell.result.mean, beside), " (",
                    fixed_text(*cell.difference_error, std::max(1, beside.decimals)), ")");
  }
  std::optional<Printed> mean, sd;
  if (cell.publication) {
    mean = cell.publication->mean;
    sd = cell.publication->sd;
  }
  std::optional<std::string> sd_text;
  if (!std::isnan(cell.result.sd)) sd_text = rounded_text(cell.result.sd, sd);
  return with_deviation(rounded_text(cell.result.mean, mean), sd_text);
}

std::string printed_text(const std::optional<Publication>& publication) {
  if (!publication) return "–";
  const auto text = [](const Printed& number) { return fixed_text(number.value, number.decimals); };
  std::optional<std::string> sd;
  if (publication->sd) sd = text(*publication->sd);
  return with_deviation(text(publication->mean), sd);
}

std::string verdict_on(const Cell& cell) {
  if (cell.equal_as_printed) {
    return *cell.equal_as_printed ? "as printed" : cell.differs() ? "differs" : "within error";
  }
  if (!cell.publication || cell.publication->n == 0) return "";
  return sentence("printed over ", std::to_string(cell.publication->n), " realisations");
}

}  // namespace marginscope::cli
