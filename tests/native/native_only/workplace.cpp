#include "workplace.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace marginscope::testing {

namespace fs = std::filesystem;

Workplace::Workplace()
    : folder_(fs::temp_directory_path() / ("marginscope-" + std::to_string(getpid()))) {
  fs::create_directories(folder_);
}

Workplace::~Workplace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workplace::write(const std::string& name, std::string_view text) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string Workplace::path(const std::string& name) const { return (folder_ / name).string(); }

bool Workplace::has(const std::string& name) const {
  return std::filesystem::exists(folder_ / name);
}

void Workplace::remove(const std::string& name) const { std::filesystem::remove(folder_ / name); }

std::string Workplace::read(const std::string& name) const {
  std::ifstream file(folder_ / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Workplace::Outcome Workplace::run(const std::string& arguments, const std::string& before) const {
  const int status =
      run_shell(before + " '" + program() + "' " + arguments + " >out.txt 2>err.txt </dev/null");
  return {status, read("out.txt"), read("err.txt")};
}

int Workplace::run_shell(const std::string& command) const {
  const int status = std::system(("cd '" + folder_.string() + "' || exit 99; " + command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Workplace::Outcome Workplace::run_interrupted(const std::string& arguments,
                                              const std::string& signal) const {
  // Once it has taken the place of the shell's copy of itself; of the set of signals that are caught,
  // the fifteenth bit (TERM) is set after the second (INT).
  const int status = run_shell("'" + program() + "' " + arguments +
                               " >out.txt 2>err.txt </dev/null & pid=$!; "
                               "until grep -q marginscope /proc/$pid/comm && "
                               "grep -q '^SigCgt:.*[4-7c-f]...$' /proc/$pid/status; "
                               "do kill -0 $pid || break; sleep 0.01; done; "
                               "kill -" +
                               signal + " $pid; wait $pid");
  return {status, read("out.txt"), read("err.txt")};
}

Json Workplace::json(const std::string& arguments) const {
  const Outcome outcome = run(arguments + " --json");
  REQUIRE_MESSAGE(outcome.status == 0, arguments << ": " << outcome.err);
  const Json json = Json::parse(outcome.out, nullptr, false);
  REQUIRE_MESSAGE(!json.is_discarded(), outcome.out);
  return json;
}

std::string Workplace::refusal(const std::string& arguments) const {
  const Outcome outcome = run(arguments);
  INFO(arguments << ": " << outcome.err);
  CHECK(outcome.status == 1);
  CHECK(outcome.out.empty());
  CHECK(lines_in(outcome.err) == 1);
  CHECK(outcome.err.starts_with("marginscope: "));
  return outcome.err;
}

std::string program() {
  const fs::path path = fs::read_symlink("/proc/self/exe").parent_path() / "marginscope";
  REQUIRE_MESSAGE(fs::exists(path), path.string() << " is not built");
  return path.string();
}

Json without_seconds(Json json) {
  json.erase("seconds");
  return json;
}

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

bool contains(const std::string& text, std::string_view part) {
  if (text.find(part) != text.npos) return true;
  MESSAGE(text);
  return false;
}

void write_line_set(const Workplace& here, const std::string& name, const std::string& rows) {
  here.write("sets/ida/" + name + ".csv", "x,label\n" + rows);
  here.write("sets/ida/" + name + ".splits",
             "# by hand\ntrain 1 2 6 5 1 6\ntest 3 4 4\ntrain 3 4 1 6 2 5\ntest 1 6 6\n");
}

}  // namespace marginscope::testing
