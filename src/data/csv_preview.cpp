#include "data/csv_preview.h"

#include <cmath>
#include <set>
#include <string_view>

#include "core/text.h"

namespace marginscope {
namespace {

constexpr std::size_t rows_shown = 8;

// What is learned about a column cell by cell.
struct Cells {
  bool any_number = false, any_empty = false;
  std::set<std::string_view> different;
};

void look_at(std::string_view cell, int line, Cells& seen, CsvPreview::Column& column) {
  const auto number = parse_number(cell);
  seen.any_number = seen.any_number || number;
  seen.any_empty = seen.any_empty || cell.empty();
  if (column.line == 0 && !(number && std::isfinite(*number))) {
    column.odd = name_from(cell_text(cell));
    column.line = line;
  }
  if (seen.different.size() <= most_classes) seen.different.insert(cell);
}

}  // namespace

CsvPreview preview_of(const CsvTable& table, const CsvChoice& choice) {
  CsvPreview preview{.separator = table.separator,
                     .header = !table.header.empty(),
                     .columns = std::vector<CsvPreview::Column>(table.columns),
                     .rows = table.rows.size()};
  std::vector<Cells> seen(table.columns);
  std::vector<std::string_view> cells;
  for (const CsvTable::Row& row : table.rows) {
    split_cells(row.text, table.separator, cells);
    const bool shown = preview.first.size() < rows_shown;
    if (shown) preview.first.push_back({.line = row.line});
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (shown) preview.first.back().cells.push_back(name_from(cell_text(cells[j])));
      look_at(cells[j], row.line, seen[j], preview.columns[j]);
    }
  }
  for (std::size_t j = 0; j < table.columns; ++j) {
    CsvPreview::Column& column = preview.columns[j];
    if (preview.header) column.name = name_from(cell_text(table.header[j]));
    if (column.name.empty()) column.name = sentence("Column ", std::to_string(j + 1));
    if (column.line > 0) {
      column.kind = seen[j].any_number || seen[j].any_empty ? CsvPreview::Kind::mixed
                                                            : CsvPreview::Kind::words;
    }
    if (seen[j].different.size() <= most_classes) column.different = seen[j].different.size();
  }

  preview.choice = completed(table, choice);
  const std::size_t label = preview.choice.label;
  const bool words =
      label <= table.columns && preview.columns[label - 1].kind == CsvPreview::Kind::words;
  preview.choice.task = chosen_task(choice, words);
  return preview;
}

std::string holds_text(const CsvPreview::Column& column) {
  const std::string different = std::to_string(column.different);
  switch (column.kind) {
    case CsvPreview::Kind::numbers:
      return column.different > 0 ? sentence("numbers, ", different, " different") : "numbers";
    case CsvPreview::Kind::words:
      return column.different > 0 ? sentence("words, ", different, " different") : "words";
    case CsvPreview::Kind::mixed:
      break;
  }
  const std::string line = std::to_string(column.line);
  return column.odd.empty() ? sentence("an empty cell in line ", line)
                            : sentence(in_quotes(column.odd), " in line ", line);
}

std::string outcome_text(const CsvColumns& read, const Dataset& data) {
  const std::string text = sentence(counted(data.size(), "pattern", "patterns"), ", ",
                                    counted(data.X.cols(), "feature", "features"), ", ");
  if (data.task == Task::regression) return text + "a real target.";
  const std::string classes = classes_text(read);
  return sentence(text, counted(data.classes, "class", "classes"), classes.empty() ? "." : ": ",
                  classes);
}

}  // namespace marginscope
