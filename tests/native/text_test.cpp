#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdio>

#include "core/field.h"
#include "core/random.h"
#include "core/text.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

using namespace marginscope;

TEST_CASE("exact_text reads back as the same double") {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = random.below(~std::uint64_t{0});
    const double value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;
    CHECK(*parse_number(exact_text(value)) == value);
  }
  CHECK(exact_text(0.1) == "0.1");
  CHECK(exact_text(1e-9) == "1e-9");
  CHECK(exact_text(1e20) == "1e20");
  CHECK(exact_text(100000) == "100000");
}

TEST_CASE("a time is told in the unit that suits it") {
  CHECK(duration_text(1.234e-5) == "12.3 µs");
  CHECK(duration_text(0.0034) == "3.4 ms");
  CHECK(duration_text(0.0009994) == "999 µs");
  CHECK(duration_text(0.0009996) == "1 ms");
  CHECK(duration_text(0.9996) == "1 s");
  CHECK(duration_text(12) == "12 s");
  CHECK(duration_text(150) == "2:30 min");
  CHECK(duration_text(3605) == "1:00 h");
  CHECK(duration_text(3900) == "1:05 h");
  CHECK(duration_text(NAN) == "none");
}

TEST_CASE("a size in bytes is told in the unit that suits it") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(999) == "999 B");
  CHECK(bytes_text(104e6) == "104 MB");
  CHECK(bytes_text(999.4e6) == "999 MB");
  CHECK(bytes_text(999.6e6) == "1 GB");
  CHECK(bytes_text(2.24e12) == "2.24 TB");
  CHECK(bytes_text(3.2e20) == "320 EB");
}

TEST_CASE("what there is, and what something must be, are lists in words") {
  CHECK(there_are({"hk"}) == "there is hk");
  CHECK(there_are({"hk", "hka"}) == "there are hk and hka");
  CHECK(there_are({"hk", "hka", "ols"}) == "there are hk, hka and ols");
  CHECK(together({"hk", "hka", "ols"}) == "hk, hka and ols");
  CHECK(alternatives({"hk"}) == "hk");
  CHECK(alternatives({"hk", "hka", "ols"}) == "hk, hka or ols");
}

TEST_CASE("short_text is for people") {
  CHECK(short_text(0.8123) == "0.812");
  CHECK(short_text(-0.5) == "−0.5");
  CHECK(short_text(1.234e-12) == "1.23e−12");
  CHECK(short_text(std::nan("")) == "none");
  CHECK(short_text(-0.0) == "0");
  CHECK(percent_text(1.0 / 7) == "14.3 %");
}

TEST_CASE("short_text rounds as the C library does, ties to the even digit") {
  Random random(5);
  const auto expected = [](double value, int digits) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return std::string(buffer);
  };
  const auto with_two_digits = [](std::string text) {
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    const bool negative = text.find("−", e) != std::string::npos;
    const std::string exponent = text.substr(text.find_first_of("0123456789", e));
    return text.substr(0, e) + (negative ? "e-" : "e+") +
           std::string(exponent.size() == 1 ? "0" : "") + exponent;
  };
  for (int i = 0; i < 20000; ++i) {
    const int digits = 1 + static_cast<int>(random.below(17));
    // Anything, then what has few binary digits, of which many are half-way between two decimals.
    double value = std::bit_cast<double>(random.below(~std::uint64_t{0}) >> 1);
    if (i % 2) value = std::ldexp(static_cast<double>(random.below(4000)), -6);
    if (!std::isfinite(value)) continue;
    CAPTURE(value);
    CHECK(with_two_digits(short_text(value, digits)) == expected(value, digits));
  }
  CHECK(short_text(1.125) == "1.12");
  CHECK(short_text(1.375) == "1.38");
  CHECK(short_text(9.985, 3) == "9.98");
  for (const double value : {0.5, 1.5, 2.5, 8.5, 9.5, 95.0, 950.0}) {
    CHECK(with_two_digits(short_text(value, 1)) == expected(value, 1));
  }
  CHECK(short_text(1e5, 3) == "1e5");
  CHECK(short_text(99999, 3) == "1e5");
  CHECK(exact_text(-0.0) == "-0");
}

