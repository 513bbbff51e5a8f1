#pragma once  // for every room above

// Whole text files, with the operating system's reason in the sentence when one cannot be used.

#include <string>
#include <string_view>

#include "core/result.h"

namespace marginscope {

// The content of a file. A folder, a missing or an unreadable file is an error.
Result<std::string> read_file(const std::string& path);

// Replaces a file as a whole: the text goes to a temporary name beside it first, so an interrupted
// program leaves either the old or the new content.
Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace marginscope
