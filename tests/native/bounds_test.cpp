#include "bounds/bound.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "bounds/labellings.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

using std::chrono::nanoseconds;

// A machine whose fits are written down beforehand; what it is asked to learn is kept.
class ScriptedMachine final : public Relearner {
 public:
  ScriptedMachine(Eigen::Index N, std::vector<Relearnt> fits) : script_(std::move(fits)) {
    problem_.X = Eigen::MatrixXd::Zero(N, 1);
    Eigen::VectorXd y = Eigen::VectorXd::Ones(N);
    y.tail(N / 3) *= -1;
    problem_.y = y;
  }

  std::vector<Eigen::MatrixXd> asked;
  std::vector<std::optional<NormLimit>> limits;

  const Problem& problem() const override { return problem_; }
  Eigen::Index batch() const override { return 1; }
  std::string effort() const override { return "by heart"; }
  std::optional<std::string> cannot_constrain() const override { return std::nullopt; }
  Result<void> set_settings(const SpecValues&) override { return {}; }
  void begin(const Eigen::Ref<const Eigen::MatrixXd>& Y, std::optional<NormLimit> limit) override {
    asked.emplace_back(Y);
    limits.push_back(limit);
  }
  Result<bool> advance(nanoseconds) override {
    learnt_.assign(1, script_[asked.size() - 1]);
    return true;
  }
  const std::vector<Relearnt>& learnt() const override { return learnt_; }
  Eigen::VectorXd decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X, bool) const override {
    return Eigen::VectorXd::Zero(X.rows());
  }

 private:
  Problem problem_;
  std::vector<Relearnt> script_, learnt_;
};

Relearnt learned(double error, int support_vectors = -1) {
  Relearnt learnt;
  learnt.free.training_error = error;
  learnt.free.support_vectors = support_vectors;
  return learnt;
}

Bound started(const std::string& kind, Relearner& machine, std::uint64_t seed = 1) {
  auto bound = Bound::start(*parse_spec(kind), machine, seed);
  require(bound);
  return std::move(*bound);
}

Bound finished(const std::string& kind, Relearner& machine, std::uint64_t seed = 1) {
  Bound bound = started(kind, machine, seed);
  while (bound.advance(nanoseconds::max() / 2)) {
  }
  return bound;
}

double term(const Bound& bound, std::string_view id) {
  for (const BoundTerm& t : bound.terms()) {
    if (t.id == id) return t.value;
  }
  FAIL("no term " << id);
  return 0;
}

std::unique_ptr<Relearner> machine(const std::string& algorithm, std::shared_ptr<const Problem> of,
                                   std::string_view rules = "kkt:tolerance=1e-9") {
  auto made = make_relearner(*parse_spec(algorithm), {*parse_rules(rules), 1'000'000}, of);
  require(made);
  return std::move(*made);
}

void learn(Relearner& machine, const Eigen::MatrixXd& Y, std::optional<NormLimit> limit) {
  machine.begin(Y, limit);
  for (;;) {
    auto done = machine.advance(nanoseconds(0));
    require(done);
    if (*done) return;
  }
}

Eigen::MatrixXd swaps_of(const Problem& problem, Eigen::Index count, std::uint64_t seed = 1) {
  Random random(seed);
  Eigen::MatrixXd Y(problem.y.size(), count);
  for (auto column : Y.colwise()) column = half_swapped(problem.y, random);
  return Y;
}

std::string refusal(const std::string& kind, Relearner& machine) {
  const Bound bound = finished(kind, machine);
  REQUIRE(bound.refusal());
  CHECK(std::isnan(bound.value()));
  return bound.refusal()->message;
}

}  // namespace

