// C-SVC with a linear kernel. What a fit of smo needs at the least is not counted. It needs no row of the
// kernel matrix: r products make the residual of a pattern anew from w whenever it is asked for. So patterns
// may be left out of passes for as long as they enter no pair (solvers/pairs/shrinking.h), and for how long
// that is only the steps that follow say. For certain there are a look at each pattern, and for each weight
// that moves its share in w and half a pair's passes over a block: a hundredth or two of its time, which would
// be no limit.

#include "ways.h"
#include "works.h"

#ifdef MARGINSCOPE_PEERS
#include <linear.h>

#include "libsvm_peer.h"
#endif

namespace marginscope::bench {
namespace {

using std::to_string;

// A line w·x + b that was learnt, and the seconds of each turn.
struct Line {
  Eigen::VectorXd w;
  double b = 0;
  std::vector<double> seconds = {};
};

#ifdef MARGINSCOPE_PEERS
double criterion(const Problem& problem, const Line& line, double C) {
  const Eigen::VectorXd f = (*problem.X * line.w).array() + line.b;
  return hinge_criterion(*problem.y, f, line.w.squaredNorm(), C);
}

void learn_by_libsvm(const Problem& problem, const testing::SparseRows<svm_node>& rows, double C,
                     Line& line) {
  svm_parameter parameter = libsvm_parameter(C);
  parameter.kernel_type = LINEAR;
  const svm_problem given{static_cast<int>(rows.y.size()), const_cast<double*>(rows.y.data()),
                          const_cast<svm_node**>(rows.rows.data())};
  const auto began = Clock::now();
  svm_model* model = svm_train(&given, &parameter);
  line.seconds.push_back(seconds_since(began));
  line.w = problem.X->transpose() * coefficients_of(model, problem.X.rows());
  line.b = -model->label[0] * model->rho[0];
  svm_free_and_destroy_model(&model);
}

// liblinear counts the bias among the weights, as that of a feature of this value: the larger, the less b costs
// (b²/200 here, in a criterion of hundreds).
constexpr double bias_feature = 10;

void learn_by_liblinear(const testing::SparseRows<feature_node>& rows, Eigen::Index r, double C,
                        Line& line) {
  set_print_string_function([](const char*) {});
  ::problem given{};
  given.l = static_cast<int>(rows.y.size());
  given.n = static_cast<int>(r) + 1;
  given.y = const_cast<double*>(rows.y.data());
  given.x = const_cast<feature_node**>(rows.rows.data());
  given.bias = bias_feature;
  ::parameter parameter{};
  parameter.solver_type = L2R_L1LOSS_SVC_DUAL;
  parameter.eps = 1e-3;
  parameter.C = C;
  const auto began = Clock::now();
  ::model* model = ::train(&given, &parameter);
  line.seconds.push_back(seconds_since(began));
  line.w = model->label[0] * Eigen::Map<const Eigen::VectorXd>(model->w, r);
  line.b = model->label[0] * model->w[r] * bias_feature;
  free_and_destroy_model(&model);
}
#endif

// What the steps of an interior-point method need, q = r + 1: first the weights of the least-squares problem,
// ZᵗDZ, the first right-hand side and the factorisation; then the margins of the predictor and the second
// right-hand side in a sweep over Z, and the margins of the corrector in another. Each number of a pattern is
// read and written once a sweep; divided are d, by α and by C − α, and by ζ and ξ, which tell how far the way
// goes.
Needs interior_needs(const Way& way, const Shared& problem) {
  const auto N = static_cast<double>(problem->X.rows());
  const auto q = static_cast<double>(problem->X.cols() + 1);
  const double steps = way.steps;
  const auto sweep = [&](double products, double divisions) {
    return Needs{.traffic = {{8 * N * (q + 8) * steps, 8 * N * (q + 8)}},
                 .multiply_adds = products * steps,
                 .divisions = divisions * N * steps};
  };
  return {.parts = {sweep(N * q * (q + 1) / 2 + N * q + q * q * q / 6, 1),
                    sweep(2 * N * q + q * q, 2), sweep(N * q + q * q, 2)},
          .rest =
              "the numbers of the patterns, which go through memory more often than once a sweep, "
              "and what begins and ends a run"};
}

std::optional<Measured> measure_linear_svc(const Work& work, double C) {
  const Shared problem = work.problem();
  if (!problem) return std::nullopt;
  Measured measured;
  const std::string settings = sentence("C=", exact_text(C), ",kernel=linear");
  const std::string smo = sentence("smo:", settings);
  Ways ways({by_pairs(smo),
             by_blocks(smo),
             {"interior points", sentence("interior-svm:", settings), interior_needs}});
#ifdef MARGINSCOPE_PEERS
  const testing::SparseRows<svm_node> for_libsvm(*problem);
  const testing::SparseRows<feature_node> for_liblinear(*problem, bias_feature);
  Line libsvm, liblinear;
#endif
  constexpr int turns = 9;
  for (int turn = 0; turn < turns; ++turn) {
#ifdef MARGINSCOPE_PEERS
    learn_by_libsvm(*problem, for_libsvm, C, libsvm);
    learn_by_liblinear(for_liblinear, problem->X.cols(), C, liblinear);
#endif
    ways.fit(problem);
  }
  const Way& fastest = ways.take_fastest(problem, measured);
  Line ours;
  const Eigen::VectorXd weights = quantity(*fastest.machine, "weights");
  ours.w = weights.head(problem->X.cols());
  ours.b = weights[problem->X.cols()];
#ifdef MARGINSCOPE_PEERS
  // liblinear gives up after so many sweeps: who has not come to the optimum is no peer, however fast.
  const double by_ours = criterion(*problem, ours, C),
               by_liblinear = criterion(*problem, liblinear, C);
  const bool has_solved = by_liblinear <= (1 + same_solution) * by_ours;
  if (!has_solved) {
    measured.detail +=
        sentence("; liblinear ", duration_text(std::ranges::min(liblinear.seconds)), " to ",
                 percent_text(by_liblinear / by_ours - 1), " beyond the optimum");
  }
  const bool is_faster = std::ranges::min(liblinear.seconds) < std::ranges::min(libsvm.seconds);
  const Line& peer = has_solved && is_faster ? liblinear : libsvm;
  measured.peer = &peer == &liblinear ? "liblinear" : "libsvm";
  measured.theirs = peer.seconds;
  measured.worse = by_ours / criterion(*problem, peer, C) - 1;
#endif
  return measured;
}

}  // namespace

std::vector<Row> linear_svc_rows() {
  std::vector<Row> rows;
  for (const double C : {1.0, 10.0}) {
    for (const Work& work : small_works()) {
      rows.push_back({"linear-svc", sentence("Linear C-SVC, ", work.name, ", C = ", short_text(C)),
                      1, 2, [work, C] { return measure_linear_svc(work, C); }});
    }
  }
  return rows;
}

}  // namespace marginscope::bench