TEST_CASE("parse_number takes a number and nothing else") {
  CHECK(*parse_number(" 1.5 ") == 1.5);
  CHECK(*parse_number("−1.5e−3") == -1.5e-3);
  CHECK(!parse_number("−"));
  for (const char* text : {"", " ", "1.5x", "0x10", "1,5", "--1", "1 2"}) {
    CHECK_MESSAGE(!parse_number(text), text);
  }
  CHECK(*parse_integer("12") == 12);
  CHECK(!parse_integer("12.5"));
  CHECK(!parse_integer("1e300"));
  CHECK(*parse_integer("9007199254740991") == 9007199254740991);
  CHECK(*parse_integer("-9007199254740991") == -9007199254740991);
  // Read as a double either is the even one of the two.
  CHECK(!parse_integer("9007199254740992"));
  CHECK(!parse_integer("9007199254740993"));
  CHECK(!parse_integer("-9007199254740993"));
  CHECK(*parse_natural("9007199254740993") == 9007199254740993);
  CHECK(*parse_natural("18446744073709551615") == 18446744073709551615U);
  CHECK(!parse_natural("18446744073709551616"));
}

TEST_CASE("specs read and write the shared grammar") {
  const auto spec = parse_spec("ols:target_margins=1,1,1,10");
  REQUIRE(spec);
  CHECK(spec->name == "ols");
  REQUIRE(spec->values.size() == 1);
  CHECK(spec->values[0].second == "1,1,1,10");
  CHECK(spec_text(*spec) == "ols:target_margins=1,1,1,10");
  CHECK(!parse_spec(""));
  CHECK(!parse_spec("hk:0.4"));
}

TEST_CASE("a wrong setting is refused with its name, its value and the range") {
  const auto solver = make_solver(*parse_spec("hk:learning_rate=1.4"));
  REQUIRE(!solver);
  CHECK(solver.error().message.find("learning_rate is 1.4") != std::string::npos);
  CHECK(solver.error().message.find("0 < μ < 1") != std::string::npos);
  for (const char* text : {"hk:learning_rate=0", "hk:learning_rate=1", "hk:learning_rate=nan",
                           "hk:learning_rate=x", "hk:rate_schedule=rising", "hk:C=1", "hkk",
                           "mhks:C=0", "hk:initial_margin=-1", "ols:target_margins=1,,2"}) {
    CHECK_MESSAGE(!make_solver(*parse_spec(text)), text);
  }
  const auto twice = make_solver(*parse_spec("hk:learning_rate=0.1,learning_rate=0.2"));
  REQUIRE(!twice);
  CHECK(twice.error().message == "hk is given learning_rate twice; it may be given once");
  for (const char* list : {"1,,1", "1, ,1", "1,"}) {
    const auto with_nothing = make_solver({"ols", {{"target_margins", list}}});
    REQUIRE(!with_nothing);
    CHECK(with_nothing.error().message.starts_with("target_margins is empty; it must be a number"));
  }
}

TEST_CASE("a value with another meaning may lie beside the range") {
  const Algorithm& dkpp = **find_algorithm("dkpp");
  const Field& bits = *find_field(dkpp.fields, "kernel_bits");
  CHECK(range_text(bits) == "2 ≤ kernel_bits ≤ 24, or 0 (exact)");
  for (const char* good : {"0", "2", "24"}) CHECK(make_solver({"dkpp", {{"kernel_bits", good}}}));
  for (const char* wrong : {"1", "-1", "25"}) {
    const auto refused = make_solver({"dkpp", {{"kernel_bits", wrong}}});
    REQUIRE(!refused);
    CHECK(refused.error().message == sentence("kernel_bits is ", wrong,
                                              "; it must be a whole number with ",
                                              range_text(bits)));
  }
  // A slider passes over what is not allowed.
  CHECK(offered(bits, 1) == 0);
  CHECK(offered(bits, 2) == 2);
  CHECK(offered(bits, 0) == 0);
}

