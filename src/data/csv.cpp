#include "data/csv.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "core/text.h"

namespace marginscope {
namespace {

// Just behind the quote that closes the one at `open`, or npos. A doubled quote stands for one.
std::size_t behind_closing_quote(std::string_view text, std::size_t open) {
  for (std::size_t at = open + 1; (at = text.find('"', at)) != std::string_view::npos; at += 2) {
    if (at + 1 == text.size() || text[at + 1] != '"') return at + 1;
  }
  return std::string_view::npos;
}

constexpr std::string_view separators = ",;\t ";
constexpr std::string_view quoting = ",;\t";  // of these: cells between them may be in quotes

// The rows of a text: lines, ended by \n, \r\n or \r, and several of them where a cell in quotes goes on
// behind the end of one. Lines of blanks are passed over but counted.
class RowReader {
 public:
  // `between`: what may stand between cells in quotes; nothing: there are none, and every line is a row.
  RowReader(std::string_view text, std::string_view between) : rest_(text), between_(between) {}

  bool next() {
    while (!rest_.empty()) {
      const std::size_t line = end_of_line(0), end = end_of_row(line);
      number_ = next_number_++;
      for (std::size_t at = behind_break(line); at <= end; at = behind_break(end_of_line(at))) {
        ++next_number_;
      }
      row_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(behind_break(end), rest_.size()));
      if (!trimmed(row_).empty()) return true;
    }
    return false;
  }

  std::string_view row() const { return row_; }
  int number() const { return number_; }  // of its first line, 1-based
  // What stands before a quote that begins a cell and has no end; the row ends with its line.
  std::optional<std::string_view> before_open_quote() const {
    return open_ == std::string_view::npos ? std::nullopt : std::optional(row_.substr(0, open_));
  }

 private:
  std::size_t end_of_line(std::size_t from) const {
    return std::min(rest_.find_first_of("\r\n", from), rest_.size());
  }
  std::size_t behind_break(std::size_t end) const {
    return end + (rest_.substr(end).starts_with("\r\n") ? 2 : 1);
  }

  // The first end of a line that is in no cell in quotes; `line`: of all the first.
  std::size_t end_of_row(std::size_t line) {
    open_ = std::string_view::npos;
    if (between_.empty() || !rest_.substr(0, line).contains('"')) return line;
    std::size_t end = line;
    for (std::size_t cell = 0;;) {
      const std::size_t first = rest_.find_first_not_of(' ', cell);
      if (first < end && rest_[first] == '"') {
        cell = behind_closing_quote(rest_, first);
        if (cell == std::string_view::npos) {
          open_ = first;
          return line;
        }
        if (cell > end) end = end_of_line(cell);
      }
      const std::size_t next = rest_.substr(0, end).find_first_of(between_, cell);
      if (next == std::string_view::npos) return end;
      cell = next + 1;
    }
  }

  std::string_view rest_, between_, row_;
  std::size_t open_ = std::string_view::npos;
  int number_ = 0, next_number_ = 1;
};

// A number, also one with a comma before its decimals where commas do not separate.
bool is_number(std::string_view cell, char separator) {
  if (separator == ',' || !cell.contains(',')) return parse_number(cell).has_value();
  std::string pointed(cell);
  pointed[cell.find(',')] = '.';
  return parse_number(pointed).has_value();
}

// What a first line "sep=;" of a spreadsheet program says separates the cells; none on any other line.
std::optional<std::string_view> named_separator(std::string_view line) {
  constexpr std::string_view name = "sep=";
  if (!line.starts_with(name)) return {};
  line.remove_prefix(name.size());
  // A tab or a blank is no end to be taken off.
  return line.size() == 1 ? line : trimmed(line);
}

// What separates the cells of a text that begins with these lines: what gives as many of them as can
// be the same number of cells, two or more, and then the most numbers; a comma where nothing does.
char separator_of(const std::vector<std::string_view>& lines) {
  char best = ',';
  std::pair<std::size_t, std::size_t> most{0, 0};  // lines, numbers
  std::vector<std::string_view> cells;
  for (const char separator : separators) {
    std::pair<std::size_t, std::size_t> found{0, 0};
    std::size_t columns = 0;
    for (const std::string_view line : lines) {
      split_cells(line, separator, cells);
      if (columns == 0) columns = cells.size();
      if (columns < 2) break;
      if (cells.size() != columns) continue;
      ++found.first;
      for (const std::string_view cell : cells) found.second += is_number(cell, separator) ? 1 : 0;
    }
    if (found > most) {
      most = found;
      best = separator;
    }
  }
  return best;
}

// The first rows of a text, which tell what separates its cells.
std::vector<std::string_view> first_rows(std::string_view text) {
  constexpr std::size_t enough = 20;
  RowReader reader(text, quoting);
  std::vector<std::string_view> rows;
  while (rows.size() < enough && reader.next()) rows.push_back(reader.row());
  return rows;
}

// "separated by blanks"
std::string separated_text(char separator) {
  constexpr std::string_view names[] = {"commas", "semicolons", "tabs", "blanks"};
  return sentence("separated by ", names[separators.find(separator)]);
}

// A header has names and not one number: beside numbers a word is a cell that was meant to be one,
// and a row of data must not be passed over in silence. An empty cell decides nothing.
bool is_header(const std::vector<std::string_view>& cells) {
  bool named = false;
  for (const std::string_view cell : cells) {
    if (parse_number(cell)) return false;
    named = named || !cell.empty();
  }
  return named;
}

// The names of the features that these columns, from 1, are.
std::vector<std::string> names_of(const std::vector<std::string_view>& header,
                                  const std::vector<std::size_t>& features) {
  std::vector<std::string> names;
  for (const std::size_t column : features) {
    std::string name = cell_text(header[column - 1]);
    names.push_back(name.empty() ? feature_name({}, static_cast<Eigen::Index>(names.size()))
                                 : std::move(name));
  }
  return names;
}

struct TextPlace {
  std::string_view source;

