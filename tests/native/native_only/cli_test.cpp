// What the commands compute and print.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "workplace.h"

using namespace marginscope::testing;

TEST_SUITE("command line") {
  TEST_CASE("numbers of options are decimal, also where they begin with zeros") {
    const Workplace here;
    const auto json_of = [&here](const std::string& arguments) {
      return without_seconds(here.json(arguments));
    };
    CHECK(json_of("run --problem overlap --seed 010") ==
          json_of("run --problem overlap --seed 10"));
    CHECK(json_of("run --problem overlap --max-iterations 010")["iterations"] == 10);
    const std::string folds =
        "select --problem overlap --grid learning_rate=0.1,0.2 --by cross-validation";
    CHECK(json_of(folds + " --folds 010") == json_of(folds + " --folds 10"));
    const std::string swaps = "bound --problem overlap --bound maximal-discrepancy";
    CHECK(json_of(swaps + " --swaps 010") == json_of(swaps + " --swaps 10"));
  }

  TEST_CASE("least squares on the four points, as the article prints it") {
    const Workplace here;
    const Json json = here.json("run --problem four-points --algorithm ols");
    CHECK(json["algorithm"] == "ols");
    REQUIRE(json["weights"].size() == 3);
    CHECK(json["weights"][0].get<double>() == doctest::Approx(0.15328467).epsilon(1e-7));
    CHECK(json["weights"][1].get<double>() == doctest::Approx(-0.4379562).epsilon(1e-7));
    CHECK(json["weights"][2].get<double>() == doctest::Approx(3.2189781).epsilon(1e-7));
    CHECK(json["training_error"] == 0.25);
    CHECK(json["validation_error"].is_null());
    CHECK(json["support_vectors"].is_null());
    // Σ(z·w − 1)² of the printed decision values.
    CHECK(json["objective"].get<double>() == doctest::Approx(1.7664234).epsilon(1e-6));
    CHECK(json["iterations"] == 0);
    CHECK(json["stop"]["retained_iteration"] == 0);
    CHECK(json["seconds"].get<double>() > 0);
    // Lists are written plainly: margins set by hand.
    const Json by_hand =
        here.json("run --problem four-points --algorithm ols --set target_margins=1,1,1,10");
    CHECK(by_hand["training_error"] == 0);
    CHECK(by_hand["settings"]["target_margins"] == Json({1, 1, 1, 10}));
  }

  TEST_CASE("a setting that follows from others is told as the number that is in effect") {
    const Workplace here;
    const std::string run = "run --problem overlap --algorithm lsvm";
    CHECK(here.json(run)["settings"]["mu"] == 1.9);
    CHECK(here.json(run + " --set C=4")["settings"]["mu"] == 0.475);
    CHECK(here.json(run + " --set C=4 --set mu=0.1")["settings"]["mu"] == 0.1);
    CHECK(contains(here.run(run + " --set C=4").out, "mu μ = 0.475"));
    CHECK(here.json(
              "compare --problem overlap --machine lsvm:C=4")["machines"][0]["settings"]["mu"] ==
          0.475);
  }

  TEST_CASE("the weights of several classes stand below the names of these") {
    const Workplace here;
    const auto heads = [&here](const std::string& arguments) {
      const std::string out = here.run(arguments).out;
      const std::size_t weights = out.find("\n  weights\n");
      REQUIRE(weights != out.npos);
      const std::size_t line = weights + std::string_view("\n  weights\n").size();
      return out.substr(line, out.find('\n', line) - line);
    };
    here.write("two.csv", "1,2,3\n4,5,3\n7,8,4\n9,1,4\n");
    const std::string two = heads("run --data two.csv --algorithm ols-multiclass");
    CHECK(two.find("class +1") < two.find("class −1"));
    CHECK(two.ends_with("class −1"));
    const std::string three = heads("run --problem three-classes --algorithm ols-multiclass");
    CHECK(three.find("class 1") < three.find("class 2"));
    CHECK(three.ends_with("class 3"));
    CHECK_FALSE(heads("run --problem four-points --algorithm ols").contains("class"));
  }

  TEST_CASE("a run tells where its decision values are known to few digits") {
    const Workplace here;
    const std::string run = "run --problem moons --algorithm hk --kernel polynomial:p=8";
    const std::string told = here.json(run)["remarks"].dump();
    CHECK(told.contains("Large terms of f cancel: at new points"));
    CHECK(here.run(run).out.contains("Large terms of f cancel: at new points"));
    CHECK(here.json("run --problem moons --algorithm hk")["remarks"].empty());
  }

  TEST_CASE("trace, quantities and scene of a run") {
    const Workplace here;
    const std::string arguments =
        "run --problem four-points --algorithm hk --set learning_rate=0.5 --stop "
        "no-positive-error";
    const Json json =
        here.json(arguments + " --trace trace.csv --quantities q.json --save-scene scene.txt");
    CHECK(json["weights"][0].get<double>() == doctest::Approx(2).epsilon(1e-9));
    CHECK(json["settings"]["learning_rate"] == 0.5);

    const std::string trace = here.read("trace.csv");
    CHECK(
        trace.starts_with("iteration,objective,training_error,validation_error,mean,std,skewness,"
                          "kurtosis,support_vectors"));
    CHECK(lines_in(trace) == json["iterations"].get<int>() + 2);

    const Json quantities = Json::parse(here.read("q.json"));
    CHECK(quantities["iteration"] == json["stop"]["retained_iteration"]);
    const Json& b = quantities["quantities"]["margin_vector"];
    CHECK(b["shape"] == Json({"pattern"}));
    REQUIRE(b["values"].size() == 4);
    CHECK(b["values"][0] == 1);
    CHECK(b["values"][3].get<double>() == doctest::Approx(12).epsilon(1e-9));
    CHECK(b["role"] == "margin-target");
    CHECK(b["label"] == "Margin vector");
    CHECK_FALSE(b.contains("bits"));

    here.json(
        "run --problem four-points --algorithm dkpp --set kernel_bits=4 --set "
        "accumulator_bits=9 --quantities machine.json");
    const Json machine = Json::parse(here.read("machine.json"))["quantities"];
    CHECK(machine["accumulators"]["bits"] == 9);
    CHECK(machine["accumulators"]["kind"] == "integer");

    // One path for named problems, scene files and links.
    CHECK(without_seconds(here.json("run --scene scene.txt")) == without_seconds(json));
    std::string text = here.read("scene.txt");
    text.pop_back();
    CHECK(without_seconds(here.json("run --link 'https://host/page/#" + text + "'")) ==
          without_seconds(json));
    // Further options go before what the scene says.
    CHECK(here.json("run --scene scene.txt --stop iterations:n=3")["iterations"] == 3);
    CHECK(here.json("run --scene scene.txt --max-iterations 2")["stop"]["reason"] ==
          "max-iterations");
  }

  TEST_CASE("a scene is reported at its iteration, and with --to-stop at its stop") {
    const Workplace here;
    const std::string run = "run --link 'v=1&problem=four-points&algorithm=hk&rules=";
    const auto at = [&](const std::string& rules, int iteration, const std::string& more = "") {
      return here.json(run + rules + "&iteration=" + std::to_string(iteration) + "'" + more);
    };
    const Json whole = here.json(run + "no-positive-error' --trace t.csv");
    REQUIRE(whole["iterations"].get<int>() > 20);
    std::vector<std::string> lines;
    std::istringstream trace(here.read("t.csv"));
    for (std::string line; std::getline(trace, line);) lines.push_back(line);
    const auto objective_at = [&lines](std::size_t k) {
      const std::string& line = lines[k + 1];
      return std::stod(line.substr(line.find(',') + 1));
    };

    const Json before = at("no-positive-error", 7, " --quantities q.json");
    CHECK(before["iterations"] == 7);
    CHECK(before["stop"].is_null());
    CHECK(before["would_stop"]["no-positive-error"].is_null());
    CHECK(before["objective"] == objective_at(7));
    CHECK(before["weights"] != whole["weights"]);
    CHECK(Json::parse(here.read("q.json"))["iteration"] == 7);
    CHECK(without_seconds(at("no-positive-error", 7, " --to-stop")) == without_seconds(whole));
    // Beyond the stop of a rule that stop is told; beyond the end there is the end.
    const Json beyond = at("iterations:n=3", 9);
    CHECK(beyond["iterations"] == 9);
    CHECK(beyond["stop"]["reason"] == "iterations");
    CHECK(beyond["stop"]["retained_iteration"] == 3);
    CHECK(beyond["objective"] == objective_at(9));
    const Json end = here.json("run --link 'v=1&problem=xor&algorithm=ols&iteration=5'");
    CHECK(end["iterations"] == 0);
    CHECK(end["stop"]["reason"] == "solved");
    // Another training, and other rules, begin at the first iteration.
    CHECK(at("iterations:n=3", 9, " --set learning_rate=0.5")["iterations"] == 3);
    CHECK(at("no-positive-error", 7, " --stop iterations:n=4")["iterations"] == 4);
    CHECK(at("no-positive-error", 7, " --max-iterations 5")["stop"]["reason"] == "max-iterations");
    const auto page = here.run(run + "no-positive-error&iteration=7'");
    CHECK(page.status == 0);
    CHECK(contains(page.out, "iteration 7, the scene's own"));
    const auto ended = here.run(
        "run --link 'v=1&problem=four-points&algorithm=hk:learning_rate=0.5&rules=iterations:n=3"
        "&iteration=5000'");
    CHECK(contains(ended.out, "iteration 1755, where the run ended before the scene's own, 5000"));
  }

  TEST_CASE("compare reports each machine as run does, on the same points") {
    const Workplace here;
    const std::string points = "--problem overlap:n=40 --seed 3 --validation-fraction 0.25 ";
    const Json all = here.json("compare " + points +
                               "--machine hk:learning_rate=0.3 --machine "
                               "smo:C=2,kernel=gaussian:sigma=1 --machine ols --trace t.csv");
    const Json& machines = all["machines"];
    REQUIRE(machines.size() == 3);
    const char* alone[] = {"--algorithm hk --set learning_rate=0.3",
                           "--algorithm smo --set C=2 --kernel gaussian:sigma=1",
                           "--algorithm ols"};
    for (std::size_t m = 0; m < 3; ++m) {
      Json own = here.json("run " + points + alone[m] + " --trace own.csv");
      Json one = without_seconds(machines[m]);
      CHECK(one["machine"]["id"] == std::string(1, static_cast<char>('A' + m)));
      CHECK(one["machine"]["of"] == 3);
      CHECK(one["machine"]["name"].is_null());
      CHECK(own["machine"].is_null());
      one.erase("machine");
      own.erase("machine");
      one.erase("seconds_per_step");
      CHECK(one == without_seconds(own));
      // The lines of its own trace are in that of all, the machine before them.
      const std::string trace = here.read("t.csv");
      std::istringstream lines(here.read("own.csv"));
      std::string line;
      std::getline(lines, line);
      CHECK(trace.starts_with("machine," + line + "\n"));
      while (std::getline(lines, line)) {
        const std::string row = "\n" + std::string(1, static_cast<char>('A' + m)) + "," + line;
        REQUIRE(trace.find(row + "\n") != trace.npos);
      }
    }
    // A row has the smallest y·f; no step was made by least squares.
    CHECK(machines[0]["smallest_margin"].is_number());
    CHECK(machines[0]["seconds_per_step"].get<double>() > 0);
    CHECK(machines[2]["seconds_per_step"].is_null());
    const auto text =
        here.run("compare " + points + "--machine hk --machine ols --stop iterations:n=5");
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    CHECK(contains(text.out, "smallest margin"));
    CHECK(contains(text.out, "10 more for validation"));
  }

  TEST_CASE("a scene of several machines: run reports the chosen one, compare all of them") {
    const Workplace here;
    const std::string link =
        " --link 'v=1&problem=four-points&others=hka//Absolute;ols&algorithm=hk&rules=&chosen=B"
        "&iteration=7'";
    const Json run = here.json("run" + link);
    CHECK(run["machine"] == Json({{"id", "B"}, {"name", "Absolute"}, {"of", 3}}));
    CHECK(run["algorithm"] == "hka");
    CHECK(run["iterations"] == 7);
    CHECK(contains(here.run("run" + link).out, "B, Absolute, the chosen one of 3"));
    Json all = here.json("compare" + link)["machines"];
    REQUIRE(all.size() == 3);
    CHECK(all[0]["iterations"] == 7);
    CHECK(all[2]["iterations"] == 0);
    all[1].erase("seconds_per_step");
    CHECK(without_seconds(all[1]) == without_seconds(run));
    // Further options are about the chosen one; rules of compare about all.
    CHECK(here.json("run" + link + " --set learning_rate=0.2")["settings"]["learning_rate"] == 0.2);
    const Json stopped = here.json("compare" + link + " --stop iterations:n=2");
    for (const Json& machine : stopped["machines"]) {
      CHECK(machine["rules"] == "iterations:n=2");
      CHECK(machine["iterations"].get<int>() <= 2);
    }
    // What is saved is the whole comparison.
    here.json("run" + link + " --save-scene scene.txt");
    CHECK(here.json("compare --scene scene.txt")["machines"].size() == 3);
    // At their iteration, also where the chosen one has come to its end before.
    const std::string ended = "v=1&problem=overlap&algorithm=hk&others=ols&chosen=B&iteration=2";
    here.json("run --link '" + ended + "' --save-scene scene.txt");
    CHECK(contains(here.read("scene.txt"), "&iteration=2"));
    // The patterns' own distances: of (0, 10), (6, 9) … least squares has one on the wrong side.
    CHECK(all[2]["smallest_margin"].get<double>() < 0);
    CHECK(all[2]["training_error"] == 0.25);
    CHECK(here.json("compare" + link + " --machine ols")["machines"].size() == 1);
  }

  TEST_CASE("what cannot be compared is said before anything is trained") {
    const Workplace here;
    const std::string compare = "compare --problem four-points ";
    CHECK(contains(here.refusal(compare + "--machine hk --machine hkk"),
                   "--machine B: There is no algorithm \"hkk\""));
    CHECK(contains(here.refusal(compare + "--machine hk:learning_rate=2"), "--machine A: "));
    CHECK(contains(here.refusal(compare + "--machine hk --machine smo:D=1"),
                   "--machine B: smo has no setting D"));
    std::string five;
    for (int m = 0; m < 5; ++m) five += " --machine hk";
    CHECK(contains(here.refusal(compare + five), "given 5 times"));
    CHECK(contains(here.refusal(compare + "--machine hk --machine hkes --stop validation-rise"),
                   "machine A: "));
    CHECK(contains(here.refusal("compare --problem three-classes --machine hk-multiclass "
                                "--machine hk"),
                   "machine B: "));
    here.write("a.csv", "1,1\n2,-1\n");
    CHECK(contains(here.refusal("compare --data a.csv --machine hk --trace a.csv"), "a.csv"));
    CHECK(here.read("a.csv") == "1,1\n2,-1\n");
  }

  TEST_CASE("what the rules need is asked before the start, and a saved limit can be opened") {
    const Workplace here;
    CHECK(
        contains(here.refusal("run --problem three-classes --algorithm hk --stop validation-rise"),
                 "validation part"));
    const std::string saved = "run --problem four-points --max-iterations 2000000000 ";
    const Json json = here.json(saved + "--save-scene scene.txt");
    CHECK(without_seconds(here.json("run --scene scene.txt")) == without_seconds(json));
    CHECK(here.run("run --problem overlap --seed 18446744073709551615").status == 0);
  }

  TEST_CASE("without --json a page for people") {
    const Workplace here;
    const auto outcome = here.run("run --problem xor");
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK(contains(outcome.out, "not-separable"));
    CHECK(contains(outcome.out, "bias"));
    CHECK(contains(outcome.out, "training error"));
    CHECK(contains(outcome.out, "normality"));
  }

  TEST_CASE("normality of the errors: standardised moments and what they say") {
    const Workplace here;
    const Json json = here.json("run --problem overlap:n=96 --algorithm ols");
    // √(96/6) = 4 and √(96/24) = 2.
    const double skewness = json["moments"]["skewness"], kurtosis = json["moments"]["kurtosis"];
    const Json& normality = json["normality"];
    CHECK(normality["skewness"].get<double>() == doctest::Approx(4 * skewness));
    CHECK(normality["kurtosis"].get<double>() == doctest::Approx(2 * (kurtosis - 3)));
    const bool within = std::abs(4 * skewness) <= 2.57 && std::abs(2 * (kurtosis - 3)) <= 2.57;
    CHECK(normality["normal"] == within);
    // W = 0 leaves the same error at every corner.
    const Json none = here.json("run --problem xor --algorithm ols")["normality"];
    CHECK(none["skewness"].is_null());
    CHECK(none["kurtosis"].is_null());
    CHECK(none["normal"].is_null());
    CHECK(contains(here.run("run --problem xor --algorithm ols").out, "no skewness and kurtosis"));
  }

  TEST_CASE("early stopping reports the retained iteration") {
    const Workplace here;
    const Json json = here.json(
        "run --problem overlap:n=80 --seed 3 --algorithm hkes --validation-fraction 0.4 "
        "--trace t.csv");
    const int retained = json["stop"]["retained_iteration"];
    CHECK(retained <= json["iterations"].get<int>());
    // The retained line of the trace is the first of least validation error, and what is reported.
    std::istringstream trace(here.read("t.csv"));
    std::string line;
    std::getline(trace, line);
    double least = 2;
    int first = -1;
    while (std::getline(trace, line)) {
      std::vector<std::string> cells;
      std::istringstream cell_stream(line);
      for (std::string cell; std::getline(cell_stream, cell, ',');) cells.push_back(cell);
      const double error = std::stod(cells[3]);
      if (error < least) {
        least = error;
        first = std::stoi(cells[0]);
      }
    }
    CHECK(retained == first);
    CHECK(json["validation_error"] == least);
  }

  TEST_CASE("lists") {
    const Workplace here;
    for (const char* what : {"algorithms", "rules", "kernels", "problems", "experiments",
                             "outcomes", "commands", "scene-parts", "columns"}) {
      const Json list = here.json(std::string("list ") + what);
      REQUIRE(list.is_array());
      REQUIRE(!list.empty());
      const auto page = here.run(std::string("list ") + what);
      CHECK(page.status == 0);
      for (const Json& entry : list) CHECK(contains(page.out, entry["id"].get<std::string>()));
    }
    const Json algorithms = here.json("list algorithms");
    for (const Json& algorithm : algorithms) {
      if (algorithm["id"] != "hk") continue;
      const Json& rate = algorithm["settings"][0];
      CHECK(rate["id"] == "learning_rate");
      CHECK(rate["default"] == 0.4);
      CHECK(rate["least"] == 0);
      CHECK(rate["above_least"] == true);
      CHECK(algorithm["preset"].is_null());
    }
    const Json commands = here.json("list commands");
    for (const Json& command : commands) {
      if (command["id"] != "noise") continue;
      const Json& points = command["fields"][1];
      CHECK(points["id"] == "index");
      CHECK(points["type"] == "number | number[]");
      CHECK(points["meaning"] == "the index of a point, from 0, or a list of such");
      CHECK(points["optional"] == true);
    }
  }

  TEST_CASE("help is that of the command behind whose words it stands") {
    const Workplace here;
    for (const char* words :
         {"--help", "run --help", "list rules -h", "run --problem xor --help"}) {
      const auto help = here.run(words);
      CHECK(help.status == 0);
      CHECK(help.err.empty());
      const std::string said(words);
      const std::string command = said.substr(0, said.find(" -"));
      CHECK(contains(help.out, "marginscope " + (command == "--help" ? "[OPTIONS]" : command)));
    }
  }

  TEST_CASE("which version it is") {
    const Workplace here;
    const auto said = here.run("--version");
    CHECK(said.status == 0);
    CHECK(said.out.starts_with("marginscope 0."));
  }

  TEST_CASE("an algorithm may be given with its settings, each of them once") {
    const Workplace here;
    CHECK(
        without_seconds(here.json("run --problem overlap --algorithm hk:learning_rate=0.6")) ==
        without_seconds(here.json("run --problem overlap --algorithm hk --set learning_rate=0.6")));
    for (const char* arguments :
         {"--algorithm hk:learning_rate=0.6 --set learning_rate=0.6",
          "--algorithm hk --set learning_rate=0.5 --set learning_rate=0.6"}) {
      CHECK(here.refusal(std::string("run --problem overlap ") + arguments) ==
            "marginscope: The setting learning_rate is given twice; it may be given once\n");
    }
    CHECK(contains(here.refusal("run --problem overlap --kernel linear --set kernel=linear "
                                "--algorithm smo"),
                   "The setting kernel is given twice"));
    CHECK(contains(here.refusal("compare --problem overlap --machine hk --machine smo:C=1,C=2"),
                   "--machine B: The setting C is given twice"));
    // A part of a setting is one of the whole that is given, not the other way round.
    const Json part = here.json(
        "run --problem overlap --algorithm smo --set kernel:sigma=3 --kernel gaussian:sigma=1");
    CHECK(part["settings"]["kernel"] == "gaussian:sigma=3");
    CHECK(contains(here.refusal("run --problem overlap --algorithm smo:kernel=gaussian "
                                "--set kernel:sigma=3 --set kernel=gaussian"),
                   "The setting kernel is given twice"));
    CHECK(contains(here.refusal("run --problem overlap --algorithm smo --set kernel:sigma=3 --set "
                                "kernel=gaussian"),
                   "The setting kernel:sigma is given before kernel, which would undo it; give "
                   "kernel first"));
  }
}
