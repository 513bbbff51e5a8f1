// Which symmetries of the data an algorithm's steps have: the order of patterns, which class is
// called the first, how often the whole of them is given.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// Decision values of a run at some points, after each of its steps or at its end.
enum class When { each_step, end };

struct Symmetry {
  const char* algorithm;
  When when;
  double within;  // relative to the largest decision value
};

// Sums over patterns are added up in another order, which is worth rounding; the absolute forms'
// weights, up to 1e12, make more of it. A pair of smo and a pattern of dkpp are the first of equals:
// smo ends at the same optimum all the same, dkpp does not, and is not here.
const Symmetry order[] = {
    {"ols", When::each_step, 1e-12},
    {"hk", When::each_step, 1e-12},
    {"hk:kernel=gaussian:sigma=2", When::each_step, 1e-5},
    {"hka", When::each_step, 1e-6},
    {"mhks", When::each_step, 1e-12},
    {"mhka", When::each_step, 1e-6},
    {"ols-multiclass", When::each_step, 1e-12},
    {"hk-multiclass", When::each_step, 1e-12},
    {"rls", When::each_step, 1e-12},
    {"rls:kernel=gaussian:sigma=2", When::each_step, 1e-10},
    {"lsvm", When::each_step, 1e-9},
    {"lsvm:kernel=gaussian:sigma=2", When::each_step, 1e-9},
    {"newton-svm", When::each_step, 1e-12},
    {"newton-svm:kernel=gaussian:sigma=2", When::each_step, 1e-9},
    {"interior-svm", When::each_step, 1e-6},
    {"interior-svm:kernel=gaussian:sigma=2", When::each_step, 1e-6},
    {"irwls:kernel=gaussian:sigma=2", When::end, 1e-5},
    {"smo", When::end, 1e-9},
    {"smo:kernel=gaussian:sigma=2", When::end, 1e-9},
};

// The modified forms and lsvm have a penalty beside a sum over patterns, whose C must follow; rls
// and the support vector machines have C before that sum.
struct Repetition {
  const char* once;
  const char* twice;
  When when;
  double within;
};
const Repetition repetitions[] = {
    {"ols", "ols", When::each_step, 1e-12},
    {"hk", "hk", When::each_step, 1e-12},
    {"hka", "hka", When::each_step, 1e-6},
    {"mhks:C=1", "mhks:C=2", When::each_step, 1e-12},
    {"mhka:C=1", "mhka:C=2", When::each_step, 1e-6},
    {"ols-multiclass", "ols-multiclass", When::each_step, 1e-12},
    {"hk-multiclass", "hk-multiclass", When::each_step, 1e-12},
    {"rls:C=1,kernel=gaussian:sigma=2", "rls:C=0.5,kernel=gaussian:sigma=2", When::each_step,
     1e-10},
    {"lsvm:C=1", "lsvm:C=0.5", When::end, 1e-4},
    {"newton-svm:C=1", "newton-svm:C=0.5", When::end, 1e-12},
    {"interior-svm:C=1", "interior-svm:C=0.5", When::each_step, 1e-6},
    {"irwls:C=1,kernel=gaussian:sigma=2", "irwls:C=0.5,kernel=gaussian:sigma=2", When::end, 1e-4},
    {"smo:C=1,kernel=gaussian:sigma=2", "smo:C=0.5,kernel=gaussian:sigma=2", When::end, 1e-9},
};

Problem clouds() {
  Random random(41);
  Eigen::MatrixXd X(30, 2);
  Eigen::VectorXd y(30);
  for (Eigen::Index i = 0; i < 30; ++i) {
    y[i] = i % 3 ? 1 : -1;
    X(i, 0) = y[i] + random.normal();
    X(i, 1) = random.normal();
  }
  Problem made;
  made.X = X;
  made.y = y;
  return made;
}

Problem rows_of(const Problem& problem, const std::vector<Eigen::Index>& rows) {
  Problem made = problem;
  made.X = (*problem.X)(rows, Eigen::placeholders::all);
  made.y = (*problem.y)(rows);
  return made;
}