  // Of what was read, the label where `feature` is −1.
  std::string at(const CsvColumns& read, Eigen::Index row, Eigen::Index feature) const {
    const auto i = static_cast<std::size_t>(row);
    if (read.lines.empty()) return sentence(source, ", pattern ", std::to_string(row + 1), ": ");
    return at(read.lines[i],
              feature < 0 ? read.label : read.features[static_cast<std::size_t>(feature)]);
  }

  std::string at(int line, std::size_t column) const {
    return sentence(source, ", line ", std::to_string(line), ", column ", std::to_string(column),
                    ": ");
  }
};

// Of a choice that is completed.
Result<void> check_choice(const CsvTable& table, const CsvChoice& choice) {
  const auto missing = [&table](std::size_t column, std::string_view role) {
    return fail(sentence(table.source, " has ", std::to_string(table.columns),
                         " columns; there is no column ", std::to_string(column), " that could be ",
                         role));
  };
  if (choice.label > table.columns) return missing(choice.label, "the label");
  std::vector<bool> taken(table.columns + 1);
  for (const std::size_t column : *choice.features) {
    if (column < 1 || column > table.columns) return missing(column, "a feature");
    const std::string which = sentence("column ", std::to_string(column), " of ", table.source);
    if (column == choice.label) {
      return fail(sentence("The label, ", which,
                           ", is among the features; leave it out there or choose another label"));
    }
    if (taken[column]) return fail(sentence("The features have ", which, " twice; once is right"));
    taken[column] = true;
  }
  if (choice.features->empty()) {
    return fail(
        sentence(table.source, " has no feature left; choose one column or more beside the label"));
  }
  return {};
}

std::unexpected<Error> bad_cell(const CsvTable& table, int line, std::size_t column,
                                std::string_view cell) {
  const bool header = !table.header.empty();
  const std::string what = cell.empty() ? std::string("the cell is empty")
                           : parse_number(cell)
                               ? sentence(in_quotes(cell), " is not a finite number")
                               : sentence(in_quotes(cell), " is not a number");
  const std::string_view hint =
      cell.contains(',') ? ", with a point before its decimals"
      : !header && line == table.rows[0].line
          ? "; a first line that names the columns has no number among its names"
          : "";
  return fail(sentence(TextPlace{table.source}.at(line, column), what, "; every cell",
                       header ? " below the header" : "", " must be a finite number", hint));
}

}  // namespace

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  cells.clear();
  if (separator == ' ') {
    for (const std::string_view cell : split(trimmed(line), ' ')) {
      if (!cell.empty()) cells.push_back(cell);
    }
    return;
  }
  for (std::size_t begin = 0;;) {
    std::size_t end = std::min(line.find(separator, begin), line.size());
    const std::size_t first = line.find_first_not_of(' ', begin);
    std::string_view cell;
    bool is_quoted = false;
    if (first != std::string_view::npos && line[first] == '"') {
      const std::size_t behind = behind_closing_quote(line, first);
      if (behind != std::string_view::npos) {
        const std::size_t next = std::min(line.find(separator, behind), line.size());
        if (trimmed(line.substr(behind, next - behind)).empty()) {
          cell = line.substr(first + 1, behind - first - 2);
          end = next;
          is_quoted = true;
        }
      }
    }
    cells.push_back(is_quoted ? cell : trimmed(line.substr(begin, end - begin)));
    if (end == line.size()) return;
    begin = end + 1;
  }
}

