// The support vector machines against libsvm and liblinear on the papers' data sets: the same
// optimum. Compiled only where both libraries are installed.

#include <doctest/doctest.h>
#include <libsvm/svm.h>
#include <linear.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/kernel.h"
#include "data/csv.h"
#include "data/training.h"
#include "experiment/native/files.h"
#include "support/papers_data.h"
#include "support/problems.h"
#include "support/sparse_rows.h"

namespace marginscope {
namespace {

constexpr double tolerance = 1e-6;  // relative, of two objectives

// A set with its features scaled onto [−1, 1]; null, with a sentence, where the data are absent.
std::shared_ptr<const Problem> data_set(const std::string& name, Task task = Task::classification) {
  const auto folder = testing::papers_data();
  if (!folder) return nullptr;
  const auto text = read_file(*folder + "/uci/" + name + ".csv");
  testing::require(text);
  const auto data = read_csv(*text, name, task);
  testing::require(data);
  return training_of(*data, Scaling::unit).problem;
}

// β of libsvm's optimum, f = Σβ_j k(x_j, ·) + b. In regression p is the half width of the tube.
Eigen::VectorXd libsvm_coefficients(const Problem& of, const Kernel& kernel, double C, double p,
                                    bool shrinking) {
  testing::SparseRows<svm_node> data(of);
  const svm_problem problem{static_cast<int>(data.y.size()), data.y.data(), data.rows.data()};
  svm_parameter parameter{};
  parameter.svm_type = of.task == Task::regression ? EPSILON_SVR : C_SVC;
  parameter.kernel_type = kernel.type == KernelType::gaussian ? RBF : LINEAR;
  parameter.gamma = 0.5 / (kernel.sigma * kernel.sigma);
  parameter.cache_size = 200;
  parameter.eps = 1e-8;
  parameter.C = C;
  parameter.p = p;
  parameter.shrinking = shrinking;
  svm_set_print_string_function([](const char*) {});
  REQUIRE(svm_check_parameter(&problem, &parameter) == nullptr);
  svm_model* model = svm_train(&problem, &parameter);
  // Of two classes the one that comes first in the data counts as +1.
  const double sign = of.task == Task::regression ? 1 : model->label[0];
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(of.X.rows());
  for (int k = 0; k < model->l; ++k) {
    beta[model->sv_indices[k] - 1] = sign * model->sv_coef[0][k];
  }
  svm_free_and_destroy_model(&model);
  return beta;
}

// The criterion ½(‖w‖² + w0²) + C/2 Σξ² at liblinear's optimum.
double liblinear_objective(const Problem& of, double C) {
  testing::SparseRows<feature_node> data(of, 1);
  const Eigen::Index r = of.X.cols() + 1;
  ::problem problem{};
  problem.l = static_cast<int>(data.y.size());
  problem.n = static_cast<int>(r);
  problem.y = data.y.data();
  problem.x = data.rows.data();
  problem.bias = 1;
  ::parameter parameter{};
  parameter.solver_type = L2R_L2LOSS_SVC;
  parameter.eps = 1e-9;
  parameter.C = C / 2;  // liblinear has C Σξ²
  set_print_string_function([](const char*) {});
  REQUIRE(check_parameter(&problem, &parameter) == nullptr);
  ::model* model = ::train(&problem, &parameter);
  const Eigen::VectorXd w = model->label[0] * Eigen::Map<const Eigen::VectorXd>(model->w, r);
  free_and_destroy_model(&model);
  const Eigen::VectorXd f = (*of.X * w.head(r - 1)).array() + w[r - 1];
  const Eigen::VectorXd slack = (1 - of.y->array() * f.array()).cwiseMax(0);
  return 0.5 * w.squaredNorm() + 0.5 * C * slack.squaredNorm();
}

// yᵗβ − ε‖β‖₁ − ½βᵗKβ in double precision, whatever was trained with.
double dual_objective(const Problem& of, const Eigen::MatrixXd& K, const Eigen::VectorXd& beta,
                      double epsilon) {
  return of.y->dot(beta) - epsilon * beta.cwiseAbs().sum() - 0.5 * beta.dot(K * beta);
}

double relative_difference(double a, double b) {
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

Run fitted(const std::shared_ptr<const Problem>& of, const std::string& algorithm,
           std::string_view rules, int iterations = 2'000'000) {
  Run run = testing::start(of, algorithm, rules,
                           {.max_iterations = iterations,
                            .watched = part::objective | part::duality_gap,
                            .keep_history = false});
  run.advance(iterations);
  return run;
}

void same_optimum_as_libsvm(const std::shared_ptr<const Problem>& of, const std::string& name,
                            const std::string& C, const std::string& kernel_text,
                            const Kernel& kernel, double epsilon = 0) {
  const bool regression = of->task == Task::regression;
  const Run run =
      fitted(of,
             (regression ? "smo-svr:epsilon=" + std::to_string(epsilon) + "," : "smo:") + "C=" + C +
                 ",kernel=" + kernel_text,
             "kkt:tolerance=1e-9");
  REQUIRE(run.stop());
  CHECK(run.stop()->reason != "max-iterations");
  const Eigen::VectorXd duals = testing::vector(run.solver(), "dual_variables");
  const Eigen::VectorXd beta = regression ? duals : Eigen::VectorXd(of->y->cwiseProduct(duals));
  const Eigen::MatrixXd K = gram_matrix(kernel, of->X).finish();
  const double ours = dual_objective(*of, K, beta, epsilon);
  for (const bool shrinking : {false, true}) {
    const double theirs = dual_objective(
        *of, K, libsvm_coefficients(*of, kernel, std::stod(C), epsilon, shrinking), epsilon);
    INFO(name << " " << kernel_text << " C = " << C << (shrinking ? ", shrinking" : "") << ": "
              << ours << " and libsvm's " << theirs << ", " << relative_difference(ours, theirs)
              << " apart after " << run.last_iteration());
    CHECK(relative_difference(ours, theirs) < tolerance);
  }
  // What the run says of itself is measured with the same kernel: its dual is that number, and its
  // primal criterion lies above it by the gap alone.
  const double primal = run.record().objective, gap = run.record().duality_gap;
  INFO(name << " primal " << primal << " dual " << ours << " gap " << gap);
  CHECK(relative_difference(primal - gap, ours) < 1e-10);
  CHECK(gap >= -1e-11 * ours);
  CHECK(gap < 1e-6 * ours);
}

}  // namespace

TEST_SUITE("peers") {
  TEST_CASE("smo has libsvm's optimum: Gaussian kernel") {
    for (const char* name : {"pima", "sonar", "ionosphere", "heart", "liver", "breast-cancer",
                             "wdbc", "thyroid", "german"}) {
      const auto of = data_set(name);
      if (!of) return;
      same_optimum_as_libsvm(of, name, "10", "gaussian:sigma=2",
                             {.type = KernelType::gaussian, .sigma = 2});
    }
    for (const char* name : {"sonar", "heart", "liver"}) {
      same_optimum_as_libsvm(data_set(name), name, "1000", "gaussian:sigma=0.7",
                             {.type = KernelType::gaussian, .sigma = 0.7});
    }
  }

  TEST_CASE("smo has libsvm's optimum: linear kernel") {
    // On breast-cancer libsvm's matrix in single precision never lets it come to an end.
    for (const char* name : {"pima", "sonar", "ionosphere", "heart", "liver", "thyroid"}) {
      const auto of = data_set(name);
      if (!of) return;
      same_optimum_as_libsvm(of, name, "1", "linear", {});
    }
  }

  TEST_CASE("smo-svr has libsvm's optimum") {
    const auto sinc = testing::named("sinc");
    same_optimum_as_libsvm(sinc, "sinc", "10", "gaussian:sigma=1",
                           {.type = KernelType::gaussian, .sigma = 1}, 0.1);
    for (const char* name : {"heart", "liver"}) {
      const auto of = data_set(name, Task::regression);
      if (!of) return;
      same_optimum_as_libsvm(of, name, "5", "gaussian:sigma=2",
                             {.type = KernelType::gaussian, .sigma = 2}, 0.25);
    }
  }

  TEST_CASE("lsvm has liblinear's optimum") {
    for (const std::string name :
         {"pima", "sonar", "ionosphere", "heart", "liver", "breast-cancer", "german", "wdbc"}) {
      const auto of = data_set(name);
      if (!of) return;
      for (const char* C : {"0.1", "1", "10"}) {
        const Run run = fitted(of, std::string("lsvm:C=") + C, "kkt:tolerance=1e-8", 20'000);
        const double ours = run.record().objective;
        const double theirs = liblinear_objective(*of, std::stod(C));
        INFO(name << " C = " << C << ": " << ours << " and liblinear's " << theirs << ", "
                  << relative_difference(ours, theirs) << " apart after " << run.last_iteration());
        CHECK(relative_difference(ours, theirs) < tolerance);
      }
    }
  }

  TEST_CASE("irwls has the optimum of smo") {
    for (const std::string name : {"sonar", "ionosphere", "heart", "liver", "breast-cancer"}) {
      const auto of = data_set(name);
      if (!of) return;
      // A linear kernel's matrix is singular, and there a plain line search comes to rest at kinks
      // of L_P short of the optimum.
      for (const std::string settings :
           {"C=10,kernel=gaussian:sigma=2", "C=1,kernel=linear", "C=0.01,kernel=linear"}) {
        const Run smo = fitted(of, "smo:" + settings, "kkt:tolerance=1e-9");
        const Run irwls = fitted(of, "irwls:" + settings, "", 500);
        const double one = smo.record().objective, other = irwls.record().objective;
        INFO(name << " " << settings << ": smo " << one << ", irwls " << other << ", "
                  << relative_difference(one, other) << " apart after " << irwls.last_iteration());
        CHECK(irwls.stop()->reason == "solved");
        CHECK(relative_difference(one, other) < tolerance);
      }
    }
  }
}

}  // namespace marginscope
