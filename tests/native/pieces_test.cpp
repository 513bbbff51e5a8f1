#include <doctest/doctest.h>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

constexpr std::chrono::nanoseconds one_piece{0};

template <class T>
T in_pieces(Gradual<T> work) {
  while (!work.advance(one_piece)) {
  }
  return work.take();
}

}  // namespace

TEST_CASE("start and steps in pieces are those at once, to the bit, for every algorithm") {
  for (const Case& c : cases(of_each_kind)) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    auto whole = *make_solver(*parse_spec(c.text)), pieced = *make_solver(*parse_spec(c.text));
    auto outcome = whole->start(*c.data);
    CHECK(in_pieces(pieced->begin(*c.data, {})).value() == *outcome);
    CHECK(bits(*pieced) == bits(*whole));
    for (int k = 0; k < 12 && *outcome == Outcome::running; ++k) {
      CAPTURE(k);
      outcome = whole->step();
      CHECK(in_pieces(pieced->step_gradually()) == *outcome);
      CHECK(bits(*pieced) == bits(*whole));
    }
  }
}
