#include "cli/result_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cli/cell_text.h"
#include "cli/console.h"
#include "core/text.h"

namespace marginscope::cli {
namespace {

using enum Table::Align;

// A line of the table; the first of a data set names it.
struct Row {
  std::string dataset, entry, n, here, mark, printed, verdict;

  std::vector<std::string> cells() const {
    return {dataset, entry, n, here, mark, printed, verdict};
  }
};

const Row heading{"data set", "method", "n", "here", "", "printed", ""};

std::string mark_of(const Cell& cell) {
  if (!cell.best) return "";
  return *cell.best ? "best" : cell.not_significantly_different.value_or(false) ? "*" : "";
}

// What is to be read of the cells, whatever it is written with.
struct Reading {
  std::vector<Row> rows;
  std::vector<std::string> notes;   // what the marks mean
  std::vector<std::string> causes;  // why cells differ: each once, behind the entries it is said of
  std::string summary;
};

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

Reading reading_of(const std::vector<Cell>& cells, double seconds) {
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
        "in brackets the standard error of the difference of two means of random draws, of which "
        "those that are within error differ by two at most");
  }
  std::string_view previous;
  for (const Cell& cell : cells) {
    reading.rows.push_back({cell.dataset == previous ? "" : cell.dataset,
                            entry_text(cell).substr(cell.dataset.size() + 2),
                            std::to_string(cell.result.n), here_text(cell), mark_of(cell),
                            printed_text(cell.publication), verdict_on(cell)});
    previous = cell.dataset;
  }
  reading.causes = causes_of(cells);
  const Agreement agreement = agreement_of(cells);
  reading.summary = sentence(std::to_string(agreement.equal), " of ",
                             std::to_string(agreement.compared), " compared cells are as printed");
  if (has_draws) {
    reading.summary += sentence(", ", std::to_string(agreement.within), " more within error");
  }
  reading.summary += sentence("; ", duration_text(seconds));
  return reading;
}

constexpr int indent = 2;

std::string indented(std::string_view text) {
  std::string lines;
  for (const std::string& line : wrapped(text, Table::line_width - indent)) {
    lines += sentence(std::string(indent, ' '), line, "\n");
  }
  return lines;
}

// A cell of a Markdown table.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '\\' || c == '<' || c == '`') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string markdown_row(const Row& row) {
  std::string line = "|";
  for (const std::string& cell : row.cells()) line += sentence(" ", markdown_cell(cell), " |");
  return line + "\n";
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"") == text.npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

std::string csv_field(double value) { return std::isnan(value) ? "" : exact_text(value); }
std::string csv_field(std::optional<double> value) { return value ? csv_field(*value) : ""; }
std::string csv_field(std::optional<bool> value) { return !value ? "" : *value ? "true" : "false"; }

}  // namespace

std::string result_text(const Experiment& experiment, const std::vector<Cell>& cells,
                        double seconds) {
  const Reading reading = reading_of(cells, seconds);
  Table table({left, left, right, right, left, right, left});
  table.add(heading.cells());
  for (const Row& row : reading.rows) table.add(row.cells());
  std::string text =
      sentence(experiment.name, ": ", experiment.unit, "\n\n", table.text(indent), "\n");
  for (const std::string& note : reading.notes) text += indented(note);
  if (!reading.causes.empty()) text += "\n";
  for (const std::string& cause : reading.causes) text += indented(cause);
  if (!reading.causes.empty()) text += "\n";
  return text + indented(reading.summary);
}

std::string result_markdown(const Experiment& experiment, const std::vector<Cell>& cells,
                            double seconds) {
  const Reading reading = reading_of(cells, seconds);
  std::string text =
      sentence("## ", experiment.name, "\n\n", experiment.meaning, " Numbers: ", experiment.unit,
               ".\n\n", markdown_row(heading), "|---|---|--:|--:|---|--:|---|\n");
  for (const Row& row : reading.rows) text += markdown_row(row);
  text += "\n";
  for (const std::string& note : reading.notes) text += sentence(markdown_cell(note), "\n\n");
  for (const std::string& cause : reading.causes) {
    text += sentence("- ", markdown_cell(cause), "\n");
  }
  if (!reading.causes.empty()) text += "\n";
  return text + sentence(reading.summary, "\n");
}

std::string result_csv(const std::vector<Cell>& cells) {
  std::string text =
      "dataset,method,at,quantity,n,mean,sd,standard_error,published_mean,published_sd,"
      "equal_as_printed,within_error,best,not_significantly_different,cause\n";
  for (const Cell& cell : cells) {
    std::string at;
    for (const Coordinate& coordinate : cell.at) {
      at += sentence(at.empty() ? "" : "; ", coordinate.name, "=", exact_text(coordinate.value));
    }
    std::optional<double> published_mean, published_sd;
    if (cell.publication) {
      published_mean = cell.publication->mean.value;
      if (cell.publication->sd) published_sd = cell.publication->sd->value;
    }
    const std::array fields = {csv_field(cell.dataset),
                               csv_field(cell.method),
                               csv_field(at),
                               csv_field(cell.quantity),
                               std::to_string(cell.result.n),
                               csv_field(cell.result.mean),
                               csv_field(cell.result.sd),
                               csv_field(cell.result.standard_error),
                               csv_field(published_mean),
                               csv_field(published_sd),
                               csv_field(cell.equal_as_printed),
                               csv_field(cell.within_error),
                               csv_field(cell.best),
                               csv_field(cell.not_significantly_different),
                               csv_field(cell.differs() ? cell.publication->cause : "")};
    std::string_view before;
    for (const std::string& field : fields) {
      text += sentence(before, field);
      before = ",";
    }
    text += "\n";
  }
  return text;
}

}  // namespace marginscope::cli
