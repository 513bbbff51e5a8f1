#include "library/data_handle.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/memory.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/training.h"
#include "library/memory_left.h"
#include "scene/scene.h"

namespace marginscope {
namespace {

using emscripten::val;

// How whoever reads a sentence about targets asks for them.
constexpr char asking_for_targets[] = " (task: 'regression')";

Result<void> check_room(double patterns, double features) {
  if (patterns < 1) return fail("There is no pattern; a data set needs one or more");
  if (features < 1) return fail("The patterns have no feature; they need one or more");
  const double each = matrix_bytes(1, features + 1);
  const double room = std::min(usual_memory(), memory_left());
  if (patterns * each <= room) return {};
  return fail(
      sentence("The data need ", bytes_text(patterns * each), " for ", short_text(patterns, 9),
               patterns == 1 ? " pattern of " : " patterns of ", short_text(features, 9),
               features == 1 ? " feature, and " : " features, and ", bytes_text(room),
               " are there for them; ",
               each <= room ? sentence("keep at most ", short_text(std::floor(room / each), 9))
                            : "keep fewer features, or dispose of what is not needed any more"));
}

// What reading takes of memory beside the text: of each line its row, its label and its number, in
// lists that hold up to three times as much while they grow.
constexpr double bytes_of_line =
    3.0 * (sizeof(CsvTable::Row) + sizeof(std::string_view) + sizeof(int));

// Of each cell of a line its place, likewise and in the header once more, and of each of a header a name.
constexpr double bytes_of_cell = 4.0 * sizeof(std::string_view);
constexpr double bytes_of_name = 6.0 * sizeof(std::string);

Result<void> check_lines(std::string_view text) {
  std::size_t lines = 1, cells = 1, most = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == '\r') {
      if (c == '\r' || i == 0 || text[i - 1] != '\r') ++lines;
      cells = 1;
    } else if (c == ',' || c == ';' || c == '\t' || c == ' ') {
      most = std::max(most, ++cells);
    }
  }
  return check_memory(
      bytes_of_line * static_cast<double>(lines) + bytes_of_cell * static_cast<double>(most),
      "The lines of the text need");
}

Result<void> check_cells(const CsvTable& table) {
  return check_memory(
      matrix_bytes(static_cast<double>(table.rows.size()), static_cast<double>(table.columns) + 1) +
          bytes_of_name * static_cast<double>(table.header.size()),
      "The numbers of the text need");
}

std::vector<std::string> strings_of(const TextList& list) {
  return emscripten::vecFromJSArray<std::string>(list);
}

std::optional<Task> task_of(const val& text) {
  if (text.isNull()) return std::nullopt;
  return text.as<std::string>() == "regression" ? Task::regression : Task::classification;
}

}  // namespace

Refusal DataHandle::make_room(double patterns, double features) {
  const auto fits = check_room(patterns, features);
  if (fits) {
    const auto N = static_cast<Eigen::Index>(patterns), p = static_cast<Eigen::Index>(features);
    draft_ = Draft{std::make_shared<Eigen::MatrixXd>(Eigen::MatrixXd::Constant(N, p, NAN)),
                   std::make_shared<Eigen::VectorXd>(Eigen::VectorXd::Constant(N, NAN))};
  }
  return refused(fits);
}

Doubles DataHandle::features() {
  return view_of(draft_->X->data(), static_cast<std::size_t>(draft_->X->size()));
}

Doubles DataHandle::labels() {
  return view_of(draft_->y->data(), static_cast<std::size_t>(draft_->y->size()));
}

Refusal DataHandle::settle(const std::string& source, bool regression, const TextList& names,
                           const TextList& words) {
  const auto settled = [&]() -> Result<void> {
    const auto p = static_cast<std::size_t>(draft_->X->cols());
    std::vector<std::string> named = strings_of(names);
    if (!named.empty() && named.size() != p) {
      return fail(sentence("The number of names is ", std::to_string(named.size()),
                           " and that of features ", std::to_string(p),
                           "; each feature needs a name, or none has one"));
    }
    CsvColumns read;
    read.words = strings_of(words);
    read.columns = {.task = regression ? Task::regression : Task::classification,
                    .X = Patterns(draft_->X),
                    .y = Labels(draft_->y),
                    .feature_names = std::move(named)};
    return take(std::move(read), name_from(source));
  };
  const auto result = settled();
  if (result) draft_.reset();
  return refused(result);
}

