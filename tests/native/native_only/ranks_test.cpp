// The command line under MPI, with several ranks on this machine.

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "workplace.h"

using namespace marginscope::testing;

namespace {

// As root, in a container and on fewer processors than ranks; MPI itself leaks. What a launcher keeps while it
// works would lie in a folder that all of them share, and remove as they end.
constexpr const char* launcher =
    "TMPDIR=\"$PWD\" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
    "OMPI_MCA_btl_vader_single_copy_mechanism=none ASAN_OPTIONS=detect_leaks=0 "
    "mpirun --oversubscribe --bind-to none -n 4 sh rank.sh >out.txt 2>launcher.txt </dev/null";

// A launcher that ends its ranks lets half of so many seconds, rounded down, pass between asking them to
// end and killing them: of its usual one that is none, and rank 0 is to say its sentence.
constexpr const char* patience = "OMPI_MCA_odls_base_sigkill_timeout=6 ";

// What four ranks do: each runs the program with these arguments, after what the shell is told before.
// Standard error is a file for each, so that it is known who says what.
void write_command(const Workplace& here, const std::string& arguments,
                   const std::string& before = "") {
  here.write("rank.sh", "rank=$OMPI_COMM_WORLD_RANK\nerr=$PWD/err.$rank\necho $$ > pid.$rank\n" +
                            before + "\nexec '" + program() + "-mpi' " + arguments + " 2>$err\n");
}

// A launcher that was told to end does so before its ranks.
const std::string gone =
    "for rank in 0 1 2 3; do while kill -0 $(cat pid.$rank); do sleep 0.01; done; done "
    "2>/dev/null;";

// The sentence of rank 0, the only one that is said.
std::string only_sentence(const Workplace& here) {
  for (const char* const rank : {"1", "2", "3"}) {
    CHECK(here.read(std::string("err.") + rank) == "");
  }
  const std::string said = here.read("err.0"), launched = here.read("launcher.txt");
  INFO(said);
  INFO(launched);
  CHECK(lines_in(said) == 1);
  CHECK(said.starts_with("marginscope: "));
  return said;
}

std::string refusal_on_ranks(const Workplace& here, const std::string& arguments,
                             const std::string& before = "") {
  write_command(here, arguments, before);
  CHECK(here.run_shell(launcher) == 1);
  return only_sentence(here);
}

Json json_on_ranks(const Workplace& here, const std::string& arguments) {
  write_command(here, arguments + " --json");
  REQUIRE_MESSAGE(here.run_shell(launcher) == 0, here.read("launcher.txt") << here.read("err.0"));
  return Json::parse(here.read("out.txt"));
}

// The pieces of a journal by unit and number, each there once.
std::set<std::pair<std::string, int>> pieces_in(const std::string& journal) {
  std::set<std::pair<std::string, int>> pieces;
  std::istringstream lines(journal);
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.contains("made")) continue;
    const Json& made = json["made"];
    CHECK(pieces.emplace(made["unit"], made["piece"]).second);
  }
  return pieces;
}

constexpr int realisations = 40;

// Two sets of many realisations, here and in the folder `slow`, where reading the second one waits for
// ever: the rank that works there never makes a piece.
void write_sets(const Workplace& here) {
  std::string rows, splits;
  for (int i = 1; i <= 60; ++i) {
    rows += std::to_string(i % 17) + "," + std::to_string(i * i % 3 == 1 ? 1 : -1) + "\n";
  }
  for (int r = 1; r <= realisations; ++r) {
    std::string train = "train", test = "test";
    for (int i = 0; i < 60; ++i)
      ((i + r) % 4 == 0 || i == r ? test : train) += " " + std::to_string(i + 1);
    splits += train + "\n" + test + "\n";
  }
  for (const char* const name : {"one", "two"}) {
    write_line_set(here, name, rows);
    here.write("sets/ida/" + std::string(name) + ".splits", splits);
  }
  REQUIRE(here.run_shell("mkdir slow && cp -r sets slow && rm slow/sets/ida/two.splits && "
                         "mkfifo slow/sets/ida/two.splits") == 0);
}

}  // namespace

