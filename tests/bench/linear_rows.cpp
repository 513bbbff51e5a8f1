// Linear machines: paths over C, LSVM and Ho-Kashyap as they are iterated.

#include <cmath>
#include <cstdio>

#include "clouds.h"
#include "core/text.h"
#include "python_peer.h"
#include "row.h"
#include "selection/two_stage.h"

#ifdef MARGINSCOPE_PEERS
#include <linear.h>

#include "support/sparse_rows.h"
#endif

namespace marginscope::bench {
namespace {

using std::to_string;

// What a step of LSVM needs as it is iterated, q = r + 1: two sweeps over the rows h of H, each of which
// has products of the one before. With v solved for, α ← C(t − h·v) and Σ αh of all rows; then Qα = α/C + h·u,
// t ← 1 + max(0, Qα − 1 − μα) and Σ th. H is read twice; t and α are read and written once.
Needs lsvm_step_needs(double N, double q) {
  const Needs sweep{.traffic = {{8 * N * q + 16 * N, 8 * N * (q + 2)}},
                    .multiply_adds = 2 * N * q + q * q / 2};
  return {.parts = {sweep, sweep},
          .rest = "solving for v, and what is done for each block of rows, whatever it holds"};
}

// What a step of Ho-Kashyap needs, q = p + 1: one sweep over the rows of an orthonormal basis of Z's columns,
// e ← z·W − b, b ← b + μ(e + |e|) and the sum of b times the basis, of which the next W is made. The basis is
// read; b is read and written, e and the margins are written.
Needs hk_step_needs(double N, double q) {
  const double bytes = 8 * N * q + 32 * N;
  return {.traffic = {{bytes, 8 * N * (q + 4)}},
          .multiply_adds = 2 * N * q + q * q + N,
          .rest = "what is done for each block of rows and for each step, whatever it holds"};
}

// What a step of Newton's method needs for the same criterion: a sweep over Z, which is read, a Cholesky
// factorisation, and what enters or leaves the margin, which is left out here.
Needs newton_step_needs(double N, double q) {
  return {
      .traffic = {{8 * N * q + 16 * N, 8 * N * (q + 2)}},
      .multiply_adds = N * q + q * q * q / 6,
      .rest = "patterns that enter or leave the margin, and what begins and ends a run for each C"};
}

#ifdef MARGINSCOPE_PEERS
// ½(‖w‖² + w₀²) + C/2 Σξ², which LSVM and liblinear's L2 machine minimise. The bias is the last weight.
double squared_hinge(const Problem& problem, const Eigen::VectorXd& W, double C) {
  const Eigen::Index r = problem.X.cols();
  const Eigen::VectorXd f = (*problem.X * W.head(r)).array() + W[r];
  const Eigen::VectorXd slack = (1 - problem.y->array() * f.array()).cwiseMax(0);
  return 0.5 * W.squaredNorm() + 0.5 * C * slack.squaredNorm();
}

// The weights of a path over C, each from those of the C before, by liblinear; it has C Σξ².
std::vector<Eigen::VectorXd> liblinear_path(const testing::SparseRows<feature_node>& data,
                                            Eigen::Index q, std::span<const double> path) {
  std::vector<Eigen::VectorXd> weights;
  ::problem given{};
  given.l = static_cast<int>(data.y.size());
  given.n = static_cast<int>(q);
  given.y = const_cast<double*>(data.y.data());
  given.x = const_cast<feature_node**>(data.rows.data());
  given.bias = 1;
  Eigen::VectorXd warm;
  for (const double C : path) {
    ::parameter parameter{};
    parameter.solver_type = L2R_L2LOSS_SVC;
    parameter.eps = 1e-3;
    parameter.C = C / 2;
    parameter.init_sol = warm.size() > 0 ? warm.data() : nullptr;
    ::model* model = ::train(&given, &parameter);
    warm = Eigen::Map<const Eigen::VectorXd>(model->w, q);
    weights.push_back(model->label[0] * warm);
    free_and_destroy_model(&model);
  }
  return weights;
}
#endif

// A machine along the path of C, each from the one before where it can.
struct Path {
  std::vector<Eigen::VectorXd> weights = {};
  int steps = 0;
  double seconds = 0;
};
Path learn_path(const Shared& problem, const std::string& algorithm, const std::string& rules,
                std::span<const double> path) {
  Path learnt;
  std::optional<Run> before;
  const auto began = Clock::now();
  for (const double C : path) {
    before.emplace(trained(problem, sentence(algorithm, ":C=", exact_text(C)), rules, 100'000,
                           before ? &before->solver() : nullptr));
    learnt.steps += before->last_iteration();
    learnt.weights.push_back(quantity(before->solver(), "weights"));
  }
  learnt.seconds = seconds_since(began);
  return learnt;
}

std::optional<Measured> measure_path(const std::function<Shared()>& made) {
  const Shared problem = made();
  if (!problem) return std::nullopt;
  const auto path = coarse_stage();
  Measured measured;
  Path newton, iterated;
#ifdef MARGINSCOPE_PEERS
  set_print_string_function([](const char*) {});
  const testing::SparseRows<feature_node> data(*problem, 1);
  std::vector<Eigen::VectorXd> theirs;
  measured.peer = "liblinear, warm";
#endif
  for (int turn = 0; turn < 15; ++turn) {
#ifdef MARGINSCOPE_PEERS
    const auto began = Clock::now();
    theirs = liblinear_path(data, problem->X.cols() + 1, path);
    measured.theirs.push_back(seconds_since(began));
#endif
    newton = learn_path(problem, "newton-svm", "", path);
    measured.ours.push_back(newton.seconds);
    iterated = learn_path(problem, "lsvm", "kkt:tolerance=1e-3", path);
  }
  measured.detail =
      sentence(to_string(newton.steps), " steps; lsvm's own iteration ",
               duration_text(iterated.seconds), " in ", to_string(iterated.steps), " steps");
  // ZᵗZ serves every C.
  const auto N = static_cast<double>(problem->X.rows());
  const auto q = static_cast<double>(problem->X.cols() + 1);
  measured.needs = newton_step_needs(N, q);
  measured.needs.traffic[0].bytes *= newton.steps;
  measured.needs.multiply_adds *= newton.steps;
  measured.needs.multiply_adds += N * q * q / 2;
#ifdef MARGINSCOPE_PEERS
  measured.worse = -INFINITY;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const double peer = squared_hinge(*problem, theirs[k], path[k]);
    measured.worse = std::max(measured.worse,
                              (squared_hinge(*problem, newton.weights[k], path[k]) - peer) / peer);
  }
#endif
  return measured;
}

// Steps of ours and of a task of NumPy's that come to the same weights; timed with what has to be computed
// once where `from_start` is set.
struct Steps {
  std::string algorithm, task;
  int ours = 0, theirs = 0, turns = 0;
  Needs needs = {};  // of a step of ours
  bool from_start = false;
};

Measured measure_steps(PythonPeer& python, const Shared& problem, const Steps& steps) {
  python.hand_over(*problem);
  Measured measured;
  measured.peer = "NumPy";
  measured.needs = steps.needs;
  const std::string name = steps.task.substr(0, steps.task.find(' '));
  const std::string settings =
      sentence(steps.task.substr(name.size() + 1), " ", to_string(steps.theirs));
  Eigen::VectorXd ours, theirs;
  for (int turn = 0; turn < steps.turns; ++turn) {
    if (const auto seconds = python.time(name, settings)) {
      measured.theirs.push_back(*seconds / steps.ours);
      theirs = python.result(problem->X.cols() + 1);
    }
    auto began = Clock::now();
    Run run = started(problem, steps.algorithm, "");
    if (!steps.from_start) began = Clock::now();
    const int made = run.advance(steps.ours);
    measured.ours.push_back(seconds_since(began) / std::max(1, made));
    ours = quantity(run.solver(), "weights");
  }
  if (theirs.size() > 0) measured.worse = (ours - theirs).norm() / theirs.norm();
  return measured;
}

}  // namespace

