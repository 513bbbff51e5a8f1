#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace marginscope::testing {

// The folder with the papers' data, as MARGINSCOPE_DATA names it.
inline std::optional<std::string> papers_data_folder() {
  if (const char* named = std::getenv("MARGINSCOPE_DATA")) return named;
  return std::nullopt;
}

}  // namespace marginscope::testing