std::string cell_text(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const bool ends_line = cell[i] == '\n' || cell[i] == '\r';
    text += ends_line ? ' ' : cell[i];
    if (cell.substr(i).starts_with("\"\"") || cell.substr(i).starts_with("\r\n")) ++i;
  }
  return text;
}

Result<CsvTable> read_table(std::string_view text, std::string_view source, bool header) {
  const TextPlace place{source};
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return fail(sentence(source, ", line 1, column 1: the text is UTF-16; save it as UTF-8"));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);

  CsvTable table{.source = std::string(source)};
  RowReader lines(text, "");
  const auto named = lines.next() ? named_separator(lines.row()) : std::nullopt;
  if (named && (named->size() != 1 || !separators.contains(named->front()))) {
    return fail(sentence(place.at(lines.number(), 1), in_quotes(trimmed(lines.row())),
                         " names no separator; it can be a comma, a semicolon, a tab or a blank"));
  }
  table.separator = named ? named->front() : separator_of(first_rows(text));
  const std::string_view separator(&table.separator, 1);
  RowReader reader(text, quoting.contains(separator) ? separator : "");
  if (named) reader.next();
  if (!reader.next()) {
    return fail(sentence(source,
                         ", line 1, column 1: there are no rows; each pattern is a line of numbers "
                         "separated by commas, the label last"));
  }
  std::vector<std::string_view> cells;
  const auto check_quotes = [&]() -> Result<void> {
    const auto before = reader.before_open_quote();
    if (!before) return {};
    split_cells(*before, table.separator, cells);
    return fail(sentence(place.at(reader.number(), cells.size()),
                         "the cell begins with a quote that has no end; a cell in quotes ends with "
                         "one, and a quote in it is doubled"));
  };
  if (auto good = check_quotes(); !good) return fail(good.error());
  const int first_line = reader.number();
  split_cells(reader.row(), table.separator, cells);
  table.columns = cells.size();
  if (table.columns == 1) {
    return fail(sentence(place.at(first_line, 1),
                         "there is no feature, only one column; a row needs one number or more "
                         "and then the label, separated by commas, semicolons, tabs or blanks"));
  }
  if (header || is_header(cells)) {
    table.header = cells;
    if (!reader.next()) {
      return fail(sentence(place.at(first_line + 1, 1),
                           "there are no rows below the header; each pattern is a line of numbers "
                           "separated by commas, the label last"));
    }
  }
  do {
    const int line = reader.number();
    if (auto good = check_quotes(); !good) return fail(good.error());
    split_cells(reader.row(), table.separator, cells);
    if (cells.size() != table.columns) {
      return fail(sentence(
          place.at(line, std::min(cells.size(), table.columns) + 1), "the row has ",
          std::to_string(cells.size()), cells.size() == 1 ? " cell" : " cells", " where line ",
          std::to_string(first_line), " has ", std::to_string(table.columns), ", ",
          separated_text(table.separator), "; all rows need the same number of cells"));
    }
    table.rows.push_back({reader.row(), line});
  } while (reader.next());
  return table;
}

Task chosen_task(const CsvChoice& choice, bool words) {
  return choice.task.value_or(words ? Task::classification : choice.usual);
}

CsvChoice completed(const CsvTable& table, CsvChoice choice) {
  if (choice.label == 0) choice.label = table.columns;
  if (!choice.features) {
    choice.features.emplace();
    for (std::size_t column = 1; column <= table.columns; ++column) {
      if (column != choice.label) choice.features->push_back(column);
    }
  }
  return choice;
}

