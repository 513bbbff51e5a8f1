#include "app/fuzz_kinds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "app/fuzz_checks.h"
#include "core/text.h"
#include "data/csv.h"
#include "session/csv_command.h"
#include "session/session.h"
#include "support/csv_text.h"
#include "support/problems.h"
#include "support/random_scenes.h"

namespace marginscope::testing {
namespace {

using namespace std::literals;

constexpr std::string_view nasty_cells[] = {"NA",      "?",      "−3",
                                            "0x10",    "1e999",  "-1e999",
                                            "",        "\"",     "\"\"\"",
                                            "nan",     "inf",    "1e308",
                                            "5e-324",  "\0"sv,   "\u202E",
                                            "\u2066",  "\u200B", "\r",
                                            "\n",      "\n\n",   ";",
                                            "\t",      ",",      ",,",
                                            "1,5",     "1;5",    "1e",
                                            "+1",      ".5",     "5.",
                                            "\xFF",    "\xC3",   "\xEF\xBB\xBF",
                                            "\x1B[2J", " ",      "\u00A0",
                                            "1_000",   "1 000",  "99999999999999999999",
                                            "-0",      "label",  "1e-400",
                                            "0.1",     "٣"};

constexpr std::string_view column_lists[] = {"1", "2,1", "1,2,3", "3", "1,1", "", "0", "1,x"};

}  // namespace

std::string nasty_csv(Random& random) {
  const Dataset data =
      one_in(random, 2)
          ? random_file(random)
          : *make_named_problem({std::string(any_of(random, named_problems()).id), {}},
                                random.below(100));
  std::vector<std::string> lines;
  const std::string whole = write_csv(data);
  for (const std::string_view line : split(whole, '\n')) lines.emplace_back(line);
  for (auto edits = random.below(4); edits > 0; --edits) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(lines.size()));
    switch (random.below(4)) {
      case 0:
        lines.insert(lines.begin() + at, any_of(random, lines));
        break;
      case 1:
        if (lines.size() > 1) lines.erase(lines.begin() + at);
        break;
      case 2:
        std::swap(lines[static_cast<std::size_t>(at)], lines.back());
        break;
      default: {
        // A cell is another, in every line or in one.
        const bool all = one_in(random, 3);
        const std::size_t cell = random.below(4);
        const std::string_view nasty = any_of(random, nasty_cells);
        for (std::size_t i = 0; i < lines.size(); ++i) {
          if (!all && static_cast<std::ptrdiff_t>(i) != at) continue;
          std::string line;
          std::size_t c = 0;
          for (const std::string_view piece : split(lines[i], ',')) {
            line += (c > 0 ? "," : "") + std::string(c == cell ? nasty : piece);
            ++c;
          }
          lines[i] = line;
        }
      }
    }
  }
  constexpr std::string_view ends[] = {"\n", "\n", "\n", "\r\n", "\r", "\n\n"};
  const std::string_view end = any_of(random, ends);
  std::string text;
  for (const std::string& line : lines) text += line + std::string(end);
  if (one_in(random, 4))
    std::replace(text.begin(), text.end(), ',', one_in(random, 2) ? ';' : '\t');
  return one_in(random, 3) ? text : mutated(random, std::move(text), nasty_cells);
}

Attempt try_csv(Random& random) {
  const std::string text = nasty_csv(random);
  const std::string name = one_in(random, 2) ? random_word(random) : "a.csv";
  for (const Task task : {Task::classification, Task::regression}) {
    const auto data = read_csv(text, name, task);
    if (!data) {
      check_refusal(data.error());
      continue;
    }
    REQUIRE(data->size() > 0);
    REQUIRE(data->X->allFinite());
    REQUIRE(data->y->allFinite());
    for (const std::string& feature : data->feature_names) REQUIRE(printable(feature) == feature);
    // What was read is written, and is read again.
    const std::string written = write_csv(*data);
    const auto table = read_table(written, name, !data->feature_names.empty());
    require(table);
    const auto columns = read_columns(*table, {.task = task});
    require(columns);
    const auto again = settle(*columns, name);
    require(again);
    REQUIRE(*again->X == *data->X);
  }
  Session session;
  session.set_patience(0ns);
  if (one_in(random, 3)) carry_out(session, {"problem", {{"text", "sinc"}}}, false);
  Call call{"csv", {{"text", text}, {"name", name}}};
  if (one_in(random, 5)) call = with(call, {"label", static_cast<double>(random.below(5))});
  if (one_in(random, 5)) call = with(call, {"features", any_of(random, column_lists)});
  const CsvPreview preview = preview_csv(session, call);
  const bool readable = preview.fault.empty();
  REQUIRE(preview.outcome.empty() == !readable);
  if (!readable) check_refusal(Error(preview.fault));
  for (const CsvPreview::Column& column : preview.columns) {
    REQUIRE(printable(column.name) == column.name);
    REQUIRE(printable(holds_text(column)) == holds_text(column));
  }
  REQUIRE(carry_out(session, call, true) == readable);
  carry_out(session, {"step", {{"count", 3.0}}}, false);
  come_to_rest(session);
  check_shown(session);
  check_saved(session.scene());
  return readable ? Attempt::taken : Attempt::refused;
}

}  // namespace marginscope::testing
