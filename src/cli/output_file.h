#pragma once  // for src/cli only

// The files that a command writes its results to. What can go wrong is found before the work begins
// as far as it can be known, and whatever goes wrong harms nothing that was there.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace marginscope::cli {

class OutputFile {
 public:
  // Nothing is changed yet. Errors: a folder, a file that is read-only, a place that cannot be
  // written to or looked at.
  static Result<OutputFile> open(const std::string& path);

  // Replaces what the file holds as a whole: the text goes to a temporary file beside it, which then
  // takes its place, owner and permissions, so a full disk or a program that is ended leaves the old
  // content (and the latter the temporary file), and a machine that is, the old or the new one. A
  // symbolic link stays one. Written to in place, and
  // never removed, is what is no regular file (a device, a pipe), what has several names (hard links)
  // and what belongs to somebody to whom nothing can be given.
  Result<void> write(std::string_view text) const;

  // A path beside the file, with this behind its name; nothing where it is not replaced.
  std::optional<std::string> beside(std::string_view ending) const;

 private:
  enum class Way { replace, in_place, standard_output };

  std::string path_;              // as it was named
  std::filesystem::path target_;  // where links lead
  Way way_ = Way::replace;
};

// Sees to it that the name of a new file outlives the machine, as far as its folder lets us.
void keep_name(const std::string& path);

// A file that a command was given, and the option that named it; none where the path is empty.
struct FileOption {
  std::string_view option;
  std::string_view path;
};

// No output is a file that the command reads or another output, by whatever name.
Result<void> check_outputs(const std::vector<FileOption>& inputs,
                           const std::vector<FileOption>& outputs);

}  // namespace marginscope::cli