Measured measure_hk_step(PythonPeer& python, const Shared& problem, int steps, int turns) {
  const auto N = static_cast<double>(problem->X.rows());
  const auto q = static_cast<double>(problem->X.cols() + 1);
  // The pseudo-inverse is there beforehand on both sides.
  return measure_steps(
      python, problem,
      {"hk:learning_rate=0.5", "hk 0.5", steps, steps, turns, hk_step_needs(N, q)});
}

std::vector<Row> linear_rows(PythonPeer& python) {
  std::vector<Row> rows;
  const auto add_path = [&](const std::string& name, std::function<Shared()> problem) {
    rows.push_back({"linear-path", sentence("LSVM's optimum at 11 values of C, ", name), 1.5, 4,
                    [problem = std::move(problem)] { return measure_path(problem); }});
  };
  add_path("clouds 500 × 8", [] { return clouds(500, 8, 0.3); });
  add_path("clouds 1,300 × 18", [] { return clouds(1300, 18, 0.4); });
  for (const std::string name : {"heart", "pima", "german"}) {
    add_path(name, [name] { return data_set(name); });
  }
  for (const Eigen::Index N : {200, 1300, 10'000}) {
    rows.push_back({"lsvm", sentence("LSVM's step, ", to_string(N), " × 18"), 8, 15, [&python, N] {
                      // NumPy starts at Q⁻¹1, where our first step ends.
                      return measure_steps(python, clouds(N, 18, 0.3),
                                           {"lsvm", "lsvm 1", 1000, 999, 7,
                                            lsvm_step_needs(static_cast<double>(N), 19), true});
                    }});
  }
  const auto add_hk = [&](Eigen::Index N, Eigen::Index p, int steps, double solid,
                          double ambitious) {
    rows.push_back(
        {"ho-kashyap", sentence("Ho-Kashyap's step, ", to_string(N), " × ", to_string(p)), solid,
         ambitious,
         [&python, N, p, steps] { return measure_hk_step(python, clouds(N, p, 1), steps, 9); }});
  };
  add_hk(200, 2, 2000, 4, 10);
  add_hk(1300, 18, 1000, 4, 10);
  add_hk(10'000, 2, 300, 2, 5);
  add_hk(10'000, 20, 300, 2, 5);
  return rows;
}

}  // namespace marginscope::bench
