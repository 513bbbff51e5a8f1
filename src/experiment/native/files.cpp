#include "experiment/native/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/text.h"

namespace marginscope {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

}  // namespace

Result<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(sentence(path, " is a folder; give the name of a file in it"));
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    constexpr std::size_t longest_path = 300;
    return fail(sentence(shortened(path, longest_path), " cannot be read: ", std::strerror(errno)));
  }
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, count);
  }
  if (std::ferror(file.get())) {
    return fail(sentence(path, " cannot be read to its end: ", std::strerror(errno)));
  }
  return text;
}

}  // namespace marginscope
