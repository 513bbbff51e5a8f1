#pragma once  // for every room above

// Whole text files, with the operating system's reason in the sentence when one cannot be used.

#include <string>
#include <string_view>

#include "core/result.h"

namespace marginscope {

// The content of a file. A folder, a missing or an unreadable file is an error.
Result<std::string> read_file(const std::string& path);

}  // namespace marginscope
