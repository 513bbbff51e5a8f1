// What an algorithm's paper does not fix, its steps must not depend on: the unit in which margins,
// features or targets are measured, and the order in which patterns come.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// By which powers of a factor a law multiplies what goes in …
struct In {
  int features = 0, targets = 0;
  std::map<std::string, int> settings = {};  // "C", "kernel:sigma"
};

// … and what comes out. Weights of features follow from decision values and features.
constexpr int lawless = 1000;
struct Out {
  int decision = 0;  // decision values, margins, slacks, and the bias
  int dual = 0;      // dual variables
  int objective = 0;
  int error = 0;  // and its moments
  int first = 0;  // the step from which it holds: the absolute forms start with d = 1
  // How far numbers may part, relative to the largest of their quantity: nothing where the law
  // holds bit by bit, step by step.
  double within = 0;
};

struct Law {
  std::string algorithm;  // with settings, among them those that the law multiplies
  In in;
  Out out;
};

// "1,2,3" for 3.
std::string ascending(int n) { return n == 1 ? "1" : ascending(n - 1) + "," + std::to_string(n); }

const In b0 = {.settings = {{"initial_margin", 1}}};
const In width = {.features = 1, .settings = {{"kernel:sigma", 1}}};
const In features = {.features = 1};
const In features_and_C = {.features = 1, .settings = {{"C", -2}}};
const In features_and_penalty = {.features = 1, .settings = {{"C", 2}}};
const In targets = {.targets = 1, .settings = {{"C", 1}, {"epsilon", 1}}};

const Out nothing = {};
const Out margins_1 = {.decision = 1, .dual = 1, .objective = 2, .error = 1};
const Out absolute_1 = {.decision = 1, .dual = 1, .objective = 1, .error = 1, .first = 1};
const Out dual_2 = {.dual = -2, .objective = -2};

// One row for each law of each algorithm. A constant beside what is multiplied has a unit of its
// own and breaks a law: the modified forms ask for margins of 1 + b, so there is none of b₀ there;
// lsvm and newton-svm have ½w₀² beside ½‖w‖², the polynomial kernel a 1 beside x·x′. The column of ones beside the
// features leaves the linear forms theirs to rounding only: columns are taken by their size.
const Law laws[] = {
    {"ols:target_margins=" + ascending(24), {.settings = {{"target_margins", 1}}}, margins_1},
    {"hk:initial_margin=1", b0, margins_1},
    {"hk:initial_margin=1,rate_schedule=decreasing,learning_rate=0.9", b0, margins_1},
    {"hk:initial_margin=1,kernel=gaussian:sigma=2", b0, margins_1},
    {"hka:initial_margin=1", b0, absolute_1},
    {"hka:initial_margin=1,solve=inverse", b0, absolute_1},
    {"hka:initial_margin=1,kernel=gaussian:sigma=2", b0, absolute_1},
    {"hk-multiclass:initial_margin=1", b0, margins_1},
    {"ols", features, {.within = 1e-9}},
    {"ols-multiclass", features, {.within = 1e-9}},
    {"hk", features, {.within = 1e-9}},
    {"hka", features, {.within = 1e-4}},
    {"hk-multiclass", features, {.within = 1e-9}},
    {"mhks:C=1", features_and_penalty, {.within = 1e-9}},
    {"mhka:C=1", features_and_penalty, {.within = 1e-4}},
    {"hk:kernel=gaussian:sigma=2", width, nothing},
    {"hka:kernel=gaussian:sigma=2", width, nothing},
    {"mhks:kernel=gaussian:sigma=2", width, nothing},
    {"mhka:kernel=gaussian:sigma=2", width, nothing},
    {"smo:C=5,kernel=gaussian:sigma=2", width, nothing},
    {"smo-svr:kernel=gaussian:sigma=2", width, nothing},
    {"irwls:C=5,kernel=gaussian:sigma=2", width, nothing},
    {"irwls-svr:kernel=gaussian:sigma=2", width, nothing},
    {"lsvm:kernel=gaussian:sigma=2", width, nothing},
    {"newton-svm:kernel=gaussian:sigma=2", width, nothing},
    {"interior-svm:kernel=gaussian:sigma=2", width, nothing},
    {"rls:kernel=gaussian:sigma=2", width, nothing},
    {"dkpp:kernel=gaussian:sigma=2", width, nothing},
    {"dkpp:kernel_bits=6,accumulator_bits=9,kernel=gaussian:sigma=2", width, nothing},
    {"smo:C=0.05", features_and_C, dual_2},
    {"smo:C=0.05,working_set=first-order", features_and_C, dual_2},
    {"smo-svr:C=0.05", features_and_C, dual_2},
    {"irwls:C=0.05", features_and_C, dual_2},
    {"interior-svm:C=0.05", features_and_C, dual_2},
    {"irwls-svr:C=0.05", features_and_C, dual_2},
    {"rls:C=0.05", features_and_C, dual_2},
    {"dkpp", features, {.decision = 2, .error = lawless}},
    {"dkpp:kernel_bits=6,accumulator_bits=9", features, {.decision = 2, .error = lawless}},
    {"smo-svr:C=1,epsilon=0.25", targets, margins_1},
    {"smo-svr:C=20,epsilon=0.1,kernel=gaussian:sigma=2", targets, margins_1},
    {"irwls-svr:C=1,epsilon=0.25", targets, margins_1},
    {"irwls-svr:C=20,epsilon=0.1,kernel=gaussian:sigma=2", targets, margins_1},
    {"rls:C=1", {.targets = 1}, margins_1},
    {"rls:C=1,kernel=gaussian:sigma=2", {.targets = 1}, margins_1},
    {"perceptron:learning_rate=1",
     {.settings = {{"learning_rate", 1}}},
     {.decision = 1, .objective = 1, .error = lawless}},
};

