#include "data/csv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "core/random.h"
#include "core/text.h"
#include "support/csv_text.h"
#include "support/problems.h"

namespace marginscope {
namespace {

Dataset read(std::string_view text, Task task = Task::classification) {
  const auto data = read_csv(text, "a.csv", task);
  testing::require(data);
  return *data;
}

std::string refusal(std::string_view text, Task task = Task::classification) {
  const auto data = read_csv(text, "a.csv", task);
  REQUIRE(!data.has_value());
  return data.error().message;
}

Result<CsvColumns> columns_of(std::string_view text, const CsvChoice& choice, bool header = false) {
  const auto table = read_table(text, "a.csv", header);
  testing::require(table);
  return read_columns(*table, choice);
}

bool begins(const std::string& text, std::string_view start) {
  INFO(text);
  return text.starts_with(start);
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

TEST_SUITE("csv") {
  TEST_CASE("a plain file: rows of numbers, the label last") {
    const Dataset data = read("1,2.5,0\n-3e2,.5,1\n");
    CHECK(data.task == Task::classification);
    REQUIRE(data.X.rows() == 2);
    REQUIRE(data.X.cols() == 2);
    CHECK(data.X(0, 0) == 1);
    CHECK(data.X(0, 1) == 2.5);
    CHECK(data.X(1, 0) == -300);
    CHECK(data.X(1, 1) == 0.5);
    CHECK(data.y[0] == -1);
    CHECK(data.y[1] == 1);
    CHECK(data.validation == std::vector<bool>{false, false});
    CHECK(data.feature_names.empty());
  }

  TEST_CASE("labels may be words, and cells may be separated by blanks") {
    // Alphabetical: of two the first is −1.
    const Dataset two = read("a b kind\n 1  2 yes\n3 4   no\n5 6 yes\n");
    CHECK(*two.y == Eigen::VectorXd{{1, -1, 1}});
    CHECK(*two.X == Eigen::MatrixXd{{1, 2}, {3, 4}, {5, 6}});
    CHECK(*two.feature_names == std::vector<std::string>{"a", "b"});
    const Dataset three =
        read("5.1,3.5,setosa\n7,3.2,versicolor\n6.3,3.3,virginica\n4.9,3,setosa\n");
    CHECK(*three.y == Eigen::VectorXd{{1, 2, 3, 1}});
    CHECK(three.classes == 3);
    // Words and numbers in one column are a mistake in it, and one word is no classification.
    CHECK(begins(refusal("1,2,yes\n3,4,1\n"), "a.csv, line 1, column 3: \"yes\" is not a number"));
    CHECK(begins(refusal("1,2,yes\n3,4,\n"), "a.csv, line 1, column 3: \"yes\" is not a number"));
    CHECK(begins(refusal("1,2,yes\n3,4,yes\n"), "a.csv, line 1, column 3: the label is \"yes\""));
    CHECK(
        begins(refusal("1,2,yes\n3,4,no\n", Task::regression), "a.csv, line 1, column 3: \"yes\""));
    std::string many;
    for (int i = 0; i <= most_classes; ++i) many += "1,word" + std::to_string(i) + "\n";
    CHECK(refusal(many).find("33 different words") != std::string::npos);
  }

  TEST_CASE("what labels stand for is told where they are not the classes' own numbers") {
    const auto told = [](std::string_view text) { return classes_text(*columns_of(text, {})); };
    CHECK(told("1,yes\n2,no\n") == "\"no\" is class −1, \"yes\" is class +1.");
    CHECK(told("1,a\n2,c\n3,b\n") == "\"a\" is class 1, \"b\" is class 2, \"c\" is class 3.");
    CHECK(told("1,0\n2,1\n") == "0 is class −1, 1 is class +1.");
    CHECK(told("1,0.5\n2,-2\n") == "−2 is class −1, 0.5 is class +1.");
    CHECK(told("1,5\n2,0\n3,7\n") == "0 is class 1, 5 is class 2, 7 is class 3.");
    CHECK(told("1,-1\n2,1\n") == "");
    CHECK(told("1,3\n2,2\n3,1\n") == "");
  }

  TEST_CASE("label and features may be any columns, in any order") {
    const std::string_view text = "kind,a,b,c\nyes,1,2,3\nno,4,5,6\n";
    const auto first = columns_of(text, {.label = 1});
    REQUIRE(first);
    CHECK(*first->columns.X == Eigen::MatrixXd{{1, 2, 3}, {4, 5, 6}});
    CHECK(*first->columns.feature_names == std::vector<std::string>{"a", "b", "c"});
    CHECK(first->words == std::vector<std::string>{"no", "yes"});
    CHECK(first->label == 1);
    const auto some = columns_of(text, {.label = 1, .features = {{4, 2}}});
    REQUIRE(some);
    CHECK(*some->columns.X == Eigen::MatrixXd{{3, 1}, {6, 4}});
    CHECK(*some->columns.feature_names == std::vector<std::string>{"c", "a"});
    // What is not chosen may hold anything.
    const auto without = columns_of("1,x,0\n2,,1\n", {.features = {{1}}});
    REQUIRE(without);
    CHECK(*without->columns.X == Eigen::MatrixXd{{1}, {2}});
    CHECK(without->columns.feature_names.empty());
  }

  TEST_CASE("the task is that of the labels where it is left open") {
    const auto task_of = [](std::string_view text, const CsvChoice& choice) {
      const auto read = columns_of(text, choice);
      testing::require(read);
      return read->columns.task;
    };
    CHECK(task_of("1,2\n3,4\n", {}) == Task::classification);
    CHECK(task_of("1,2\n3,4\n", {.usual = Task::regression}) == Task::regression);
    CHECK(task_of("1,no\n3,yes\n", {.usual = Task::regression}) == Task::classification);
    CHECK(task_of("1,2\n3,4\n", {.task = Task::classification, .usual = Task::regression}) ==
          Task::classification);
    CHECK(!columns_of("1,no\n3,yes\n", {.task = Task::regression}));
  }

  TEST_CASE("a choice that cannot be is refused in a sentence") {
    const auto refused = [](const CsvChoice& choice) {
      const auto read = columns_of("a,b,word,label\n1,2,x,0\n3,4,y,1\n", choice);
      REQUIRE(!read);
      return read.error().message;
    };
    CHECK(refused({.label = 5}) ==
          "a.csv has 4 columns; there is no column 5 that could be the label");
    CHECK(refused({.features = {{1, 9}}}) ==
          "a.csv has 4 columns; there is no column 9 that could be a feature");
    CHECK(refused({.features = {{0}}}) ==
          "a.csv has 4 columns; there is no column 0 that could be a feature");
    CHECK(refused({.features = {{1, 4}}}) ==
          "The label, column 4 of a.csv, is among the features; leave it out there or choose "
          "another label");
    CHECK(refused({.label = 2, .features = {{1, 2}}}).starts_with("The label, column 2 of a.csv"));
    CHECK(refused({.features = {{2, 1, 2}}}) ==
          "The features have column 2 of a.csv twice; once is right");
    CHECK(refused({.features = {{}}}) ==
          "a.csv has no feature left; choose one column or more beside the label");
    CHECK(refused({.features = {{1, 3}}}) ==
          "a.csv, line 2, column 3: \"x\" is not a number; every cell below the header must be a "
          "finite number");
    CHECK(refused({.task = Task::regression, .label = 3, .features = {{1}}})
              .starts_with("a.csv, line 2, column 3: \"x\" is not a number"));
  }

  TEST_CASE("what other programs write around the numbers is tolerated") {
    const std::string_view same[] = {
        "x,y,label\n1,2,0\n3,4,1\n",                            // plain
        "x,y,label\n1,2,0\n3,4,1",                              // no end of the last line
        "x,y,label\r\n1,2,0\r\n3,4,1\r\n",                      // Windows
        "x,y,label\r1,2,0\r3,4,1\r",                            // old Macintosh
        "\xEF\xBB\xBFx,y,label\n1,2,0\n3,4,1\n",                // byte order mark
        "x,y,label\n1,2,0\n3,4,1\n\n  \n\r\n",                  // blank lines at the end
        "\n\nx,y,label\n\n1,2,0\n3,4,1\n",                      // blank lines between
        " x , y ,\tlabel\n 1,2 , 0\n3 ,  4,1 \n",               // blanks around cells
        "x;y;label\n1;2;0\n3;4;1\n",                            // semicolons
        "x\ty\tlabel\n1\t2\t0\n3\t4\t1\n",                      // tabs
        "\"x\",\"y\",\"label\"\n\"1\",2,\"0\"\n3, \"4\" ,1\n",  // quotes
    };
    for (const std::string_view text : same) {
      INFO(text);
      const Dataset data = read(text);
      REQUIRE(data.X.rows() == 2);
      REQUIRE(data.X.cols() == 2);
      CHECK(data.X(0, 0) == 1);
      CHECK(data.X(0, 1) == 2);
      CHECK(data.X(1, 0) == 3);
      CHECK(data.X(1, 1) == 4);
      CHECK(data.y[0] == -1);
      CHECK(data.y[1] == 1);
      CHECK(data.feature_names == std::vector<std::string>{"x", "y"});
    }
  }

  TEST_CASE("what separates the cells is told by lines of as many cells, and by numbers") {
    const auto columns = [](std::string_view text) {
      const auto table = read_table(text, "a.csv");
      REQUIRE(table);
      return std::pair(table->separator, table->columns);
    };
    CHECK(columns("Length, cm;Width;k\n1;2;a\n3;4;b\n") == std::pair(';', std::size_t{3}));
    CHECK(columns("1\t2\tSmith, J\n3\t4\tDoe, K\n") == std::pair('\t', std::size_t{3}));
    CHECK(columns("1,2,a;b\n3,4,c;d\n") == std::pair(',', std::size_t{3}));
    CHECK(columns("1,2,of two\n3,4,of three\n") == std::pair(',', std::size_t{3}));
    CHECK(columns("1, 2, 0\n3, 4, 1\n") == std::pair(',', std::size_t{3}));
    CHECK(columns("1 2 a,b\n3 4 c,d\n") == std::pair(' ', std::size_t{3}));
    CHECK(columns("a;b,c\nd;e,f\n") ==
          std::pair(',', std::size_t{2}));  // nothing tells, so commas do
    CHECK(begins(refusal("1|2|0\n3|4|1\n"), "a.csv, line 1, column 1: there is no feature"));
  }

  TEST_CASE("a line before all others may say what separates the cells") {
    const Dataset told = read("\xEF\xBB\xBFsep=;\r\nx;y;c\r\n1;2;a\r\n3;4;b\r\n");
    CHECK(*told.X == Eigen::MatrixXd{{1, 2}, {3, 4}});
    CHECK(*told.feature_names == std::vector<std::string>{"x", "y"});
    // What it says goes before what the lines look like.
    CHECK(begins(refusal("sep=,\n1;2;0,1\n3;4;1,0\n"), "a.csv, line 2, column 1: \"1;2;0\""));
    CHECK(*read("sep=\t\n1\t2\t0\n3\t4\t1\n").X == Eigen::MatrixXd{{1, 2}, {3, 4}});
    CHECK(*read("sep= \n1 2 0\n3 4 1\n").X == Eigen::MatrixXd{{1, 2}, {3, 4}});
    // Lines are counted as the file has them.
    CHECK(begins(refusal("sep=;\n1;2;0\n3;x;1\n"), "a.csv, line 3, column 2: \"x\" is not"));
    for (const std::string_view text : {"sep=\n1;2;0\n", "sep=|\n1|2|0\n", "sep=;;\n1;2;0\n"}) {
      INFO(text);
      CHECK(refusal(text).find("names no separator; it can be a comma, a semicolon, a tab or a "
                               "blank") != std::string::npos);
    }
    CHECK(begins(refusal("sep=;\n"), "a.csv, line 1, column 1: there are no rows"));
    CHECK(begins(refusal("sep=;\n1,2,0\n"), "a.csv, line 2, column 1: there is no feature"));
  }

  TEST_CASE("decimals behind commas are refused, wherever they stand") {
    for (const std::string text : {"1,5;2;no\n2,5;3;yes\n1,0;2;no\n", "1,5\t2\tx\n2,5\t3\ty\n",
                                   "1,5 2 x\n2,5 3 y\n", "1;2,5\n2;3,5\n"}) {
      INFO(text);
      CHECK(refusal(text).ends_with("with a point before its decimals"));
    }
  }

  TEST_CASE("words and names in quotes: a doubled quote is one") {
    const auto read = columns_of("\"x \"\"1\"\"\",b,k\n1,2,\"a \"\"b\"\"\"\n3,4,c\n", {});
    REQUIRE(read);
    CHECK(read->words == std::vector<std::string>{"a \"b\"", "c"});
    CHECK(read->columns.feature_names->front() == "x \"1\"");
  }

  TEST_CASE("a cell in quotes may go on in the next line") {
    const auto read = columns_of("\"length\r\n(cm)\",b,k\r\n\n1,2,\"a,\n\"\"x\"\"\"\n3,4,c\n", {});
    REQUIRE(read);
    CHECK(*read->columns.X == Eigen::MatrixXd{{1, 2}, {3, 4}});
    CHECK(read->columns.feature_names->front() == "length (cm)");
    CHECK(read->words == std::vector<std::string>{"a, \"x\"", "c"});
    // Lines are counted as the file has them, a row by its first one.
    CHECK(read->lines == std::vector<int>{4, 6});
    CHECK(begins(refusal("\"x\n\ny\",k\n1,0\n\"2\n3\",1\n"), "a.csv, line 5, column 1: \"2"));
    CHECK(begins(refusal("\"1\n2\",3,0\n4,1\n"),
                 "a.csv, line 3, column 3: the row has 2 cells where line 1 has 3"));
    // Blanks separate words that may begin with a quote.
    CHECK(columns_of("1 \"a\n2 b\"\n", {})->words == std::vector<std::string>{"\"a", "b\""});
  }

  TEST_CASE("a quote that begins a cell and has no end is refused where it stands") {
    const std::string_view said =
        "the cell begins with a quote that has no end; a cell in quotes ends with one, and a quote "
        "in it is doubled";
    CHECK(refusal("1,2,\"a\n3,4,b\n") == sentence("a.csv, line 1, column 3: ", said));
    CHECK(refusal("x,y,k\n1,2,a\n\"3\"\"\n4,b\n") == sentence("a.csv, line 3, column 1: ", said));
    CHECK(refusal("sep=;\n1;\"2;0\n") == sentence("a.csv, line 2, column 2: ", said));
    // Elsewhere in a cell it is a character as others.
    CHECK(columns_of("1,5\" pipe\n2,3\" pipe\n", {})->words ==
          std::vector<std::string>{"3\" pipe", "5\" pipe"});
  }

  TEST_CASE("patterns that are not lines of a text have numbers of their own") {
    CsvColumns patterns;
    patterns.columns = {.X = Eigen::MatrixXd{{1, 2}, {NAN, 3}}, .y = Eigen::VectorXd{{0, 1}}};
    CHECK(settle(patterns, "Data").error().message ==
          "Data, pattern 2: the feature 1 is nan; it must be a finite number");
    patterns.columns.X = Eigen::MatrixXd{{1, 2}, {3, 4}};
    patterns.columns.y = Eigen::VectorXd{{0, 0}};
    CHECK(begins(settle(patterns, "Data").error().message, "Data, pattern 1: the label is 0 in"));
  }

  TEST_CASE("feature names: quotes, missing names, bytes that are no UTF-8") {
    CHECK(read("\"a, b\",\"say \"\"x\"\"\",label\n1,2,0\n3,4,1\n").feature_names ==
          std::vector<std::string>{"a, b", "say \"x\""});
    CHECK(read("a,,label\n1,2,0\n3,4,1\n").feature_names == std::vector<std::string>{"a", "x2"});
    CHECK(read("gr\xF6\xDF"
               "e,µ,label\n1,2,0\n3,4,1\n")
              .feature_names == std::vector<std::string>{"gr\uFFFD\uFFFDe", "µ"});
  }

  TEST_CASE("two label values: the greater is +1") {
    const Dataset data = read("0,7.5\n0,-2\n0,7.5\n");
    CHECK(data.y[0] == 1);
    CHECK(data.y[1] == -1);
    CHECK(data.y[2] == 1);
  }

  TEST_CASE("several label values are renumbered from 1 in ascending order") {
    const Dataset data = read("0,10\n0,-5\n0,3\n0,10\n");
    CHECK(data.y[0] == 3);
    CHECK(data.y[1] == 1);
    CHECK(data.y[2] == 2);
    CHECK(data.y[3] == 3);
  }

  TEST_CASE("regression keeps its targets") {
    const Dataset data = read("x,t\n0,0.25\n1,0.25\n2,-7\n", Task::regression);
    CHECK(data.task == Task::regression);
    CHECK(data.y[0] == 0.25);
    CHECK(data.y[2] == -7);
    CHECK(read("0,5\n1,5\n", Task::regression).y[1] == 5);  // one value is no mistake here
  }

  TEST_CASE("refusals name source, line and column") {
    // No rows.
    CHECK(begins(refusal(""), "a.csv, line 1, column 1: there are no rows"));
    CHECK(begins(refusal("\xEF\xBB\xBF \n\n"), "a.csv, line 1, column 1: there are no rows"));
    CHECK(begins(refusal("x,y,label\n"), "a.csv, line 2, column 1: there are no rows below"));
    // No feature.
    CHECK(begins(refusal("1\n0\n"), "a.csv, line 1, column 1: there is no feature"));
    CHECK(begins(refusal("\nlabel\n0\n"), "a.csv, line 2, column 1: there is no feature"));
    // A ragged row: the first cell that is missing or too many.
    CHECK(begins(refusal("1,2,0\n3,4,1\n5,1\n"),
                 "a.csv, line 3, column 3: the row has 2 cells where line 1 has 3"));
    CHECK(begins(refusal("1,2,0\n3,4,1,9,9\n"),
                 "a.csv, line 2, column 4: the row has 5 cells where line 1 has 3"));
    CHECK(begins(refusal("a,b,label\n1,2,0\n3\n"),
                 "a.csv, line 3, column 2: the row has 1 cell where line 1 has 3"));
    CHECK(
        refusal("1 2 0\n3 4,1\n") ==
        "a.csv, line 2, column 3: the row has 2 cells where line 1 has 3, separated by blanks; all "
        "rows need the same number of cells");
    // No number.
    CHECK(refusal("a,b,label\n1,2,0\n\n3,abc,1\n") ==
          "a.csv, line 4, column 2: \"abc\" is not a number; every cell below the header must be a "
          "finite number");
    CHECK(refusal("1,2,0\n3,4,yes\n") ==
          "a.csv, line 2, column 3: \"yes\" is not a number; every cell must be a finite number");
    CHECK(begins(refusal("1,2,0\n3,,1\n"), "a.csv, line 2, column 2: the cell is empty"));
    CHECK(begins(refusal("1,,0\n3,4,1\n"), "a.csv, line 1, column 2: the cell is empty"));
    CHECK(
        begins(refusal("1,2,0\n0x10,4,1\n"), "a.csv, line 2, column 1: \"0x10\" is not a number"));
    CHECK(begins(refusal("1,2,0\n3 4,4,1\n"), "a.csv, line 2, column 1: \"3 4\" is not a number"));
    CHECK(refusal("a;b;label\n1;2;0\n3,5;4;1\n").ends_with("with a point before its decimals"));
    CHECK(refusal("a,b,l\n1,2,yes\n3,4,\n4,4,no\n") ==
          "a.csv, line 3, column 3: the cell is empty; most labels are words, so every label must "
          "be one");
    CHECK(refusal("a,b,l\n1,2,yes\n3,4,5\n4,4,no\n")
              .starts_with("a.csv, line 3, column 3: \"5\" is a number"));
    CHECK(refusal("1,5;2,5;1\n2,5;3,5;-1\n") ==
          "a.csv, line 1, column 1: \"1,5\" is not a number; every cell must be a finite number, "
          "with a point before its decimals");
    CHECK(begins(refusal(std::string_view("1,2,0\n3,4\0,1\n", 13)),
                 "a.csv, line 2, column 2: \"4\uFFFD\" is not a number"));
    // Not finite, in the first line too: it is not taken for a header.
    for (const std::string cell : {"nan", "NaN", "-nan", "inf", "-Infinity", "1e999", "-1e999"}) {
      CHECK(refusal("1,2,0\n3," + cell + ",1\n") ==
            "a.csv, line 2, column 2: \"" + cell +
                "\" is not a finite number; every cell must be a finite number");
      CHECK(begins(refusal("1," + cell + ",0\n3,4,1\n"), "a.csv, line 1, column 2: "));
      CHECK(
          begins(refusal("x,t\n1," + cell + "\n", Task::regression), "a.csv, line 2, column 2: "));
    }
    // Labels.
    CHECK(
        begins(refusal("x,label\n1,3\n2,3\n"), "a.csv, line 2, column 2: the label is 3 in every"));
    CHECK(
        begins(refusal("1,0\n2,1\n3,0.5\n"), "a.csv, line 3, column 2: the label 0.5 is one of 3"));
    CHECK(
        begins(refusal("1,0\n2,1\n3,1001\n"), "a.csv, line 3, column 2: the label 1001 is one of"));
    CHECK(
        refusal("1,0\n2,1\n3,0.5\n")
            .ends_with("three classes or more need whole numbers from -1000 to 1000 as labels; for "
                       "real targets the task is regression"));
    CHECK(read_csv("1,0\n2,1\n3,0.5\n", "a.csv", Task::classification, " (say so)")
              .error()
              .message.ends_with("the task is regression (say so)"));
    CHECK(!read_csv("1,0\n2,0\n", "a.csv", Task::classification, " (say so)")
               .error()
               .message.contains("say so"));
    CHECK(begins(refusal("\xFF\xFE"
                         "1\0,\0"),
                 "a.csv, line 1, column 1: the text is UTF-16"));
  }

  TEST_CASE("32 classes are taken, the 33rd is refused where it appears") {
    std::string text;
    for (int k = 1; k <= 32; ++k) text += "0," + std::to_string(10 * k) + "\n";
    CHECK(read(text).y[31] == 32);
    CHECK(begins(refusal(text + "0,10\n0,5\n"),
                 "a.csv, line 34, column 2: the label 5 is one value"));
  }

  TEST_CASE("long cells are cut between characters") {
    std::string cell;
    for (int i = 0; i < 50; ++i) cell += "€";  // three bytes each
    const std::string message = refusal("1,0\n" + cell + ",1\n");
    CHECK(message.find("\uFFFD") == std::string::npos);
    CHECK(message.find("€…\"") != std::string::npos);
    CHECK(message.size() < 200);
  }

  TEST_CASE("whatever is written reads back to the bit") {
    Random random(7);
    for (int trial = 0; trial < 200; ++trial) {
      const auto classes = static_cast<Eigen::Index>(1 + random.below(4));  // 1: real targets
      const auto rows = classes + static_cast<Eigen::Index>(random.below(20));
      const auto features = static_cast<Eigen::Index>(1 + random.below(5));
      const Task task = classes == 1 ? Task::regression : Task::classification;
      Eigen::MatrixXd X(rows, features);
      Eigen::VectorXd y(rows);
      const auto any = [&] {
        const double significand = random.normal();
        return std::ldexp(significand, static_cast<int>(random.below(2000)) - 1000);
      };
      for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index j = 0; j < features; ++j) X(i, j) = any();
        const auto label = static_cast<double>(i % classes);
        y[i] = classes == 1 ? any() : classes == 2 ? 2 * label - 1 : label + 1;
      }
      std::vector<std::string> feature_names;
      if (trial % 2 == 1) {
        const std::string names[] = {"plain", "a,b", "\"q\"", " blank ", "2"};
        for (Eigen::Index j = 0; j < features; ++j) {
          feature_names.push_back(names[random.below(5)]);
        }
      }
      const Dataset data =
          testing::settled({.task = task, .X = X, .y = y, .feature_names = feature_names});
      // Names that are numbers are known as names where the header is asked for.
      auto columns = columns_of(testing::write_csv(data), {.task = data.task}, true);
      REQUIRE(columns);
      const Dataset back = *settle(std::move(*columns), "a.csv");
      REQUIRE(back.X.rows() == rows);
      REQUIRE(back.X.cols() == features);
      for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index j = 0; j < features; ++j) CHECK(same_bits(back.X(i, j), data.X(i, j)));
        CHECK(same_bits(back.y[i], data.y[i]));
      }
      if (!data.feature_names.empty()) CHECK(back.feature_names == data.feature_names);
    }
  }

  TEST_CASE("random text is read or refused, never anything else") {
    const std::string_view pieces[] = {
        "1",  "-2.5", ",",   "\n",    "\r\n",  ";",     "\t",           " ",
        "\"", "\"\"", "nan", "x",     "1e9",   "\xC3",  "\xEF\xBB\xBF", ".",
        "e",  "€",    "0",   "1,2\n", "3,4\n", "5,2\n", "a,b\n"};
    Random random(11);
    int taken = 0;
    for (int trial = 0; trial < 5000; ++trial) {
      std::string text;
      for (auto length = random.below(12); length > 0; --length) {
        text += pieces[random.below(std::size(pieces))];
      }
      const auto data = read_csv(text, "a.csv", Task::classification);
      if (data) {
        ++taken;
        CHECK(data->X.rows() >= 2);
        CHECK(data->X.cols() >= 1);
        CHECK(data->X->allFinite());
        CHECK((data->y->array() != data->y[0]).any());
      } else {
        CHECK(data.error().message.starts_with("a.csv, line "));
      }
    }
    CHECK(taken > 0);
  }
}

}  // namespace marginscope
