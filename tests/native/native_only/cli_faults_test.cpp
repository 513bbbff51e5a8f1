// What the commands refuse, and what they do where something fails.

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "workplace.h"

using namespace marginscope::testing;

namespace {

// UTF-8 of printable characters and line breaks, none of which steers a terminal.
bool is_plain_text(const std::string& text) {
  for (std::string_view line : marginscope::split(text, '\n')) {
    if (marginscope::printable(line) != line) return false;
  }
  return true;
}

// 8,000 patterns: their kernel matrix takes half a gigabyte, and its factorisation many seconds.
void write_many(const Workplace& here) {
  std::string rows = "x,y,label\n";
  for (int i = 0; i < 8000; ++i) {
    rows +=
        std::to_string(i % 97) + "," + std::to_string(i % 89) + "," + std::to_string(i % 2) + "\n";
  }
  here.write("many.csv", rows);
}

}  // namespace

TEST_SUITE("command line") {
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
    CHECK(contains(here.refusal("run --problem xor --algorithm dkpp --stop objective-change"),
                   "watches what this algorithm does not have"));
    CHECK(contains(here.refusal("run --problem xor --scale log"), "standard"));
    CHECK(contains(here.refusal("run --problem xor --features 8"), "two features counted from 1"));
    CHECK(contains(here.refusal("run --problem xor --features 1,2"), "no other features"));
    CHECK(contains(here.refusal("run --problem xor --features 1,9"), "feature 9; there are 2"));
    CHECK(contains(here.refusal("picture --problem xor --out a.png"), "ends in .svg"));
    CHECK(
        contains(here.refusal("picture --problem xor --out a.PNG"), "ends in .PNG, and pictures"));
    CHECK(contains(here.refusal("run --problem xor --validation-fraction nan"),
                   "The validation fraction is nan; it must be"));
    CHECK(contains(here.refusal("run --link 'v=1&points=' --validation good.csv"),
                   "good.csv has no training part to be the validation part of"));
    CHECK(contains(here.refusal("run --data good.csv --task clustering"),
                   "There is no task \"clustering\"; there are classification and regression"));
    CHECK(contains(here.refusal("run --problem xor --task regression"), "classes"));
    here.refusal("run --link v=99");
    CHECK(contains(here.refusal("run --data good.csv --trace no/such/folder/t.csv"), "no/such"));
  }

  TEST_CASE("an option that would have no effect is refused, with what it needs") {
    const Workplace here;
    for (const std::string command :
         {"run --problem xor", "bound --problem xor --bound joint",
          "select --problem xor --by joint --grid C=1", "compare --problem xor --machine hk",
          "picture --problem xor --out a.svg"}) {
      CHECK(contains(here.refusal(command + " --header"), "it needs --data or --validation"));
    }
    for (const std::string command : {"run --problem xor", "compare --problem xor --machine hk",
                                      "picture --problem xor --out a.svg"}) {
      CHECK(contains(here.refusal(command + " --to-stop"), "it needs --link or --scene"));
    }
    write_line_set(here, "line");
    const std::string table = "reproduce lauer-table-1 --data-dir sets ";
    CHECK(contains(here.refusal(table + "--seed 2"), "draws nothing at random; leave --seed out"));
    CHECK(contains(here.refusal(table + "--swaps 2"), "swaps no labels; leave --swaps out"));
    const std::string select = "select --problem overlap --algorithm smo ";
    CHECK(here.refusal(select + "--set C=7 --grid C=1,2 --by joint") ==
          "marginscope: The setting C is given, and the grid goes over C; leave one of them out\n");
    CHECK(contains(here.refusal("select --link 'v=1&problem=overlap&algorithm=smo:kernel=gaussian' "
                                "--set kernel:sigma=1 --grid kernel=gaussian --by joint"),
                   "The setting kernel:sigma is given, and the grid goes over kernel"));
    CHECK(contains(here.refusal("select --problem overlap --algorithm smo:C=2 --search two-stage "
                                "--by cross-validation"),
                   "The setting C is given, and the two-stage search goes over C"));
    CHECK(contains(here.refusal("reproduce four-points --realisations 2"),
                   "four-points has no realisations; leave --realisations out"));
    CHECK(contains(here.refusal("bound --problem overlap --algorithm dkpp --bound compression "
                                "--swaps 3"),
                   "swaps"));
    CHECK(contains(here.refusal("select --problem overlap --by leave-one-out --grid C=1,2 "
                                "--algorithm rls --folds 3"),
                   "folds"));
  }

  TEST_CASE("a wrong command has status 2") {
    const Workplace here;
    here.write("good.csv", "1,-1\n5,1\n");
    for (const char* arguments :
         {"",
          "paint",
          "run",
          "run --data good.csv --problem xor",
          "run --data good.csv --colour",
          "run --problem xor --set learning_rate",
          "run --problem xor --max-iterations -1",
          "run --problem xor --validation good.csv --validation-fraction 0.5",
          "list",
          "list colours",
          "reproduce --methods hk",
          "reproduce four-points --jobs 0",
          "bound --problem overlap --bound half-flip --jobs 0",
          "run --problem xor --seed 0x8",
          "bound --problem overlap --bound half-flip --delta 0x1p-4",
          "select --problem overlap --grid C=1,2 --by joint --jobs 1.5",
          "reproduce four-points --json --format csv",
          "reproduce four-points --format pdf",
          "reproduce four-points --resume",
          "reproduce",
          "reproduce lauer-table-1",
          "compare --problem xor",
          "select --problem xor --by joint"}) {
      const auto outcome = here.run(arguments);
      INFO(arguments << ": " << outcome.err);
      CHECK(outcome.status == 2);
      CHECK(outcome.out.empty());
      CHECK(outcome.err.starts_with("marginscope: "));
      CHECK(lines_in(outcome.err) == 1);
    }
    const auto said = [&here](const char* arguments) { return here.run(arguments).err; };
    CHECK(
        said("paint").starts_with("marginscope: There is no command \"paint\"; there are list, "));
    CHECK(contains(said("list colours"), "no command \"colours\"; there are algorithms, rules"));
    CHECK(said("run --problem xor --algo smo") ==
          "marginscope: There is no option --algo; there is --algorithm\n");
    CHECK(contains(said("run --problem xor --colour=1"),
                   "no option --colour; marginscope run --help lists"));
    CHECK(contains(said("run xor --problem xor"), "\"xor\" belongs to no option"));
    CHECK(contains(said("reproduce four-points --format pdf"),
                   "no format \"pdf\"; there are text, json, csv and markdown"));
    CHECK(contains(said(""), "There is no command behind marginscope; there are list, run, "));
    CHECK(contains(said("list"), "no command behind marginscope list; there are algorithms, "));
    CHECK(contains(said("run"), "is required; marginscope run --help lists what there is"));
    CHECK(said("run --data") ==
          "marginscope: --data has no value; give one, or leave the option out\n");
    CHECK(said("run --problem xor --problem xor") ==
          "marginscope: --problem is given 2 times; once is right\n");
    CHECK(contains(said("reproduce four-points --json --format csv"), "leave one of them out"));
    CHECK(contains(said("reproduce four-points --resume"),
                   "--resume requires --out; give that, or leave --resume out"));
    CHECK(contains(said("reproduce"), "Some experiments need data; give --data-dir"));
    CHECK(contains(said("reproduce lauer-table-1"), "lauer-table-1 needs data; give --data-dir"));
    CHECK(contains(said("compare --problem xor"), "give --machine once or more"));
    CHECK(contains(said("select --problem xor --by joint"), "give --grid FIELD=a,b,c"));
    CHECK(here.run("--help").status == 0);
    CHECK(here.run("run --help").status == 0);
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

  TEST_CASE("an earlier result stays until there is a new cell") {
    const Workplace here;
    write_line_set(here, "line");
    const std::string again = "reproduce lauer-table-1 --data-dir sets --methods hk --out r.json";
    here.json(again);
    const std::string before = here.read("r.json");
    // A third of two patterns is no validation part.
    here.write("sets/ida/line.splits", "train 1 6\ntest 3 4\n");
    CHECK(
        contains(here.refusal(again), "line, realisation 1: The rule \"Validation error least\""));
    CHECK(here.read("r.json") == before);
    // So many realisations that they are not all made before the program hears that it should stop.
    std::string rows, splits, train = "train";
    for (int i = 1; i <= 300; ++i) {
      rows += std::to_string(i % 17) + "," + std::to_string(i * i % 3 == 1 ? 1 : -1) + "\n";
      train += " " + std::to_string(i);
    }
    for (int r = 0; r < 1000; ++r) splits += train + "\ntest 1 2 3\n";
    write_line_set(here, "line", rows);
    here.write("sets/ida/line.splits", splits);
    const auto outcome = here.run_interrupted(again);
    CHECK(outcome.status == 130);
    CHECK(contains(outcome.err, "cancelled before a cell was made; r.json is as it was"));
    CHECK(here.read("r.json") == before);
  }

  TEST_CASE("what is finished is printed and kept where another training is refused") {
    const Workplace here;
    write_line_set(here, "line");
    write_line_set(here, "short");
    here.write("sets/ida/short.splits", "train 1 2 6 5 1 6\ntest 3 4\ntrain 1 6\ntest 3 4\n");
    const std::string command =
        "reproduce lauer-table-1 --data-dir sets --methods hk --jobs 1 --out r.json";
    const auto text = here.run(command);
    CHECK(text.status == 1);
    CHECK(lines_in(text.err) == 1);
    CHECK(contains(text.err, "short, realisation 2: The rule \"Validation error least\""));
    CHECK(contains(text.out, "line"));
    const Json json = Json::parse(here.run(command + " --json").out, nullptr, false);
    REQUIRE(json["cells"].size() == 1);
    CHECK(json["cells"][0]["dataset"] == "line");
    CHECK(Json::parse(here.read("r.json"))["cells"] == json["cells"]);
  }

  TEST_CASE("a data set may be called anything") {
    const Workplace here;
    write_line_set(here, "caf\xe9\x1b[31m");
    const std::string command =
        "reproduce lauer-table-1 --data-dir sets --methods hk --out r.json --resume";
    for (const bool resumed : {false, true}) {
      CAPTURE(resumed);
      const auto outcome = here.run(command);
      CHECK(outcome.status == 0);
      CHECK(is_plain_text(outcome.out));
      CHECK(is_plain_text(outcome.err));
      CHECK(is_plain_text(here.read("r.json")));
      const Json json = Json::parse(here.read("r.json"), nullptr, false);
      REQUIRE(json["cells"].size() == 1);
      CHECK(json["cells"][0]["dataset"] == "caf\uFFFD\uFFFD[31m");
    }
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
    // So do the owner, where one can be given a file, and the other names of a file.
    here.run_shell(
        "echo old > owned.csv; chown 1234:1234 owned.csv 2>/dev/null; stat -c %u:%g owned.csv > "
        "owner;"
        "echo old > one.csv; ln one.csv other.csv");
    CHECK(here.run(run + "--trace owned.csv --quantities one.csv").status == 0);
    CHECK(lines_in(here.read("owned.csv")) > 2);
    CHECK(here.run_shell("stat -c %u:%g owned.csv | cmp - owner") == 0);
    CHECK(here.read("one.csv").starts_with("{"));
    CHECK(here.read("other.csv") == here.read("one.csv"));
    // A loop of links leads nowhere.
    here.run_shell("ln -s here.csv there.csv; ln -s there.csv here.csv");
    CHECK(contains(here.refusal(run + "--trace here.csv"),
                   "here.csv cannot be written: Too many levels of symbolic links"));
    CHECK(here.run_shell("test -L here.csv && test -L there.csv") == 0);
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
          "--validation", "--validation-fraction", "--scale", "--features", "--seed",
          "--max-iterations", "--trace", "--quantities", "--save-scene", "--set"}) {
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
    for (const std::string cell : {"NA", "?", "−", "0x10", "1.2.3", "12 cm"}) {
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
          // On the way to the scene's iteration, after a rule held.
          "run --link "
          "'v=1&problem=overlap&algorithm=dkpp:max_sweeps=1000000000&iteration=900000000"
          "&max_iterations=1000000000&rules=iterations:n=3'",
          "bound --problem overlap --algorithm smo --set C=1000 --bound maximal-discrepancy "
          "--swaps "
          "1000000",
          "bound --problem overlap --algorithm smo --set C=1000 --bound maximal-discrepancy "
          "--swaps 1000000 --jobs 3",
          "select --problem overlap --algorithm smo --grid C=1,2,3,4,5,6,7,8,9 --grid "
          "kernel=gaussian:sigma=0.1,gaussian:sigma=1 --by maximal-discrepancy --swaps 100000",
          "select --problem overlap --algorithm smo --grid C=1,2,3,4,5,6,7,8,9 --grid "
          "kernel=gaussian:sigma=0.1,gaussian:sigma=1 --by maximal-discrepancy --swaps 100000 "
          "--jobs 1"}) {
      for (const auto& [signal, status] : {std::pair("INT", 130), {"TERM", 143}}) {
        const auto outcome = here.run_interrupted(arguments, signal);
        INFO(arguments << ", " << signal << ": " << outcome.err);
        CHECK(outcome.status == status);
        CHECK(lines_in(outcome.err) == 1);
        CHECK(contains(outcome.err, "cancelled"));
        CHECK_FALSE(outcome.out.empty());
      }
    }
  }

