#include "works.h"

#include <cmath>

#include "clouds.h"

namespace marginscope::bench {

using std::to_string;

Work cloud_work(Eigen::Index N, Eigen::Index p, double shift) {
  return {sentence("clouds ", to_string(N), " × ", to_string(p)),
          [=] { return clouds(N, p, shift); }};
}

Work set_work(const std::string& title, const std::string& name, Eigen::Index N) {
  return {title, [=] { return data_set(name, N); }};
}

std::vector<Work> small_works() {
  return {cloud_work(500, 8, 0.3),
          cloud_work(1000, 20, 0.2),
          cloud_work(1300, 18, 0.4),
          set_work("diabetis", "pima"),
          set_work("german", "german"),
          set_work("splice 1,000", "splice", 1000),
          set_work("image 1,300", "image", 1300)};
}

Kernel kernel_for(const Problem& problem) {
  return {.type = KernelType::gaussian,
          .sigma = std::sqrt(static_cast<double>(problem.X.cols()) / 2)};
}

double gamma_of(const Kernel& kernel) { return 0.5 / (kernel.sigma * kernel.sigma); }

std::string smo_text(double C, const Kernel& kernel) {
  return sentence("smo:C=", exact_text(C), ",kernel=gaussian:sigma=", exact_text(kernel.sigma));
}

double dual_criterion(const Problem& problem, const Eigen::MatrixXd& K,
                      const Eigen::VectorXd& beta) {
  return problem.y->dot(beta) - 0.5 * beta.dot(K * beta);
}

}  // namespace marginscope::bench
