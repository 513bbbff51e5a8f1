#pragma once  // for src/core only

// A matrix, vector or list that several hold and nobody changes: a copy of the handle costs a
// pointer.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace marginscope {

template <class Block>
class Immutable {
 public:
  Immutable() : Immutable(Block()) {}
  Immutable(Block block) : block_(std::make_shared<const Block>(std::move(block))) {}
  // Of a block that was filled in place, and is not written to as long as others hold it.
  explicit Immutable(std::shared_ptr<const Block> block) : block_(std::move(block)) {}
  template <class Expression>
  Immutable(const Eigen::MatrixBase<Expression>& expression) : Immutable(Block(expression)) {}

  const Block& operator*() const { return *block_; }
  const Block* operator->() const { return block_.get(); }
  operator const Block&() const { return *block_; }
  template <class Matrix = Block>
  operator Eigen::Ref<const Matrix>() const {
    return *block_;
  }

  Eigen::Index rows() const { return block_->rows(); }
  Eigen::Index cols() const { return block_->cols(); }
  auto size() const { return block_->size(); }
  auto row(Eigen::Index i) const { return block_->row(i); }
  double operator()(Eigen::Index i, Eigen::Index j) const { return (*block_)(i, j); }
  const auto& operator[](auto i) const { return (*block_)[i]; }
  auto begin() const { return block_->begin(); }
  auto end() const { return block_->end(); }
  bool empty() const { return size() == 0; }

  // Whether both hold the very same block of memory. O(1).
  bool same_as(const Immutable& other) const { return block_ == other.block_; }

  // The same entries; O(1) where the block is the same.
  bool operator==(const Immutable& other) const {
    if (same_as(other)) return true;
    if constexpr (requires { block_->rows(); }) {
      if (rows() != other.rows() || cols() != other.cols()) return false;
    }
    return **this == *other;
  }

  // Of numbers: what they take.
  std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(double); }

 private:
  std::shared_ptr<const Block> block_;
};

using Patterns = Immutable<Eigen::MatrixXd>;        // N×p, one pattern in each row
using Labels = Immutable<Eigen::VectorXd>;          // N: ±1, 1 … K, or real targets
using Names = Immutable<std::vector<std::string>>;  // as people are shown them

}  // namespace marginscope