#ifndef __SANITIZE_ADDRESS__  // which needs more memory than there ever is
  TEST_CASE("where the memory ends, a sentence says so") {
    const Workplace here;
    write_many(here);
    const auto outcome = here.run("run --algorithm irwls --kernel gaussian:sigma=1 --data many.csv",
                                  "ulimit -v 400000;");
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK(lines_in(outcome.err) == 1);
    CHECK(contains(outcome.err, "not enough memory"));
  }
#endif

  TEST_CASE("a long start hears the first interrupt") {
    const Workplace here;
    write_many(here);
    // Heard amid the start, not after it.
    const std::string before_all = "cancelled before the first iteration; nothing was trained";
    for (const auto& [command, said] :
         {std::pair<std::string, std::string>{"run --algorithm rls", before_all},
          {"run --algorithm hk", before_all},
          {"run --algorithm lsvm", before_all},
          {"bound --bound maximal-discrepancy --algorithm rls",
           "cancelled before the machine had learned the given labels; there is no bound yet"},
          {"select --algorithm rls --grid C=1,2 --by leave-one-out",
           "cancelled after 0 of 2 cells; nothing is chosen yet"}}) {
      const auto outcome =
          here.run_interrupted(command + " --data many.csv --kernel gaussian:sigma=1");
      INFO(command << ": " << outcome.err);
      CHECK(outcome.status == 130);
      CHECK(contains(outcome.err, said));
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
                                            "run --problem four-points --features @",
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
                                            "run \"--@=\"",
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
}
