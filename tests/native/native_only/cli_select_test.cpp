// Bounds and model selection by the command line.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "workplace.h"

using namespace marginscope::testing;

TEST_SUITE("command line") {
  TEST_CASE("bounds and selections say which of several machines they are about") {
    const Workplace here;
    const std::string link =
        " --link 'v=1&problem=four-points&others=rls//Ridge;ols&algorithm=hk&rules=&chosen=B'";
    for (const std::string command :
         {"bound --bound half-flip", "select --by leave-one-out --grid C=1,2"}) {
      CHECK(contains(here.run(command + link).out, "machine  B, Ridge, the chosen one of 3; "));
      CHECK(here.json(command + link)["machine"] ==
            Json({{"id", "B"}, {"name", "Ridge"}, {"of", 3}}));
      const Json alone = here.json(command + " --problem xor --algorithm rls");
      CHECK(alone["machine"].is_null());
    }
  }

  TEST_CASE("a selection is titled with what all of its cells share") {
    const Workplace here;
    const std::string scene =
        "select --link 'v=1&problem=overlap&algorithm=rls:C=7,kernel=gaussian:sigma=2' --by "
        "leave-one-out ";
    CHECK(here.run(scene + "--grid C=1,2").out.starts_with("rls:kernel=gaussian:sigma=2 on "));
    CHECK(
        here.run(scene + "--grid kernel:sigma=1,2").out.starts_with("rls:C=7,kernel=gaussian on "));
    CHECK(here.run(scene + "--grid kernel=linear").out.starts_with("rls:C=7 on "));
    CHECK(
        here.run(scene + "--search two-stage").out.starts_with("rls:kernel=gaussian:sigma=2 on "));
  }

  TEST_CASE("bounds: value, terms and what they say") {
    const Workplace here;
    const std::string smo = "--problem overlap --algorithm smo --kernel gaussian:sigma=1 ";
    const Json md =
        here.json("bound " + smo + "--bound maximal-discrepancy --swaps 10 --delta 0.1");
    CHECK(md["bound"] == "maximal-discrepancy");
    CHECK(md["delta"] == 0.1);
    CHECK(md["swaps_done"] == 10);
    const Json& terms = md["terms"];
    CHECK(md["value"].get<double>() ==
          doctest::Approx(terms["training_error"].get<double>() +
                          terms["complexity"].get<double>() + terms["penalty"].get<double>()));
    const std::string again = "bound " + smo + "--bound precise-maximal-discrepancy --swaps 10 ";
    const Json precise = here.json(again + "--seed 4");
    CHECK(precise["value"] <= precise["terms"]["classical_value"]);
    CHECK(without_seconds(precise) == without_seconds(here.json(again + "--seed 4")));
    CHECK(without_seconds(precise) != without_seconds(here.json(again + "--seed 5")));
    const Json compression = here.json(
        "bound --problem four-points --algorithm dkpp --kernel gaussian:sigma=1 --bound "
        "compression");
    CHECK(compression["patterns"] == 4);
    CHECK(compression["support"].get<int>() < 4);
    CHECK(here.json("bound --problem four-points --algorithm rls --bound half-flip")["value"] > 0);

    const auto text = here.run("bound " + smo + "--bound half-flip");
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    CHECK(contains(text.out, "1 − 2ν̄"));
    CHECK(contains(here.refusal("bound " + smo + "--bound margin"), "half-flip"));
    CHECK(
        contains(here.refusal("bound " + smo + "--bound maximal-discrepancy --swaps 0"), "swaps"));
    CHECK(contains(here.refusal("bound " + smo + "--bound half-flip --delta 1"), "0 < δ < 1"));
    CHECK(contains(here.refusal("bound " + smo + "--bound compression"), "training error"));
    CHECK(here.run("bound " + smo).status == 2);
    CHECK(here.json("list bounds").size() == 5);
  }

  TEST_CASE("model selection: a grid, a criterion and the choice") {
    const Workplace here;
    const std::string rls = "select --problem overlap --algorithm rls --kernel gaussian:sigma=1 ";
    const std::string grid = "--grid C=0.1,1,100 --grid kernel:sigma=0.5,2 ";
    const Json json = here.json(rls + grid + "--by leave-one-out");
    REQUIRE(json["cells"].size() == 6);
    CHECK(json["axes"][0]["field"] == "C");
    CHECK(json["cells"][1]["settings"] == Json({{"C", "0.1"}, {"kernel:sigma", "2"}}));
    CHECK(json["finished"] == true);
    const auto chosen = json["chosen"]["cell"].get<std::size_t>();
    for (const Json& cell : json["cells"]) CHECK(cell["value"] >= json["cells"][chosen]["value"]);
    // `--bound` is the same as `--by`; a seed gives the same folds.
    const Json folds = here.json(rls + grid + "--bound cross-validation --folds 4 --seed 3");
    CHECK(without_seconds(folds) ==
          without_seconds(here.json(rls + grid + "--by cross-validation --folds 4 --seed 3")));
    CHECK(here.json(rls + "--search two-stage --by leave-one-out")["cells"].size() == 20);
    const Json held = here.json(rls + grid + "--by validation --validation-fraction 0.3");
    CHECK(held["cells"][0]["value"] == held["cells"][0]["validation_error"]);

    const auto text = here.run(rls + grid + "--by joint");
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    CHECK(contains(text.out, "least"));
    CHECK(contains(here.refusal(rls + grid + "--by validation"), "validation part"));
    CHECK(contains(here.refusal(rls + "--grid C=0 --by joint"), "0 < C"));
    CHECK(contains(here.refusal(rls + "--search spiral --by joint"), "two-stage"));
    CHECK(here.run(rls + grid).status == 2);
  }

  TEST_CASE("bounds and selections print the same whatever the number of jobs, but for times") {
    const Workplace here;
    const std::string smo = " --problem overlap --algorithm smo --kernel gaussian:sigma=1 ";
    for (const std::string& command : std::vector<std::string>{
             "bound" + smo + "--bound precise-maximal-discrepancy --swaps 20",
             "bound --problem overlap --algorithm rls --bound maximal-discrepancy --swaps 20",
             "select" + smo + "--grid C=1,10 --grid kernel:sigma=0.5,1,2 --by cross-validation",
             "select" + smo + "--search two-stage --by maximal-discrepancy --swaps 5",
             "select" + smo +
                 "--grid C=1,10 --grid kernel:sigma=0.5,1,2 --by validation "
                 "--validation-fraction 0.3"}) {
      INFO(command);
      const Json one = without_seconds(here.json(command + " --jobs 1"));
      const auto text = [&](const std::string& jobs) {
        const std::string out = here.run(command + jobs).out;
        return out.substr(0, out.find("Time: "));
      };
      const std::string page = text(" --jobs 1");
      for (const std::string jobs : {"", " --jobs 2", " --jobs 5"}) {
        CHECK(without_seconds(here.json(command + jobs)) == one);
        CHECK(text(jobs) == page);
      }
    }
  }
}
