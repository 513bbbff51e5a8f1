#include <doctest/doctest.h>

#include <string>

#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("least squares") {
  TEST_CASE("the article's weights and margins on the four points") {
    const Run run = start(named("four-points"), "ols");
    const Eigen::VectorXd w = vector(run.solver(), "weights");
    CHECK(w[0] == doctest::Approx(0.15328467).epsilon(1e-7));
    CHECK(w[1] == doctest::Approx(-0.4379562).epsilon(1e-7));
    CHECK(w[2] == doctest::Approx(3.2189781).epsilon(1e-7));
    // The article prints X·w; a margin is y times that.
    const Eigen::VectorXd f = vector(run.solver(), "decision_values");
    CHECK(f[0] == doctest::Approx(0.19708029).epsilon(1e-7));
    CHECK(f[1] == doctest::Approx(0.91970803).epsilon(1e-7));
    CHECK(f[2] == doctest::Approx(0.04379562).epsilon(1e-6));
    CHECK(f[3] == doctest::Approx(-1.16058394).epsilon(1e-7));
    CHECK(run.record().training_error == 0.25);
    CHECK(run.stop()->reason == "solved");
  }

  TEST_CASE("a hand-set margin of 10 on the last of the four points separates them") {
    const Run run = start(named("four-points"), "ols:target_margins=1,1,1,10");
    const Eigen::VectorXd margins = vector(run.solver(), "margins");
    CHECK(margins[0] == doctest::Approx(0.8540146).epsilon(1e-6));
    CHECK(margins[1] == doctest::Approx(0.98540146).epsilon(1e-7));
    CHECK(margins[2] == doctest::Approx(0.81021898).epsilon(1e-7));
    CHECK(margins[3] == doctest::Approx(10.02919708).epsilon(1e-8));
    CHECK(run.record().training_error == 0);
  }

  TEST_CASE("the direction is Fisher's discriminant") {
    const auto data = named("overlap");
    const Run run = start(data, "ols");
    const Eigen::VectorXd w = vector(run.solver(), "weights").head(2);
    // Least squares to targets ±1 has the direction of S⁻¹(m₊ − m₋) when the classes are of one
    // size.
    Eigen::RowVector2d mean[2] = {Eigen::RowVector2d::Zero(), Eigen::RowVector2d::Zero()};
    double count[2] = {0, 0};
    for (Eigen::Index i = 0; i < data->y.size(); ++i) {
      mean[data->y[i] > 0] += data->X.row(i);
      ++count[data->y[i] > 0];
    }
    mean[0] /= count[0];
    mean[1] /= count[1];
    Eigen::Matrix2d within = Eigen::Matrix2d::Zero();
    for (Eigen::Index i = 0; i < data->y.size(); ++i) {
      const Eigen::RowVector2d d = data->X.row(i) - mean[data->y[i] > 0];
      within += d.transpose() * d;
    }
    const Eigen::Vector2d fisher = reference_solution(within, (mean[1] - mean[0]).transpose());
    CHECK(w.normalized().dot(fisher.normalized()) == doctest::Approx(1).epsilon(1e-12));
  }

  TEST_CASE("more target margins than patterns are refused") {
    auto solver = make_solver(*parse_spec("ols:target_margins=1,1,1,1,1"));
    const auto started = (*solver)->start(*named("four-points"));
    REQUIRE(!started);
    CHECK(started.error().message.find("5 numbers for 4") != std::string::npos);
  }
}
