#include "csv_preview.h"

#include "commands.h"
#include "session/csv_command.h"
#include "values.h"

namespace marginscope {

using emscripten::val;

CsvOffer csv_preview(const App& app, const val& command) {
  constexpr const char* kinds[] = {"numbers", "words", "mixed"};
  const CsvPreview preview = preview_csv(app.session(), call_of(command));
  const bool regression = preview.choice.task == Task::regression;
  val result = val::object();
  result.set("separator", std::string(1, preview.separator));
  result.set("header", preview.header);
  result.set("rows", static_cast<double>(preview.rows));
  result.set("columns", list(preview.columns, [&](const CsvPreview::Column& column) {
               val entry = val::object();
               entry.set("name", column.name);
               entry.set("kind", kinds[static_cast<std::size_t>(column.kind)]);
               entry.set("holds", holds_text(column));
               return entry;
             }));
  result.set("first", list(preview.first, [](const CsvPreview::Row& row) {
               val entry = val::object();
               entry.set("line", row.line);
               entry.set("cells", list(row.cells, text));
               return entry;
             }));
  result.set("label", static_cast<double>(preview.choice.label));
  result.set("task", regression ? "regression" : "classification");
  std::vector<double> features;
  if (preview.choice.features) {
    features.assign(preview.choice.features->begin(), preview.choice.features->end());
  }
  result.set("features", numbers(features));
  result.set("outcome", text_or_null(preview.outcome));
  result.set("fault", text_or_null(preview.fault));
  return CsvOffer(result);
}

}  // namespace marginscope
