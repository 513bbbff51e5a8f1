// Measures what the project promises to be fast: prints figures, asserts nothing. `npm run bench`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "python_peer.h"
#include "row.h"
#include "scale.h"
#include "table.h"
#include "wasm_process.h"

namespace marginscope::bench {
namespace {

// Nothing is kept where no file is asked for.
bool keep(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  std::ofstream out(file);
  out << text << "\n";
  if (out.good()) return true;
  std::cerr << file << " cannot be written.\n";
  return false;
}

}  // namespace
}  // namespace marginscope::bench

namespace {

// Memory that a fit has freed stays with the process, and the next one has it: which fits the allocator would
// otherwise give back to the system, and fetch page by page anew, depends on what lies beside them. The same for
// peers, here and in processes of their own.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int all = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, all);
  mallopt(M_MMAP_THRESHOLD, all);
  setenv("MALLOC_TRIM_THRESHOLD_", std::to_string(all).c_str(), 1);
  setenv("MALLOC_MMAP_THRESHOLD_", std::to_string(all).c_str(), 1);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  using namespace marginscope::bench;
  CLI::App app("Times the solvers beside those of libsvm, liblinear, scikit-learn and NumPy.");
  std::vector<std::string> only;
  std::string file, picture;
  bool scale = false;
  int realisations = 1, rounds = 2;
  const std::vector<std::string> kinds = {"svc",         "labellings", "rls",        "linear-svc",
                                          "linear-path", "lsvm",       "ho-kashyap", "table-2",
                                          "watching",    "wasm",       "alone"};
  app.add_option("--only", only, "Kinds of work")->delimiter(',')->check(CLI::IsMember(kinds));
  app.add_option("--json", file, "A file for the figures");
  app.add_flag("--scale", scale, "How times grow with the work, instead of the rows");
  app.add_option("--picture", picture, "A file for the curves of --scale, as SVG")
      ->needs("--scale");
  app.add_option("--realisations", realisations, "Of each set in Table 2's protocol")
      ->check(CLI::Range(1, 100));
  app.add_option(
         "--rounds", rounds,
         "How often all rows are measured, each time later: what else a machine does comes and "
         "goes in minutes")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  keep_memory();

  const auto wanted = [&only](const std::string& id) {
    return only.empty() || std::ranges::find(only, id) != only.end();
  };
  PythonPeer python;
  if (!python.present()) {
    std::puts(
        "scikit-learn and NumPy are not here (on Debian: apt-get install python3-sklearn), so "
        "nothing is compared with them.");
  }
  if (scale) {
    const auto scaled = measure_scale(python);
    const nlohmann::json figures = {{"machine", this_machine()}, {"scale", json_of(scaled)}};
    return keep(file, figures.dump(2)) && keep(picture, picture_of(scaled)) ? 0 : 1;
  }
  std::vector<Row> rows = kernel_rows(python);
  std::ranges::move(linear_svc_rows(), std::back_inserter(rows));
  std::ranges::move(linear_rows(python), std::back_inserter(rows));
#ifdef MARGINSCOPE_PEERS
  std::ranges::move(protocol_rows(realisations), std::back_inserter(rows));
#else
  std::puts(
      "libsvm and liblinear are not here (on Debian: apt-get install libsvm-dev liblinear-dev), so "
      "nothing is compared with them.");
#endif
  std::ranges::move(watching_rows(), std::back_inserter(rows));
  WasmProcess wasm;
  if (wanted("wasm")) {
    for (const std::string& missing : wasm.missing()) std::puts(missing.c_str());
  }
  std::ranges::move(wasm_rows(wasm), std::back_inserter(rows));
  auto cells = nlohmann::json::array();
  Rates rates;
  if (std::ranges::any_of(rows, [&](const Row& row) { return wanted(row.id); })) {
    rates = measure_rates();
    std::puts(rates_text("one thread", rates).c_str());
  }
  std::erase_if(rows, [&](const Row& row) { return !wanted(row.id); });
  if (std::ranges::any_of(rows, [&](const Row& row) { return row.rates == &wasm.rates(); })) {
    std::puts(wasm.measure_rates() ? rates_text("one thread as wasm", wasm.rates()).c_str()
                                   : "Node has ended, so nothing is measured as wasm.");
  }
  std::vector<std::optional<Measured>> measured(rows.size());
  for (int round = 1; round <= rounds; ++round) {
    if (round == rounds && !rows.empty()) say_head();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (round == 1) {
        measured[k] = rows[k].measure();
      } else if (measured[k]) {
        add_turns(*measured[k], *rows[k].measure());
      }
      if (round < rounds) {
        std::printf("\rround %d of %d, work %zu of %zu%s", round, rounds, k + 1, rows.size(),
                    k + 1 == rows.size() ? "\n" : "");
        std::fflush(stdout);
      } else if (measured[k]) {
        const Rates& its = rows[k].rates ? *rows[k].rates : rates;
        say(rows[k], *measured[k], its);
        cells.push_back(json_of(rows[k], *measured[k], its));
      } else {
        std::printf("%s the data set is not here\n", padded(rows[k].work, 52).c_str());
      }
    }
  }
  if (wanted("alone")) time_ourselves();
  const nlohmann::json figures = {
      {"machine", this_machine()},
      {"rates", json_of(rates)},
      {"wasm_rates", wasm.rates().memory.empty() ? nlohmann::json() : json_of(wasm.rates())},
      {"rows", std::move(cells)}};
  return keep(file, figures.dump(2)) ? 0 : 1;
}