// Two overlapping clouds, or targets along them, away from the origin. `close`: half of the patterns
// lie where one of the other side does, exactly or to a millionth, so that what is between the two,
// such as a pair's curvature, is 0 but for rounding.
Problem patterns(const Algorithm& algorithm, bool with_targets, bool close) {
  Random random(21);
  Problem made;
  Eigen::MatrixXd X(24, 2);
  Eigen::VectorXd y(24);
  for (Eigen::Index i = 0; i < 24; ++i) {
    const double side = i % 2 ? 1 : -1;
    X(i, 0) = 3 + side + random.normal();
    X(i, 1) = 2 - side + 2 * random.normal();
    y[i] = side;
  }
  for (Eigen::Index i = 12; close && i < 24; ++i) {
    X.row(i) = (i % 4 < 2 ? 1 : 1 + 1e-6) * X.row(i - 11);
  }
  made.X = X;
  made.y = y;
  if (with_targets || algorithm.takes == Takes::regression) {
    made.task = Task::regression;
    made.classes = 0;
    made.y = X.col(0) - X.col(1).cwiseAbs2() / 8;
  }
  return made;
}

double times(double value, int power, int k) { return std::ldexp(value, power * k); }

// The settings of `text` as the law multiplies them by 2^k.
Spec scaled(const std::string& text, const In& in, int k) {
  Spec spec = *parse_spec(text);
  for (const auto& [name, power] : in.settings) {
    const auto colon = name.find(':');
    const std::string id = name.substr(0, colon);
    int multiplied = 0;
    for (auto& [key, value] : spec.values) {
      if (key != id) continue;
      if (colon != std::string::npos) {
        const Spec inside = *parse_spec(value);
        const auto own = name.substr(colon + 1);
        for (const auto& [own_key, own_value] : inside.values) {
          if (own_key == own) {
            value = variant_text_with(value, own,
                                      exact_text(times(*parse_number(own_value), power, k)));
            ++multiplied;
          }
        }
        continue;
      }
      std::string next;
      for (std::size_t from = 0; from < value.size();) {
        const std::size_t to = std::min(value.find(',', from), value.size());
        next += (from > 0 ? "," : "") +
                exact_text(times(*parse_number(value.substr(from, to - from)), power, k));
        from = to + 1;
      }
      value = next;
      ++multiplied;
    }
    CHECK_MESSAGE(multiplied == 1, text << " does not say " << name);
  }
  return spec;
}

// The power of each number that a solver publishes under a law.
std::vector<int> powers_of(const Quantity& quantity, std::size_t size, const Law& law) {
  const Out& out = law.out;
  const auto all = [&](int power) { return std::vector<int>(size, power); };
  switch (quantity.role) {
    case Role::weights: {
      auto powers = all(out.decision - law.in.features);
      const std::size_t classes = quantity.shape.size() > 1 ? size / 3 : 1;
      for (std::size_t c = 0; c < classes; ++c) powers[size - 1 - c] = out.decision;
      return powers;
    }
    case Role::margin:
    case Role::margin_target:
    case Role::margin_vector:
    case Role::slack:
    case Role::decision_value:
    case Role::left_out_value:
      return all(out.decision);
    case Role::error:
      return all(out.error);
    case Role::moments:
      return out.error == lawless ? all(lawless) : std::vector<int>{out.error, out.error, 0, 0};
    case Role::dual_variable:
      return all(out.dual);
    case Role::objective:
      return all(out.objective);
    case Role::pattern_weight:
      return all(-out.error);
    case Role::certificate:
      return all(0);
    case Role::state:
      break;
  }
  if (quantity.kind == QuantityKind::real) FAIL("no law says how " << quantity.id << " changes");
  return all(0);
}

