// What labels and columns become once they are settled.

#include "core/dataset.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "support/problems.h"

using namespace marginscope;

namespace {

Eigen::VectorXd vector_of(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(), std::ssize(values));
}

std::expected<Dataset, Unsettled> with_labels(const Eigen::VectorXd& y, LabelForm form) {
  return settle({.X = Eigen::MatrixXd::Zero(y.size(), 1), .y = y}, form);
}

Eigen::VectorXd labels(std::initializer_list<double> y, LabelForm form) {
  const auto data = with_labels(vector_of(y), form);
  REQUIRE(data);
  return *data->y;
}

int classes(std::initializer_list<double> y, LabelForm form) {
  const auto data = with_labels(vector_of(y), form);
  REQUIRE(data);
  return data->classes;
}

}  // namespace

TEST_SUITE("data sets") {
  TEST_CASE("values of a file: the greater of two is +1, several are renumbered") {
    constexpr LabelForm form = LabelForm::values;
    CHECK(labels({7.5, -2, 7.5}, form) == vector_of({1, -1, 1}));
    CHECK(classes({7.5, -2, 7.5}, form) == 2);
    CHECK(labels({2, 1}, form) == vector_of({1, -1}));
    CHECK(labels({10, -5, 3, 10}, form) == vector_of({3, 1, 2, 3}));
    CHECK(classes({10, -5, 3, 10}, form) == 3);
    const auto one = with_labels(vector_of({3, 3}), form);
    REQUIRE(!one);
    CHECK(one.error().message.starts_with("label is 3 in every row"));
    const auto half = with_labels(vector_of({1, 2, 0.5}), form);
    REQUIRE(!half);
    CHECK(half.error().row == 2);
  }

  TEST_CASE("classes as they are drawn: 1 and 2 are two, not one of each") {
    constexpr LabelForm form = LabelForm::classes;
    CHECK(labels({1, 2}, form) == vector_of({1, -1}));
    CHECK(classes({1, 2}, form) == 2);
    CHECK(labels({1, -1}, form) == vector_of({1, -1}));
    // The second class alone stays the second.
    CHECK(labels({-1, -1}, form) == vector_of({-1, -1}));
    CHECK(labels({2}, form) == vector_of({-1}));
    // A class is what its number says, also where those below it have no points.
    CHECK(labels({3, 5, 3}, form) == vector_of({3, 5, 3}));
    CHECK(classes({3, 5, 3}, form) == 5);
    CHECK(classes({4, 4}, form) == 4);
    // −1 is the second of several.
    CHECK(labels({1, -1, 5}, form) == vector_of({1, 2, 5}));
    CHECK(classes({1, -1, 5}, form) == 5);
    CHECK(classes({}, form) == 2);
    for (const double wrong : {0.0, -2.0, 1.5, most_classes + 1.0, 1e300}) {
      const auto refused = with_labels(vector_of({1, -1, wrong}), form);
      REQUIRE(!refused);
      CHECK(refused.error().row == 2);
      CHECK(refused.error().message.ends_with("a class from 1 to 32"));
    }
  }

  TEST_CASE("what is settled stays as it is, in the same block") {
    Random random(3);
    for (int trial = 0; trial < 300; ++trial) {
      Eigen::VectorXd y(1 + static_cast<Eigen::Index>(random.below(12)));
      const auto K = 2 + random.below(most_classes - 1);
      for (double& label : y) label = 1 + static_cast<double>(random.below(K));
      const auto once = with_labels(y, LabelForm::classes);
      REQUIRE(once);
      const auto twice = settle(*once, LabelForm::classes);
      REQUIRE(twice);
      CHECK(*twice == *once);
      CHECK(twice->X.same_as(once->X));
      CHECK(twice->y.same_as(once->y));
    }
  }

  TEST_CASE("features and targets are finite") {
    for (const double wrong : {1.0 * INFINITY, -1.0 * INFINITY, 1.0 * NAN}) {
      const auto feature =
          settle({.X = Eigen::MatrixXd{{1, 2}, {3, wrong}}, .y = Eigen::Vector2d(1, -1)},
                 LabelForm::classes);
      REQUIRE(!feature);
      CHECK(feature.error().row == 1);
      CHECK(feature.error().message.starts_with("feature 2 is "));
      for (const Task task : {Task::regression, Task::classification}) {
        const auto target = settle(
            {.task = task, .X = Eigen::MatrixXd{{1}, {2}, {3}}, .y = Eigen::Vector3d(1, 2, wrong)},
            LabelForm::classes);
        REQUIRE(!target);
        CHECK(target.error().row == 2);
      }
    }
    const auto targets = settle({.task = Task::regression,
                                 .X = Eigen::MatrixXd{{1}, {2}},
                                 .y = Eigen::Vector2d(0.5, 0.5),
                                 .validation = {false, true}},
                                LabelForm::values);
    REQUIRE(targets);
    CHECK(targets->classes == 0);
    CHECK(targets->validation == std::vector<bool>{false, true});
  }

  TEST_CASE("names are kept in their block; what has no name is called by its number") {
    const Dataset data =
        testing::settled({.X = Eigen::MatrixXd::Zero(2, 3),
                          .y = Eigen::Vector2d(1, -1),
                          .feature_names = std::vector<std::string>{"a", "", "b\n"}});
    CHECK(data.feature_names == std::vector<std::string>{"a", "", "b\uFFFD"});
    CHECK(settle(data, LabelForm::classes)->feature_names.same_as(data.feature_names));
    CHECK(feature_name(data, 0) == "a");
    CHECK(feature_name(data, 1) == "x2");
    CHECK(feature_name({}, 2) == "x3");
  }

  TEST_CASE("rows of columns of which none is set apart") {
    const Columns columns{.X = Eigen::MatrixXd{{1}, {2}, {3}}, .y = Eigen::Vector3d(1, -1, 1)};
    const Columns part = rows_of(columns, {2, 0});
    CHECK(part.X(0, 0) == 3);
    CHECK(part.validation.empty());
    CHECK(settle(part, LabelForm::classes)->validation == std::vector<bool>{false, false});
  }

  TEST_CASE("a problem shares the patterns of its data where they are neither parted nor scaled") {
    const Dataset data = *make_named_problem({"overlap", {}}, 1);
    const Training whole = training_of(data, Scaling::none);
    CHECK(whole.problem->X.same_as(data.X));
    CHECK(whole.problem->y.same_as(data.y));
    CHECK(!whole.problem->has_validation());
    CHECK(!training_of(data, Scaling::standard).problem->X.same_as(data.X));
    const Training rows = training_of(data, Scaling::none, {3, 1, 3}, {0});
    CHECK(rows.problem->X.row(0) == data.X.row(3));
    CHECK(rows.problem->X.row(2) == data.X.row(3));
    CHECK(rows.problem->X_validation.row(0) == data.X.row(0));
    CHECK(rows.problem->y[1] == data.y[1]);
  }

  TEST_CASE("one class only: the remark names it as it is labelled") {
    const auto remark = [](std::initializer_list<double> labels, std::vector<bool> validation) {
      const Eigen::VectorXd y = vector_of(labels);
      const Dataset data = testing::settled(
          {.X = Eigen::MatrixXd::Random(y.size(), 1), .y = y, .validation = std::move(validation)});
      return remarks(*training_of(data, Scaling::none).problem).front();
    };
    CHECK(remark({1, 1, 1}, {}) ==
          "All training patterns are of class +1, so one and the same answer is right on all of "
          "them.");
    CHECK(remark({-1, -1, -1}, {}) ==
          "All training patterns are of class −1, so one and the same answer is right on all of "
          "them.");
    CHECK(remark({2, 2, 1, 3}, {false, false, true, true}) ==
          "All training patterns are of class 2, so one and the same answer is right on all of "
          "them.");
  }
}