TEST_CASE("every field table is complete and its defaults are in range") {
  const auto check = [](std::string_view owner, FieldTable fields, const auto& read,
                        const auto& make) {
    for (const Field& field : fields) {
      CAPTURE(owner);
      CAPTURE(field.id);
      CHECK(!field.name.empty());
      CHECK(!field.meaning.empty());
      const auto text = read(field);
      REQUIRE(text);
      CHECK(make(field, *text));
      if (field.type == FieldType::real || field.type == FieldType::integer) {
        CHECK(field.slider_from < field.slider_to);
        CHECK((field.slider_from >= field.least || field.slider_from == field.special));
        CHECK(field.slider_to <= field.most);
        if (field.scale == FieldScale::logarithmic) CHECK(field.slider_from > 0);
      }
      if (field.type == FieldType::choice) CHECK(field.choices.size() >= 2);
    }
  };
  for (const Algorithm& row : algorithms()) {
    check(
        row.id, row.fields, [&](const Field& field) { return row.read(row, field, {}); },
        [&](const Field& field, const std::string& text) {
          return row.make(row, {{std::string(field.id), text}}).has_value();
        });
    CHECK(parse_rules(row.default_rules));
  }
  for (const RuleKind& row : rule_kinds()) {
    check(
        row.id, row.fields, [&](const Field& field) { return row.read(row, field, {}); },
        [&](const Field& field, const std::string& text) {
          return row.make(row, {{std::string(field.id), text}}).has_value();
        });
  }
}

TEST_CASE("text from outside is shown as plain text of one line") {
  CHECK(printable("plain, ±1 and 漢字 🙂") == "plain, ±1 and 漢字 🙂");
  CHECK(printable("") == "");
  const std::string shown = "�";
  // Control characters, C1 ones in UTF-8 too, separators of lines, turns of the direction.
  for (const std::string_view character :
       {"\x1b", "\n", "\r", "\t", "\x7f", "\u0080", "\u009b", "\u2028", "\u2029", "\u061c",
        "\u200f", "\u202e", "\u2066", "\uffff"}) {
    CHECK(printable(character) == shown);
  }
  CHECK(printable(std::string_view("\0", 1)) == shown);
  // What is not UTF-8, byte by byte: continuations, overlong forms, surrogates, beyond U+10FFFF, cut.
  CHECK(printable("\xa2\x80") == shown + shown);
  CHECK(printable("\xc0\xaf") == shown + shown);
  CHECK(printable("\xe0\x80\xaf") == shown + shown + shown);
  CHECK(printable("\xed\xa0\x80") == shown + shown + shown);
  CHECK(printable("\xf4\x90\x80\x80") == shown + shown + shown + shown);
  CHECK(printable("\xf8\x88\x80\x80") == shown + shown + shown + shown);
  CHECK(printable("a\xe2\x82") == "a" + shown + shown);
  CHECK(in_quotes(std::string(100, 'x')) == "\"" + std::string(40, 'x') + "…\"");
  // Whole characters.
  CHECK(shortened("äää", 3) == "ä…");
  CHECK(shortened("äää", 6) == "äää");
  CHECK(fail("red \x1b[31m").error().message == "red " + shown + "[31m");
}

TEST_CASE("a name is printable, no longer than a line, and the name of itself") {
  Random random(11);
  // Bytes of all kinds: those that begin and continue characters are often beside one another.
  constexpr unsigned char some[] = {'a',  ' ',  0x1b, 0x80, 0xbf, 0xc3,
                                    0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f};
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text;
    for (std::uint64_t left = random.below(300); left > 0; --left) {
      text +=
          static_cast<char>(trial % 2 ? some[random.below(std::size(some))] : random.below(256));
    }
    const std::string name = name_from(text);
    CHECK(name_from(name) == name);
    CHECK(printable(name) == name);
    CHECK(name.size() <= 103);  // with the three bytes of "…"
  }
}
