// Measures what the project promises to be fast: prints figures, asserts nothing. `npm run bench`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "python_peer.h"
#include "row.h"

namespace marginscope::bench {
namespace {

using nlohmann::json;

std::string padded(std::string text, std::size_t width) {
  std::size_t characters = 0;
  for (const char c : text) characters += (c & 0xC0) != 0x80;
  return text + std::string(characters < width ? width - characters : 0, ' ');
}

double least(const std::vector<double>& seconds) { return std::ranges::min(seconds); }

// By how much the slowest turn was slower than the fastest, in per cent.
std::string spread(const std::vector<double>& seconds) {
  const double part = std::ranges::max(seconds) / least(seconds) - 1;
  return sentence("+", std::to_string(std::lround(100 * part)), " %");
}

bool counts(const Measured& measured) {
  return !measured.theirs.empty() && measured.worse <= same_solution;
}

double ratio_of(const Measured& measured) {
  return counts(measured) ? least(measured.theirs) / least(measured.ours)
                          : std::numeric_limits<double>::quiet_NaN();
}

void say_head() {
  std::printf("%s %s %s %s  %s\n", padded("work, one thread, least of several turns", 52).c_str(),
              padded("peer", 22).c_str(), padded("ours", 20).c_str(), padded("ratio", 7).c_str(),
              "solid, ambitious; how much worse our solution is");
}

void say(const Row& row, const Measured& measured) {
  const auto time = [](const std::vector<double>& seconds) {
    return seconds.empty() ? std::string("–")
                           : sentence(duration_text(least(seconds)), " ", spread(seconds));
  };
  const double ratio = ratio_of(measured);
  const std::string aims = sentence(short_text(row.solid), ", ", short_text(row.ambitious));
  const std::string apart =
      measured.theirs.empty() ? "nothing to compare with"
      : counts(measured)      ? short_text(measured.worse, 2)
                              : sentence(short_text(measured.worse, 2), ": not the same solution");
  std::printf("%s %s %s %s  %s; %s%s%s%s%s\n", padded(row.work, 52).c_str(),
              padded(time(measured.theirs), 22).c_str(), padded(time(measured.ours), 20).c_str(),
              padded(std::isnan(ratio) ? "–" : short_text(ratio, 3), 7).c_str(), aims.c_str(),
              apart.c_str(), measured.peer.empty() ? "" : "; ", measured.peer.c_str(),
              measured.detail.empty() ? "" : "; ", measured.detail.c_str());
  std::fflush(stdout);
}

json cell_of(const Row& row, const Measured& measured) {
  const auto number = [](double value) { return std::isfinite(value) ? json(value) : json(); };
  return {{"id", row.id},
          {"work", row.work},
          {"peer", measured.peer},
          {"peer_seconds", measured.theirs},
          {"seconds", measured.ours},
          {"ratio", number(ratio_of(measured))},
          {"worse", number(measured.worse)},
          {"solid", row.solid},
          {"ambitious", row.ambitious},
          {"detail", measured.detail}};
}

}  // namespace
}  // namespace marginscope::bench

int main(int argc, char** argv) {
  using namespace marginscope::bench;
  CLI::App app("Times the solvers beside those of libsvm, liblinear, scikit-learn and NumPy.");
  std::vector<std::string> only;
  std::string file;
  int realisations = 1;
  const std::vector<std::string> kinds = {"svc",  "labellings", "rls",     "linear-path",
                                          "lsvm", "ho-kashyap", "table-2", "alone"};
  app.add_option("--only", only, "Kinds of work")->delimiter(',')->check(CLI::IsMember(kinds));
  app.add_option("--json", file, "A file for the figures");
  app.add_option("--realisations", realisations, "Of each set in Table 2's protocol")
      ->check(CLI::Range(1, 100));
  CLI11_PARSE(app, argc, argv);

  const auto wanted = [&only](const std::string& id) {
    return only.empty() || std::ranges::find(only, id) != only.end();
  };
  PythonPeer python;
  if (!python.present()) {
    std::puts(
        "scikit-learn and NumPy are not here (on Debian: apt-get install python3-sklearn), so "
        "nothing is compared with them.");
  }
  std::vector<Row> rows = kernel_rows(python);
  std::ranges::move(linear_rows(python), std::back_inserter(rows));
#ifdef MARGINSCOPE_PEERS
  std::ranges::move(protocol_rows(realisations), std::back_inserter(rows));
#else
  std::puts(
      "libsvm and liblinear are not here (on Debian: apt-get install libsvm-dev liblinear-dev), so "
      "nothing is compared with them.");
#endif
  auto cells = nlohmann::json::array();
  if (std::ranges::any_of(rows, [&](const Row& row) { return wanted(row.id); })) say_head();
  for (const Row& row : rows) {
    if (!wanted(row.id)) continue;
    const auto measured = row.measure();
    if (!measured) {
      std::printf("%s the data set is not here\n", padded(row.work, 52).c_str());
      continue;
    }
    say(row, *measured);
    cells.push_back(cell_of(row, *measured));
  }
  if (wanted("alone")) time_ourselves();
  if (file.empty()) return 0;
  std::ofstream out(file);
  out << cells.dump(2) << "\n";
  if (out.good()) return 0;
  std::cerr << file << " cannot be written.\n";
  return 1;
}
