#include "experiment/plain_sets.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/text.h"
#include "data/csv.h"
#include "experiment/files.h"

namespace marginscope {
namespace {

namespace fs = std::filesystem;

// The names of the CSV files in a folder, in alphabetical order.
std::vector<std::string> sets_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".csv") names.push_back(entry->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool among(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Result<std::vector<PlainSet>> requested_plain_sets(const ExperimentRequest& request,
                                                   std::span<const std::string_view> usual) {
  std::error_code ignored;
  if (!fs::is_directory(request.data_dir, ignored)) {
    return fail(sentence(request.data_dir, " is not a folder"));
  }
  std::vector<std::string> wanted = request.datasets;
  if (wanted.empty()) wanted.assign(usual.begin(), usual.end());
  std::string folder = request.data_dir;
  std::vector<std::string> known = sets_in(folder);
  const auto is_known = [&known](const std::string& name) { return among(known, name); };
  if (std::none_of(wanted.begin(), wanted.end(), is_known)) {
    const std::string inside = (fs::path(folder) / "uci").string();
    if (std::vector<std::string> sets = sets_in(inside); !sets.empty()) {
      folder = inside;
      known = std::move(sets);
    }
  }
  if (request.datasets.empty()) {
    const std::string names = alternatives(wanted);
    std::erase_if(wanted, [&](const std::string& name) { return !is_known(name); });
    if (wanted.empty()) {
      return fail(sentence(folder, " has none of the paper's sets (", names,
                           ", each a file NAME.csv); give --data-dir the folder that has, or "
                           "--datasets the names of others"));
    }
  }
  std::vector<PlainSet> sets;
  for (const std::string& name : wanted) {
    if (!is_known(name)) {
      return fail(known.empty() ? sentence(folder, " has no data set (NAME.csv)")
                                : sentence("There is no data set ", in_quotes(name), " in ", folder,
                                           "; there are ", alternatives(known)));
    }
    const std::string printable = name_from(name);
    if (std::any_of(sets.begin(), sets.end(),
                    [&](const PlainSet& set) { return set.name == printable; })) {
      continue;
    }
    const std::string path = (fs::path(folder) / (name + ".csv")).string();
    auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    auto data = read_csv(*text, path, Task::classification);
    if (!data) return std::unexpected(data.error());
    sets.push_back({printable, std::move(*data), path});
  }
  return sets;
}

Result<TwoParts> parts_of(const PlainSet& set) {
  const int rows = static_cast<int>(set.data.size());
  TwoParts parts;
  const fs::path csv = set.path;
  const std::string path = (csv.parent_path() / (csv.stem().string() + "_split.csv")).string();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    for (int row = 0; row < rows; ++row) {
      (row < rows - (rows + 3) / 4 ? parts.train : parts.test).push_back(row);
    }
    return parts;
  }
  auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  int line_number = 0, row = 0;
  for (const std::string_view line : split(*text, '\n')) {
    if (++line_number == 1 || trimmed(line).empty()) continue;
    const std::string_view part = trimmed(line.substr(line.rfind(',') + 1));
    if (part != "train" && part != "test") {
      return fail(sentence(path, ", line ", std::to_string(line_number), ": ends with ",
                           in_quotes(part), " where train or test belongs"));
    }
    (part == "train" ? parts.train : parts.test).push_back(row++);
  }
  if (row != rows || parts.train.empty() || parts.test.empty()) {
    return fail(sentence(path, " has ", std::to_string(parts.train.size()), " rows that train and ",
                         std::to_string(parts.test.size()), " that test; ", set.name, " has ",
                         std::to_string(rows), ", of which both parts need some"));
  }
  return parts;
}

}  // namespace marginscope
