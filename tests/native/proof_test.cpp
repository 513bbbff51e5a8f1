#include "views/proof.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <regex>

#include "scene/command.h"
#include "support/problems.h"
#include "support/sessions.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

Result<Proof> seen(const Session& session) {
  return proof_of(session.machine(), session.scene().data, session.plane());
}

// "… the same mean, to within 3.1e−17" of the run's own sentence, or "exactly".
double printed_residual(const Session& session) {
  std::string told = session.machine().run()->end()->message;
  if (told.contains("the same mean, exactly")) return 0;
  for (std::size_t at = 0; (at = told.find("−", at)) != std::string::npos;)
    told.replace(at, 3, "-");
  std::smatch number;
  REQUIRE(std::regex_search(told, number, std::regex("to within ([-+.e0-9]*[0-9])")));
  return std::stod(number[1]);
}

// How far a place lies outside of a convex line, which goes round counter-clockwise.
double outside(const Line& hull, const std::array<double, 2>& at) {
  double most = -INFINITY;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const auto &a = hull[i], &b = hull[(i + 1) % hull.size()];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    if (length < 1e-9) continue;  // the same corner, but for rounding
    most =
        std::max(most, ((b[1] - a[1]) * (at[0] - a[0]) - (b[0] - a[0]) * (at[1] - a[1])) / length);
  }
  return most;
}

void check_mixtures(const Session& session, const Proof& proof) {
  const Problem& problem = session.machine().problem();
  std::array<double, 2> sums{};
  for (std::size_t i = 0; i < proof.shares.size(); ++i) {
    CHECK(proof.shares[i] >= 0);
    sums[problem.y[static_cast<Eigen::Index>(i)] > 0 ? 0 : 1] += proof.shares[i];
  }
  CHECK(sums[0] == doctest::Approx(1));
  CHECK(sums[1] == doctest::Approx(1));
  for (const std::size_t side : {0, 1}) {
    // The hull's corners are looked for in some directions only.
    CHECK(outside(proof.hulls[side], proof.places[side]) < 1e-3);
  }
}

}  // namespace