TEST_SUITE("generalisation bounds") {
  TEST_CASE("a swap turns round exactly ⌊n/2⌋ labels, all patterns alike, by the seed alone") {
    for (const Eigen::Index n : {2, 9, 40}) {
      Eigen::VectorXd y = Eigen::VectorXd::Ones(n);
      y.tail(n / 3) *= -1;
      Random random(7), again(7), other(8);
      Eigen::VectorXd times = Eigen::VectorXd::Zero(n);
      bool differs = false;
      constexpr int draws = 4000;
      for (int k = 0; k < draws; ++k) {
        const Eigen::VectorXd swapped = half_swapped(y, random);
        CHECK(swapped == half_swapped(y, again));
        differs = differs || swapped != half_swapped(y, other);
        const Eigen::ArrayXd turned = (swapped.array() != y.array()).cast<double>();
        CHECK(turned.sum() == static_cast<double>(n / 2));
        CHECK((swapped.array() == y.array() || swapped.array() == -y.array()).all());
        times.array() += turned;
      }
      CHECK(differs);
      const double p = static_cast<double>(n / 2) / static_cast<double>(n);
      CHECK((times.array() / draws - p).abs().maxCoeff() < 5 * std::sqrt(p * (1 - p) / draws));
      CHECK(second_half_flipped(y).head(n - n / 2) == y.head(n - n / 2));
      CHECK(second_half_flipped(y).tail(n / 2) == -y.tail(n / 2));
    }
  }

  TEST_CASE("maximal discrepancy by hand: ν + 1 − 2ν̄ + 3√(ln(1/δ)/2n)") {
    ScriptedMachine machine(200, {learned(0.1), learned(0.25), learned(0.35), learned(0.3)});
    const Bound bound = finished("maximal-discrepancy:swaps=3,delta=0.05", machine);
    CHECK(bound.swaps_done() == 3);
    CHECK(term(bound, "swapped_error") == doctest::Approx(0.3));
    CHECK(term(bound, "complexity") == doctest::Approx(0.4));
    // The deviations are −.05, .05, 0, so s² = .0025 and 2s/√3 = .057735: that of the term, which the
    // sentence gives, too.
    CHECK(term(bound, "standard_error") == doctest::Approx(0.0577350));
    CHECK(bound.sentences()[2].find("the 40 % would typically differ by 5.77 %") !=
          std::string::npos);
    CHECK(bound.swapped_text() == "Swap 3 of 3: 100 of 200 labels are turned round");
    // √(ln 20/400) = .0865409.
    CHECK(term(bound, "penalty") == doctest::Approx(0.2596227));
    CHECK(bound.value() == doctest::Approx(0.7596227));
    REQUIRE(machine.asked.size() == 4);
    CHECK(machine.asked[0] == machine.problem().y);
    for (std::size_t k = 1; k < 4; ++k) {
      CHECK((machine.asked[k].array() != machine.problem().y->array()).count() == 100);
      CHECK(!machine.limits[k]);
    }
    CHECK(bound.swapped_labels() == machine.asked[3]);
    CHECK(bound.sentences()[0].find("76 %") != std::string::npos);
  }

  TEST_CASE("precise: the norm of the given labels is the limit, and both values come out") {
    Relearnt given = learned(0.1);
    given.free.squared_norm = 4;
    Relearnt tight = learned(0.2), loose = learned(0.3);
    tight.constrained = tight.free;
    tight.constrained->training_error = 0.4;
    tight.constrained->reductions = 5;
    loose.constrained = loose.free;
    ScriptedMachine machine(200, {given, tight, loose});
    const Bound bound = finished("precise-maximal-discrepancy:swaps=2,reduction=1.2", machine);
    // The given labels are learned in the same way, and held to nothing.
    REQUIRE(machine.limits[0]);
    CHECK(std::isinf(machine.limits[0]->squared_norm));
    REQUIRE(machine.limits[1]);
    CHECK(machine.limits[1]->squared_norm == 4);
    CHECK(machine.limits[1]->reduction == 1.2);
    CHECK(bound.swaps_reduced() == 1);
    CHECK(bound.classical().complexity() == doctest::Approx(0.5));
    CHECK(bound.precise().complexity() == doctest::Approx(0.3));
    CHECK(bound.value() == doctest::Approx(0.1 + 0.3 + 0.2596227));
    CHECK(term(bound, "classical_value") == doctest::Approx(0.1 + 0.5 + 0.2596227));
  }

  TEST_CASE("on labels that mean nothing a pattern without a side is half an error") {
    // Errors under y and under −y then add up to 1, as 1 − 2ν̄ asks for.
    Relearnt given = learned(0.9), swapped = learned(0.75), held = learned(0.75);
    for (Relearnt* one : {&given, &swapped, &held}) {
      one->free.squared_norm = 1;
      one->free.decision_values = Eigen::VectorXd::Ones(200);
      one->free.decision_values.head(100).setZero();
    }
    held.constrained = held.free;
    held.constrained->training_error = 1;
    held.constrained->decision_values.setZero();
    ScriptedMachine machine(200, {given, swapped}), constrained(200, {given, held});
    const Bound bound = finished("maximal-discrepancy:swaps=1", machine);
    CHECK(bound.given()->training_error == 0.9);
    CHECK(bound.classical().mean() == doctest::Approx(0.5));
    CHECK(bound.value() == doctest::Approx(0.9 + 0 + 0.2596227));
    const Bound precise = finished("precise-maximal-discrepancy:swaps=1", constrained);
    CHECK(precise.classical().mean() == doctest::Approx(0.5));
    CHECK(precise.precise().mean() == doctest::Approx(0.5));
    // A linear machine without a bias, nine tenths of whose patterns lie at the origin.
    Eigen::MatrixXd X = Eigen::MatrixXd::Zero(400, 1);
    X.topRows(40).setOnes();
    const auto at_origin = ::machine("rls", problem(X, Eigen::VectorXd::Ones(400)));
    const Bound real = finished("maximal-discrepancy:swaps=20", *at_origin);
    CHECK(real.given()->training_error == 0.9);
    CHECK(real.value() > 0.9);
  }

  TEST_CASE("what will be learned is said beforehand") {
    const auto plan = [](const std::string& kind, Relearner& machine) {
      return started(kind, machine).plan();
    };
    ScriptedMachine one(20, {});
    CHECK(
        plan("maximal-discrepancy:swaps=3", one) ==
        "The machine learns the labels of 20 patterns as they are, and 3 times with a random half "
        "of them turned round: 4 labellings, by heart.");
    CHECK(
        plan("precise-maximal-discrepancy:swaps=1,reduction=1.2", one)
            .find(
                "and 1 time with a random half of them turned round: 2 labellings, by heart. What "
                "needs a larger norm than the given labels is learned again with C divided by "
                "1.2") != std::string::npos);
    CHECK(plan("half-flip", one).find("once with their second half turned round: 2 labellings") !=
          std::string::npos);
    CHECK(plan("compression", one) ==
          "The machine learns the labels of 20 patterns as they are: 1 labelling, by heart.");
    CHECK(plan("joint", one).find("unless it makes no error on them, once with") !=
          std::string::npos);
    const auto data = named("overlap");
    CHECK(plan("compression", *machine("smo", data))
              .ends_with("1 labelling, each in 1000000 iterations at most."));
    CHECK(plan("half-flip", *machine("rls", data))
              .ends_with("2 labellings, solved for all of them together."));
  }

  TEST_CASE("one kind of bound is preselected, and each says what it rests on") {
    const auto kinds = bound_kinds();
    CHECK(std::ranges::count_if(kinds, &BoundKind::preselected) == 1);
    for (const BoundKind& kind : kinds) CHECK(kind.idea.size() > 100);
  }

  TEST_CASE("half flip by hand: the second half of the labels, once") {
    ScriptedMachine machine(200, {learned(0.1), learned(0.3)});
    const Bound bound = finished("half-flip:delta=0.05", machine);
    REQUIRE(machine.asked.size() == 2);
    CHECK(machine.asked[1] == second_half_flipped(machine.problem().y));
    CHECK(bound.value() == doctest::Approx(0.1 + 0.4 + std::sqrt(9.0 / 400 * std::log(20.0))));
    CHECK(bound.swapped_text() ==
          "The second half of the labels is flipped: 100 of 200 labels are turned round");
  }

  TEST_CASE("compression: B₁ of Boni's Table 3 from d and m, truncated as printed") {
    struct Line {
      int d;
      double printed, unit;
    };
    for (const Line& line : {Line{290, 1.41, 0.01}, Line{327, 1.6, 0.1}, Line{416, 2.16, 0.01}}) {
      ScriptedMachine machine(576, {learned(0, line.d)});
      const Bound bound = finished("compression", machine);
      CHECK(bound.value() >= line.printed);
      CHECK(bound.value() < line.printed + line.unit);
      CHECK(term(bound, "support") == line.d);
      CHECK(term(bound, "patterns") == 576);
      CHECK(bound.sentences()[0].find("says nothing") != std::string::npos);
    }
  }

  TEST_CASE("both of Boni's bounds on a real perceptron, by hand") {
    // x = 1 is the only mistake: f = x is right everywhere, so d = 1 of m = 4. With the second half
    // flipped all labels are +1, and no multiple of x has fewer than two errors.
    const auto data = problem(Eigen::MatrixXd{{1}, {2}, {-1}, {-2}}, Eigen::Vector4d(1, 1, -1, -1));
    const auto perceptron = machine("dkpp", data, "");
    const double expected = (std::log(4.0) + std::log(4.0) + std::log(20.0)) / 3;
    CHECK(finished("compression", *perceptron).value() == doctest::Approx(expected));
    const Bound half = finished("half-flip", *perceptron);
    CHECK(half.given()->training_error == 0);
    CHECK(term(half, "complexity") == doctest::Approx(0));
    CHECK(half.value() == doctest::Approx(std::sqrt(9.0 / 8 * std::log(20.0))));
    const Bound joint = finished("joint", *perceptron);
    CHECK(joint.applied() == BoundType::compression);
    CHECK(joint.value() == doctest::Approx(expected));
    // With x = 1 on both sides there is an error, and the other one applies.
    const auto mixed =
        problem(Eigen::MatrixXd{{1}, {1}, {-1}, {-2}}, Eigen::Vector4d(1, -1, -1, -1));
    const auto agnostic = machine("dkpp", mixed, "");
    const Bound other = finished("joint", *agnostic);
    CHECK(other.applied() == BoundType::half_flip);
    CHECK(other.given()->training_error == 0.25);
    CHECK(refusal("compression", *agnostic).find("25 %") != std::string::npos);
  }

  TEST_CASE("what does not apply is refused in a sentence") {
    const auto data = named("overlap");
    CHECK(refusal("compression", *machine("rls:C=1e6,kernel=gaussian:sigma=0.05", data))
              .find("d = m") != std::string::npos);
    ScriptedMachine without_support(10, {learned(0)});
    CHECK(refusal("compression", without_support).find("support vectors") != std::string::npos);
    CHECK(refusal("precise-maximal-discrepancy", *machine("dkpp", data, "")).find("rls") !=
          std::string::npos);
    // One class: the bias alone is right, and no other machine has a norm of zero.
    const auto one_class = problem(Eigen::MatrixXd{{1}, {2}, {4}}, Eigen::Vector3d(1, 1, 1));
    CHECK(refusal("precise-maximal-discrepancy", *machine("smo", one_class)).find("constant") !=
          std::string::npos);
    const auto any = machine("rls", data);
    for (const char* wrong :
         {"maximal-discrepancy:swaps=0", "maximal-discrepancy:swaps=2.5", "half-flip:delta=0",
          "half-flip:delta=1", "compression:swaps=3", "margin",
          "precise-maximal-discrepancy:"
          "reduction=1"}) {
      CAPTURE(wrong);
      CHECK(!Bound::start(*parse_spec(wrong), *any, 1));
    }
    CHECK(!make_relearner({"smo-svr", {}}, {}, named("sinc")));
    CHECK(!make_relearner({"hk-multiclass", {}}, {}, named("three-classes")));
    CHECK(
        !make_relearner({"smo", {}}, {}, problem(Eigen::MatrixXd{{1}}, Eigen::VectorXd::Ones(1))));
  }

  TEST_CASE("constrained fits: ‖f‖ ≤ ‖f₀‖, no smaller loss, the first such C, equal if inactive") {
    int active = 0, inactive = 0;
    for (const char* algorithm :
         {"rls:kernel=linear", "rls:C=5,kernel=gaussian:sigma=1", "smo:C=2,kernel=gaussian:sigma=1",
          "smo:kernel=linear", "irwls:C=2,kernel=gaussian:sigma=1"}) {
      for (const char* data : {"overlap", "moons"}) {
        CAPTURE(algorithm);
        CAPTURE(data);
        const auto patterns = named(data);
        const auto learner = machine(algorithm, patterns);
        learn(*learner, *patterns->y, std::nullopt);
        const Fit given = learner->learnt()[0].free;
        CHECK(given.squared_norm > 0);
        const Eigen::MatrixXd labels = swaps_of(*patterns, 8);
        learn(*learner, labels, NormLimit{given.squared_norm, 1.1});
        const auto loss = [&](const Fit& fit, Eigen::Index labelling) -> double {
          const Eigen::ArrayXd y = labels.col(labelling), f = fit.decision_values;
          if (std::string_view(algorithm).starts_with("rls")) return (y - f).square().sum();
          return (1 - y * f).cwiseMax(0).sum();
        };
        REQUIRE(learner->learnt().size() == 8);
        for (Eigen::Index j = 0; j < labels.cols(); ++j) {
          const Relearnt& learnt = learner->learnt()[static_cast<std::size_t>(j)];
          REQUIRE(learnt.constrained);
          const Fit &free = learnt.free, &held = *learnt.constrained;
          CHECK(held.squared_norm <= given.squared_norm);
          CHECK(loss(held, j) >= loss(free, j) * (1 - 1e-7));
          CHECK(held.C == doctest::Approx(free.C / std::pow(1.1, held.reductions)));
          if (held.reductions == 0) {
            ++inactive;
            CHECK(held.decision_values == free.decision_values);
            CHECK(held.training_error == free.training_error);
          } else {
            ++active;
            CHECK(free.squared_norm > given.squared_norm);
          }
        }
        const Relearnt& last = learner->learnt().back();
        for (const bool constrained : {false, true}) {
          const Eigen::VectorXd f = learner->decision_values(patterns->X, constrained);
          const Eigen::VectorXd& known =
              (constrained ? *last.constrained : last.free).decision_values;
          CHECK((f - known).cwiseAbs().maxCoeff() < 1e-5 * (1 + known.cwiseAbs().maxCoeff()));
        }
      }
    }
    CHECK(active > 0);
    CHECK(inactive > 0);
  }

  TEST_CASE("regularised least squares in batches equals one solver after the other") {
    const auto data = named("moons");
    const Eigen::MatrixXd Y = swaps_of(*data, 5);
    const auto learner = machine("rls", data);
    for (const char* kernel : {"linear", "gaussian:sigma=0.7", "polynomial:p=2"}) {
      for (const char* C : {"0.01", "1", "300"}) {
        CAPTURE(kernel);
        CAPTURE(C);
        const SpecValues settings{{"C", C}, {"kernel", kernel}};
        require(learner->set_settings(settings));
        learn(*learner, Y, std::nullopt);
        for (Eigen::Index j = 0; j < Y.cols(); ++j) {
          Problem relabelled = *data;
          relabelled.y = Y.col(j);
          const Run run =
              start(std::make_shared<const Problem>(relabelled), spec_text({"rls", settings}));
          const Fit& fit = learner->learnt()[static_cast<std::size_t>(j)].free;
          const Record& record = run.record();
          CHECK((vector(run.solver(), "decision_values") - fit.decision_values)
                    .cwiseAbs()
                    .maxCoeff() < 1e-9);
          CHECK(fit.training_error == record.training_error);
          // Rounding of K is multiplied by ‖β‖², about C²‖y‖².
          const double norm = record.weight_norm * record.weight_norm;
          CHECK(std::abs(fit.squared_norm - norm) < 1e-9 * norm + 1e-12 * fit.C * fit.C);
          CHECK(fit.C * (Y.col(j) - fit.decision_values).squaredNorm() + fit.squared_norm ==
                doctest::Approx(record.objective).epsilon(1e-9));
        }
      }
    }
  }

  TEST_CASE("only what has the settings of rls is solved for all labellings at once") {
    const auto data = named("overlap");
    Algorithm other = **find_algorithm("smo");
    other.relearning = Relearning::at_once;
    const auto refused = make_ridge_relearner(other, {}, 1e9, data);
    REQUIRE(!refused);
    CHECK(refused.error().message.find("smo has other settings than rls") == 0);
    CHECK(make_ridge_relearner(**find_algorithm("rls"), {}, 1e9, data));
  }

  TEST_CASE("a support vector machine that starts from another one reaches the same optimum") {
    for (const char* name : {"overlap", "moons"}) {
      const auto data = named(name);
      for (const char* kernel : {"linear", "gaussian:sigma=1"}) {
        const std::string settings = sentence(",kernel=", kernel);
        const Run before = trained(data, "smo:C=5" + settings, "kkt:tolerance=1e-9");
        for (const char* C : {"4.5", "0.5", "50"}) {
          CAPTURE(name);
          CAPTURE(kernel);
          CAPTURE(C);
          const std::string text = sentence("smo:C=", C, settings);
          const Run plain = trained(data, text, "kkt:tolerance=1e-9");
          auto warm = Run::start(data, std::move(*make_solver(*parse_spec(text))),
                                 *parse_rules("kkt:tolerance=1e-9"), {.watched = part::all},
                                 &before.solver());
          require(warm);
          CHECK(std::abs(data->y->dot(vector(warm->solver(), "dual_variables"))) < 1e-9);
          warm->advance(1'000'000);
          CHECK(warm->record().objective ==
                doctest::Approx(plain.record().objective).epsilon(1e-6));
          CHECK((vector(warm->solver(), "decision_values") -
                 vector(plain.solver(), "decision_values"))
                    .cwiseAbs()
                    .maxCoeff() < 1e-4);
        }
      }
    }
  }

  TEST_CASE("stopped at any moment, what was done stays: the bound of fewer swaps") {
    const auto learner = machine("smo:C=2", named("overlap"));
    Bound bound = started("maximal-discrepancy:swaps=50", *learner);
    CHECK(std::isnan(bound.value()));
    CHECK(bound.sentences().size() == 1);
    double fraction = 0;
    while (bound.swaps_done() < 7) {
      CHECK(bound.advance(nanoseconds(0)));
      CHECK(bound.fraction_done() >= fraction);
      fraction = bound.fraction_done();
    }
    CHECK(!bound.finished());
    const Bound fewer = finished("maximal-discrepancy:swaps=7", *learner);
    CHECK(bound.value() == fewer.value());
    CHECK(bound.swapped_labels() == fewer.swapped_labels());
    // Another seed draws other swaps.
    CHECK(finished("maximal-discrepancy:swaps=7", *learner, 2).swapped_labels() !=
          fewer.swapped_labels());
    // The machine of the last swap is still at hand.
    const Eigen::VectorXd f = learner->decision_values(learner->problem().X, false);
    CHECK(f.size() == learner->problem().y.size());
  }

  TEST_CASE("algorithms of other kinds learn swapped labels by their own rules") {
    const auto data = named("overlap");
    for (const char* algorithm : {"ols", "hk", "mhks", "lsvm", "irwls", "dkpp", "hk-multiclass"}) {
      CAPTURE(algorithm);
      const auto learner = machine(algorithm, data, "iterations:n=200");
      const Bound bound = finished("maximal-discrepancy:swaps=5", *learner);
      REQUIRE(!bound.refusal());
      CHECK(bound.classical().mean() > 0.2);
      CHECK(bound.classical().mean() <= 0.5);
    }
  }

  TEST_CASE(
      "labellings whose training was cut short by the limit on iterations are counted and said") {
    const auto problem = named("overlap");
    const auto value_within = [&](int iterations) {
      auto made =
          make_relearner(*parse_spec("smo:C=10"), {*parse_rules("kkt"), iterations}, problem);
      require(made);
      const Bound bound = finished("maximal-discrepancy:swaps=5", **made);
      const std::vector<std::string> said = bound.sentences();
      const bool told = std::any_of(said.begin(), said.end(), [](const std::string& text) {
        return text.find("A limit on iterations ended the training of 6 of 6 labellings early") ==
               0;
      });
      CHECK(told == (bound.unfinished() == 6));
      return bound.unfinished();
    };
    CHECK(value_within(2) == 6);
    CHECK(value_within(100'000) == 0);
    // Of compression, too, where no labels are swapped.
    auto made = make_relearner(*parse_spec("smo:C=100,kernel=gaussian:sigma=1"),
                               {*parse_rules("kkt"), 8}, named("two-gaussians:n=400"));
    require(made);
    const Bound joint = finished("joint", **made);
    CHECK(joint.applied() == BoundType::compression);
    CHECK(joint.unfinished() == 1);
    CHECK(joint.sentences()[1].find("A limit on iterations ended the training of 1 of 1 "
                                    "labelling early") == 0);
  }

  TEST_CASE("no bound is certain") {
    const auto problem = named("two-gaussians:n=2000");
    auto made =
        make_relearner(*parse_spec("dkpp:max_sweeps=3"), {*parse_rules("kkt"), 100'000}, problem);
    require(made);
    CHECK(finished("half-flip:delta=0.00001", **made)
              .sentences()[0]
              .starts_with("With probability 99.999 % over the draw"));
    // Which of two it is the patterns say, so that both have to hold.
    CHECK(finished("joint:delta=0.00001", **made)
              .sentences()[0]
              .starts_with("With probability 99.998 % over the draw"));
  }
}
