#include "data/scaling.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/text.h"

namespace marginscope {
namespace {

constexpr ScalingKind known_scalings[] = {
    {Scaling::none, "none", "The features as they are."},
    {Scaling::standard, "standard", "Mean 0 and standard deviation 1 on the training part."},
    {Scaling::unit, "unit", "The training part of each feature onto [−1, 1]."},
};

struct ColumnScale {
  double shift = 0, factor = 0;
};

// 1/divisor, or 0 where that is no finite number: such a column is constant to rounding.
double reciprocal(double divisor) {
  const double factor = 1 / divisor;
  return std::isfinite(factor) ? factor : 0;
}

// Mean and standard deviation of a column divided by 2^exponent, so that sums and squares stay in
// range whatever the size of its entries; dividing by a power of two does not round.
ColumnScale standard_scale(const Eigen::Ref<const Eigen::VectorXd>& x) {
  const int exponent = std::ilogb(x.cwiseAbs().maxCoeff());
  const auto reduced = [&](double value) { return std::scalbn(value, -exponent); };
  const auto n = static_cast<double>(x.size());
  double mean = 0;
  for (const double value : x) mean += reduced(value);
  mean /= n;
  double squares = 0;
  for (const double value : x) squares += (reduced(value) - mean) * (reduced(value) - mean);
  return {std::scalbn(mean, exponent), reciprocal(std::scalbn(std::sqrt(squares / n), exponent))};
}

ColumnScale unit_scale(double least, double most) {
  return {least / 2 + most / 2, reciprocal(most / 2 - least / 2)};
}

}  // namespace

std::span<const ScalingKind> scalings() { return known_scalings; }

std::string_view scaling_id(Scaling scaling) {
  return std::ranges::find(known_scalings, scaling, &ScalingKind::scaling)->id;
}

Result<Scaling> parse_scaling(std::string_view text) {
  std::vector<std::string> names;
  for (const ScalingKind& kind : known_scalings) {
    if (kind.id == text) return kind.scaling;
    names.emplace_back(kind.id);
  }
  return fail(sentence(in_quotes(text), " is not a scaling; it must be ", alternatives(names)));
}

Eigen::MatrixXd Scaler::apply(const Eigen::Ref<const Eigen::MatrixXd>& X) const {
  Eigen::MatrixXd scaled_X(X.rows(), X.cols());
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    if (factor[j] == 0) {  // without the product, which is not a number where x − shift overflows
      scaled_X.col(j).setZero();
    } else {
      // Halves of what may overflow; a power of two does not round.
      const double part = std::abs(shift[j]) > 1e290 ? 0.5 : 1;
      scaled_X.col(j) = (X.col(j).array() * part - shift[j] * part) * (factor[j] / part);
    }
  }
  return scaled_X;
}

bool Scaler::identity() const { return (shift.array() == 0).all() && (factor.array() == 1).all(); }

Scaler scaler_of(Scaling scaling, const Eigen::Ref<const Eigen::MatrixXd>& X) {
  Scaler scaler{Eigen::RowVectorXd::Zero(X.cols()), Eigen::RowVectorXd::Ones(X.cols())};
  if (scaling == Scaling::none || X.rows() == 0) return scaler;
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    const double least = X.col(j).minCoeff(), most = X.col(j).maxCoeff();
    const ColumnScale column = least == most                  ? ColumnScale{least, 0}
                               : scaling == Scaling::standard ? standard_scale(X.col(j))
                                                              : unit_scale(least, most);
    scaler.shift[j] = column.shift;
    scaler.factor[j] = column.factor;
  }
  return scaler;
}

}  // namespace marginscope
