// What the commands make of files: labels, parts, features and scaling.

#include <doctest/doctest.h>

#include <string>

#include "workplace.h"

using namespace marginscope::testing;

TEST_SUITE("command line") {
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
    // Words are known from the training part, however few of them there are.
    here.write("words.csv", "x,class\n0,no\n1,yes\n");
    for (const std::string cell : {"", "7"}) {
      here.write("some.csv", "x,class\n0.9,yes\n0.2," + cell + "\n");
      CHECK(contains(here.refusal("run --data words.csv --validation some.csv"),
                     "some.csv, line 3, column 2: "));
      CHECK(contains(here.refusal("run --data words.csv --validation some.csv"),
                     "the labels of the training part are words, so every label must be one"));
    }
    CHECK(contains(here.refusal("run --data train.csv --validation words.csv"),
                   "has labels that are words"));
    here.write("wide.csv", "x,y,class\n0.9,1,2\n");
    CHECK(contains(here.refusal("run --data train.csv --validation wide.csv"), "2 features"));
    here.write("named.csv", "z,class\n0.9,2\n");
    CHECK(contains(here.refusal("run --data train.csv --validation named.csv"), "named \"z\""));
  }

  TEST_CASE("what the labels of a file stand for is told by every command that reports") {
    const Workplace here;
    here.write("words.csv", "x,class\n0,no\n1,yes\n2,yes\n3,no\n");
    const std::string told = "classes  \"no\" is class −1, \"yes\" is class +1.";
    const Json labels{"no", "yes"};
    for (const std::string command :
         {"run --algorithm rls", "bound --algorithm rls --bound half-flip",
          "select --algorithm rls --by leave-one-out --grid C=1,2"}) {
      const std::string on_words = command + " --data words.csv";
      std::string text = here.run(on_words).out;
      if (command.starts_with("run")) text.replace(text.find("classes   "), 10, "classes  ");
      CHECK(contains(text, told));
      CHECK(here.json(on_words)["data"]["labels"] == labels);
      CHECK(here.json(command + " --problem xor")["data"]["labels"].is_null());
      CHECK(here.run(command + " --problem xor").out.find("\n  classes ") == std::string::npos);
    }
    const std::string compare = "compare --data words.csv --machine rls --machine ols";
    CHECK(contains(here.run(compare).out, told));
    CHECK(here.json(compare)["machines"][1]["data"]["labels"] == labels);
    here.write("numbers.csv", "x,class\n0,1\n1,2\n");
    CHECK(here.json("run --data numbers.csv")["data"]["labels"] == Json{"1", "2"});
    here.write("targets.csv", "x,y\n0,1\n1,2\n2,5\n");
    CHECK(here.json("run --data targets.csv --task regression")["data"]["labels"].is_null());
  }

  TEST_CASE("a validation part out of the range of numbers is refused") {
    const Workplace here;
    here.write("train.csv", "0,0\n1,1\n2,1.5\n");
    here.write("far.csv", "1,1e200\n");
    CHECK(here.refusal("run --data train.csv --task regression --validation far.csv") ==
          "marginscope: The targets of the validation part reach 1e200, whose squares overflow the "
          "range of numbers; scale them below 1e150\n");
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
    CHECK(contains(here.refusal("run --data a.csv --validation-fraction 1"),
                   "The validation fraction is 1; it must be a number with 0 ≤ fraction < 1"));
    CHECK(contains(here.refusal("run --data b.csv --validation-fraction 0.2"),
                   "A validation fraction of 0.2 sets none of 4 patterns apart; it must be 0 or at "
                   "least 1/4"));
  }

  TEST_CASE("target margins stay with their patterns where others become the validation part") {
    const Workplace here;
    const std::string scene =
        "run --link 'v=1&problem=four-points&algorithm=ols:target_margins=1,2,3,10' ";
    const auto margins = [&here](const std::string& arguments) {
      return here.json(arguments)["settings"]["target_margins"];
    };
    for (const std::string algorithm : {"", "--algorithm ols "}) {
      const std::string split = scene + algorithm + "--validation-fraction 0.5";
      CHECK(margins(split) == Json({3, 10}));
      // What is given is that of the patterns that are left.
      CHECK(margins(split + " --set target_margins=7") == Json({7}));
      const Json json = here.json(split + " --save-scene half.txt");
      CHECK(json["data"]["validation_patterns"] == 2);
      // A part that is there already gives way to the fraction's.
      const Json again =
          here.json("run --scene half.txt " + algorithm + "--validation-fraction 0.25");
      CHECK(again["data"]["validation_patterns"] == 1);
      CHECK(again["settings"]["target_margins"] == Json({1, 3, 10}));
    }
  }

  TEST_CASE("scaling is part of the model") {
    const Workplace here;
    // Mean 3, deviation (divisor N) 2: the scaled points are −1 and +1.
    here.write("a.csv", "1,-1\n5,1\n");
    const Json json = here.json("run --data a.csv --algorithm ols --scale standard");
    CHECK(json["weights"][0].get<double>() == doctest::Approx(1));
    CHECK(json["weights"][1].get<double>() == doctest::Approx(0).scale(1));
  }

  TEST_CASE("of a file's features two alone are learned from") {
    const Workplace here;
    here.write("all.csv", "a,b,c,label\n1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n");
    here.write("two.csv", "c,a,label\n3,1,1\n5,2,-1\n1,4,1\n2,0,-1\n");
    const Json two = here.json("run --data two.csv --algorithm ols");
    const Json of_all = here.json("run --data all.csv --algorithm ols --features 3,1");
    CHECK(of_all["weights"] == two["weights"]);
    CHECK(of_all["training_error"] == two["training_error"]);
    CHECK(contains(here.run("run --data all.csv --algorithm ols --features 3,1").out, "    c "));
  }
}
