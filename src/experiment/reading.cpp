#include "experiment/reading.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/text.h"

namespace marginscope {
namespace {

std::string fixed_text(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, std::abs(value));
  return value < 0 ? sentence("−", buffer) : buffer;
}

// The number as it would be printed; where that rounding is a tie that went the other way in print,
// with one decimal more. A small one that would be shown as 0 has two digits.
std::string rounded_text(double value, const std::optional<Printed>& beside) {
  const int decimals = beside ? beside->decimals : 2;
  // A mean of counts beside a count.
  if (beside && beside->exact && value != std::round(value)) return fixed_text(value, decimals + 1);
  const std::string text = fixed_text(value, decimals);
  if (value != 0 && text.find_first_of("123456789") == text.npos) return short_text(value, 2);
  const bool tie = beside && equal_as_printed(value, *beside) &&
                   text != fixed_text(beside->value, beside->decimals);
  return tie ? fixed_text(value, decimals + 1) : text;
}

std::string with_deviation(const std::string& mean, const std::optional<std::string>& sd) {
  return sd ? sentence(mean, " ± ", *sd) : mean;
}

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
  if (!cell.publication) return "";
  if (cell.publication->derived) return "derived from print";
  if (cell.publication->n == 0) return "";
  if (cell.publication->drawn) return "one draw alone";
  return sentence("printed over ", counted(cell.publication->n, "realisation", "realisations"));
}

std::string mark_of(const Cell& cell) {
  if (!cell.best) return "";
  return *cell.best ? "best" : cell.not_significantly_different.value_or(false) ? "*" : "";
}

std::vector<std::string> causes_of(const std::vector<Cell>& cells) {
  std::vector<std::pair<std::string_view, std::string>> causes;
  for (const Cell& cell : cells) {
    if (!cell.differs() || cell.publication->cause.empty()) continue;
    const std::string_view cause = cell.publication->cause;
    const auto known = std::find_if(causes.begin(), causes.end(),
                                    [&](const auto& entry) { return entry.first == cause; });
    if (known == causes.end()) {
      causes.emplace_back(cause, entry_text(cell));
    } else {
      known->second += "; " + entry_text(cell);
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [cause, entries] : causes) {
    sentences.push_back(sentence(entries, ": ", cause, "."));
  }
  return sentences;
}

}  // namespace

ReadCell read_cell(const Cell& cell) {
  return {cell.dataset,
          entry_text(cell).substr(cell.dataset.size() + 2),
          here_text(cell),
          mark_of(cell),
          printed_text(cell.publication),
          verdict_on(cell),
          cell.result.n,
          cell.differs() ? cell.publication->cause : std::string_view()};
}

Reading reading_of(const std::vector<Cell>& cells) {
  Reading reading;
  const bool has_marks = std::any_of(cells.begin(), cells.end(), [](const Cell& cell) {
    return cell.not_significantly_different.has_value();
  });
  const bool has_draws = std::any_of(cells.begin(), cells.end(), [](const Cell& cell) {
    return cell.publication && cell.publication->drawn;
  });
  if (has_marks) {
    reading.notes.push_back(
        "* not significantly different from the best of its data set here (unpaired t-test at 5 "
        "%)");
  }
  if (has_draws) {
    reading.notes.push_back(
        "in brackets the standard error of the difference of two means of random draws; within "
        "error are those that differ by two at most, beside what was rounded or cut off in print");
  }
  for (const Cell& cell : cells) reading.cells.push_back(read_cell(cell));
  reading.causes = causes_of(cells);
  const Agreement agreement = agreement_of(cells);
  reading.summary = sentence(std::to_string(agreement.equal), " of ",
                             std::to_string(agreement.compared), " compared cells are as printed");
  if (has_draws) {
    reading.summary += sentence(", ", std::to_string(agreement.within), " more within error");
  }
  return reading;
}

}  // namespace marginscope
