#include "data/csv.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/text.h"

namespace marginscope {
namespace {

// The lines of a text, ended by \n, \r\n or \r; lines of blanks are passed over but counted.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end);
      if (rest_.starts_with("\r\n")) {
        rest_.remove_prefix(2);
      } else if (!rest_.empty()) {
        rest_.remove_prefix(1);
      }
      ++number_;
      if (!trimmed(line_).empty()) return true;
    }
    return false;
  }

  std::string_view line() const { return line_; }
  int number() const { return number_; }  // 1-based

 private:
  std::string_view rest_, line_;
  int number_ = 0;
};

// Commas separate; where the first line has none, semicolons or tabs do.
char separator_of(std::string_view first_line) {
  if (first_line.contains(',')) return ',';
  if (first_line.contains(';')) return ';';
  return first_line.contains('\t') ? '\t' : ',';
}

// Just behind the quote that closes the one at `open`, or npos. A doubled quote stands for one.
std::size_t behind_closing_quote(std::string_view line, std::size_t open) {
  for (std::size_t at = open + 1; (at = line.find('"', at)) != std::string_view::npos; at += 2) {
    if (at + 1 == line.size() || line[at + 1] != '"') return at + 1;
  }
  return std::string_view::npos;
}

// The cells of a line without surrounding blanks and without surrounding quotes.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  cells.clear();
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

std::vector<std::string> names_of(const std::vector<std::string_view>& header) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j + 1 < header.size(); ++j) {
    std::string name;
    for (std::size_t i = 0; i < header[j].size(); ++i) {
      name += header[j][i];
      if (header[j].substr(i).starts_with("\"\"")) ++i;
    }
    names.push_back(name.empty() ? feature_name({}, static_cast<Eigen::Index>(j))
                                 : std::move(name));
  }
  return names;
}

struct Place {
  std::string_view source;

  std::string at(int line, std::size_t column) const {
    return sentence(source, ", line ", std::to_string(line), ", column ", std::to_string(column),
                    ": ");
  }
};

}  // namespace

Result<CsvColumns> read_columns(std::string_view text, std::string_view source, Task task,
                                bool has_header) {
  const Place place{source};
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return fail(sentence(source, ", line 1, column 1: the text is UTF-16; save it as UTF-8"));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);

  LineReader reader(text);
  if (!reader.next()) {
    return fail(sentence(source,
                         ", line 1, column 1: there are no rows; each pattern is a line of numbers "
                         "separated by commas, the label last"));
  }
  const int first_line = reader.number();
  const char separator = separator_of(reader.line());
  std::vector<std::string_view> cells;
  split_cells(reader.line(), separator, cells);
  const std::size_t columns = cells.size();
  if (columns == 1) {
    return fail(sentence(place.at(first_line, 1),
                         "there is no feature, only one column; a row needs one number or more "
                         "and then the label, separated by commas"));
  }

  CsvColumns read;
  read.columns.task = task;
  const bool header = has_header || is_header(cells);
  if (header) {
    read.columns.feature_names = names_of(cells);
    if (!reader.next()) {
      return fail(sentence(place.at(first_line + 1, 1),
                           "there are no rows below the header; each pattern is a line of numbers "
                           "separated by commas, the label last"));
    }
  }

  std::vector<double> numbers;  // row-major
  do {
    const int line = reader.number();
    split_cells(reader.line(), separator, cells);
    if (cells.size() != columns) {
      return fail(sentence(place.at(line, std::min(cells.size(), columns) + 1), "the row has ",
                           std::to_string(cells.size()), cells.size() == 1 ? " cell" : " cells",
                           " where line ", std::to_string(first_line), " has ",
                           std::to_string(columns), "; all rows need the same number of cells"));
    }
    for (std::size_t j = 0; j < columns; ++j) {
      const std::optional<double> number = parse_number(cells[j]);
      if (number && std::isfinite(*number)) {
        numbers.push_back(*number);
        continue;
      }
      const std::string what = cells[j].empty() ? std::string("the cell is empty")
                               : number ? sentence(in_quotes(cells[j]), " is not a finite number")
                                        : sentence(in_quotes(cells[j]), " is not a number");
      const std::string_view hint =
          cells[j].contains(',') ? ", with a point before its decimals"
          : !header && line == first_line
              ? "; a first line that names the columns has no number among its names"
              : "";
      return fail(sentence(place.at(line, j + 1), what, "; every cell",
                           header ? " below the header" : "", " must be a finite number", hint));
    }
    read.lines.push_back(line);
  } while (reader.next());

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(read.lines.size());
  const auto features = static_cast<Eigen::Index>(columns) - 1;
  const Eigen::Map<const RowMajor> table(numbers.data(), rows, features + 1);
  read.columns.X = table.leftCols(features);
  read.columns.y = table.col(features);
  return read;
}

Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression) {
  const auto label_column = static_cast<std::size_t>(text.columns.X.cols()) + 1;
  auto data = settle(std::move(text.columns), LabelForm::values);
  if (data) return std::move(*data);
  const int line = text.lines[static_cast<std::size_t>(data.error().row)];
  return fail(sentence(Place{source}.at(line, label_column), "the ", data.error().message,
                       data.error().targets ? regression : ""));
}

Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression) {
  auto columns = read_columns(text, source, task);
  if (!columns) return fail(columns.error());
  return settle(std::move(*columns), source, regression);
}

}  // namespace marginscope
