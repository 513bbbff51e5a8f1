#include "cli/result_table.h"

#include <array>
#include <cmath>

#include "cli/console.h"
#include "core/text.h"
#include "experiment/reading.h"

namespace marginscope::cli {
namespace {

using enum Table::Align;

// The columns of the table; the first cell of a data set names it.
using Row = std::array<std::string, 7>;

const Row heading{"data set", "method", "n", "here", "", "printed", ""};

std::vector<Row> rows_of(const Reading& reading) {
  std::vector<Row> rows{heading};
  std::string_view previous;
  for (const ReadCell& cell : reading.cells) {
    rows.push_back({cell.dataset == previous ? "" : cell.dataset, cell.entry,
                    std::to_string(cell.n), cell.here, cell.mark, cell.printed, cell.verdict});
    previous = cell.dataset;
  }
  return rows;
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
  for (const std::string& cell : row) line += sentence(" ", markdown_cell(cell), " |");
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
  const Reading reading = reading_of(cells);
  Table table({left, left, right, right, left, right, left});
  for (const Row& row : rows_of(reading)) table.add({row.begin(), row.end()});
  std::string text =
      sentence(experiment.name, ": ", experiment.unit, "\n\n", table.text(indent), "\n");
  for (const std::string& note : reading.notes) text += indented(note);
  if (!reading.causes.empty()) text += "\n";
  for (const std::string& cause : reading.causes) text += indented(cause);
  if (!reading.causes.empty()) text += "\n";
  return text + indented(sentence(reading.summary, "; ", duration_text(seconds)));
}

std::string result_markdown(const Experiment& experiment, const std::vector<Cell>& cells,
                            double seconds) {
  const Reading reading = reading_of(cells);
  const std::vector<Row> rows = rows_of(reading);
  std::string text =
      sentence("## ", experiment.name, "\n\n", experiment.meaning, " Numbers: ", experiment.unit,
               ".\n\n", markdown_row(heading), "|---|---|--:|--:|---|--:|---|\n");
  for (std::size_t i = 1; i < rows.size(); ++i) text += markdown_row(rows[i]);
  text += "\n";
  for (const std::string& note : reading.notes) text += sentence(markdown_cell(note), "\n\n");
  for (const std::string& cause : reading.causes) {
    text += sentence("- ", markdown_cell(cause), "\n");
  }
  if (!reading.causes.empty()) text += "\n";
  return text + sentence(reading.summary, "; ", duration_text(seconds), "\n");
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
