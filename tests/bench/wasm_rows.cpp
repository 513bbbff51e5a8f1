// The core as wasm: beside libsvm's ports to it, and beside the same fit by native code.

#include <cmath>
#include <utility>

#include "core/lanes.h"
#include "svc_needs.h"
#include "wasm_process.h"
#include "works.h"

namespace marginscope::bench {
namespace {

namespace fs = std::filesystem;

fs::path project_folder() { return fs::path(MARGINSCOPE_BENCH_FOLDER) / "../.."; }
fs::path module_file() { return project_folder() / "build/wasm/marginscope_bench_fits.mjs"; }

// A port of libsvm by the name of its package, with what our ratio to it is worth.
struct Port {
  std::string name;
  double solid, ambitious;
};
const Port ports[] = {{"libsvm-wasm", 3, 6}, {"libsvm-js", 4, 8}};

// The first ones are slower: Node compiles a module anew while it runs, for speed.
constexpr std::size_t turns = 15;

struct Fit {
  const Shared& problem;
  double C;
  Kernel kernel;

  std::string settings() const {
    return sentence(exact_text(C), " ", exact_text(gamma_of(kernel)), " 1e-3");
  }
};

// Ours in wasm (`ours` of process.mjs), in turns with `peer_turn`, which times one fit by the peer and
// returns its y_i α_i.
template <class PeerTurn>
std::optional<Measured> measure(WasmProcess& wasm, const std::string& ours_there, const Work& work,
                                double C, const PeerTurn& peer_turn) {
  const Shared problem = work.problem();
  if (!problem) return std::nullopt;
  const Fit fit{problem, C, kernel_for(*problem)};
  wasm.hand_over(*problem);
  Measured measured;
  Eigen::VectorXd ours, theirs;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    theirs = peer_turn(fit, measured);
    if (const auto seconds = wasm.time(ours_there, fit.settings())) {
      measured.ours.push_back(*seconds);
    }
    ours = wasm.result(problem->X.rows());
  }
  if (measured.ours.size() < turns || measured.theirs.size() < turns) {
    return Measured{.detail = "Node has ended"};
  }
  // The native fit makes the same steps, to the bit.
  const Run counted = trained(problem, smo_text(C, fit.kernel), smo_rules);
  measured.needs = pair_needs(*problem, (ours.array() != 0).count(), counted.last_iteration());
  measured.needs.rest = {};  // is what a profile of native code says
  const Eigen::MatrixXd K = gram_matrix(fit.kernel, problem->X).finish();
  const double peer = dual_criterion(*problem, K, theirs);
  measured.worse = (peer - dual_criterion(*problem, K, ours)) / std::abs(peer);
  return measured;
}

std::optional<Measured> measure_port(WasmProcess& wasm, const std::string& ours,
                                     const std::string& port, const Work& work, double C) {
  return measure(wasm, ours, work, C, [&](const Fit& fit, Measured& so_far) {
    so_far.peer = port;
    if (const auto seconds = wasm.time(port, fit.settings())) so_far.theirs.push_back(*seconds);
    return wasm.result(fit.problem->X.rows());
  });
}

std::optional<Measured> measure_native(WasmProcess& wasm, const Work& work, double C) {
  std::vector<double> on_widest;
  auto measured = measure(wasm, "ours", work, C, [&](const Fit& fit, Measured& so_far) {
    Eigen::VectorXd beta;
    const auto time = [&](std::vector<double>& seconds) {
      const auto began = Clock::now();
      const Run run = trained(fit.problem, smo_text(fit.C, fit.kernel), smo_rules);
      beta = fit.problem->y->cwiseProduct(quantity(run.solver(), "dual_variables"));
      seconds.push_back(seconds_since(began));
    };
    so_far.peer = "native, two lanes";
#ifdef __x86_64__
    // The processor's own lanes are told of beside the two that any such processor has.
    const std::size_t widest = std::exchange(widest_lanes, 2);
    time(so_far.theirs);
    widest_lanes = widest;
    if (widest > 2) time(on_widest);
#else
    time(so_far.theirs);
#endif
    return beta;
  });
  if (!measured || measured->ours.empty()) return measured;
  if (!on_widest.empty()) {
    const double times = std::ranges::min(measured->ours) / std::ranges::min(on_widest);
    measured->detail = sentence(short_text(times, 3), " times the native time on the widest lanes");
  }
  return measured;
}

}  // namespace

WasmProcess::WasmProcess() {
  if (!fs::exists(module_file())) return;
  start("node --version >/dev/null 2>&1",
        "exec node '" MARGINSCOPE_BENCH_FOLDER "/wasm/process.mjs'",
        sentence("'", module_file().string(), "'"));
}

bool WasmProcess::has(const std::string& port) {
  return fs::exists(project_folder() / "node_modules" / port / "package.json");
}

std::vector<std::string> WasmProcess::missing() const {
  if (!present())
    return {"The core as wasm is not here: npm run bench builds it where there is Emscripten."};
  std::vector<std::string> sentences;
  for (const Port& port : ports) {
    if (has(port.name)) continue;
    sentences.push_back(
        sentence(port.name, " is not here (npm ci installs it), so nothing is compared with it."));
  }
  return sentences;
}

bool WasmProcess::measure_rates() {
  if (!time("rates", "")) return false;
  const Eigen::VectorXd numbers = result(std::ssize(numbers_of(rates_)));
  set_numbers(rates_, numbers);
  return true;
}

std::vector<Row> wasm_rows(WasmProcess& wasm) {
  std::vector<Row> rows;
  if (!wasm.present()) return rows;
  const auto add = [&rows, &wasm](const char* what, const Work& work, double C, double solid,
                                  double ambitious,
                                  std::function<std::optional<Measured>()> measure) {
    rows.push_back({"wasm", sentence(what, ", C-SVC, ", work.name, ", C = ", short_text(C)), solid,
                    ambitious, std::move(measure), &wasm.rates()});
  };
  // The core by itself, and by what the package offers, which asks the same of it.
  constexpr std::pair<const char*, const char*> ways[] = {{"wasm", "ours"}, {"library", "library"}};
  for (const auto& [what, ours] : ways) {
    for (const auto& [port, solid, ambitious] : ports) {
      if (!WasmProcess::has(port)) continue;
      for (const double C : {1.0, 10.0}) {
        for (const Work& work : small_works()) {
          add(what, work, C, solid, ambitious,
              [&wasm, ours, port, work, C] { return measure_port(wasm, ours, port, work, C); });
        }
      }
    }
  }
  // The times 1.4 and 1.15 of the native one.
  for (const double C : {1.0, 10.0}) {
    for (const Work& work : small_works()) {
      add("wasm", work, C, 0.71, 0.87, [&wasm, work, C] { return measure_native(wasm, work, C); });
    }
  }
  return rows;
}

}  // namespace marginscope::bench