Result<CsvColumns> read_columns(const CsvTable& table, const CsvChoice& choice) {
  const CsvChoice chosen = completed(table, choice);
  if (auto good = check_choice(table, chosen); !good) return fail(good.error());
  const std::vector<std::size_t>& features = *chosen.features;
  CsvColumns read;
  read.label = chosen.label;
  read.features = features;
  if (!table.header.empty()) read.columns.feature_names = names_of(table.header, features);

  Eigen::MatrixXd X(static_cast<Eigen::Index>(table.rows.size()),
                    static_cast<Eigen::Index>(features.size()));
  std::vector<std::string_view> written;  // the labels
  std::vector<std::string_view> cells;
  for (const CsvTable::Row& row : table.rows) {
    split_cells(row.text, table.separator, cells);
    const auto i = static_cast<Eigen::Index>(written.size());
    Eigen::Index j = 0;
    for (const std::size_t column : features) {
      const std::string_view cell = cells[column - 1];
      const std::optional<double> number = parse_number(cell);
      if (!number || !std::isfinite(*number)) return bad_cell(table, row.line, column, cell);
      X(i, j++) = *number;
    }
    written.push_back(cells[read.label - 1]);
    read.lines.push_back(row.line);
  }

  Eigen::VectorXd y(static_cast<Eigen::Index>(written.size()));
  const auto is_word = [&table](std::string_view label) {
    return !label.empty() && !is_number(label, table.separator);
  };
  const auto named = std::ranges::count_if(written, is_word);
  bool words = named == std::ssize(written);
  read.columns.task = chosen_task(choice, words);
  const bool classes = read.columns.task == Task::classification;
  words = words && classes;
  if (classes && !words && choice.words.value_or(2 * named > std::ssize(written))) {
    const auto other = std::ranges::find_if_not(written, is_word) - written.begin();
    const std::string_view cell = written[static_cast<std::size_t>(other)];
    return fail(
        sentence(TextPlace{table.source}.at(read, other, -1),
                 cell.empty() ? "the cell is empty" : sentence(in_quotes(cell), " is a number"),
                 "; ", choice.words ? "the labels of the training part" : "most labels",
                 " are words, so every label must be one"));
  }
  if (words) {
    std::set<std::string> sorted;
    for (const std::string_view cell : written) sorted.insert(cell_text(cell));
    read.words.assign(sorted.begin(), sorted.end());
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    double& value = y[static_cast<Eigen::Index>(i)];
    if (words) {
      const auto at = std::ranges::lower_bound(read.words, cell_text(written[i]));
      value = static_cast<double>(at - read.words.begin());
    } else if (const auto number = parse_number(written[i]); number && std::isfinite(*number)) {
      value = *number;
    } else {
      return bad_cell(table, read.lines[i], read.label, written[i]);
    }
  }

  read.columns.X = std::move(X);
  read.columns.y = std::move(y);
  return read;
}

Result<void> check_words(std::string_view place, std::size_t words) {
  if (words <= most_classes) return {};
  return fail(sentence(place, " has ", std::to_string(words), " different words; up to ",
                       std::to_string(most_classes), " can be classes"));
}

Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression) {
  if (text.words.size() == 1) {
    return fail(sentence(TextPlace{source}.at(text, 0, -1), "the label is ",
                         in_quotes(text.words[0]),
                         " in every row; a classification needs two label values or more"));
  }
  const std::string place =
      sentence(source, text.lines.empty() ? "" : ", column " + std::to_string(text.label));
  if (auto good = check_words(place, text.words.size()); !good) return fail(good.error());
  auto data = settle(std::move(text.columns), LabelForm::values);
  if (data) return std::move(*data);
  const Unsettled& wrong = data.error();
  return fail(sentence(TextPlace{source}.at(text, wrong.row, wrong.feature), "the ", wrong.message,
                       wrong.targets ? regression : ""));
}

Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression) {
  const auto table = read_table(text, source);
  if (!table) return fail(table.error());
  auto columns = read_columns(*table, {.task = task});
  if (!columns) return fail(columns.error());
  return settle(std::move(*columns), source, regression);
}

std::string classes_text(const CsvColumns& read) {
  std::vector<std::string> written;
  bool renamed = !read.words.empty();
  for (const std::string& word : read.words) written.push_back(in_quotes(word));
  const std::set<double> values(read.columns.y.begin(), read.columns.y.end());
  const auto label = [&values](std::size_t k) {
    return values.size() > 2 ? static_cast<double>(k + 1) : k == 0 ? -1.0 : 1.0;
  };
  if (read.words.empty()) {
    for (const double value : values) {
      renamed = renamed || value != label(written.size());
      written.push_back(short_text(value, 17));
    }
  }
  if (!renamed) return "";
  std::string text;
  for (std::size_t k = 0; k < written.size(); ++k) {
    text += sentence(k > 0 ? ", " : "", written[k], " is class ",
                     label(k) == 1 && k == 1 ? "+" : "", short_text(label(k)));
  }
  return text + '.';
}

}  // namespace marginscope
