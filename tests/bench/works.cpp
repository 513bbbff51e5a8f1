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

Needs pair_needs(double N, double r, double support_vectors, double steps, bool gaussian) {
  const double pairs = support_vectors * N - support_vectors * support_vectors / 2;
  const double row_bytes = 8 * support_vectors * N, vector_bytes = 8 * 3 * N;
  const auto bytes_a_step = [&](double rows, double vectors) -> std::vector<Needs::Traffic> {
    return {{8 * N * rows * steps, row_bytes}, {8 * N * vectors * steps, vector_bytes}};
  };
  return {
      .parts = {{.traffic = {{8 * r * N * support_vectors, 8 * r * N}}, .multiply_adds = pairs * r},
                {.traffic = {{row_bytes, row_bytes}}, .exponentials = gaussian ? pairs : 0},
                {.traffic = bytes_a_step(1, 2),
                 .multiply_adds = 2 * N * steps,
                 .divisions = N * steps},
                {.traffic = bytes_a_step(1, 4), .multiply_adds = 2 * N * steps}},
      .rest =
          "rows one at a time, whose patterns come at half the rate of a bare sum over them; and "
          "what "
          "begins and ends each pass"};
}

double dual_criterion(const Problem& problem, const Eigen::MatrixXd& K,
                      const Eigen::VectorXd& beta) {
  return problem.y->dot(beta) - 0.5 * beta.dot(K * beta);
}

}  // namespace marginscope::bench
