#pragma once  // for every room above

// The vocabulary of the playground, as a table: each command with its fields and what it does. The
// messages of a refusal and the page's type declarations are made from it.

#include <array>
#include <span>
#include <string_view>

#include "data/csv_preview.h"
#include "session/session.h"

namespace marginscope {

enum class ArgumentKind {
  number,  // finite
  whole,   // in the range of an int
  seed,    // a whole number from 0 on; a text holds all of them
  point,   // the index of a point of the scene
  points,  // such an index, or a list of them
  text,
  setting,  // a text, a number, or a list of numbers: a setting's value, columns
  part      // "training" or "validation"
};

struct CommandField {
  std::string_view name = {};
  ArgumentKind kind = ArgumentKind::number;
  bool optional = false;
};

// The arguments of a call in the order of the fields, each checked to be of its kind; one that is
// optional may be missing.
class Arguments;

inline constexpr std::size_t most_fields = 8;

struct CommandKind {
  std::string_view type;
  std::array<CommandField, most_fields> fields;  // those behind the last have no name
  Result<void> (*carry_out)(Session& session, const Arguments& given);
};

std::span<const CommandKind> command_kinds();

// What the command `csv` would make of the session, and what its text offers to choose from; the
// fault is the sentence that it would refuse with.
CsvPreview preview_csv(const Session& session, const Call& call);

}  // namespace marginscope