void compare(const Solver& plain, const Solver& other, const Law& law, int k) {
  std::vector<double> ours, theirs;
  for (std::size_t q = 0; q < plain.quantities().size(); ++q) {
    const Quantity& quantity = plain.quantities()[q];
    // Of an error that vanishes rounding leaves what it will, and the weight is 1 over that.
    if (law.out.within > 0 && quantity.role == Role::pattern_weight) continue;
    plain.values(q, ours);
    other.values(q, theirs);
    REQUIRE(ours.size() == theirs.size());
    const std::vector<int> powers = powers_of(quantity, ours.size(), law);
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (powers[i] == lawless || (std::isnan(ours[i]) && std::isnan(theirs[i]))) continue;
      const double expected = ours[i], found = times(theirs[i], -powers[i], k);
      largest = std::max(largest, std::abs(expected));
      apart = std::max(apart, std::abs(found - expected));
      if (std::isnan(found - expected)) apart = largest = 1;
    }
    if (!(apart <= law.out.within * largest)) {
      FAIL_CHECK(quantity.id << " is " << apart << " apart, of " << largest);
    }
  }
}

}  // namespace

TEST_SUITE("scaling laws") {
  TEST_CASE("another unit of margins, features or targets changes nothing but the scale") {
    for (const Law& law : laws) {
      const Algorithm& algorithm = **find_algorithm(parse_spec(law.algorithm)->name);
      // As far as the settings' ranges go: there a tolerance with a unit of its own would show.
      const bool of_targets = law.in.targets != 0;
      for (const int k : {of_targets ? -40 : -22, -5, 1, 6, of_targets ? 35 : 16}) {
        for (const bool close : {false, true}) {
          CAPTURE(law.algorithm);
          CAPTURE(k);
          CAPTURE(close);
          const Problem plain = patterns(algorithm, of_targets, close);
          Problem other = plain;
          other.X = *plain.X * times(1, law.in.features, k);
          other.y = *plain.y * times(1, law.in.targets, k);
          auto a = *make_solver(*parse_spec(law.algorithm));
          auto b = make_solver(scaled(law.algorithm, law.in, k));
          require(b);
          auto before = a->start(plain), after = (*b)->start(other);
          require(before);
          require(after);
          for (int step = 0; step < 400; ++step) {
            CAPTURE(step);
            CHECK(*before == *after);
            if (step >= law.out.first) compare(*a, **b, law, k);
            if (*before != Outcome::running || *after != Outcome::running) break;
            before = a->step();
            after = (*b)->step();
          }
        }
      }
    }
  }

  TEST_CASE("a feature in no unit is too small to have a weight, nor too large to leave a bias") {
    for (const char* const text : {"ols", "ols-multiclass", "hk", "hka", "hk-multiclass"}) {
      const Algorithm& algorithm = **find_algorithm(text);
      const Problem plain = patterns(algorithm, false, false);
      const Law law = {text, features, {.within = 1e-4}};
      for (const int k : {-70, 70}) {
        CAPTURE(text);
        CAPTURE(k);
        Problem other = plain;
        other.X = *plain.X * times(1, 1, k);
        auto a = *make_solver(*parse_spec(text)), b = *make_solver(*parse_spec(text));
        auto before = a->start(plain), after = b->start(other);
        for (int step = 0; step < 8; ++step) {
          CHECK(*before == *after);
          compare(*a, *b, law, k);
          if (*before != Outcome::running || *after != Outcome::running) break;
          before = a->step();
          after = b->step();
        }
      }
    }
  }

  TEST_CASE("every algorithm has a law") {
    for (const Algorithm& algorithm : algorithms()) {
      CAPTURE(algorithm.id);
      if (!algorithm.preset.empty()) continue;
      CHECK(std::ranges::any_of(
          laws, [&](const Law& law) { return parse_spec(law.algorithm)->name == algorithm.id; }));
    }
  }
}
