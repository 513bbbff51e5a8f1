#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "support/papers_data_folder.h"

namespace marginscope::testing {

// The folder with the papers' data. Nothing, with a sentence, where they are absent; that fails
// where MARGINSCOPE_REQUIRE_ALL asks for everything.
inline std::optional<std::string> papers_data() {
  if (auto folder = papers_data_folder()) return folder;
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
