#include "experiment/splits.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "core/text.h"
#include "data/csv.h"
#include "experiment/files.h"

namespace marginscope {
namespace {

namespace fs = std::filesystem;

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

std::vector<std::string> split_sets_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    fs::path path = entry->path();
    if (path.extension() != ".splits") continue;
    const std::string name = path.stem().string();
    std::error_code missing;
    if (fs::exists(path.replace_extension(".csv"), missing)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> find_split_folder(const std::string& data_dir) {
  const std::string inside = (fs::path(data_dir) / "ida").string();
  for (const std::string& folder : {data_dir, inside}) {
    if (!split_sets_in(folder).empty()) return folder;
  }
  std::error_code ignored;
  if (!fs::is_directory(data_dir, ignored)) return fail(sentence(data_dir, " is not a folder"));
  return fail(sentence(data_dir,
                       " has no data set with splits (NAME.csv beside NAME.splits), "
                       "neither itself nor in a folder ida inside it"));
}

Result<SplitSet> read_split_set(const std::string& folder, const std::string& name) {
  SplitSet set;
  set.name = name_from(name);
  const std::string csv = (fs::path(folder) / (name + ".csv")).string();
  const std::string splits = (fs::path(folder) / (name + ".splits")).string();

  auto csv_text = read_file(csv);
  if (!csv_text) return std::unexpected(csv_text.error());
  auto data = read_csv(*csv_text, csv, Task::classification);
  if (!data) return std::unexpected(data.error());
  set.data = std::move(*data);

  auto splits_text = read_file(splits);
  if (!splits_text) return std::unexpected(splits_text.error());
  auto realisations = parse_splits(*splits_text, splits, static_cast<int>(set.data.size()));
  if (!realisations) return std::unexpected(realisations.error());
  set.realisations = std::move(*realisations);
  return set;
}

}  // namespace marginscope