// Decision values at the patterns of `at`, step by step or at the end.
std::vector<Eigen::MatrixXd> course(const Problem& of, std::string_view text, When when,
                                    const Eigen::MatrixXd& at) {
  Run run = start(std::make_shared<const Problem>(of), text, "", {.max_iterations = 20'000});
  std::vector<Eigen::MatrixXd> list;
  for (bool more = true; more;) {
    if (when == When::end) {
      run.advance(20'000);
      more = false;
    }
    run.solver().decision_values(at, list.emplace_back());
    if (when == When::each_step) more = list.size() <= 25 && run.advance(1) > 0;
  }
  return list;
}

void compare(const std::vector<Eigen::MatrixXd>& ours, const std::vector<Eigen::MatrixXd>& theirs,
             double within) {
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t k = 0; k < ours.size(); ++k) {
    CAPTURE(k);
    CHECK((ours[k] - theirs[k]).cwiseAbs().maxCoeff() <= within * ours[k].cwiseAbs().maxCoeff());
  }
}

}  // namespace

TEST_SUITE("symmetries") {
  TEST_CASE("the order of the patterns does not matter") {
    const Problem plain = clouds();
    std::vector<Eigen::Index> rows(30);
    std::iota(rows.begin(), rows.end(), 0);
    Random random(3);
    random.shuffle(rows);
    for (const Symmetry& row : order) {
      CAPTURE(row.algorithm);
      compare(course(plain, row.algorithm, row.when, plain.X),
              course(rows_of(plain, rows), row.algorithm, row.when, plain.X), row.within);
    }
  }

  TEST_CASE("where the origin lies does not matter to a machine with a free bias") {
    for (const char* const text : {"smo:C=2", "smo:C=2,working_set=block", "irwls:C=2",
                                   "smo-svr:C=2,epsilon=0.2", "irwls-svr:C=2,epsilon=0.2"}) {
      Problem plain = clouds();
      if (!takes(**find_algorithm(parse_spec(text)->name), Task::classification, 2)) {
        plain.task = Task::regression;
        plain.y = Eigen::VectorXd(plain.X->col(0).array().sin());
      }
      const auto trained_at = [&](const Eigen::RowVector2d& origin) {
        Problem moved = plain;
        moved.X = plain.X->rowwise() + origin;
        moved.X_validation = moved.X;
        moved.y_validation = moved.y;
        return trained(std::make_shared<const Problem>(moved), text, "kkt:tolerance=1e-9");
      };
      const Run here = trained_at({0, 0});
      const Eigen::VectorXd w = vector(here.solver(), "weights");
      for (const Eigen::RowVector2d& origin :
           {Eigen::RowVector2d(1e4, 0), Eigen::RowVector2d(0, -1e6),
            Eigen::RowVector2d(1e8, 1e8)}) {
        CAPTURE(text);
        CAPTURE(origin[0]);
        CAPTURE(origin[1]);
        const Run there = trained_at(origin);
        CHECK(here.record().objective == doctest::Approx(there.record().objective).epsilon(1e-7));
        CHECK(here.record().training_error ==
              doctest::Approx(there.record().training_error).epsilon(1e-6));
        CHECK(there.record().validation_error ==
              doctest::Approx(there.record().training_error).epsilon(1e-6));
        const Eigen::VectorXd far = vector(there.solver(), "weights");
        CHECK((far.head(2) - w.head(2)).norm() <= 1e-4 * w.norm());
        CHECK(far[2] == doctest::Approx(w[2] - origin.dot(w.head(2))).epsilon(1e-4));
      }
    }
  }

  TEST_CASE("patterns that are all given twice weigh twice") {
    const Problem plain = clouds();
    std::vector<Eigen::Index> rows(60);
    for (std::size_t i = 0; i < 60; ++i) rows[i] = static_cast<Eigen::Index>(i % 30);
    for (const Repetition& row : repetitions) {
      CAPTURE(row.once);
      compare(course(plain, row.once, row.when, plain.X),
              course(rows_of(plain, rows), row.twice, row.when, plain.X), row.within);
    }
  }

  TEST_CASE("the other class called the first turns every sign round, to the bit") {
    const Problem plain = clouds();
    Problem turned = plain;
    turned.y = -*turned.y;
    for (const char* const text :
         {"ols", "hk", "hk:kernel=gaussian:sigma=2", "hka", "hka:solve=inverse", "mhks", "mhka",
          "rls", "rls:kernel=gaussian:sigma=2", "lsvm", "lsvm:kernel=gaussian:sigma=2",
          "newton-svm", "newton-svm:kernel=gaussian:sigma=2", "interior-svm",
          "interior-svm:kernel=gaussian:sigma=2", "dkpp", "dkpp:kernel=gaussian:sigma=1",
          "dkpp:kernel_bits=5,accumulator_bits=6",
          "dkpp:kernel=gaussian:sigma=1,kernel_bits=5,accumulator_bits=6"}) {
      CAPTURE(text);
      auto theirs = course(turned, text, When::each_step, plain.X);
      for (Eigen::MatrixXd& f : theirs) f = -f;
      compare(course(plain, text, When::each_step, plain.X), theirs, 0);
    }
    // A pair method looks for its first pattern among those that go up, so it takes other pairs.
    for (const char* const text : {"smo", "smo:kernel=gaussian:sigma=2"}) {
      auto theirs = course(turned, text, When::end, plain.X);
      theirs[0] = -theirs[0];
      compare(course(plain, text, When::end, plain.X), theirs, 1e-9);
    }
  }

  TEST_CASE("classes under other numbers are other columns, to the bit") {
    const auto data = named("three-classes");
    const Eigen::Index column_of[] = {2, 0, 1};
    Problem other = *data;
    other.y = data->y->unaryExpr([&](double label) {
      return static_cast<double>(column_of[static_cast<std::size_t>(label) - 1] + 1);
    });
    for (const char* const text : {"ols-multiclass", "hk-multiclass"}) {
      CAPTURE(text);
      const auto theirs = course(other, text, When::each_step, data->X);
      auto ours = course(*data, text, When::each_step, data->X);
      for (Eigen::MatrixXd& f : ours) {
        Eigen::MatrixXd moved(f.rows(), 3);
        for (Eigen::Index c = 0; c < 3; ++c) moved.col(column_of[c]) = f.col(c);
        f = moved;
      }
      compare(ours, theirs, 0);
    }
  }
}
