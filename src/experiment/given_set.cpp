#include "experiment/given_set.h"

#include <numeric>

#include "core/random.h"
#include "core/text.h"
#include "data/training.h"

namespace marginscope {
namespace {

constexpr int realisations = 20;

std::vector<Realisation> drawn_splits(int rows, std::uint64_t seed) {
  const int training = rows * 3 / 5;
  std::vector<int> order(static_cast<std::size_t>(rows));
  Random random(seed);
  std::vector<Realisation> splits;
  for (int r = 0; r < realisations; ++r) {
    std::iota(order.begin(), order.end(), 0);
    random.shuffle(order);
    const auto middle = order.begin() + training;
    splits.push_back({{order.begin(), middle}, {middle, order.end()}});
  }
  return splits;
}

class GivenSet : public DataSource {
 public:
  GivenSet(std::string name, Dataset data, std::string parts, std::uint64_t seed)
      : name_(std::move(name)), data_(std::move(data)), parts_(std::move(parts)), seed_(seed) {}

  std::string name() const override { return name_; }

  Result<std::vector<std::shared_ptr<const SplitSet>>> split_sets(
      const std::vector<std::string>& names) const override {
    if (auto known = check(names); !known) return std::unexpected(known.error());
    Dataset data = data_;
    data.X = training_of(data_, Scaling::standard).problem->X;
    auto splits = drawn_splits(static_cast<int>(data_.size()), seed_);
    return std::vector{std::make_shared<const SplitSet>(
        SplitSet{name_, std::move(data), std::move(splits), true})};
  }

  Result<std::vector<PlainSet>> plain_sets(const std::vector<std::string>& names,
                                           std::span<const std::string_view>) const override {
    if (auto known = check(names); !known) return std::unexpected(known.error());
    std::optional<PlainSet::Parts> parts;
    if (!parts_.empty()) parts = {parts_, sentence("the parts of ", name_)};
    return std::vector{PlainSet{name_, data_, std::move(parts)}};
  }

 private:
  Result<void> check(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      if (name != name_) {
        return fail(sentence("There is no data set ", in_quotes(name), "; ", there_are({name_})));
      }
    }
    return {};
  }

  std::string name_;
  Dataset data_;
  std::string parts_;
  std::uint64_t seed_;
};

}  // namespace

std::shared_ptr<const DataSource> given_set(std::string name, Dataset data, std::string parts,
                                            std::uint64_t seed) {
  return std::make_shared<const GivenSet>(std::move(name), std::move(data), std::move(parts), seed);
}

}  // namespace marginscope
