#pragma once  // for src/core only

// A matrix or vector that several hold and nobody changes: a copy of the handle costs a pointer.

#include <Eigen/Core>
#include <memory>
#include <utility>

namespace marginscope {

template <class Matrix>
class Immutable {
 public:
  Immutable() : Immutable(Matrix()) {}
  Immutable(Matrix matrix) : matrix_(std::make_shared<const Matrix>(std::move(matrix))) {}
  template <class Expression>
  Immutable(const Eigen::MatrixBase<Expression>& expression) : Immutable(Matrix(expression)) {}

  const Matrix& operator*() const { return *matrix_; }
  const Matrix* operator->() const { return matrix_.get(); }
  operator const Matrix&() const { return *matrix_; }
  operator Eigen::Ref<const Matrix>() const { return *matrix_; }

  Eigen::Index rows() const { return matrix_->rows(); }
  Eigen::Index cols() const { return matrix_->cols(); }
  Eigen::Index size() const { return matrix_->size(); }
  auto row(Eigen::Index i) const { return matrix_->row(i); }
  double operator()(Eigen::Index i, Eigen::Index j) const { return (*matrix_)(i, j); }
  double operator[](Eigen::Index i) const { return (*matrix_)[i]; }
  auto begin() const { return matrix_->begin(); }
  auto end() const { return matrix_->end(); }

  // Whether both hold the very same block of memory. O(1).
  bool same_as(const Immutable& other) const { return matrix_ == other.matrix_; }

  // The same entries; O(1) where the block is the same.
  bool operator==(const Immutable& other) const {
    return same_as(other) || (rows() == other.rows() && cols() == other.cols() && **this == *other);
  }

  std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(double); }

 private:
  std::shared_ptr<const Matrix> matrix_;
};

using Patterns = Immutable<Eigen::MatrixXd>;  // N×p, one pattern in each row
using Labels = Immutable<Eigen::VectorXd>;    // N: ±1, 1 … K, or real targets

}  // namespace marginscope
