#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/text.h"

namespace marginscope::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> cannot_write(std::string_view path, std::string_view why) {
  return fail(sentence(path, " cannot be written: ", why));
}

// Where symbolic links lead, also one to a file that is not there yet.
fs::path behind_links(fs::path path) {
  constexpr int most_links = 40;  // as many as Linux follows
  std::error_code ignored;
  for (int links = 0; links < most_links && fs::is_symlink(path, ignored); ++links) {
    const fs::path next = fs::read_symlink(path, ignored);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

bool is_standard_output(const std::string& path) {
  struct stat output = {}, named = {};
  return fstat(STDOUT_FILENO, &output) == 0 && stat(path.c_str(), &named) == 0 &&
         output.st_dev == named.st_dev && output.st_ino == named.st_ino;
}

// An empty file of a new name beside `target`: its name, or empty where it cannot be made (errno).
std::string make_temporary(const fs::path& target, int& descriptor) {
  std::string name = target.string() + ".XXXXXX";
  descriptor = mkstemp(name.data());
  return descriptor < 0 ? std::string() : name;
}

// Errno, or 0. Closes the file.
int write_all(std::FILE* file, std::string_view text) {
  if (!file) return errno;
  int error = 0;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) error = errno;
  if (std::fflush(file) != 0 && error == 0) error = errno;
  // Devices and pipes have nothing to keep.
  if (error == 0 && fsync(fileno(file)) != 0 && errno != EINVAL && errno != EROFS) error = errno;
  if (std::fclose(file) != 0 && error == 0) error = errno;
  return error;
}

// As a new file has them: those that the process grants; an old one's stay.
fs::perms permissions_for(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (status.type() == fs::file_type::regular) return status.permissions();
  const mode_t mask = umask(0);
  umask(mask);
  return static_cast<fs::perms>(0666 & ~mask);
}

// Gives an open file the owner and the group of a file that is there. Errno, or 0.
int keep_owner(int descriptor, const fs::path& target) {
  struct stat there = {}, here = {};
  if (stat(target.c_str(), &there) != 0) return errno == ENOENT ? 0 : errno;
  if (fstat(descriptor, &here) != 0) return errno;
  if (here.st_uid == there.st_uid && here.st_gid == there.st_gid) return 0;
  return fchown(descriptor, there.st_uid, there.st_gid) == 0 ? 0 : errno;
}

int replace_file(const fs::path& target, std::string_view text) {
  int descriptor = -1;
  const std::string name = make_temporary(target, descriptor);
  if (name.empty()) return errno;
  int error = keep_owner(descriptor, target);
  const int writing = write_all(fdopen(descriptor, "wb"), text);
  if (error == 0) error = writing;
  std::error_code permissions;
  fs::permissions(name, permissions_for(target), permissions);
  if (error == 0) error = permissions.value();
  if (error == 0 && std::rename(name.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) std::remove(name.c_str());
  if (error == 0) keep_name(target.string());
  return error;
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) {
    return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  }
  const auto place = [&error](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(behind_links(path)), error);
  };
  return place(a) == place(b);
}

}  // namespace

void keep_name(const std::string& path) {
  const fs::path folder = fs::absolute(path).parent_path();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

Result<OutputFile> OutputFile::open(const std::string& path) {
  OutputFile output;
  output.path_ = path;
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  // A loop of links, or a folder that may not be searched: what is there cannot be found out.
  if (status.type() == fs::file_type::none) return cannot_write(path, unknown.message());
  if (status.type() == fs::file_type::directory) {
    return fail(sentence(path, " is a folder; give the name of a file in it"));
  }
  if (is_standard_output(path)) {
    output.way_ = Way::standard_output;
    return output;
  }
  output.target_ = behind_links(path);
  const bool exists = fs::exists(status);
  // The superuser may write to any file; one that says it is read-only is meant to stay.
  constexpr fs::perms anyone =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  if (exists && (status.permissions() & anyone) == fs::perms::none) {
    return cannot_write(path, "it is read-only");
  }
  if (exists && access(path.c_str(), W_OK) != 0) return cannot_write(path, std::strerror(errno));
  std::error_code ignored;
  if (exists && (status.type() != fs::file_type::regular ||
                 fs::hard_link_count(output.target_, ignored) > 1)) {
    output.way_ = Way::in_place;
    return output;
  }
  int descriptor = -1;
  const std::string name = make_temporary(output.target_, descriptor);
  if (name.empty()) return cannot_write(path, std::strerror(errno));
  if (keep_owner(descriptor, output.target_) != 0) output.way_ = Way::in_place;
  close(descriptor);
  std::remove(name.c_str());
  return output;
}

Result<void> OutputFile::write(std::string_view text) const {
  int error = 0;
  if (way_ == Way::standard_output) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) error = errno;
  } else if (way_ == Way::in_place) {
    error = write_all(std::fopen(path_.c_str(), "wb"), text);
  } else {
    error = replace_file(target_, text);
  }
  if (error != 0) return cannot_write(path_, std::strerror(error));
  return {};
}

std::optional<std::string> OutputFile::beside(std::string_view ending) const {
  if (way_ != Way::replace) return std::nullopt;
  return target_.string() + std::string(ending);
}

Result<void> check_outputs(const std::vector<FileOption>& inputs,
                           const std::vector<FileOption>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const FileOption& output = outputs[i];
    if (output.path.empty()) continue;
    const auto refuse_if_same = [&output](const FileOption& other,
                                          std::string_view does) -> Result<void> {
      if (other.path.empty() || !same_file(output.path, other.path)) return {};
      return fail(sentence(output.option, " is ", output.path, ", the file that ", other.option,
                           " ", does, "; give it a name of its own"));
    };
    for (const FileOption& input : inputs) {
      if (auto good = refuse_if_same(input, "reads"); !good) return good;
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (auto good = refuse_if_same(outputs[k], "writes"); !good) return good;
    }
  }
  return {};
}

}  // namespace marginscope::cli
