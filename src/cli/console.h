#pragma once  // for src/cli only

// What the command line writes: sentences, aligned tables and progress; and how it hears that it
// should stop.

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace marginscope::cli {

// Exit statuses.
inline constexpr int done = 0;
inline constexpr int wrong_input = 1;    // the input or a setting
inline constexpr int wrong_command = 2;  // the command itself

// Makes the three standard streams safe to use where the shell has closed one: what is opened later
// must not take its place and receive what is meant for it.
void open_standard_streams();

// Writes a report to standard output; whether that took it, `finish` says.
void print(std::string_view text);

// The exit status of the program, where that would be `status`: 128 and the number of the signal where
// that kept it from being done; `wrong_input`, with a sentence, where standard output could not take all
// that was printed.
int finish(int status);

// Writes the sentence to standard error and answers the status.
int refuse(const Error& error, int status = wrong_input);

// Columns that the text takes on a terminal: code points, without combining marks.
int display_width(std::string_view utf8);

// Breaks a text at blanks into lines of at most `width` columns; a longer word has its own line.
std::vector<std::string> wrapped(std::string_view text, int width);

// Columns padded to their widest entry, two blanks between them. The last column is wrapped so that
// a line has at most `line_width` columns.
class Table {
 public:
  static constexpr int line_width = 100;

  enum class Align { left, right };

  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // Fewer cells than columns leave the others empty.
  void add(std::vector<std::string> cells);

  // All rows, each with `indent` blanks before it and ended by a line break.
  std::string text(int indent = 0) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// One line on standard error that is written over, ten times a second at most; nothing where that
// is not a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(double fraction, std::string_view doing);

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point began_, last_;
};

class Stopwatch {
 public:
  double seconds() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
    return spent.count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

// How long a piece of work may take between two looks at the keyboard.
inline constexpr std::chrono::milliseconds slice{100};

// Set by the first interrupt from the keyboard (Ctrl-C) and the first request to end (as `timeout` and job
// schedulers send it); a second one ends the program at once.
const std::atomic<bool>& interrupted();

}  // namespace marginscope::cli
