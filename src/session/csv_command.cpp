#include "session/csv_command.h"

#include "core/text.h"
#include "data/csv.h"
#include "session/session.h"

namespace marginscope {
namespace {

Result<CsvTable> table_of(Given<csv_fields> given) {
  return read_table(given.text("text"), given.text("name"));
}

// Of the columns that a text lists, counted from 1.
Result<std::vector<std::size_t>> parse_columns(std::string_view text) {
  std::vector<std::size_t> columns;
  if (trimmed(text).empty()) return columns;
  for (const std::string_view piece : split(text, ',')) {
    const auto column = parse_natural(piece);
    if (!column || *column == 0) {
      return fail(sentence("features of csv is ", shortened(text, longest_quote),
                           "; it must be columns, counted from 1, with commas between them"));
    }
    columns.push_back(static_cast<std::size_t>(*column));
  }
  return columns;
}

Result<CsvChoice> choice_of(const Session& session, Given<csv_fields> given) {
  CsvChoice choice{.usual = session.scene().data.task};
  if (given.has("label")) {
    if (given.whole("label") < 1) return fail("The label's column is counted from 1");
    choice.label = static_cast<std::size_t>(given.whole("label"));
  }
  if (given.has("task")) {
    const auto task = parse_task(given.text("task"));
    if (!task) return fail(task.error());
    choice.task = *task;
  }
  if (given.has("features")) {
    auto features = parse_columns(given.text("features"));
    if (!features) return fail(features.error());
    choice.features = std::move(*features);
  }
  return choice;
}

struct CsvData {
  CsvColumns read;
  Dataset settled;
};

Result<CsvData> data_of(const CsvTable& table, const Result<CsvChoice>& choice) {
  if (!choice) return fail(choice.error());
  auto read = read_columns(table, *choice);
  if (!read) return fail(read.error());
  auto settled = settle(*read, table.source, ": choose “a real target” for the label");
  if (!settled) return fail(settled.error());
  if (settled->size() > most_points) {
    return fail(sentence(table.source, " has ", std::to_string(settled->size()), " rows; up to ",
                         std::to_string(most_points),
                         " are shown, and the command line takes as many as there is memory for"));
  }
  return CsvData{std::move(*read), std::move(*settled)};
}

}  // namespace

Result<void> load_csv(Session& session, const Arguments& arguments) {
  const Given<csv_fields> given{arguments};
  const auto table = table_of(given);
  if (!table) return fail(table.error());
  auto data = data_of(*table, choice_of(session, given));
  if (!data) return fail(data.error());
  auto done = session.apply(SetData{std::move(data->settled), given.text("name")});
  if (done && !data->read.words.empty()) {
    session.set_notice(
        std::string(trimmed(sentence(classes_text(data->read), " ", session.notice()))));
  }
  return done;
}

CsvPreview preview_csv(const Session& session, const Call& call) {
  Arguments arguments;
  if (auto good = arguments.read(session, "csv", csv_fields, call); !good) {
    return {.fault = good.error().message};
  }
  const Given<csv_fields> given{arguments};
  const auto table = table_of(given);
  if (!table) return {.fault = table.error().message};
  const auto choice = choice_of(session, given);
  const CsvChoice usual{.usual = session.scene().data.task};
  CsvPreview preview = preview_of(*table, choice.value_or(usual));
  if (const auto data = data_of(*table, choice)) {
    preview.outcome = outcome_text(data->read, data->settled);
  } else {
    preview.fault = data.error().message;
  }
  return preview;
}

}  // namespace marginscope
