#include "experiment/splits.h"

#include <algorithm>
#include <charconv>

#include "core/text.h"

namespace marginscope {
namespace {

constexpr std::string_view blanks = " \t\r";

// Takes the next blank-separated word off the front of `line`; empty at its end.
std::string_view next_word(std::string_view& line) {
  const std::size_t from = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t to = std::min(line.find_first_of(blanks, from), line.size());
  const std::string_view word = line.substr(from, to - from);
  line.remove_prefix(to);
  return word;
}

}  // namespace

Result<std::vector<Realisation>> parse_splits(std::string_view text, std::string_view source,
                                              int rows) {
  std::vector<Realisation> realisations;
  bool expects_train = true;
  int line_number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++line_number;
    const std::string place = sentence(source, ", line ", std::to_string(line_number), ": ");
    const std::string_view part = next_word(line);
    if (part.empty() || part.front() == '#') continue;
    const std::string_view expected = expects_train ? "train" : "test";
    if (part != expected) {
      return fail(sentence(place, "begins with ", in_quotes(part), " where a line `", expected,
                           " i j k …` belongs; training and test lines alternate"));
    }
    std::vector<int> chosen;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      int row = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), row);
      if (error != std::errc{} || end != word.data() + word.size() || row < 1 || row > rows) {
        return fail(sentence(place, in_quotes(word),
                             " is not a row of the data set, whose rows are 1 to ",
                             std::to_string(rows)));
      }
      chosen.push_back(row - 1);
    }
    if (chosen.empty()) return fail(sentence(place, "the ", expected, " part has no rows"));
    if (expects_train) {
      realisations.emplace_back().train = std::move(chosen);
    } else {
      realisations.back().test = std::move(chosen);
    }
    expects_train = !expects_train;
  }
  if (!expects_train) {
    return fail(sentence(source, ", line ", std::to_string(line_number),
                         ": the file ends after a training line; its test line is missing"));
  }
  if (realisations.empty()) {
    return fail(sentence(source,
                         ": there is no realisation; lines `train i j k …` and "
                         "`test i j k …` alternate"));
  }
  return realisations;
}

Result<Realisation> parts_of(const PlainSet& set) {
  const int rows = static_cast<int>(set.data.size());
  Realisation parts;
  if (!set.parts) {
    for (int row = 0; row < rows; ++row) {
      (row < rows - (rows + 3) / 4 ? parts.train : parts.test).push_back(row);
    }
    return parts;
  }
  const auto& [text, source] = *set.parts;
  int line_number = 0, row = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (++line_number == 1 || trimmed(line).empty()) continue;
    const std::string_view part = trimmed(line.substr(line.rfind(',') + 1));
    if (part != "train" && part != "test") {
      return fail(sentence(source, ", line ", std::to_string(line_number), ": ends with ",
                           in_quotes(part), " where train or test belongs"));
    }
    (part == "train" ? parts.train : parts.test).push_back(row++);
  }
  if (row != rows || parts.train.empty() || parts.test.empty()) {
    return fail(sentence(source, " has ", std::to_string(parts.train.size()),
                         " rows that train and ", std::to_string(parts.test.size()), " that test; ",
                         set.name, " has ", std::to_string(rows),
                         ", of which both parts need some"));
  }
  return parts;
}

}  // namespace marginscope
