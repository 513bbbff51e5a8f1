#include "cli/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/text.h"

namespace marginscope::cli {
namespace {

std::atomic<bool> interrupt_came{false};
std::atomic<int> received_signal{0};

}  // namespace

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong way round, so that using it fails as it should. It takes the lowest free place.
    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

int finish(int status) {
  // As a shell tells of a program that a signal has ended.
  if (status != done && interrupt_came) status = 128 + received_signal;
  const bool flushed = std::fflush(stdout) == 0;
  const int error = errno;
  if (flushed && !std::ferror(stdout)) return status;
  return refuse({sentence("standard output cannot be written",
                          flushed ? "" : sentence(": ", std::strerror(error)),
                          "; what was printed is not all of the result")});
}

int refuse(const Error& error, int status) {
  std::fprintf(stderr, "marginscope: %s\n", error.message.c_str());
  return status;
}

int display_width(std::string_view utf8) {
  int width = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    const bool continues = (byte & 0xC0) == 0x80;
    // U+0300 to U+036F, the combining marks, are CC 80 to CD AF.
    const auto next = i + 1 < utf8.size() ? static_cast<unsigned char>(utf8[i + 1]) : 0U;
    const bool combines = byte == 0xCC || (byte == 0xCD && next <= 0xAF);
    if (!continues && !combines) ++width;
  }
  return width;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : split(text, ' ')) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(std::move(line));
  return lines;
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  constexpr int gap = 2;
  const std::size_t last = columns_.size() - 1;
  std::vector<int> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
  }
  int before_last = indent;
  for (std::size_t c = 0; c < last; ++c) before_last += widths[c] + gap;
  constexpr int least_last = 30;
  widths[last] = std::min(widths[last], std::max(least_last, line_width - before_last));

  std::string text;
  for (const auto& row : rows_) {
    const std::vector<std::string> last_lines = wrapped(row[last], widths[last]);
    for (std::size_t l = 0; l < last_lines.size(); ++l) {
      std::string line(static_cast<std::size_t>(indent), ' ');
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const std::string& cell = c == last ? last_lines[l] : l == 0 ? row[c] : std::string();
        const std::string padding(
            static_cast<std::size_t>(widths[c] - std::min(widths[c], display_width(cell))), ' ');
        line += columns_[c] == Align::right ? padding + cell : cell + padding;
        if (c < last) line.append(gap, ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  }
  return text;
}

ProgressLine::ProgressLine()
    : terminal_(isatty(STDERR_FILENO) == 1), began_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(double fraction, std::string_view doing) {
  const auto now = std::chrono::steady_clock::now();
  constexpr std::chrono::milliseconds between{100};
  if (!terminal_ || (shown_ && now - last_ < between)) return;
  last_ = now;
  const std::chrono::duration<double> spent = now - began_;
  std::string line = percent_text(std::floor(1000 * fraction) / 1000);
  // Before that the start weighs too much for an estimate.
  constexpr double enough = 0.01;
  if (fraction >= enough) {
    line += sentence(", about ", duration_text(spent.count() * (1 - fraction) / fraction), " left");
  }
  std::fprintf(stderr, "\r\033[K%s: %s", std::string(doing).c_str(), line.c_str());
  shown_ = true;
}

const std::atomic<bool>& interrupted() {
  static const bool installed = [] {
    for (const int request : {SIGINT, SIGTERM}) {
      std::signal(request, [](int received) {
        received_signal = received;
        interrupt_came = true;
        std::signal(received, SIG_DFL);
      });
    }
    return true;
  }();
  static_cast<void>(installed);
  return interrupt_came;
}

}  // namespace marginscope::cli