// They are copied once more on their way here.
Refusal DataHandle::check_texts(const std::string& what, double bytes) const {
  return refused(check_memory(2 * bytes, what + " needs"));
}

Refusal DataHandle::check_words(const std::string& source, double count) const {
  return refused(marginscope::check_words(name_from(source), static_cast<std::size_t>(count)));
}

Refusal DataHandle::read_csv(const std::string& text, const CsvWish& wish) {
  const auto read = [&]() -> Result<void> {
    const std::string source = name_from(wish["source"].as<std::string>());
    if (const auto fits = check_lines(text); !fits) return fail(fits.error());
    const auto table = read_table(text, source, wish["header"].as<bool>());
    if (!table) return fail(table.error());
    if (const auto fits = check_cells(*table); !fits) return fail(fits.error());
    CsvChoice choice{.task = task_of(wish["task"])};
    if (!wish["label"].isNull()) choice.label = wish["label"].as<std::size_t>();
    if (!wish["features"].isNull()) {
      choice.features = emscripten::convertJSArrayToNumberVector<std::size_t>(wish["features"]);
    }
    auto columns = read_columns(*table, choice);
    if (!columns) return fail(columns.error());
    return take(std::move(*columns), source);
  };
  return refused(read());
}

// The classes are called what they were before their labels were settled.
Result<void> DataHandle::take(CsvColumns read, std::string_view source) {
  std::vector<std::string> words = read.words;
  const Labels written = read.columns.y;
  auto data = marginscope::settle(std::move(read), source, asking_for_targets);
  if (!data) return fail(data.error());
  std::vector<double> numbers;
  if (words.empty() && data->task == Task::classification) {
    const std::set<double> values(written.begin(), written.end());
    numbers.assign(values.begin(), values.end());
  }
  data_ = std::move(*data);
  words_ = std::move(words);
  numbers_ = std::move(numbers);
  return {};
}

Refusal DataHandle::draw(const std::string& problem, const std::string& seed) {
  const auto drawn = [&]() -> Result<void> {
    const auto spec = parse_spec(problem);
    if (!spec) return fail(spec.error());
    const auto number = parse_seed(seed);
    if (!number) return fail(number.error());
    auto data = make_named_problem(*spec, *number);
    if (!data) return fail(data.error());
    data_ = std::move(*data);
    words_.clear();
    numbers_.clear();
    if (data_.classes == 2) {
      numbers_ = {-1, 1};
    } else {
      numbers_.resize(static_cast<std::size_t>(data_.classes));
      std::iota(numbers_.begin(), numbers_.end(), 1);
    }
    return {};
  };
  return refused(drawn());
}

void DataHandle::share(const DataHandle& other) {
  data_ = other.data_;
  words_ = other.words_;
  numbers_ = other.numbers_;
  flags_.assign(static_cast<std::size_t>(data_.size()), 0);
}

Bytes DataHandle::flags() {
  return Bytes(val(emscripten::typed_memory_view(flags_.size(), flags_.data())));
}

void DataHandle::set_apart() { data_.validation.assign(flags_.begin(), flags_.end()); }

Refusal DataHandle::set_first_apart(double fraction) {
  const auto set = [&]() -> Result<void> {
    const auto count = count_set_apart(fraction, flags_.size());
    if (!count) return fail(count.error());
    std::ranges::fill_n(flags_.begin(), static_cast<std::ptrdiff_t>(*count), 1);
    set_apart();
    return {};
  };
  return refused(set());
}

DataDescription DataHandle::describe() const {
  val result = val::object();
  set_text(result, "task", data_.task == Task::regression ? "regression" : "classification");
  result.set("patterns", static_cast<double>(data_.size()));
  result.set("validation_patterns",
             static_cast<double>(std::ranges::count(data_.validation, true)));
  std::vector<std::string> names;
  for (Eigen::Index j = 0; j < data_.X.cols(); ++j) names.push_back(feature_name(data_, j));
  result.set("features", list(names, text));
  result.set("classes", words_.empty() ? numbers(numbers_) : list(words_, text));
  return DataDescription(result);
}

TextList DataHandle::remarks() const {
  return TextList(list(marginscope::remarks(*training_of(data_, Scaling::none).problem), text));
}

}  // namespace marginscope
