#pragma once

// A separated text before it is opened, as a JavaScript value.

#include <emscripten/val.h>

#include "app/app.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(CsvOffer)

inline constexpr char csv_offer_type[] = R"({
  separator: ',' | ';' | '\t' | ' ';
  header: boolean;
  rows: number;
  // None where the text is no table. What one `holds` is told in words: "numbers, 3 different".
  columns: { name: string; kind: 'numbers' | 'words' | 'mixed'; holds: string }[];
  first: { line: number; cells: string[] }[];
  // The choice, columns counted from 1.
  label: number;
  task: 'classification' | 'regression';
  features: number[];
  // What comes, or the sentence that says why nothing can.
  outcome: string | null;
  fault: string | null;
})";

// What the command `csv` with these arguments would make of its text.
CsvOffer csv_preview(const App& app, const emscripten::val& command);

}  // namespace marginscope
