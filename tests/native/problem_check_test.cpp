// What every algorithm asks of a problem before it starts.

#include "solvers/problem_check.h"

#include <cmath>

#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// Another budget for as long as this lives.
class Budget {
 public:
  explicit Budget(double bytes) { memory_budget = bytes; }
  ~Budget() { memory_budget = usual_; }

 private:
  double usual_ = memory_budget;
};

std::string first_of(const Algorithm& algorithm, std::string_view kernel) {
  if (kernel.empty() || !find_field(algorithm.fields, "kernel")) return std::string(algorithm.id);
  return sentence(algorithm.id, ":kernel=", kernel);
}

}  // namespace

TEST_SUITE("memory") {
  TEST_CASE("every algorithm starts where it just fits, and is refused with the numbers below") {
    for (const Algorithm& algorithm : algorithms()) {
      for (const char* kernel : {"", "gaussian:sigma=1"}) {
        const auto data = named(takes(algorithm, Task::classification, 2) ? "overlap" : "sinc");
        const std::string text = first_of(algorithm, kernel);
        CAPTURE(text);
        const auto solver = std::move(*make_solver(*parse_spec(text)));
        const ProblemSize size = size_of(*data);
        const double needed = solver->memory_needed(size);
        {
          const Budget budget(needed);
          CHECK(solver->start(*data));
        }
        const Budget budget(std::nextafter(needed, 0));
        const auto refused = solver->start(*data);
        REQUIRE(!refused);
        const std::string& why = refused.error().message;
        CAPTURE(why);
        CHECK(why.find(sentence("needs ", short_text(needed * 1e-9), " GB of memory for ",
                                short_text(size.N), " training patterns with ")) !=
              std::string::npos);
        CHECK(why.ends_with(sentence("keep at most ", short_text(size.N - 1))));
      }
    }
  }

  TEST_CASE("what is said to fit fits, and one pattern more does not") {
    const auto solver = std::move(*make_solver(*parse_spec("irwls:kernel=gaussian:sigma=1")));
    const Budget budget(1e9);
    const double N = 1e5;
    Problem large;
    large.X = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(N), 3);
    large.y = Eigen::VectorXd::Ones(large.X.rows());
    const auto refused = solver->start(large);
    REQUIRE(!refused);
    const std::string& why = refused.error().message;
    const auto most = parse_number(why.substr(why.rfind(' ') + 1));
    REQUIRE(most);
    CHECK(solver->memory_needed({*most, 3}) <= 1e9);
    CHECK(solver->memory_needed({*most + 1, 3}) > 1e9);
  }

  TEST_CASE("where no pattern fits, features are too many") {
    const auto solver = std::move(*make_solver(*parse_spec("smo")));
    const Budget budget(100);
    const auto refused = solver->start(*named("overlap"));
    REQUIRE(!refused);
    CHECK(refused.error().message.ends_with("keep fewer features"));
  }
}
