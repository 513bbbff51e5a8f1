#include "scale.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "clouds.h"
#include "core/kernel.h"
#include "picture/sheet.h"
#include "row.h"
#include "selection/selection.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "table.h"

#ifdef MARGINSCOPE_PEERS
#include "libsvm_peer.h"
#endif

namespace marginscope::bench {
namespace {

using std::to_string;

constexpr char ours[] = "Marginscope";
constexpr double patience = 60;  // seconds: a curve ends with a fit that takes longer
constexpr double enough = 2;     // seconds, after which no further turn is made
constexpr int most_turns = 20;

// The least seconds of some turns.
double least_of_turns(const std::function<void()>& turn) {
  double least = std::numeric_limits<double>::infinity(), spent = 0;
  for (int turns = 0; turns < most_turns && spent < enough; ++turns) {
    const auto began = Clock::now();
    turn();
    const double seconds = seconds_since(began);
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

// --- Fits in processes of their own ---

struct Fitted {
  double seconds = 0, criterion = 0, peak_bytes = 0;
};

bool tell(int pipe, double value) { return write(pipe, &value, sizeof(value)) == sizeof(value); }
bool hear(int pipe, double& value) { return read(pipe, &value, sizeof(value)) == sizeof(value); }

// A fit in a process of its own, so that it can be ended and its memory is told; the data are there
// beforehand. Nothing where it has not ended when patience has.
std::optional<Fitted> fit_apart(const std::function<void()>& fit,
                                const std::function<double()>& criterion) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    const auto began = Clock::now();
    fit();
    const double first = seconds_since(began);
    const bool told = tell(ends[1], first) &&
                      tell(ends[1], first < enough ? least_of_turns(fit) : first) &&
                      tell(ends[1], criterion());
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  Fitted fitted;
  pollfd first_fit{ends[0], POLLIN, 0};
  double first = 0;
  const bool made = process > 0 && poll(&first_fit, 1, static_cast<int>(1000 * patience)) > 0 &&
                    hear(ends[0], first) && hear(ends[0], fitted.seconds) &&
                    hear(ends[0], fitted.criterion);
  close(ends[0]);
  if (process > 0) {
    if (!made) kill(process, SIGKILL);
    rusage usage{};
    wait4(process, nullptr, 0, &usage);
    fitted.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  }
  return made ? std::optional(fitted) : std::nullopt;
}

// yᵗβ − ½βᵗKβ, from the support vectors alone.
double dual_criterion(const Kernel& kernel, const Problem& problem, const Eigen::VectorXd& beta) {
  std::vector<Eigen::Index> support;
  for (Eigen::Index i = 0; i < beta.size(); ++i) {
    if (beta[i] != 0) support.push_back(i);
  }
  const Eigen::MatrixXd X = (*problem.X)(support, Eigen::placeholders::all);
  const Eigen::VectorXd weights = beta(support);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(weights.size());
  add_kernel_sums(kernel, X, X, weights, sums);
  return problem.y->dot(beta) - 0.5 * weights.dot(sums);
}

constexpr double C = 1;

std::optional<Fitted> fit_ours(const Shared& problem, const Kernel& kernel) {
  const std::string algorithm =
      sentence("smo:C=", exact_text(C), ",kernel=gaussian:sigma=", exact_text(kernel.sigma));
  Eigen::VectorXd beta;
  return fit_apart(
      [&] {
        const Run run = trained(problem, algorithm, "kkt:tolerance=1e-3");
        beta = problem->y->cwiseProduct(quantity(run.solver(), "dual_variables"));
      },
      [&] { return dual_criterion(kernel, *problem, beta); });
}

#ifdef MARGINSCOPE_PEERS
std::optional<Fitted> fit_libsvm(const Shared& problem, const Kernel& kernel) {
  const testing::SparseRows<svm_node> rows(*problem);
  const auto N = problem->X.rows();
  const svm_problem given{static_cast<int>(N), const_cast<double*>(rows.y.data()),
                          const_cast<svm_node**>(rows.rows.data())};
  svm_parameter parameter = libsvm_parameter(C);
  parameter.gamma = 0.5 / (kernel.sigma * kernel.sigma);
  Eigen::VectorXd beta;
  return fit_apart(
      [&] {
        svm_model* model = svm_train(&given, &parameter);
        beta = coefficients_of(model, N);
        svm_free_and_destroy_model(&model);
      },
      [&] { return dual_criterion(kernel, *problem, beta); });
}
#endif

// --- Curves ---

void say_point(const Scaled& scaled, const std::string& who, const Growth::Point& point) {
  std::printf("%s %s = %-8s %s %10s%s\n", padded(scaled.title, 36).c_str(), scaled.size.c_str(),
              exact_text(point.size).c_str(), padded(who, 22).c_str(),
              duration_text(point.seconds).c_str(),
              point.peak_bytes == 0
                  ? ""
                  : sentence("  ", short_text(point.peak_bytes / (1 << 20), 4), " MB").c_str());
  std::fflush(stdout);
}

void add(Scaled& scaled, Growth& growth, const Growth::Point& point) {
  growth.points.push_back(point);
  say_point(scaled, growth.who, point);
}

void note(Scaled& scaled, const std::string& text) {
  scaled.notes.push_back(text);
  std::puts(text.c_str());
}

// Of fits of smo, each in a process of its own, with as much as it takes of the memory.
Scaled scale_fits() {
  Scaled scaled{"smo", "smo: a fit of n patterns", "n", {{ours, {}}}, {}};
  const Kernel kernel{.type = KernelType::gaussian, .sigma = 2};
  using Fit = std::optional<Fitted> (*)(const Shared&, const Kernel&);
  std::vector<Fit> fits = {fit_ours};
#ifdef MARGINSCOPE_PEERS
  scaled.growths.push_back({"libsvm", {}});
  fits.push_back(fit_libsvm);
#endif
  std::vector<bool> ended(fits.size());
  for (const Eigen::Index n : {100, 300, 1000, 3000, 10'000, 30'000, 100'000}) {
    const Shared problem = clouds(n, 8, 0.7);
    double best = -std::numeric_limits<double>::infinity();
    std::vector<std::optional<Fitted>> fitted(fits.size());
    for (std::size_t k = 0; k < fits.size(); ++k) {
      if (ended[k]) continue;
      fitted[k] = fits[k](problem, kernel);
      ended[k] = !fitted[k];
      const std::string fit =
          sentence(scaled.growths[k].who, "'s fit of ", to_string(n), " patterns");
      if (ended[k]) note(scaled, sentence(fit, " took more than ", duration_text(patience)));
      if (fitted[k]) best = std::max(best, fitted[k]->criterion);
    }
    for (std::size_t k = 0; k < fits.size(); ++k) {
      if (!fitted[k]) continue;
      Growth& growth = scaled.growths[k];
      if (best - fitted[k]->criterion > same_solution * std::abs(best)) {
        note(scaled, sentence(growth.who, " came to another solution of ", to_string(n)));
        continue;
      }
      add(scaled, growth, {static_cast<double>(n), fitted[k]->seconds, fitted[k]->peak_bytes});
      if (growth.who == ours && fitted[k]->peak_bytes > row_training_memory) {
        note(scaled, sentence("smo took more than ", short_text(row_training_memory / (1 << 20), 4),
                              " MB for ", to_string(n), " patterns"));
      }
    }
  }
  return scaled;
}

// One size of what is measured in turns with a peer; that counts where it came to the same.
void add_measured(Scaled& scaled, double size, const Measured& measured) {
  if (scaled.growths.empty()) scaled.growths.push_back({ours, {}});
  add(scaled, scaled.growths[0], {size, std::ranges::min(measured.ours)});
  if (measured.theirs.empty()) return;
  // What it is given beforehand belongs to the row: "libsvm, kernel given".
  const std::string peer = measured.peer.substr(0, measured.peer.find(','));
  if (scaled.growths.size() == 1) scaled.growths.push_back({peer, {}});
  if (measured.worse <= same_solution) {
    add(scaled, scaled.growths[1], {size, std::ranges::min(measured.theirs)});
  } else {
    note(scaled, sentence(peer, " came to another solution of ", exact_text(size)));
  }
}

// A step of Ho-Kashyap as p grows. The shift keeps what the classes overlap by.
Scaled scale_features(PythonPeer& python) {
  Scaled scaled{"hk", "hk: a step on 3,000 patterns", "p", {}, {}};
  for (const int p : {2, 6, 20, 60, 200, 600, 2000}) {
    // What is there beforehand grows with p²: seconds, on both sides.
    const int turns = p < 600 ? 9 : 2;
    const Shared problem = clouds(3000, p, 1.4 / std::sqrt(p));
    add_measured(scaled, p, measure_hk_step(python, problem, p < 200 ? 100 : 20, turns));
  }
  return scaled;
}

Scaled scale_swaps() {
  Scaled scaled{"swaps", "smo: label swaps, 200 patterns", "swaps", {}, {}};
  const Shared problem = clouds(200, 8, 0.3);
  for (const int swaps : {10, 30, 100, 300, 1000, 3000, 10'000}) {
    add_measured(scaled, swaps, measure_labellings(problem, C, swaps));
  }
  return scaled;
}

// So many values from one to the other, each the same multiple of the one before.
GridAxis grid_axis(const std::string& field, double from, double to, int count) {
  GridAxis axis{field, {}};
  for (int k = 0; k < count; ++k) {
    axis.values.push_back(exact_text(from * std::pow(to / from, k / (count - 1.0))));
  }
  return axis;
}

Scaled scale_cells() {
  Scaled scaled{"cells", "smo: grid cells, 5 folds of 60 patterns", "cells", {{ours, {}}}, {}};
  const Shared problem = clouds(60, 2, 0.7);
  SelectionRequest request;
  request.data = *settle({.X = problem->X, .y = problem->y}, LabelForm::values);
  request.algorithm = *parse_spec("smo:kernel=gaussian");
  request.criterion = *parse_spec("cross-validation:folds=5");
  request.training.rules = *parse_rules("kkt:tolerance=1e-3");
  const std::pair<int, int> grids[] = {{2, 5},   {5, 6},   {10, 10},  {15, 20},
                                       {25, 40}, {50, 60}, {100, 100}};
  for (const auto& [widths, costs] : grids) {
    request.grid = {grid_axis("kernel:sigma", 0.5, 8, widths), grid_axis("C", 0.01, 100, costs)};
    const double seconds = least_of_turns([&] {
      auto selection = Selection::start(request);
      while (selection->advance(std::chrono::hours(1))) {
      }
    });
    add(scaled, scaled.growths[0], {static_cast<double>(widths * costs), seconds});
  }
  return scaled;
}

double exponent_of(const std::vector<Growth::Point>& points) {
  const std::size_t half = (points.size() + 1) / 2;
  double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t k = points.size() - half; k < points.size(); ++k) {
    const double x = std::log(points[k].size), y = std::log(points[k].seconds);
    n += 1;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

}  // namespace

std::vector<Scaled> measure_scale(PythonPeer& python) {
  std::vector<Scaled> all = {scale_fits(), scale_features(python), scale_swaps(), scale_cells()};
  for (Scaled& scaled : all) {
    for (Growth& growth : scaled.growths) {
      growth.exponent = exponent_of(growth.points);
      std::printf("%s grows with %s^%s by %s.\n", scaled.title.c_str(), scaled.size.c_str(),
                  short_text(growth.exponent).c_str(), growth.who.c_str());
    }
  }
  return all;
}

nlohmann::json json_of(const std::vector<Scaled>& all) {
  using nlohmann::json;
  json list = json::array();
  for (const Scaled& scaled : all) {
    json growths = json::array();
    for (const Growth& growth : scaled.growths) {
      json points = json::array();
      for (const Growth::Point& point : growth.points) {
        points.push_back({{"size", point.size}, {"seconds", point.seconds}});
        if (point.peak_bytes > 0) points.back()["peak_bytes"] = point.peak_bytes;
      }
      growths.push_back(
          {{"who", growth.who},
           {"points", std::move(points)},
           {"exponent", std::isfinite(growth.exponent) ? json(growth.exponent) : json()}});
    }
    list.push_back({{"id", scaled.id},
                    {"title", scaled.title},
                    {"size", scaled.size},
                    {"growths", std::move(growths)},
                    {"notes", scaled.notes}});
  }
  return list;
}

std::string picture_of(const std::vector<Scaled>& all) {
  using namespace picture;
  Sheet sheet{.title = "How times grow",
              .description =
                  "Seconds of one thread over the size of the work, both logarithmic: ours "
                  "and the peers' curves.",
              .columns = 2};
  for (const Scaled& scaled : all) {
    std::string growing;
    for (const Growth& growth : scaled.growths) {
      growing +=
          sentence(growing.empty() ? "seconds, with " : "; ", growth.who == ours ? "" : growth.who,
                   growth.who == ours ? "" : " ", scaled.size, "^", short_text(growth.exponent, 2));
    }
    Chart chart{
        .title = scaled.title, .x = {scaled.size, true}, .y = {growing, true}, .curves = {}};
    for (const Growth& growth : scaled.growths) {
      const bool own = growth.who == ours;
      Curve curve{.name = growth.who,
                  .series = own                     ? 0
                            : growth.who == "NumPy" ? 2
                                                    : 1,
                  .points = {},
                  .mark = own ? Curve::Mark::dot : Curve::Mark::ring};
      for (const Growth::Point& point : growth.points) {
        curve.points.push_back({point.size, point.seconds});
      }
      chart.curves.push_back(std::move(curve));
    }
    sheet.panels.emplace_back(std::move(chart));
  }
  const Growth::Point& largest = all.front().growths.front().points.back();
  sheet.note = sentence("smo's fit of ", exact_text(largest.size), " patterns took ",
                        short_text(largest.peak_bytes / (1 << 20)), " of ",
                        short_text(row_training_memory / (1 << 20), 4), " MB, its data included.");
  for (const std::string& text : all.front().notes) sheet.note += sentence(" ", text, ".");
  return svg_of(sheet);
}

}  // namespace marginscope::bench
