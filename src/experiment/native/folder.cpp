#include "experiment/native/folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/text.h"
#include "data/csv.h"
#include "experiment/native/files.h"
#include "experiment/splits.h"

namespace marginscope {
namespace {

namespace fs = std::filesystem;

using SplitSets = std::vector<std::shared_ptr<const SplitSet>>;

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

// The names of the sets with splits in a folder, in alphabetical order.
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

// The folder that holds split sets: `data_dir`, or `ida` inside it. An error where neither has one.
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

class Folder : public DataSource {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  std::string name() const override { return path_; }
  std::map<std::string, std::string> checksums() const override { return checksums_; }

  Result<SplitSets> split_sets(const std::vector<std::string>& asked) const override;
  Result<std::vector<PlainSet>> plain_sets(const std::vector<std::string>& names,
                                           std::span<const std::string_view> usual) const override;

 private:
  Result<SplitSet> read_split_set(const std::string& folder, const std::string& name) const;

  std::string path_;
  mutable std::map<std::string, std::string> checksums_;
};

// NAME.csv and NAME.splits.
Result<SplitSet> Folder::read_split_set(const std::string& folder, const std::string& name) const {
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
  checksums_[set.name] = checksum(*csv_text + *splits_text);
  return set;
}

Result<SplitSets> Folder::split_sets(const std::vector<std::string>& asked) const {
  auto folder = find_split_folder(path_);
  if (!folder) return std::unexpected(folder.error());
  const std::vector<std::string> known = split_sets_in(*folder);
  std::vector<std::string> names = asked.empty() ? known : asked;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  SplitSets sets;
  for (const std::string& name : names) {
    if (!among(known, name)) {
      return fail(sentence("There is no data set ", in_quotes(name), " with splits in ", *folder,
                           "; ", there_are(known)));
    }
    auto set = read_split_set(*folder, name);
    if (!set) return std::unexpected(set.error());
    sets.push_back(std::make_shared<const SplitSet>(std::move(*set)));
  }
  return sets;
}

Result<std::vector<PlainSet>> Folder::plain_sets(const std::vector<std::string>& names,
                                                 std::span<const std::string_view> usual) const {
  std::error_code ignored;
  if (!fs::is_directory(path_, ignored)) return fail(sentence(path_, " is not a folder"));
  std::vector<std::string> wanted = names;
  if (wanted.empty()) wanted.assign(usual.begin(), usual.end());
  std::string folder = path_;
  std::vector<std::string> known = sets_in(folder);
  const auto is_known = [&known](const std::string& name) { return among(known, name); };
  if (std::none_of(wanted.begin(), wanted.end(), is_known)) {
    const std::string inside = (fs::path(folder) / "uci").string();
    if (std::vector<std::string> sets = sets_in(inside); !sets.empty()) {
      folder = inside;
      known = std::move(sets);
    }
  }
  if (names.empty()) {
    const std::string listed = alternatives(wanted);
    std::erase_if(wanted, [&](const std::string& name) { return !is_known(name); });
    if (wanted.empty()) {
      return fail(sentence(folder, " has none of the paper's sets (", listed,
                           ", each a file NAME.csv); give --data-dir the folder that has, or "
                           "--datasets the names of others"));
    }
  }
  std::vector<PlainSet> sets;
  for (const std::string& name : wanted) {
    if (!is_known(name)) {
      return fail(known.empty() ? sentence(folder, " has no data set (NAME.csv)")
                                : sentence("There is no data set ", in_quotes(name), " in ", folder,
                                           "; ", there_are(known)));
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
    PlainSet& set = sets.emplace_back(PlainSet{printable, std::move(*data)});
    std::string& sum = checksums_[printable] = checksum(*text);
    const std::string parts = (fs::path(folder) / (name + "_split.csv")).string();
    if (!fs::exists(parts, ignored)) continue;
    auto parts_text = read_file(parts);
    if (!parts_text) return std::unexpected(parts_text.error());
    sum = checksum(*text + *parts_text);
    set.parts = {std::move(*parts_text), parts};
  }
  return sets;
}

}  // namespace

std::shared_ptr<const DataSource> data_folder(std::string path) {
  return std::make_shared<const Folder>(std::move(path));
}

}  // namespace marginscope
