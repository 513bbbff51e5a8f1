#include "data/csv_preview.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/problems.h"

namespace marginscope {
namespace {

using Kind = CsvPreview::Kind;

CsvPreview preview(std::string_view text, const CsvChoice& choice = {}) {
  const auto table = read_table(text, "a.csv");
  testing::require(table);
  return preview_of(*table, choice);
}

std::vector<std::string> held(const CsvPreview& preview) {
  std::vector<std::string> texts;
  for (const CsvPreview::Column& column : preview.columns) texts.push_back(holds_text(column));
  return texts;
}

}  // namespace

TEST_SUITE("csv preview") {
  TEST_CASE("numbers under a header, the last column the label") {
    const CsvPreview seen = preview("a,b,kind\n1,2,0\n3,4,1\n5,4,0\n");
    CHECK(seen.separator == ',');
    CHECK(seen.header);
    CHECK(seen.rows == 3);
    REQUIRE(seen.columns.size() == 3);
    CHECK(seen.columns[0].name == "a");
    CHECK(seen.columns[2].name == "kind");
    CHECK(held(seen) == std::vector<std::string>{"numbers, 3 different", "numbers, 2 different",
                                                 "numbers, 2 different"});
    REQUIRE(seen.first.size() == 3);
    CHECK(seen.first[0].line == 2);
    CHECK(seen.first[2].cells == std::vector<std::string>{"5", "4", "0"});
    CHECK(seen.choice.label == 3);
    CHECK(seen.choice.features == std::vector<std::size_t>{1, 2});
    CHECK(seen.choice.task == Task::classification);
  }

  TEST_CASE("columns without names, words, mixtures, empty cells, and what is not finite") {
    const CsvPreview seen = preview("1\tx\tno\t1\tnan\n2\t3\tyes\t\t2\n3\t4\tno\t5\tinf\n");
    CHECK(seen.separator == '\t');
    CHECK(!seen.header);
    CHECK(seen.columns[2].name == "Column 3");
    CHECK(seen.columns[1].kind == Kind::mixed);
    CHECK(seen.columns[1].odd == "x");
    CHECK(seen.columns[1].line == 1);
    CHECK(seen.columns[2].kind == Kind::words);
    CHECK(seen.columns[4].kind == Kind::mixed);
    CHECK(held(seen) == std::vector<std::string>{"numbers, 3 different", "\"x\" in line 1",
                                                 "words, 2 different", "an empty cell in line 2",
                                                 "\"nan\" in line 1"});
  }

  TEST_CASE("quoted cells are shown as they are meant, blanks separate, blank lines are counted") {
    const CsvPreview quoted = preview("\"a, b\";\"say \"\"x\"\"\"\n\n1;\"one; \"\"two\"\"\"\n");
    CHECK(quoted.separator == ';');
    CHECK(quoted.columns[0].name == "a, b");
    CHECK(quoted.columns[1].name == "say \"x\"");
    REQUIRE(quoted.first.size() == 1);
    CHECK(quoted.first[0].line == 3);
    CHECK(quoted.first[0].cells == std::vector<std::string>{"1", "one; \"two\""});
    const CsvPreview blanks = preview(" a  kind\n 1   yes\n2 no \n");
    CHECK(blanks.separator == ' ');
    CHECK(blanks.first[1].cells == std::vector<std::string>{"2", "no"});
  }

  TEST_CASE("a cell of several lines is one row of the preview") {
    const CsvPreview seen = preview("x,k\n1,\"a\nb\"\n2,c\n");
    CHECK(seen.rows == 2);
    REQUIRE(seen.first.size() == 2);
    CHECK(seen.first[0].cells == std::vector<std::string>{"1", "a b"});
    CHECK(seen.first[1].line == 4);
  }

  TEST_CASE("of many rows the first are shown, and values are counted while they are few") {
    std::string text;
    for (int i = 0; i < 40; ++i) text += std::to_string(i) + "," + std::to_string(i % 3) + "\n";
    const CsvPreview seen = preview(text);
    CHECK(seen.rows == 40);
    CHECK(seen.first.size() == 8);
    CHECK(seen.columns[0].different == 0);
    CHECK(held(seen) == std::vector<std::string>{"numbers", "numbers, 3 different"});
  }

  TEST_CASE("the choice is shown as it stands, its task that of the label") {
    const std::string_view text = "no,1,2\nyes,3,4\n";
    const CsvPreview first = preview(text, {.usual = Task::regression, .label = 1});
    CHECK(first.choice.task == Task::classification);
    CHECK(first.choice.features == std::vector<std::size_t>{2, 3});
    CHECK(preview(text, {.usual = Task::regression}).choice.task == Task::regression);
    const CsvPreview none = preview(text, {.label = 1, .features = {{}}});
    CHECK(none.choice.features->empty());
    CHECK(preview(text, {.label = 9}).choice.label == 9);
  }

  TEST_CASE("what comes is told with its classes or its target") {
    const auto told = [](std::string_view text, const CsvChoice& choice = {}) {
      const auto read = read_columns(*read_table(text, "a.csv"), choice);
      testing::require(read);
      return outcome_text(*read, *settle(*read, "a.csv"));
    };
    CHECK(told("1,1\n2,-1\n") == "2 patterns, 1 feature, 2 classes.");
    CHECK(told("1,5,0.5\n2,3,1.5\n", {.task = Task::regression}) ==
          "2 patterns, 2 features, a real target.");
    CHECK(
        told("1,b\n2,a\n3,c\n") ==
        "3 patterns, 1 feature, 3 classes: \"a\" is class 1, \"b\" is class 2, \"c\" is class 3.");
  }

  TEST_CASE("what is no table is refused: nothing, a header alone, one column, a ragged row") {
    for (const std::string_view text : {"", " \n\n", "a,b\n", "1\n2\n", "1,2\n3\n"}) {
      CAPTURE(text);
      CHECK(!read_table(text, "a.csv"));
    }
  }
}

}  // namespace marginscope
