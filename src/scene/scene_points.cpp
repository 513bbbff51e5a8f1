#include "scene/scene_points.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/text.h"

namespace marginscope {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t characters_of_position = 4;  // 24 bits
constexpr std::size_t characters_of_number = 11;   // 64 bits
constexpr Eigen::Index most_features = 1'000'000;  // of data without a pattern
constexpr int label_offset = 16;                   // labels −16 … 15 fit into five bits

void put(std::string& text, std::uint64_t value, std::size_t characters) {
  for (std::size_t i = characters; i-- > 0;) text += digits[(value >> (6 * i)) & 63];
}

// Reads `characters` digits from the front of `text`; nothing where one is no digit or they spell
// more than 64 bits.
std::optional<std::uint64_t> take(std::string_view& text, std::size_t characters) {
  if (text.size() < characters) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < characters; ++i) {
    const std::size_t digit = digits.find(text[i]);
    if (digit == std::string_view::npos || value >> 58) return std::nullopt;
    value = value << 6 | digit;
  }
  text.remove_prefix(characters);
  return value;
}

// --- Points on the grid ---

std::uint64_t position(double value, double corner, double step) {
  return static_cast<std::uint64_t>((value - corner) / step);
}

}  // namespace

bool fits_grid(const Scene& scene) {
  const Dataset& data = scene.data;
  const bool regression = data.task == Task::regression;
  if (data.X.cols() != (regression ? 1 : 2) || data.classes >= label_offset) return false;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    if (!scene.grid.contains(data.X(i, 0), regression ? data.y[i] : data.X(i, 1))) return false;
  }
  return true;
}

std::string points_text(const Scene& scene) {
  const Dataset& data = scene.data;
  const bool regression = data.task == Task::regression;
  const double step = scene.grid.step();
  std::string text;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto label =
        regression ? 0 : static_cast<std::uint64_t>(static_cast<int>(data.y[i]) + label_offset);
    put(text, label << 1 | (data.validation[static_cast<std::size_t>(i)] ? 1 : 0), 1);
    put(text, position(data.X(i, 0), scene.grid.x0, step), characters_of_position);
    put(text, position(regression ? data.y[i] : data.X(i, 1), scene.grid.y0, step),
        characters_of_position);
  }
  return text;
}

Result<void> read_points(std::string_view text, const Grid& grid, Columns& columns) {
  constexpr std::size_t width = 1 + 2 * characters_of_position;
  if (text.size() % width != 0) {
    return fail(sentence("points has ", std::to_string(text.size()),
                         " characters; it must have nine for each point"));
  }
  const auto count = static_cast<Eigen::Index>(text.size() / width);
  const bool regression = columns.task == Task::regression;
  Eigen::MatrixXd X(count, regression ? 1 : 2);
  Eigen::VectorXd y(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto head = take(text, 1);
    const auto u = take(text, characters_of_position), v = take(text, characters_of_position);
    if (!head || !u || !v) {
      return fail(sentence("points has a character at point ", std::to_string(i + 1),
                           " that is no base-64 digit; digits are letters, numbers, - and _"));
    }
    if (regression && *head > 1) {
      return fail(sentence("points has a label at point ", std::to_string(i + 1),
                           ", but in regression a point begins with A for training or B for "
                           "validation"));
    }
    const double upwards = grid.y0 + static_cast<double>(*v) * grid.step();
    X(i, 0) = grid.x0 + static_cast<double>(*u) * grid.step();
    if (!regression) X(i, 1) = upwards;
    y[i] = regression ? upwards : static_cast<double>(*head >> 1) - label_offset;
    columns.validation.push_back(*head & 1);
  }
  columns.X = std::move(X);
  columns.y = std::move(y);
  return {};
}

// --- Exact rows ---

std::string rows_text(const Dataset& data) {
  std::string text = sentence(std::to_string(data.X.cols()), ".");
  const auto put_number = [&text](double value) {
    put(text, std::bit_cast<std::uint64_t>(value), characters_of_number);
  };
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    put(text, data.validation[static_cast<std::size_t>(i)] ? 1 : 0, 1);
    for (Eigen::Index j = 0; j < data.X.cols(); ++j) put_number(data.X(i, j));
    put_number(data.y[i]);
  }
  return text;
}

Result<void> read_rows(std::string_view text, Columns& columns) {
  const std::size_t dot = text.find('.');
  const auto features = parse_integer(text.substr(0, dot));
  if (dot == std::string_view::npos || !features || *features < 1) {
    return fail("rows must begin with the number of features and a full stop");
  }
  const auto p = static_cast<Eigen::Index>(*features);
  text.remove_prefix(dot + 1);
  const std::size_t width = 1 + characters_of_number * static_cast<std::size_t>(p + 1);
  if (text.size() % width != 0 || (text.empty() && p > most_features)) {
    return fail(sentence("rows has ", std::to_string(text.size()),
                         " characters behind the full stop; with ", std::to_string(p),
                         " features it must have ", std::to_string(width), " for each pattern"));
  }
  const auto count = static_cast<Eigen::Index>(text.size() / width);
  Eigen::MatrixXd X(count, p);
  Eigen::VectorXd y(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto head = take(text, 1);
    bool good = head && *head <= 1;
    const auto take_number = [&]() -> double {
      const auto bits = take(text, characters_of_number);
      good = good && bits;
      return bits ? std::bit_cast<double>(*bits) : 0;
    };
    for (Eigen::Index j = 0; j < p; ++j) X(i, j) = take_number();
    y[i] = take_number();
    if (!good) {
      return fail(sentence("rows has something at pattern ", std::to_string(i + 1),
                           " that is no number in base 64"));
    }
    columns.validation.push_back(*head == 1);
  }
  columns.X = std::move(X);
  columns.y = std::move(y);
  return {};
}

}  // namespace marginscope
