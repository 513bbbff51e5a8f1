// The command line as a person uses it: arguments in, text, files and exit status out.

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/text.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string program() {
  const fs::path path = fs::read_symlink("/proc/self/exe").parent_path() / "marginscope";
  REQUIRE_MESSAGE(fs::exists(path), path.string() << " is not built");
  return path.string();
}

// A folder of its own that goes with the object; the program runs in it.
class Workplace {
 public:
  Workplace() : folder_(fs::temp_directory_path() / ("marginscope-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const { return content(folder_ / name); }

  struct Outcome {
    int status;
    std::string out, err;
  };
  // Runs the program that was built beside this one, after what the shell is told before.
  Outcome run(const std::string& arguments, const std::string& before = "") const {
    const int status =
        run_shell(before + " '" + program() + "' " + arguments + " >out.txt 2>err.txt </dev/null");
    return {status, read("out.txt"), read("err.txt")};
  }

  // The exit status of a command in the folder; −1 where it did not end by itself.
  int run_shell(const std::string& command) const {
    const int status =
        std::system(("cd '" + folder_.string() + "' || exit 99; " + command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // The same, interrupted from the keyboard as soon as the program listens for that.
  Outcome run_interrupted(const std::string& arguments) const {
    // Once it has taken the place of the shell's copy of itself; signal 2 is the second bit of the
    // set of those that are caught.
    const int status = run_shell("'" + program() + "' " + arguments +
                                 " >out.txt 2>err.txt </dev/null & pid=$!; "
                                 "until grep -q marginscope /proc/$pid/comm && "
                                 "grep -q '^SigCgt:.*[2367abef]$' /proc/$pid/status; "
                                 "do kill -0 $pid || break; sleep 0.01; done; "
                                 "kill -INT $pid; wait $pid");
    return {status, read("out.txt"), read("err.txt")};
  }

  Json json(const std::string& arguments) const {
    const Outcome outcome = run(arguments + " --json");
    REQUIRE_MESSAGE(outcome.status == 0, arguments << ": " << outcome.err);
    const Json json = Json::parse(outcome.out, nullptr, false);
    REQUIRE_MESSAGE(!json.is_discarded(), outcome.out);
    return json;
  }

  // One sentence on standard error, nothing on standard output, status 1.
  std::string refusal(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    INFO(arguments << ": " << outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK(lines_in(outcome.err) == 1);
    CHECK(outcome.err.starts_with("marginscope: "));
    return outcome.err;
  }

 private:
  fs::path folder_;
};

bool contains(const std::string& text, std::string_view part) {
  INFO(text);
  return text.find(part) != text.npos;
}

Json without_seconds(Json json) {
  json.erase("seconds");
  return json;
}

// UTF-8 of printable characters and line breaks, none of which steers a terminal.
bool is_plain_text(const std::string& text) {
  for (std::string_view line : marginscope::split(text, '\n')) {
    if (marginscope::printable(line) != line) return false;
  }
  return true;
}

// Two realisations of a feature, by default one that separates its classes, in the documented
// format.
void write_line_set(const Workplace& here, const std::string& name,
                    const std::string& rows = "-3,-1\n-2,-1\n-1,-1\n1,1\n2,1\n3,1\n") {
  here.write("sets/ida/" + name + ".csv", "x,label\n" + rows);
  here.write("sets/ida/" + name + ".splits",
             "# by hand\ntrain 1 2 6 5 1 6\ntest 3 4 4\ntrain 3 4 1 6 2 5\ntest 1 6 6\n");
}

}  // namespace

TEST_SUITE("command line") {
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
  }

  TEST_CASE("two classes that a link numbers 1 and 2 are two classes") {
    const Workplace here;
    // Both points at the origin: nothing separates them.
    const Json json = here.json("run --link 'v=1&algorithm=hk&points=igAAAgAAAkgAAAgAAA'");
    CHECK(json["data"]["classes"] == 2);
    CHECK(json["training_error"].get<double>() >= 0.5);
    // (−1, 0) of class 1 and (1, 0) of class 2: least squares is −x.
    const Json apart = here.json("run --link 'v=1&algorithm=ols&points=ieAAAgAAAkiAAAgAAA'");
    CHECK(apart["weights"][0].get<double>() == doctest::Approx(-1));
  }

  TEST_CASE("as many classes as a file may have are saved in a scene that opens") {
    const Workplace here;
    std::string rows;
    for (int k = 0; k < 64; ++k) {
      rows +=
          std::to_string(k % 8) + "," + std::to_string(k / 8) + "," + std::to_string(k % 32) + "\n";
    }
    here.write("many.csv", rows);
    const std::string run = "run --algorithm hk-multiclass --stop iterations:n=3 ";
    const Json json = here.json(run + "--data many.csv --save-scene scene.txt");
    CHECK(json["data"]["classes"] == 32);
    CHECK(here.json("run --scene scene.txt")["weights"] == json["weights"]);
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

  TEST_CASE("a validation file uses the labels of the training part") {
    const Workplace here;
    // Least squares through (0, −1) and (1, +1): f = 2x − 1.
    here.write("train.csv", "x,class\n0,1\n1,2\n");
    here.write("valid.csv", "x,class\n0.9,2\n0.2,2\n");
    const Json json = here.json("run --data train.csv --validation valid.csv --algorithm ols");
    CHECK(json["weights"][0].get<double>() == doctest::Approx(2));
    CHECK(json["weights"][1].get<double>() == doctest::Approx(-1));
    CHECK(json["validation_error"] == 0.5);
    CHECK(json["data"]["validation_patterns"] == 2);
    here.write("other.csv", "x,class\n0.9,2\n0.2,3\n");
    CHECK(contains(here.refusal("run --data train.csv --validation other.csv"), "label 3"));
    here.write("wide.csv", "x,y,class\n0.9,1,2\n");
    CHECK(contains(here.refusal("run --data train.csv --validation wide.csv"), "2 features"));
    here.write("named.csv", "z,class\n0.9,2\n");
    CHECK(contains(here.refusal("run --data train.csv --validation named.csv"), "named \"z\""));
  }

  TEST_CASE("a validation fraction takes the first rows, in order") {
    const Workplace here;
    std::string rows;
    for (int i = 0; i < 100; ++i) rows += std::to_string(i) + (i % 2 ? ",1\n" : ",-1\n");
    here.write("a.csv", rows);
    const Json json = here.json("run --data a.csv --validation-fraction 0.29 --quantities q.json");
    CHECK(json["data"]["validation_patterns"] == 29);
    CHECK(json["data"]["patterns"] == 71);
    here.write("b.csv", "10,-1\n20,1\n0,-1\n1,1\n");
    // What is left is (0, −1), (1, +1); both of the first rows are then called +1.
    const Json half = here.json("run --data b.csv --validation-fraction 0.5 --algorithm ols");
    CHECK(half["weights"][0].get<double>() == doctest::Approx(2));
    CHECK(half["validation_error"] == 0.5);
    CHECK(contains(here.refusal("run --data a.csv --validation-fraction 1"), "between 0 and 1"));
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

  TEST_CASE("scaling is part of the model") {
    const Workplace here;
    // Mean 3, deviation (divisor N) 2: the scaled points are −1 and +1.
    here.write("a.csv", "1,-1\n5,1\n");
    const Json json = here.json("run --data a.csv --algorithm ols --scale standard");
    CHECK(json["weights"][0].get<double>() == doctest::Approx(1));
    CHECK(json["weights"][1].get<double>() == doctest::Approx(0).scale(1));
  }

  TEST_CASE("wrong input has status 1 and one sentence that says what would be right") {
    const Workplace here;
    here.write("ragged.csv", "1,2,1\n3,-1\n");
    here.write("good.csv", "1,-1\n5,1\n");
    CHECK(contains(here.refusal("run --data nowhere.csv"), "nowhere.csv"));
    CHECK(contains(here.refusal("run --data ragged.csv"), "line 2"));
    CHECK(contains(here.refusal("run --problem nothing"), "four-points"));
    CHECK(contains(here.refusal("run --problem xor --algorithm nothing"), "mhks"));
    CHECK(contains(here.refusal("run --problem xor --set learning_rate=1.4"), "0 < μ < 1"));
    CHECK(contains(here.refusal("run --problem xor --set colour=1"), "learning_rate"));
    CHECK(contains(here.refusal("run --problem xor --kernel cubic"), "gaussian"));
    CHECK(contains(here.refusal("run --problem xor --kernel gaussian:sigma=-1"), "0 < σ"));
    CHECK(contains(here.refusal("run --problem xor --algorithm ols --kernel gaussian"), "kernel"));
    CHECK(contains(here.refusal("run --problem xor --stop nothing"), "objective-change"));
    CHECK(contains(here.refusal("run --problem xor --algorithm hkes"), "validation"));
    CHECK(contains(here.refusal("run --problem xor --scale log"), "standard"));
    CHECK(contains(here.refusal("run --data good.csv --task clustering"), "regression"));
    CHECK(contains(here.refusal("run --problem xor --task regression"), "classes"));
    here.refusal("run --link v=99");
    CHECK(contains(here.refusal("run --data good.csv --trace no/such/folder/t.csv"), "no/such"));
  }

  TEST_CASE("a wrong command has status 2") {
    const Workplace here;
    here.write("good.csv", "1,-1\n5,1\n");
    for (const char* arguments :
         {"", "paint", "run", "run --data good.csv --problem xor", "run --data good.csv --colour",
          "run --problem xor --set learning_rate", "run --problem xor --max-iterations -1",
          "run --problem xor --validation good.csv --validation-fraction 0.5", "list",
          "list colours", "reproduce", "reproduce four-points --jobs 0",
          "reproduce four-points --resume"}) {
      const auto outcome = here.run(arguments);
      INFO(arguments << ": " << outcome.err);
      CHECK(outcome.status == 2);
      CHECK(outcome.out.empty());
      CHECK(!outcome.err.empty());
    }
    CHECK(here.run("--help").status == 0);
    CHECK(here.run("run --help").status == 0);
  }

  TEST_CASE("lists") {
    const Workplace here;
    for (const char* what : {"algorithms", "rules", "kernels", "problems", "experiments"}) {
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
  }

  TEST_CASE("every number of the four points is reproduced") {
    const Workplace here;
    const Json json = here.json("reproduce four-points");
    CHECK(json["experiment"] == "four-points");
    CHECK(json["cells"].size() == 18);
    for (const Json& cell : json["cells"]) {
      INFO(cell.dump());
      CHECK(cell["equal_as_printed"] == true);
      CHECK(cell["dataset"] == "four-points");
      CHECK(cell["sd"].is_null());
    }
    CHECK(here.json("reproduce four-points --methods hand-set")["cells"].size() == 4);
    CHECK(contains(here.refusal("reproduce four-points --methods magic"), "least-squares"));
    CHECK(contains(here.refusal("reproduce magic"), "lauer-table-3"));
  }

  TEST_CASE("experiments take any set in the documented format, and resume") {
    const Workplace here;
    write_line_set(here, "line");
    write_line_set(here, "heart");
    const Json json = here.json("reproduce lauer-table-1 --data-dir sets --jobs 2 --out all.json");
    REQUIRE(json["cells"].size() == 6);
    // The paper's set first; the classes are separable and every pattern is right.
    CHECK(json["cells"][0]["dataset"] == "heart");
    CHECK(json["cells"][3]["dataset"] == "line");
    for (const Json& cell : json["cells"]) {
      CHECK(cell["mean"] == 0);
      CHECK(cell["sd"] == 0);
      CHECK(cell["n"] == 2);
      CHECK(cell["best"] == true);
      CHECK(cell["equal_as_printed"].is_null());
      CHECK(cell["published_mean"].is_null() == (cell["dataset"] == "line"));
    }
    CHECK(Json::parse(here.read("all.json"))["cells"] == json["cells"]);
    const Json inside =
        here.json("reproduce lauer-table-1 --data-dir sets/ida --datasets line --methods hkes,hk");
    REQUIRE(inside["cells"].size() == 2);
    CHECK(inside["cells"][0]["method"] == "hk");
    CHECK(here.json("reproduce lauer-table-3 --data-dir sets --realisations 1")["cells"][0]["sd"]
              .is_null());

    // A finished cell is kept and not made again, as these other data show.
    const std::string line = "reproduce lauer-table-1 --data-dir sets --datasets line ";
    here.json(line + "--methods hk --out part.json");
    write_line_set(here, "line", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    const Json resumed = here.json(line + "--methods hk,hkes --out part.json --resume");
    REQUIRE(resumed["cells"].size() == 2);
    CHECK(resumed["cells"][0]["mean"] == 0);
    CHECK(resumed["cells"][1]["mean"] > 0);
    // One over other realisations is.
    here.json(line + "--methods hk --realisations 1 --out one.json");
    CHECK(here.json(line + "--methods hk --out one.json --resume")["cells"][0]["n"] == 2);
    CHECK(contains(here.refusal("reproduce lauer-table-3 --data-dir sets --out part.json --resume"),
                   "belongs to lauer-table-1"));
  }

  TEST_CASE("a result that was changed since it was written is not resumed") {
    const Workplace here;
    write_line_set(here, "line");
    const std::string again = "reproduce lauer-table-1 --data-dir sets --methods hk --out r.json ";
    here.json(again);
    Json changed = Json::parse(here.read("r.json"));
    changed["cells"][0]["mean"] = -5000;
    here.write("r.json", changed.dump());
    CHECK(contains(here.refusal(again + "--resume"), "checksum"));
    changed.erase("checksum");
    here.write("r.json", changed.dump());
    CHECK(contains(here.refusal(again + "--resume"), "checksum"));
    CHECK(Json::parse(here.read("r.json")) == changed);
    // Without --resume it is a result all the same, to be made again; other files are not.
    CHECK(here.json(again)["cells"][0]["mean"] == 0);
    CHECK(contains(here.refusal("reproduce lauer-table-1 --data-dir sets --out sets/ida/line.csv"),
                   "not the result of an experiment"));
    CHECK(here.read("sets/ida/line.csv").starts_with("x,label"));
  }

  TEST_CASE("an output harms nothing that is there") {
    const Workplace here;
    const std::string run = "run --problem four-points --algorithm hk ";
    here.write("data.csv", "x,label\n1,1\n2,-1\n");
    // Its own input, by whatever name, and one file for two outputs.
    here.run_shell("ln -s data.csv link.csv; ln data.csv hard.csv");
    for (const std::string name : {"data.csv", "./data.csv", "link.csv", "hard.csv"}) {
      CHECK(contains(here.refusal("run --data data.csv --algorithm ols --trace " + name),
                     "the file that --data reads"));
    }
    CHECK(here.read("data.csv") == "x,label\n1,1\n2,-1\n");
    CHECK(contains(here.refusal(run + "--trace new.txt --quantities ./new.txt"),
                   "the file that --trace writes"));
    // A symbolic link stays one, also one to a file that is not there yet, and permissions stay.
    here.run_shell(
        "mkdir there; ln -s there/new.csv new.csv; echo old > kept.csv; chmod 640 kept.csv");
    CHECK(here.run(run + "--trace new.csv --quantities kept.csv").status == 0);
    CHECK(lines_in(here.read("there/new.csv")) > 2);
    CHECK(here.run_shell("test -L new.csv && test \"$(stat -c %a kept.csv)\" = 640") == 0);
    // What is read-only is meant to stay, for the superuser too.
    here.run_shell("echo mine > mine.csv; chmod 444 mine.csv");
    CHECK(contains(here.refusal(run + "--trace mine.csv"), "read-only"));
    CHECK(here.read("mine.csv") == "mine\n");
    CHECK(contains(here.refusal(run + "--trace there"), "is a folder"));
    // It is found before the work begins, here of a training that would take long.
    CHECK(contains(
        here.refusal("run --problem overlap --algorithm dkpp --set "
                     "max_sweeps=1000000000 --max-iterations 1000000000 --trace nowhere/t.csv"),
        "nowhere/t.csv cannot be written"));
    CHECK(here.run_shell("ls | grep -q '\\.csv\\.'") == 1);  // nothing temporary is left
  }

  TEST_CASE("a write that fails leaves the old file and the device, and the result is printed") {
    const Workplace here;
    const std::string run = "run --problem four-points --algorithm hk ";
    here.run_shell("ln -s /dev/full full.csv; echo old > old.csv");
    const auto device = here.run(run + "--trace full.csv");
    CHECK(device.status == 1);
    CHECK(contains(device.err, "full.csv cannot be written: No space left on device"));
    CHECK(contains(device.out, "training error"));
    CHECK(here.run_shell("test -L full.csv && test -c /dev/full") == 0);
    // A full disk, as a limit on the size of files.
    const auto disk = here.run(run + "--trace old.csv", "trap '' XFSZ; ulimit -f 1;");
    CHECK(disk.status == 1);
    CHECK(contains(disk.err, "old.csv cannot be written"));
    CHECK(here.read("old.csv") == "old\n");
    CHECK(here.run_shell("ls | grep -q 'old.csv.'") == 1);
    CHECK(contains(here.run(run + "--trace /dev/stdout").out, "iteration"));
  }

  TEST_CASE("standard output that takes nothing is an error") {
    const Workplace here;
    for (const std::string to : {">/dev/full", ">&-"}) {
      for (const std::string command : {"run --problem four-points", "list algorithms", "--help"}) {
        INFO(command << to);
        CHECK(here.run_shell("'" + program() + "' " + command + " " + to + " 2>err.txt") == 1);
        CHECK(contains(here.read("err.txt"), "standard output cannot be written"));
      }
    }
    // What is opened while it is closed does not receive what was meant for it.
    CHECK(here.run_shell("'" + program() +
                         "' run --problem four-points --trace t.csv >&- 2>err.txt") == 1);
    CHECK(here.read("t.csv").starts_with("iteration"));
    CHECK(here.read("t.csv").find("training error") == std::string::npos);
  }

  TEST_CASE("an option that is written has a value") {
    const Workplace here;
    for (const std::string option :
         {"--data", "--problem", "--link", "--scene", "--algorithm", "--kernel", "--stop", "--task",
          "--validation", "--validation-fraction", "--scale", "--seed", "--max-iterations",
          "--trace", "--quantities", "--save-scene", "--set"}) {
      const bool is_source =
          option == "--data" || option == "--problem" || option == "--link" || option == "--scene";
      for (const std::string form : {" ''", "="}) {
        const auto outcome =
            here.run("run " + option + form + (is_source ? "" : " --problem four-points"));
        INFO(option << form << ": " << outcome.err);
        CHECK(outcome.status == 2);
        CHECK(outcome.out.empty());
        CHECK(contains(outcome.err, option));
      }
    }
  }

  TEST_CASE("a first row of numbers with one bad cell is no header") {
    const Workplace here;
    for (const std::string cell : {"NA", "?", "−5", "0x10", "1.2.3", "12 cm"}) {
      here.write("d.csv", cell + ",5,1\n1,2,-1\n2,3,1\n");
      CHECK(contains(here.refusal("run --data d.csv"), "d.csv, line 1, column 1"));
      here.write("d.csv", "a,b,label\n1,5,1\n" + cell + ",2,-1\n2,3,1\n");
      CHECK(contains(here.refusal("run --data d.csv"), "d.csv, line 3, column 1"));
    }
    // A name may be a number where the header is asked for.
    here.write("d.csv", "2019,2020,label\n1,5,1\n1,2,-1\n2,3,1\n");
    CHECK(contains(here.refusal("run --data d.csv"), "line 1, column 3"));
    CHECK(here.json("run --data d.csv --header")["data"]["patterns"] == 3);
    CHECK(here.json(
              "run --data d.csv --header --validation d.csv")["data"]["validation_patterns"] == 3);
  }

  TEST_CASE("a cancelled command says so, and what its numbers are") {
    const Workplace here;
    for (const std::string arguments :
         {"run --problem overlap --algorithm dkpp --set max_sweeps=1000000000 --max-iterations "
          "1000000000",
          "bound --problem overlap --algorithm smo --set C=1000 --bound maximal-discrepancy "
          "--swaps "
          "1000000",
          "select --problem overlap --algorithm smo --grid C=1,2,3,4,5,6,7,8,9 --grid "
          "kernel=gaussian:sigma=0.1,gaussian:sigma=1 --by maximal-discrepancy --swaps 100000"}) {
      const auto outcome = here.run_interrupted(arguments);
      INFO(arguments << ": " << outcome.err);
      CHECK(outcome.status == 1);
      CHECK(lines_in(outcome.err) == 1);
      CHECK(contains(outcome.err, "cancelled"));
      CHECK_FALSE(outcome.out.empty());
    }
  }

  TEST_CASE("a long start hears the first interrupt") {
    const Workplace here;
    // 8,000 patterns: their kernel matrix and its factorisation take many seconds.
    std::string rows = "x,y,label\n";
    for (int i = 0; i < 8000; ++i) {
      rows += std::to_string(i % 97) + "," + std::to_string(i % 89) + "," + std::to_string(i % 2) +
              "\n";
    }
    here.write("many.csv", rows);
    for (const std::string command :
         {"run --algorithm rls", "run --algorithm hk", "run --algorithm lsvm",
          "bound --bound maximal-discrepancy --algorithm rls",
          "select --algorithm rls --grid C=1,2 --by leave-one-out"}) {
      const auto outcome =
          here.run_interrupted(command + " --data many.csv --kernel gaussian:sigma=1");
      INFO(command << ": " << outcome.err);
      CHECK(outcome.status == 1);
      CHECK(contains(outcome.err, "cancelled"));
    }
  }

  TEST_CASE("nothing from outside steers the terminal or fills it") {
    const Workplace here;
    const std::string nasty = "\x1b[31mred\r\n\xff\xfe\u202e\u009b";
    here.write("nasty.csv", "x\x1b[2J,label\n1,1\n2,-1\n3,1\n");
    here.write("bad.csv", "x,label\n1," + nasty + "\n");
    const std::vector<std::string> forms = {"run --data @.csv",
                                            "run --data bad.csv",
                                            "run --problem four-points --set \"C=@\"",
                                            "run --problem four-points --set \"@=1\"",
                                            "run --problem four-points --algorithm @",
                                            "run --problem four-points --algorithm \"ols:@=1\"",
                                            "run --problem four-points --kernel @",
                                            "run --problem four-points --kernel \"gaussian:@=1\"",
                                            "run --problem four-points --stop @",
                                            "run --problem four-points --stop \"separated:@=2\"",
                                            "run --problem four-points --scale @",
                                            "run --problem four-points --seed @",
                                            "run --problem four-points --task @",
                                            "run --problem @",
                                            "run --problem \"overlap:@=1\"",
                                            "run --link \"v=1&problem=four-points&name=@\"",
                                            "run --link \"v=1&problem=four-points&features=a,@\"",
                                            "run --link \"v=1&problem=four-points&rules=@\"",
                                            "run --link \"v=1&rows=@\"",
                                            "run --link \"v=1&points=@\"",
                                            "run --link \"v=1&@=1\"",
                                            "run --@",
                                            "@",
                                            "list @",
                                            "reproduce @",
                                            "reproduce four-points --methods @",
                                            "reproduce four-points --datasets @",
                                            "bound --problem four-points --bound @",
                                            "select --problem four-points --by joint --grid @",
                                            "select --problem four-points --by @ --grid C=1",
                                            "select --problem four-points --by joint --search @"};
    for (const std::string& text : {nasty, std::string(100'000, 'a')}) {
      here.write("text", text);
      if (text == nasty) here.run_shell("cp nasty.csv \"$(cat text).csv\"");
      for (std::string arguments : forms) {
        for (std::size_t at = 0; (at = arguments.find('@')) != arguments.npos;) {
          arguments.replace(at, 1, "\"$(cat text)\"");
          if (at > 0 && arguments[at - 1] != ' ') {
            // Inside of quotes already.
            arguments.replace(at, std::strlen("\"$(cat text)\""), "$(cat text)");
          }
        }
        const auto outcome = here.run(arguments);
        INFO(arguments << ": " << outcome.err);
        CHECK(is_plain_text(outcome.out));
        CHECK(is_plain_text(outcome.err));
        CHECK(outcome.err.size() < 1500);
        CHECK(outcome.out.size() < 4000);
      }
    }
  }

  TEST_CASE("experiments refuse what is not there") {
    const Workplace here;
    write_line_set(here, "line");
    CHECK(contains(here.refusal("reproduce lauer-table-3"), "--data-dir"));
    CHECK(contains(here.refusal("reproduce lauer-table-3 --data-dir nowhere"), "nowhere"));
    CHECK(
        contains(here.refusal("reproduce lauer-table-3 --data-dir sets --datasets mars"), "line"));
    CHECK(
        contains(here.refusal("reproduce lauer-table-3 --data-dir sets --methods magic"), "hkesa"));
    CHECK(contains(here.refusal("reproduce lauer-table-3 --data-dir sets --realisations 3"),
                   "2 realisations"));
    here.write("sets/ida/line.splits", "train 1 2\ntest 9\n");
    CHECK(contains(here.refusal("reproduce lauer-table-3 --data-dir sets"), "line.splits, line 2"));
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
    CHECK(contains(here.refusal(rls + "--by leave-one-out"), "--grid"));
    CHECK(contains(here.refusal(rls + grid + "--by validation"), "validation part"));
    CHECK(contains(here.refusal(rls + "--grid C=0 --by joint"), "0 < C"));
    CHECK(contains(here.refusal(rls + "--search spiral --by joint"), "two-stage"));
    CHECK(here.run(rls + grid).status == 2);
  }
}
