#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace marginscope::testing {

// The folder with the papers' data: named by MARGINSCOPE_DATA, otherwise looked for as
// ../shared/data, here and in the folders above.
inline std::optional<std::string> papers_data_folder() {
  namespace fs = std::filesystem;
  if (const char* named = std::getenv("MARGINSCOPE_DATA")) return named;
  std::error_code ignored;
  for (fs::path here = fs::current_path(); here != here.root_path(); here = here.parent_path()) {
    const fs::path folder = here / "../shared/data";
    if (fs::is_directory(folder, ignored)) return folder.string();
  }
  return std::nullopt;
}

}  // namespace marginscope::testing
