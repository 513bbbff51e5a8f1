#pragma once

// The data and the settings of the machines with a Gaussian kernel that are measured, and the criterion by
// which their solutions are compared.

#include <functional>
#include <string>
#include <vector>

#include "core/kernel.h"
#include "row.h"

namespace marginscope::bench {

// A problem by its name, made when it is asked for; null where its data are absent.
struct Work {
  std::string name;
  std::function<Shared()> problem;
};

// N patterns of clouds() in p features, and patterns of one of the papers' sets, drawn (0: all).
Work cloud_work(Eigen::Index N, Eigen::Index p, double shift);
Work set_work(const std::string& title, const std::string& name, Eigen::Index N = 0);

// Clouds and the papers' sets of at most 1,300 patterns.
std::vector<Work> small_works();

// Of the width √(r/2), which suits r standardised features.
Kernel kernel_for(const Problem& problem);
double gamma_of(const Kernel& kernel);

// The machine and the rule that fit a C-SVC.
std::string smo_text(double C, const Kernel& kernel);
inline constexpr const char* smo_rules = "kkt:tolerance=1e-3";

// yᵗβ − ½βᵗKβ, whatever was trained with.
double dual_criterion(const Problem& problem, const Eigen::MatrixXd& K,
                      const Eigen::VectorXd& beta);

}  // namespace marginscope::bench
