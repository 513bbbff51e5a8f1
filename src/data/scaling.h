#pragma once  // for every room above

// Scaling of the features, as part of a model: the statistics come from the training part.

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "core/result.h"

namespace marginscope {

enum class Scaling { none, standard, unit };

struct ScalingKind {
  Scaling scaling;
  std::string_view id, meaning;
};

// All of them, in the order of a list.
std::span<const ScalingKind> scalings();

std::string_view scaling_id(Scaling scaling);
Result<Scaling> parse_scaling(std::string_view text);

// x ↦ (x − shift) · factor, by column. A constant column has factor 0.
struct Scaler {
  Eigen::RowVectorXd shift;   // p
  Eigen::RowVectorXd factor;  // p

  Eigen::MatrixXd apply(const Eigen::Ref<const Eigen::MatrixXd>& X) const;
  bool identity() const;
};

// `standard`: mean 0 and standard deviation 1 (divisor N); `unit`: each column onto [−1, 1].
Scaler scaler_of(Scaling scaling, const Eigen::Ref<const Eigen::MatrixXd>& X);

}  // namespace marginscope