TEST_CASE(
    "where a run ends as not separable both classes mix to one point, to the printed residual") {
  int proofs = 0;
  for (const char* const problem :
       {"xor", "overlap", "repeated", "one-dimensional", "mislabelled", "two-gaussians:n=40"}) {
    for (const char* const algorithm : {"hk", "hka"}) {
      for (const char* const scaling : {"none", "standard"}) {
        CAPTURE(problem);
        CAPTURE(algorithm);
        PatientSession session;
        if (!session.apply(SetProblem{problem})) continue;
        REQUIRE(session.apply(SetAlgorithm{algorithm}));
        REQUIRE(session.apply(SetRules{""}));
        REQUIRE(session.apply(SetScaling{scaling}));
        REQUIRE(session.apply(SetLimit{20'000}));
        if (!session.machine().run()->end()) REQUIRE(session.seek_end());
        const auto proof = seen(session);
        if (session.machine().run()->end()->reason != "not-separable") {
          REQUIRE(!proof);
          CHECK(proof.error().message.contains("has not"));
          continue;
        }
        REQUIRE(proof);
        ++proofs;
        CHECK(proof->kind == Proof::Kind::coincidence);
        check_mixtures(session, *proof);
        // The means, of the weights as they are published.
        const std::vector<double>& u = session.machine().quantity(Role::certificate);
        const Problem& of = session.machine().problem();
        const Dataset& data = session.scene().data;
        const double printed = std::max(printed_residual(session), 1e-15);
        for (Eigen::Index j = 0; j < data.X.cols(); ++j) {
          double mean[2] = {0, 0}, sum[2] = {0, 0}, spread = 0, size = 0;
          for (std::size_t i = 0; i < u.size(); ++i) {
            const auto row = static_cast<Eigen::Index>(i);
            const int side = of.y[row] > 0 ? 0 : 1;
            mean[side] += u[i] * data.X(row, j);
            sum[side] += u[i];
            size = std::max(size, std::abs(data.X(row, j)));
          }
          const double first = mean[0] / sum[0], second = mean[1] / sum[1];
          for (std::size_t i = 0; i < u.size(); ++i) {
            spread += u[i] * std::abs(data.X(static_cast<Eigen::Index>(i), j) - first);
          }
          CHECK(std::abs(first - second) <= 4 * printed * spread + 1e-14 * size);
          CHECK(proof->mixtures[0][j] == doctest::Approx(first));
          CHECK(proof->mixtures[1][j] == doctest::Approx(second));
        }
        CHECK(proof->residual <= 4 * printed + 1e-12);
        CHECK(
            proof->sentence.starts_with("Both classes can be mixed to this very point, so no line "
                                        "has them on different sides"));
        // The proof is that of the end.
        if (session.iteration() == 0) continue;
        REQUIRE(session.seek(0));
        const auto before = seen(session);
        REQUIRE(!before);
        CHECK(before.error().message.contains(
            sentence("iteration ", std::to_string(session.last_iteration()))));
      }
    }
  }
  CHECK(proofs >= 4);
}

TEST_CASE("two patterns at one place are a proof that is exact, and the sentence says so") {
  PatientSession session;
  REQUIRE(session.carry_out({"clear-points"}));
  for (const double label : {1.0, -1.0}) {
    REQUIRE(session.carry_out({"add-point", {{"x", 1.0}, {"y", 1.0}, {"label", label}}}));
  }
  REQUIRE(session.apply(SetAlgorithm{"hk"}));
  if (!session.machine().run()->end()) REQUIRE(session.seek_end());
  const auto proof = seen(session);
  REQUIRE(proof);
  CHECK(proof->residual == 0);
  CHECK(proof->sentence.ends_with(": 2 patterns, exactly."));
}

TEST_CASE("w of a support vector machine leads from the one nearest point to the other") {
  for (const char* const algorithm : {"smo", "irwls"}) {
    for (const char* const C : {"0.05", "1", "1000"}) {
      CAPTURE(algorithm);
      CAPTURE(C);
      PatientSession session;
      REQUIRE(session.apply(SetProblem{"overlap:n=40"}));
      REQUIRE(session.apply(SetAlgorithm{algorithm}));
      REQUIRE(session.apply(SetField{"C", C}));
      REQUIRE(session.apply(SetRules{"kkt:tolerance=1e-6"}));
      REQUIRE(session.apply(SetScaling{"standard"}));
      REQUIRE(session.seek_end());
      const auto proof = seen(session);
      REQUIRE_MESSAGE(proof, proof.error().message);
      CHECK(proof->kind == Proof::Kind::nearest_points);
      check_mixtures(session, *proof);
      const Machine& machine = session.machine();
      const std::vector<double>& w = machine.quantity(Role::weights);
      const Eigen::RowVectorXd apart =
          (proof->mixtures[0] - proof->mixtures[1]).cwiseProduct(machine.training().scaler.factor);
      CHECK(apart.norm() == doctest::Approx(proof->distance));
      const double length = std::hypot(w[0], w[1]);
      CHECK((apart[0] * w[0] + apart[1] * w[1]) / (apart.norm() * length) ==
            doctest::Approx(1).epsilon(1e-6));
      // Along w no mixture of a class comes nearer to the other one than its nearest point.
      for (const std::size_t side : {0, 1}) {
        const auto reach = [&](const std::array<double, 2>& at) {
          const Eigen::RowVectorXd x = session.plane().pattern(at[0], at[1]);
          const double f = (x - machine.training().scaler.shift)
                               .cwiseProduct(machine.training().scaler.factor)
                               .dot(Eigen::Map<const Eigen::VectorXd>(w.data(), 2));
          return side == 0 ? f : -f;
        };
        double least = INFINITY;
        for (const auto& at : proof->hulls[side]) least = std::min(least, reach(at));
        CHECK(least >= reach(proof->places[side]) - 1e-2 * length);
      }
    }
  }
}

TEST_CASE("where nothing is proved a sentence says why") {
  PatientSession session;
  const auto refused = [&session] {
    const auto proof = seen(session);
    REQUIRE(!proof);
    INFO(proof.error().message);
    return proof.error().message;
  };
  CHECK(refused().contains("has not"));
  REQUIRE(session.apply(SetAlgorithm{"ols"}));
  CHECK(refused().contains("neither"));
  REQUIRE(session.apply(SetAlgorithm{"lsvm"}));
  REQUIRE(session.seek_end());
  CHECK(refused().contains("dual variable"));
  REQUIRE(session.apply(SetAlgorithm{"smo"}));
  REQUIRE(session.seek(0));
  CHECK(refused().contains("No dual variable"));
  REQUIRE(session.apply(SetField{"kernel", "gaussian"}));
  CHECK(refused().contains("kernel"));
  REQUIRE(session.apply(SetProblem{"sinc"}));
  CHECK(refused().contains("Regression"));
  REQUIRE(session.apply(SetProblem{"three-classes"}));
  CHECK(refused().contains("two classes"));
}
