#pragma once  // for src/solvers only

// What the file of one algorithm needs to enter the registry.

#include "solvers/registry.h"

namespace marginscope {

// Completes a row for the solver class S, constructible from `S::Settings`.
template <class S>
constexpr Algorithm algorithm_row(Algorithm row) {
  row.make = [](const Algorithm& self,
                const SpecValues& values) -> Result<std::unique_ptr<Solver>> {
    auto settings = settings_from<typename S::Settings>(self.fields, self.id, values);
    if (!settings) return fail(settings.error());
    return std::make_unique<S>(*settings);
  };
  row.read = [](const Algorithm& self, const Field& field, const SpecValues& values) {
    return field_text_from<typename S::Settings>(self.fields, self.id, field, values);
  };
  return row;
}

#define ALGORITHM(row) Algorithm row();
#include "solvers/every_algorithm.def"
#undef ALGORITHM

}  // namespace marginscope
