// What `marginscope reproduce` makes, prints, keeps and draws.

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "support/xml_check.h"
#include "workplace.h"

using namespace marginscope::testing;

TEST_SUITE("command line") {
  TEST_CASE("every number of the four points is reproduced") {
    const Workplace here;
    const Json json = here.json("reproduce four-points");
    CHECK(json["experiment"] == "four-points");
    CHECK(json["cells"].size() == 18);
    // Enough to show it to people, without asking anybody else.
    CHECK(json["about"] == here.json("list experiments").back());
    CHECK(json["agreement"] == Json{{"compared", 18}, {"equal", 18}, {"within", 0}});
    for (const Json& cell : json["cells"]) {
      INFO(cell.dump());
      CHECK(cell["verdict"] == "as printed");
      CHECK(cell["text"] == cell["published_text"]);
      CHECK(cell["published_n"] == 1);
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
    REQUIRE(json["cells"].size() == 14);
    // The paper's set first; the classes are separable and every pattern is right.
    CHECK(json["cells"][0]["dataset"] == "heart");
    CHECK(json["cells"][7]["dataset"] == "line");
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

    const std::string line = "reproduce lauer-table-1 --data-dir sets --datasets line ";
    here.json(line + "--methods hk --out part.json");
    write_line_set(here, "line", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    const std::string first = here.read("part.json");
    CHECK(here.refusal(line + "--methods hk,hkes --out part.json --resume") ==
          "marginscope: part.json holds results of other data than line has now (its checksum "
          "differs); give the data that they are of, or another --out\n");
    CHECK(here.read("part.json") == first);
    // Where nothing is known of its data a finished cell is kept and not made again, as the other data
    // show.
    nlohmann::ordered_json unknown = nlohmann::ordered_json::parse(first);
    CHECK(unknown["data_checksums"].size() == 1);
    unknown.erase("data_checksums");
    here.write("part.json", unknown.dump());
    const Json resumed = here.json(line + "--methods hk,hkes --out part.json --resume");
    REQUIRE(resumed["cells"].size() == 2);
    CHECK(resumed["cells"][0]["mean"] == 0);
    CHECK(resumed["cells"][1]["mean"] > 0);
    // One over other realisations is.
    here.json(line + "--methods hk --realisations 1 --out one.json");
    CHECK(here.json(line + "--methods hk --out one.json --resume")["cells"][0]["n"] == 2);
    // Over fewer it is not made in the place of what is there, whose methods need not be asked for.
    here.json(line + "--methods hk,hkes --out one.json --resume");
    const std::string both = here.read("one.json");
    CHECK(
        here.refusal(line + "--realisations 1 --out one.json --resume") ==
        "marginscope: one.json holds line, hk over 2 realisations, which 1 would replace; ask for "
        "2 or more, or give another --out\n");
    CHECK(here.read("one.json") == both);
    const Json more = here.json(line + "--methods mhks --realisations 1 --out one.json --resume");
    REQUIRE(more["cells"].size() == 3);
    CHECK(more["cells"][0]["n"] == 2);
    CHECK(Json::parse(here.read("one.json"))["cells"] == more["cells"]);
    CHECK(contains(here.refusal("reproduce lauer-table-3 --data-dir sets --out part.json --resume"),
                   "belongs to lauer-table-1"));
  }

  TEST_CASE("a result as CSV and as Markdown") {
    const Workplace here;
    const std::string csv = here.run("reproduce four-points --format csv").out;
    CHECK(lines_in(csv) == 19);
    CHECK(csv.starts_with("dataset,method,at,quantity,n,mean,sd,"));
    CHECK(contains(csv, "\nfour-points,hand-set,,margins 4,1,10.02919708029"));
    CHECK(contains(csv, ",10.02919708,,true,,,,\n"));
    const std::string markdown = here.run("reproduce four-points --format markdown").out;
    CHECK(markdown.starts_with("## Why do we need the Ho-Kashyap algorithm?\n"));
    CHECK(contains(markdown, "\n| four-points | "));
    CHECK(contains(markdown, "18 of 18 compared cells are as printed"));
    // A data set may be called anything; it stays one cell of the table.
    write_line_set(here, "a,\"b\"|*c*");
    const std::string line = "reproduce lauer-table-1 --data-dir sets --methods hk --format ";
    CHECK(contains(here.run(line + "csv").out, "\n\"a,\"\"b\"\"|*c*\",hk,,,2,0,0,0,,,"));
    CHECK(contains(here.run(line + "markdown").out, "| a,\"b\"\\|\\*c\\* | hk |"));
  }

  TEST_CASE("without a name all experiments are made, each into a file of the folder") {
    const Workplace here;
    write_line_set(here, "heart", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    // Of the others none of the data are there.
    const auto outcome =
        here.run("reproduce --data-dir sets --out made/all --realisations 1 --swaps 2");
    CHECK(outcome.status == 1);
    const std::string reason = "none of the paper's sets (pima, sonar or ionosphere";
    CHECK(contains(outcome.err, "marginscope: decherchi-table-1: "));
    CHECK(contains(outcome.err, reason));
    CHECK(outcome.err.find(reason) == outcome.err.rfind(reason));
    CHECK(contains(outcome.err,
                   "marginscope: decherchi-table-2 is refused for the same reason as "
                   "decherchi-table-1\n"));
    CHECK(contains(outcome.out, "Lauer & Bloch 2006, Table 1"));
    CHECK(contains(outcome.out, "18 of 18 compared cells are as printed"));
    for (const char* id :
         {"lauer-table-1", "lauer-table-2", "lauer-figure-2", "bandos-figure-2", "four-points"}) {
      const std::string path = std::string("made/all/") + id + ".json";
      REQUIRE(here.has(path));
      CHECK(Json::parse(here.read(path))["experiment"] == id);
      CHECK_FALSE(here.has(path + ".pieces"));
    }
    here.write("file", "x");
    CHECK(contains(here.refusal("reproduce --data-dir sets --out file"), "file is not a folder"));
  }

  TEST_CASE("of all experiments the machine formats are one array, and one table") {
    const Workplace here;
    write_line_set(here, "heart", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    const std::string all = "reproduce --data-dir sets --realisations 1 --swaps 2 ";
    const Json json = Json::parse(here.run(all + "--json --out made").out, nullptr, false);
    REQUIRE(json.is_array());
    std::set<std::string> made;
    for (const Json& one : json) made.insert(one["experiment"]);
    CHECK(made.contains("lauer-table-1"));
    CHECK(made.contains("four-points"));
    // What is there already is not made again.
    const std::string csv = here.run(all + "--format csv --out made --resume").out;
    CHECK(csv.starts_with("experiment,dataset,method,"));
    CHECK(contains(csv, "\nfour-points,four-points,hand-set,,margins 4,1,10.02919708029"));
    CHECK(contains(csv, "\nlauer-table-1,heart,hk,"));
    std::size_t cells = 0;
    for (const Json& one : json) cells += one["cells"].size();
    CHECK(lines_in(csv) == static_cast<int>(cells) + 1);
    CHECK(csv.find("\n\n") == std::string::npos);
    const std::string text = here.run(all + "--out made --resume").out;
    CHECK_FALSE(text.starts_with("\n"));
    CHECK_FALSE(text.ends_with("\n\n"));
  }

  TEST_CASE("pieces outlive a program that is killed, and are not made again") {
    const Workplace here;
    const std::string rows = "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n";
    const std::string splits = "train 1 2 3 4 5 6\ntest 1 2 3\ntrain 6 5 4 3 2 1\ntest 4 5 6\n";
    for (const char* name : {"first", "second"}) {
      write_line_set(here, name, rows);
      here.write(std::string("sets/ida/") + name + ".splits", splits);
    }
    const std::string command =
        "reproduce lauer-table-1 --data-dir sets --methods hk --jobs 1 --out r.json";
    const Json whole = here.json(command);
    CHECK_FALSE(here.has("r.json.pieces"));
    // The last realisation cannot be trained on, so those before are left in the journal.
    here.write("sets/ida/second.splits", "train 1 2 3 4 5 6\ntest 1 2 3\ntrain 1 6\ntest 4 5 6\n");
    here.remove("r.json");
    CHECK(contains(here.run(command).err, "second, realisation 2"));
    REQUIRE(here.has("r.json.pieces"));
    const std::string journal = here.read("r.json.pieces");
    CHECK(lines_in(journal) == 4);
    here.write("sets/ida/second.splits", splits);
    // A line that was cut or changed is not taken; nor is one of other data, which stays there.
    std::string changed = journal;
    changed.replace(changed.find("\"numbers\":["), 12, "\"numbers\":[7,");
    const std::string cut = journal.substr(0, journal.size() - 20);
    for (const auto& [left, lines] :
         {std::pair{journal, 7}, std::pair{changed, 8}, std::pair{cut, -1}}) {
      here.remove("r.json");
      here.write("r.json.pieces", left);
      CHECK(here.json(command + " --resume")["cells"] == whole["cells"]);
      REQUIRE(here.has("r.json.pieces") == (lines > 0));
      if (lines > 0) CHECK(lines_in(here.read("r.json.pieces")) == lines);
    }
    // What is no journal is replaced.
    here.remove("r.json");
    here.write("r.json.pieces", "nonsense");
    CHECK(here.json(command + " --resume")["cells"] == whole["cells"]);
    CHECK_FALSE(here.has("r.json.pieces"));
  }

  TEST_CASE("experiments that draw: swaps, seeds, coordinates and plain sets") {
    const Workplace here;
    write_line_set(here, "line");
    const std::string line = " --data-dir sets/ida --datasets line ";
    const std::string table = "reproduce decherchi-table-2" + line + "--swaps 4 ";
    const Json one = here.json(table + "--jobs 1 --out a.json");
    REQUIRE(one["cells"].size() == 4);
    CHECK(one["seed"] == 1);
    CHECK(one["cells"][0]["method"] == "classical");
    CHECK(one["cells"][0]["n"] == 4);
    CHECK(one["cells"][0]["published_mean"].is_null());
    CHECK(here.json(table + "--jobs 3")["cells"] == one["cells"]);
    CHECK(here.json(table + "--out a.json --resume")["cells"] == one["cells"]);
    CHECK(here.json(table + "--seed 2")["cells"] != one["cells"]);
    CHECK(contains(here.refusal(table + "--seed 2 --out a.json --resume"),
                   "was not made with --seed 2"));

    const std::string surface =
        "reproduce decherchi-figure-3" + line + "--swaps 4 --methods precise --out f.json";
    const Json made = here.json(surface);
    REQUIRE(made["cells"].size() == 15);
    CHECK(made["cells"][14]["at"] == Json{{"C", 100}, {"2σ²", 1000}});
    CHECK(here.json(surface + " --resume")["cells"] == made["cells"]);

    const Json machines = here.json("reproduce boni-table-3" + line + "--realisations 2")["cells"];
    REQUIRE(machines.size() >= 21);
    // Of a table with columns each cell tells the whole row that it is of.
    for (const Json& cell : machines) {
      INFO(cell.dump());
      const std::string column = cell["quantity"];
      CHECK(cell[column] == cell["mean"]);
      CHECK(cell.contains("test_errors"));
      CHECK((cell.contains("b1") || cell.contains("b2")));
    }
    CHECK(contains(here.refusal("reproduce decherchi-table-2 --data-dir sets/ida"),
                   "none of the paper's sets (pima, sonar or ionosphere"));
    CHECK(contains(here.refusal("reproduce boni-table-3 --data-dir sets/ida --datasets x"),
                   "no data set \"x\""));
    CHECK(contains(here.refusal("reproduce bandos-table-1" + line), "at least 16 patterns"));
    CHECK(contains(here.refusal("reproduce bandos-figure-2 --datasets pima"), "only one is sinc"));
  }

  TEST_CASE("the figures of Lauer and Bloch are curves of points, and resume") {
    const Workplace here;
    write_line_set(here, "line", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    const std::string figure_2 = "reproduce lauer-figure-2 --data-dir sets --out curve.json ";
    const Json json = here.json(figure_2);
    REQUIRE(json["cells"].size() == 20);
    std::set<double> second_stage;
    int values = 0;
    for (const Json& cell : json["cells"]) {
      INFO(cell.dump());
      CHECK(cell["method"] == "lsvm");
      CHECK(cell["n"] == 1);
      CHECK(cell["published_mean"].is_null());
      CHECK(cell["at"]["realisation"] == 1);
      const double C = cell["at"]["C"];
      if (cell["quantity"] == "second stage") second_stage.insert(C);
      if (cell["quantity"] == "first stage") CHECK(C == std::exp2(-10 + 2 * values++));
    }
    CHECK(values == 11);
    REQUIRE(second_stage.size() == 9);
    CHECK(*second_stage.rbegin() == doctest::Approx(4 * *second_stage.begin()));
    CHECK(here.json(figure_2 + "--resume")["cells"] == json["cells"]);
    CHECK(here.json("reproduce lauer-figure-2 --data-dir sets --realisations 2")["cells"].size() ==
          40);

    const Json steps = here.json("reproduce lauer-figure-1 --data-dir sets")["cells"];
    CHECK(steps[0]["at"]["iteration"] == 0);
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
      CHECK(steps[i]["mean"] != steps[i - 1]["mean"]);
      CHECK(steps[i]["at"]["iteration"] > steps[i - 1]["at"]["iteration"]);
    }
  }

  TEST_CASE("figures are drawn from the cells: one of each data set, in a folder that is made") {
    const Workplace here;
    write_line_set(here, "a<b>&", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    write_line_set(here, "line", "-3,-1\n-2,1\n-1,-1\n1,1\n2,-1\n3,1\n");
    const std::string folder = " --figures made/all ";
    const std::string plain = " --data-dir sets/ida --datasets line --swaps 2 ";
    const auto drawn = [&](const std::string& arguments, const std::string& name) {
      INFO(arguments);
      CHECK(here.run("reproduce " + arguments + folder).status == 0);
      REQUIRE(here.has("made/all/" + name));
      const std::string svg = here.read("made/all/" + name);
      CHECK(is_well_formed(svg));
      CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
      return svg;
    };
    const std::string steps = drawn("lauer-figure-1 --data-dir sets", "lauer-figure-1-line.svg");
    CHECK(contains(steps, ">k̂ = "));
    CHECK(contains(here.read("made/all/lauer-figure-1-a<b>&.svg"), "Figure 1: a&lt;b&gt;&amp;<"));
    const std::string twice =
        drawn("lauer-figure-2 --data-dir sets --realisations 2", "lauer-figure-2-line.svg");
    CHECK(contains(twice, ">second stage</text>"));
    CHECK(contains(twice, ">Realisation 2</text>"));
    CHECK(contains(drawn("bandos-figure-1 --realisations 2", "bandos-figure-1-sinc.svg"),
                   "±2.57</text>"));
    const std::string noise = drawn("bandos-figure-2 --realisations 2", "bandos-figure-2-sinc.svg");
    CHECK(contains(noise, ">Speed-up"));
    CHECK(noise.find(">printed:") == std::string::npos);
    CHECK(contains(drawn("decherchi-figure-2" + plain, "decherchi-figure-2-line.svg"),
                   ">What the constraint gains, %</text>"));
    drawn("decherchi-figure-3" + plain + "--methods precise", "decherchi-figure-3-line.svg");
    CHECK(here.read("made/all/decherchi-figure-3-line.svg").find("gains") == std::string::npos);

    // A table has none, and the folder is not made for it.
    CHECK(contains(here.refusal("reproduce four-points --figures d"),
                   "four-points draws no figure; leave --figures out"));
    CHECK_FALSE(here.has("d"));
  }

  TEST_CASE("a folder for figures that cannot be made is refused before the work begins") {
    const Workplace here;
    write_line_set(here, "line");
    here.write("file", "x");
    CHECK(contains(here.refusal("reproduce bandos-figure-2 --out r.json --figures file"),
                   "file is not a folder"));
    CHECK(contains(here.refusal("reproduce bandos-figure-2 --out r.json --figures file/below"),
                   "file/below is not a folder"));
    CHECK_FALSE(here.has("r.json"));
    CHECK(here.read("file") == "x");
  }

  TEST_CASE("times are told as they are measured, and as ratios") {
    const Workplace here;
    write_line_set(here, "heart");
    const Json cells = here.json("reproduce lauer-table-2 --data-dir sets --jobs 1")["cells"];
    REQUIRE(cells.size() == 12);
    const double hkes = cells[0]["mean"];
    for (const Json& cell : cells) {
      INFO(cell.dump());
      CHECK(cell["mean"] > 0);
      CHECK(cell["equal_as_printed"].is_null());
      CHECK(cell["best"].is_null());
    }
    CHECK(cells[0]["quantity"] == "seconds");
    CHECK(cells[0]["published_mean"] == 4);
    CHECK(cells[0]["verdict"] == "");
    CHECK(cells[1]["verdict"] == "derived from print");
    CHECK(cells[1]["quantity"] == "times HKES");
    CHECK(cells[1]["mean"] == 1);
    CHECK(cells[10]["method"] == "svm");
    CHECK(cells[11]["mean"] == cells[10]["mean"].get<double>() / hkes);
    CHECK(cells[11]["published_mean"] == 20);
    // Without HKES there is nothing to be a multiple of.
    CHECK(here.json("reproduce lauer-table-2 --data-dir sets --methods svm")["cells"].size() == 1);
  }
}
