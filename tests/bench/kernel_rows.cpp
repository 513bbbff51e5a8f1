// Machines with a Gaussian kernel: C-SVC, many labellings of the same patterns, regularised least squares.

#include <cmath>

#include "core/random.h"
#include "python_peer.h"
#include "solvers/relearning/relearners.h"
#include "stopping/registry.h"
#include "svc_needs.h"
#include "ways.h"
#include "works.h"

#ifdef MARGINSCOPE_PEERS
#include "libsvm_peer.h"
#endif

namespace marginscope::bench {
namespace {

using std::to_string;

std::optional<Measured> measure_svc(PythonPeer& python, const Work& work, double C) {
  const Shared problem = work.problem();
  if (!problem) return std::nullopt;
  const Eigen::Index N = problem->X.rows();
  const Kernel kernel = kernel_for(*problem);
  python.hand_over(*problem);
  Measured measured;
  std::vector<double> scikit;
  Eigen::VectorXd scikit_beta;
  const std::string smo = smo_text(C, kernel);
  Ways ways({by_pairs(smo, needs_of_pairs), by_blocks(smo, needs_of_blocks)});
  const int turns = N < 1500 ? 9 : N < 5000 ? 5 : 3;
#ifdef MARGINSCOPE_PEERS
  std::vector<double> libsvm;
  Eigen::VectorXd libsvm_beta;
  testing::SparseRows<svm_node> rows(*problem);
  const svm_problem given{static_cast<int>(N), rows.y.data(), rows.rows.data()};
  svm_parameter parameter = libsvm_parameter(C);
  parameter.gamma = gamma_of(kernel);
#endif
  for (int turn = 0; turn < turns; ++turn) {
    const std::string settings =
        sentence(exact_text(C), " ", exact_text(gamma_of(kernel)), " 1e-3");
    if (const auto seconds = python.time("svc", settings)) {
      scikit.push_back(*seconds);
      if (turn == 0) scikit_beta = python.result(N);
    }
#ifdef MARGINSCOPE_PEERS
    const auto peer_began = Clock::now();
    svm_model* model = svm_train(&given, &parameter);
    libsvm.push_back(seconds_since(peer_began));
    if (turn == 0) libsvm_beta = coefficients_of(model, N);
    svm_free_and_destroy_model(&model);
#endif
    ways.fit(problem);
  }
  measured.peer = "scikit-learn";
  measured.theirs = scikit;
  Eigen::VectorXd peer_beta = scikit_beta;
#ifdef MARGINSCOPE_PEERS
  if (scikit.empty() || std::ranges::min(libsvm) < std::ranges::min(scikit)) {
    measured.peer = "libsvm";
    measured.theirs = libsvm;
    peer_beta = libsvm_beta;
  }
#endif
  const Way& fastest = ways.take_fastest(problem, measured);
  if (!measured.theirs.empty()) {
    const Eigen::MatrixXd K = gram_matrix(kernel, problem->X).finish();
    const double peer = dual_criterion(*problem, K, peer_beta);
    const Eigen::VectorXd alpha = quantity(*fastest.machine, "dual_variables");
    measured.worse =
        (peer - dual_criterion(*problem, K, problem->y->cwiseProduct(alpha))) / std::abs(peer);
  }
  return measured;
}

// The labels with so many pairs of opposite ones exchanged, drawn by the number of the labelling.
Eigen::MatrixXd swapped_labels(const Problem& problem, int labellings) {
  Random random(3);
  const Eigen::Index N = problem.y.size();
  Eigen::MatrixXd Y = problem.y->replicate(1, labellings);
  for (Eigen::Index m = 0; m < labellings; ++m) {
    for (Eigen::Index i = 0; i < N; ++i) {
      if (random.below(2) == 0) Y(i, m) = -Y(i, m);
    }
  }
  return Y;
}

// Of all labellings, each trained by itself for its count of steps; the rows of the kernel matrix are those
// of patterns that support any of them.
Needs labelling_needs(const Problem& problem, const std::string& algorithm,
                      const Eigen::MatrixXd& Y) {
  double steps = 0;
  Eigen::Array<bool, Eigen::Dynamic, 1> supports =
      Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(Y.rows(), false);
  for (const auto& labels : Y.colwise()) {
    auto relabelled = std::make_shared<Problem>(problem);
    relabelled->y = Eigen::VectorXd(labels);
    const Run run = trained(relabelled, algorithm, smo_rules);
    steps += run.last_iteration();
    supports = supports || quantity(run.solver(), "dual_variables").array() != 0;
  }
  return pair_needs(problem, supports.count(), steps);
}

}  // namespace

Measured measure_labellings(const Shared& problem, double C, int labellings) {
  const Kernel kernel = kernel_for(*problem);
  const Eigen::MatrixXd Y = swapped_labels(*problem, labellings);
  Measured measured;
  measured.needs = labelling_needs(*problem, smo_text(C, kernel), Y);
  double ours = 0;
  const auto learn = [&] {
    const auto began = Clock::now();
    auto machine =
        make_relearner(*parse_spec(smo_text(C, kernel)),
                       {.rules = *parse_rules(smo_rules), .max_iterations = 100'000'000}, problem);
    (*machine)->begin(Y, std::nullopt);
    while (!*(*machine)->advance(std::chrono::hours(1))) {
    }
    measured.ours.push_back(seconds_since(began));
    ours = 0;
    for (Eigen::Index m = 0; m < labellings; ++m) {
      const Fit& fit = (*machine)->learnt()[static_cast<std::size_t>(m)].free;
      ours += hinge_criterion(Y.col(m), fit.decision_values, fit.squared_norm, C);
    }
  };
  constexpr int turns = 3;
#ifdef MARGINSCOPE_PEERS
  // libsvm has the kernel matrix beforehand, as a number for each pair in a row of its own.
  const Eigen::MatrixXd K = gram_matrix(kernel, problem->X).finish();
  const Eigen::Index N = K.rows();
  double theirs = 0;
  svm_parameter parameter = libsvm_parameter(C);
  parameter.kernel_type = PRECOMPUTED;
  const auto peer_learns = [&] {
    const auto began = Clock::now();
    // Its format wants the number of the pattern first.
    Eigen::MatrixXd numbered(N, N + 1);
    numbered << Eigen::VectorXd::LinSpaced(N, 1, static_cast<double>(N)), K;
    testing::SparseRows<svm_node> rows(numbered);
    for (svm_node& node : rows.nodes) {
      if (node.index > 0) --node.index;
    }
    double seconds = seconds_since(began);
    theirs = 0;
    for (Eigen::Index m = 0; m < labellings; ++m) {
      const auto fit_began = Clock::now();
      const Eigen::VectorXd y = Y.col(m);
      std::vector<double> labels(y.begin(), y.end());
      const svm_problem given{static_cast<int>(N), labels.data(), rows.rows.data()};
      svm_model* model = svm_train(&given, &parameter);
      seconds += seconds_since(fit_began);
      const Eigen::VectorXd beta = coefficients_of(model, N), sums = K * beta;
      const Eigen::VectorXd f = sums.array() - model->label[0] * model->rho[0];
      theirs += hinge_criterion(y, f, beta.dot(sums), C);
      svm_free_and_destroy_model(&model);
    }
    measured.theirs.push_back(seconds);
  };
  measured.peer = "libsvm, kernel given";
#endif
  for (int turn = 0; turn < turns; ++turn) {
#ifdef MARGINSCOPE_PEERS
    peer_learns();
#endif
    learn();
  }
#ifdef MARGINSCOPE_PEERS
  measured.worse = (ours - theirs) / theirs;
#endif
  return measured;
}

namespace {

// What closed forms need for one C: the kernel of each pair once; a Cholesky factorisation, N³/6
// multiplications with an addition; and N² for each labelling, one after the other. f = y − β/C is free.
// The matrix, of which a half is enough, is written and read once.
Needs ridge_needs(double N, double r, double labellings) {
  const double pairs = N * N / 2, bytes = 8 * pairs;
  return {.parts = {{.multiply_adds = pairs * r},
                    {.traffic = {{bytes, bytes}}, .exponentials = pairs},
                    {.traffic = {{bytes, bytes}}, .multiply_adds = N * N * N / 6},
                    {.traffic = {{2 * bytes, bytes}}, .multiply_adds = N * N * labellings}},
          .rest =
              "pages touched for the first time, blocks at the edges of the factorisation, and "
              "products that bring their factors into order first"};
}

std::optional<Measured> measure_ridge(PythonPeer& python, const Work& work, int labellings) {
  const Shared problem = work.problem();
  if (!problem) return std::nullopt;
  const Eigen::Index N = problem->X.rows();
  const Kernel kernel = kernel_for(*problem);
  constexpr double C = 1;
  const Spec algorithm = *parse_spec(
      sentence("rls:C=", exact_text(C), ",kernel=gaussian:sigma=", exact_text(kernel.sigma)));
  python.hand_over(*problem);
  Eigen::MatrixXd Y(N, labellings);
  for (Eigen::Index k = 0; k < labellings; ++k) {
    for (Eigen::Index i = 0; i < N; ++i) Y((i + k) % N, k) = problem->y[i];
  }
  Measured measured;
  measured.peer = "scikit-learn";
  measured.needs =
      ridge_needs(static_cast<double>(N), static_cast<double>(problem->X.cols()), labellings);
  Eigen::MatrixXd f(N, labellings);
  Eigen::VectorXd coefficients;
  for (int turn = 0; turn < 7; ++turn) {
    const std::string settings =
        sentence(exact_text(C), " ", exact_text(gamma_of(kernel)), " ", to_string(labellings));
    if (const auto seconds = python.time("ridge", settings)) {
      measured.theirs.push_back(*seconds);
      if (turn == 0) coefficients = python.result(N * labellings);
    }
    const auto began = Clock::now();
    if (labellings == 1) {
      const Run run = trained(problem, spec_text(algorithm), "");
      measured.ours.push_back(seconds_since(began));
      f = quantity(run.solver(), "decision_values");
    } else {
      auto machine = make_relearner(algorithm, {}, problem);
      (*machine)->begin(Y, std::nullopt);
      while (!*(*machine)->advance(std::chrono::hours(1))) {
      }
      measured.ours.push_back(seconds_since(began));
      for (Eigen::Index k = 0; k < labellings; ++k) {
        f.col(k) = (*machine)->learnt()[static_cast<std::size_t>(k)].free.decision_values;
      }
    }
  }
  if (!measured.theirs.empty()) {
    const Eigen::MatrixXd K = gram_matrix(kernel, problem->X).finish();
    const Eigen::Map<const Eigen::MatrixXd> beta(coefficients.data(), N, labellings);
    measured.worse = (f - K * beta).norm() / f.norm();
  }
  return measured;
}

}  // namespace

std::vector<Row> kernel_rows(PythonPeer& python) {
  std::vector<Row> rows;
  const auto add_svc = [&](const Work& work, double C, double solid, double ambitious) {
    rows.push_back({"svc", sentence("C-SVC, ", work.name, ", C = ", short_text(C)), solid,
                    ambitious, [&python, work, C] { return measure_svc(python, work, C); }});
  };
  for (const double C : {1.0, 10.0}) {
    for (const Work& work : small_works()) add_svc(work, C, 3, 6);
    for (const Work& work :
         {cloud_work(3000, 20, 0.3), set_work("image", "image"), set_work("splice", "splice")}) {
      add_svc(work, C, 2.5, 5);
    }
    add_svc(cloud_work(10'000, 20, 0.3), C, 1.5, 3);
  }
  for (const Work& work : {set_work("sonar", "sonar"), set_work("ionosphere", "ionosphere"),
                           set_work("pima", "pima")}) {
    rows.push_back({"labellings", sentence("C-SVC, ", work.name, ", 100 labellings, C = 10"), 3, 6,
                    [work]() -> std::optional<Measured> {
                      const Shared problem = work.problem();
                      if (!problem) return std::nullopt;
                      return measure_labellings(problem, 10, 100);
                    }});
  }
  for (const Eigen::Index N : {500, 2000}) {
    const Work work = cloud_work(N, 20, 0.3);
    for (const int labellings : {1, 100}) {
      rows.push_back(
          {"rls", sentence("RLS, ", work.name, labellings == 1 ? "" : ", 100 labellings"), 2, 3.5,
           [&python, work, labellings] { return measure_ridge(python, work, labellings); }});
    }
  }
  return rows;
}

}  // namespace marginscope::bench
