#pragma once  // for every room above

// Named problems: shared by tests, page and command line. Some are fixed points, some are drawn by
// a seeded generator whose settings have a field table like everything else.

#include <cstdint>
#include <span>
#include <string_view>

#include "core/dataset.h"
#include "core/field.h"
#include "core/text.h"

namespace marginscope {

struct NamedProblem {
  std::string_view id = {};       // "four-points"
  std::string_view name = {};     // "Four points"
  std::string_view meaning = {};  // one sentence: what one sees on it
  std::string_view source = {};
  FieldTable fields = {};  // empty for fixed points
  bool random = false;     // true where the seed matters

  // An algorithm with its settings for people whose present one does not take these data: "hk:…";
  // empty where any that takes them will do.
  std::string_view suggests = {};

  Result<Dataset> (*make)(const NamedProblem& self, const SpecValues& values,
                          std::uint64_t seed) = nullptr;
  Result<std::string> (*read)(const NamedProblem& self, const Field& field,
                              const SpecValues&) = nullptr;
};

std::span<const NamedProblem> named_problems();
Result<const NamedProblem*> find_named_problem(std::string_view id);

// "two-gaussians:n=60,distance=2" with the given seed. Points lie on the default grid.
Result<Dataset> make_named_problem(const Spec& spec, std::uint64_t seed);

}  // namespace marginscope
