#include "experiment/files.h"

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
  if (!file) return fail(sentence(path, " cannot be read: ", std::strerror(errno)));
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

Result<void> write_file(const std::string& path, std::string_view text) {
  // What is no regular file (a pipe, a terminal) cannot be replaced by renaming.
  std::error_code ignored;
  const auto kind = std::filesystem::status(path, ignored).type();
  const bool in_place =
      kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found;
  const std::string written = in_place ? path : path + ".part";
  File file(std::fopen(written.c_str(), "wb"));
  const bool complete = file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const bool closed = file && std::fclose(file.release()) == 0;
  if (!complete || !closed || (!in_place && std::rename(written.c_str(), path.c_str()) != 0)) {
    const std::string reason = std::strerror(errno);
    if (file || complete) std::remove(written.c_str());
    return fail(sentence(path, " cannot be written: ", reason));
  }
  return {};
}

}  // namespace marginscope
