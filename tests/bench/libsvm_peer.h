#pragma once

#include <libsvm/svm.h>

#include "support/sparse_rows.h"

namespace marginscope::bench {

// libsvm's machine of two classes with a Gaussian kernel, whose γ is still to be set.
inline svm_parameter libsvm_parameter(double C) {
  svm_set_print_string_function([](const char*) {});
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = RBF;
  parameter.cache_size = 1000;
  parameter.eps = 1e-3;
  parameter.C = C;
  parameter.shrinking = 1;
  return parameter;
}

// β of its N patterns.
inline Eigen::VectorXd coefficients_of(const svm_model* model, Eigen::Index N) {
  // Of two classes the one that comes first in the data counts as +1.
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(N);
  for (int k = 0; k < model->l; ++k) {
    beta[model->sv_indices[k] - 1] = model->label[0] * model->sv_coef[0][k];
  }
  return beta;
}

}  // namespace marginscope::bench
