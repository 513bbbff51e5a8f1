#pragma once

// The folder with the papers' data: named by MARGINSCOPE_DATA, otherwise looked for as
// ../shared/data, here and in the folders above.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace marginscope::testing {

// Nothing, with a sentence, where the data are absent; that fails where MARGINSCOPE_REQUIRE_ALL
// asks for everything.
inline std::optional<std::string> papers_data() {
  namespace fs = std::filesystem;
  if (const char* named = std::getenv("MARGINSCOPE_DATA")) return named;
  std::error_code ignored;
  for (fs::path here = fs::current_path(); here != here.root_path(); here = here.parent_path()) {
    const fs::path folder = here / "../shared/data";
    if (fs::is_directory(folder, ignored)) return folder.string();
  }
  const char* required = std::getenv("MARGINSCOPE_REQUIRE_ALL");
  const std::string sentence =
      "skipped: the papers' data are not here; name their folder by MARGINSCOPE_DATA";
  if (required && std::string_view(required) == "1") {
    FAIL(sentence);
  } else {
    MESSAGE(sentence);
  }
  return std::nullopt;
}

}  // namespace marginscope::testing
