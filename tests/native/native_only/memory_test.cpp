#include <doctest/doctest.h>

#include "support/problems.h"

// The sanitizers replace the allocator whose books this test reads.
#ifndef __SANITIZE_ADDRESS__

#include <malloc.h>

using namespace marginscope;
using namespace marginscope::testing;

TEST_CASE("100,000 iterations on 200 patterns stay below 100 MB") {
  const auto data = named("overlap:n=200");
  REQUIRE(data->y.size() == 200);
  const auto before = mallinfo2().uordblks;
  const Run run = trained(data, "mhks:learning_rate=0.01", "");
  REQUIRE(run.last_iteration() == 100'000);
  CHECK(mallinfo2().uordblks - before < 100'000'000);
}

#endif