TEST_SUITE("ranks") {
  TEST_CASE("on four ranks an experiment has the cells that it has on one thread, bit for bit") {
    const Workplace here;
    write_sets(here);
    for (const std::string arguments :
         {"reproduce lauer-table-1 --data-dir sets",
          "reproduce decherchi-table-2 --data-dir sets/ida --datasets one,two --swaps 4 --seed 5",
          "reproduce four-points"}) {
      CAPTURE(arguments);
      const Json plain = here.json(arguments + " --jobs 1");
      const Json ranks = json_on_ranks(here, arguments);
      CHECK(ranks["cells"].size() >= 4);
      CHECK(ranks["cells"] == plain["cells"]);
      CHECK(ranks["checksum"] == plain["checksum"]);
    }
  }

  TEST_CASE("other commands are rank 0's alone, and so is what is wrong with them") {
    const Workplace here;
    write_command(here, "list kernels");
    CHECK(here.run_shell(launcher) == 0);
    CHECK(here.read("out.txt") == here.run("list kernels").out);
    CHECK(contains(refusal_on_ranks(here, "run --problem nothing"), "four-points"));
    write_command(here, "paint");
    CHECK(here.run_shell(launcher) == 2);
    CHECK(here.read("err.1") == "");
  }

  TEST_CASE("a rank that is killed, and a launcher that is told to end, cost no finished piece") {
    const Workplace here;
    write_sets(here);
    const std::string again = "reproduce lauer-table-1 --data-dir sets --methods hk,lsvm";
    const std::string command = again + " --out r.json";
    const Json whole = here.json(again + " --jobs 2");
    for (const std::string end : {"kill -KILL $(cat pid.3)", "kill -TERM $launcher"}) {
      CAPTURE(end);
      here.run_shell("rm -f r.json* kept* before* pid.*");
      write_command(here, command, "test $rank = 3 && cd slow\n");
      // The rank in the other folder has a piece and never makes it, so the work is under way.
      const int status = here.run_shell(
          std::string(patience) + launcher +
          " & launcher=$!; until test \"$(grep -s made r.json.pieces | wc -l)\" -ge 5; "
          "do kill -0 $launcher || break; sleep 0.01; done; " +
          end + "; wait $launcher; status=$?; " + gone + " exit $status");
      CHECK(status != 0);
      CHECK(contains(only_sentence(here), "cancelled"));
      const std::string journal = here.read("r.json.pieces");
      const auto before = pieces_in(journal);
      CHECK(before.size() >= 5);
      CHECK(before.size() < 4 * realisations);
      here.run_shell("cp r.json.pieces before.pieces; cp r.json before.json 2>/dev/null");
      for (const bool on_ranks : {true, false}) {
        CAPTURE(on_ranks);
        // The second name keeps what is added to the journal, which goes at the end.
        here.run_shell(
            "rm -f r.json* kept; cp before.pieces r.json.pieces; ln r.json.pieces kept; "
            "if test -f before.json; then cp before.json r.json; fi");
        const Json resumed = on_ranks ? json_on_ranks(here, command + " --resume")
                                      : here.json(command + " --resume --jobs 2");
        CHECK(resumed["cells"] == whole["cells"]);
        CHECK_FALSE(here.has("r.json.pieces"));
        const std::string kept = here.read("kept");
        CHECK(kept.starts_with(journal));
        CHECK(pieces_in(kept).size() == 4 * realisations);
      }
    }
  }

  TEST_CASE("a training that a rank refuses ends the work with its sentence") {
    const Workplace here;
    write_line_set(here, "line");
    here.write("sets/ida/line.splits", "train 1 2 6 5 1 6\ntest 3 4\ntrain 1 6\ntest 3 4\n");
    const std::string command = "reproduce lauer-table-1 --data-dir sets --methods hk";
    CHECK(refusal_on_ranks(here, command) == here.refusal(command));
  }

  TEST_CASE("ranks that have other data are refused, and those that have none") {
    const Workplace here;
    write_line_set(here, "line");
    REQUIRE(here.run_shell("mkdir other none; cp -r sets other") == 0);
    here.write("other/sets/ida/line.splits", "train 1 2 6 5 1 6\ntest 3 4 4\n");
    const std::string command = "reproduce lauer-table-1 --data-dir sets --methods hk,lsvm";
    const std::string other = refusal_on_ranks(here, command, "test $rank = 2 && cd other\n");
    CHECK(contains(other, "rank 2 on "));
    CHECK(contains(other, "plans other work than rank 0"));
    const std::string none = refusal_on_ranks(here, command, "test $rank = 1 && cd none\n");
    CHECK(contains(none, "rank 1 on "));
    CHECK(contains(none, "sets is not a folder"));
  }
}
