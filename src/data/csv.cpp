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

// Commas separate; where the first line has none, semicolons, tabs or blanks do.
char separator_of(std::string_view first_line) {
  for (const char separator : {',', ';', '\t', ' '}) {
    if (trimmed(first_line).contains(separator)) return separator;
  }
  return ',';
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

std::vector<std::string> names_of(const std::vector<std::string_view>& header, std::size_t label) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < header.size(); ++j) {
    if (j == label) continue;
    std::string name;
    for (std::size_t i = 0; i < header[j].size(); ++i) {
      name += header[j][i];
      if (header[j].substr(i).starts_with("\"\"")) ++i;
    }
    names.push_back(name.empty() ? feature_name({}, static_cast<Eigen::Index>(names.size()))
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

Result<CsvColumns> read_columns(std::string_view text, std::string_view source,
                                const CsvChoice& choice) {
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

  if (choice.label > columns) {
    return fail(sentence(source, " has ", std::to_string(columns), " columns; there is no column ",
                         std::to_string(choice.label), " that could be the label"));
  }

  CsvColumns read;
  read.label = choice.label > 0 ? choice.label : columns;
  read.columns.task = choice.task;
  const std::size_t label = read.label - 1;
  const bool header = choice.header || is_header(cells);
  if (header) {
    read.columns.feature_names = names_of(cells, label);
    if (!reader.next()) {
      return fail(sentence(place.at(first_line + 1, 1),
                           "there are no rows below the header; each pattern is a line of numbers "
                           "separated by commas, the label last"));
    }
  }

  const auto refused = [&](int line, std::size_t column, std::string_view cell) {
    const bool is_number = parse_number(cell).has_value();
    const std::string what = cell.empty() ? std::string("the cell is empty")
                             : is_number  ? sentence(in_quotes(cell), " is not a finite number")
                                          : sentence(in_quotes(cell), " is not a number");
    const std::string_view hint =
        cell.contains(',') ? ", with a point before its decimals"
        : !header && line == first_line
            ? "; a first line that names the columns has no number among its names"
            : "";
    return fail(sentence(place.at(line, column + 1), what, "; every cell",
                         header ? " below the header" : "", " must be a finite number", hint));
  };
  std::vector<double> numbers;            // row-major
  std::vector<std::string_view> written;  // the labels
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
      if (j == label) {
        written.push_back(cells[j]);
        continue;
      }
      const std::optional<double> number = parse_number(cells[j]);
      if (!number || !std::isfinite(*number)) return refused(line, j, cells[j]);
      numbers.push_back(*number);
    }
    read.lines.push_back(line);
  } while (reader.next());

  Eigen::VectorXd y(static_cast<Eigen::Index>(written.size()));
  const bool words =
      choice.task == Task::classification &&
      std::ranges::none_of(written, [](auto cell) { return cell.empty() || parse_number(cell); });
  if (words) {
    const std::set<std::string_view> sorted(written.begin(), written.end());
    read.words.assign(sorted.begin(), sorted.end());
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    double& value = y[static_cast<Eigen::Index>(i)];
    if (words) {
      const auto at = std::ranges::lower_bound(read.words, written[i]);
      value = static_cast<double>(at - read.words.begin());
    } else if (const auto number = parse_number(written[i]); number && std::isfinite(*number)) {
      value = *number;
    } else {
      return refused(read.lines[i], label, written[i]);
    }
  }

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(read.lines.size());
  const auto features = static_cast<Eigen::Index>(columns) - 1;
  read.columns.X = Eigen::MatrixXd(Eigen::Map<const RowMajor>(numbers.data(), rows, features));
  read.columns.y = std::move(y);
  return read;
}

Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression) {
  if (text.words.size() == 1) {
    return fail(sentence(Place{source}.at(text.lines[0], text.label), "the label is ",
                         in_quotes(text.words[0]),
                         " in every row; a classification needs two label values or more"));
  }
  if (text.words.size() > most_classes) {
    return fail(sentence(source, ", column ", std::to_string(text.label), " has ",
                         std::to_string(text.words.size()), " different words; up to ",
                         std::to_string(most_classes), " can be classes"));
  }
  auto data = settle(std::move(text.columns), LabelForm::values);
  if (data) return std::move(*data);
  const int line = text.lines[static_cast<std::size_t>(data.error().row)];
  return fail(sentence(Place{source}.at(line, text.label), "the ", data.error().message,
                       data.error().targets ? regression : ""));
}

Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression) {
  auto columns = read_columns(text, source, {.task = task});
  if (!columns) return fail(columns.error());
  return settle(std::move(*columns), source, regression);
}

std::string words_text(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string name = words.size() > 2 ? std::to_string(k + 1) : k == 0 ? "−1" : "+1";
    text += sentence(k > 0 ? ", " : "", in_quotes(words[k]), " is class ", name);
  }
  return text.empty() ? text : text + '.';
}

}  // namespace marginscope
