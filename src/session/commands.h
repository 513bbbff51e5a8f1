#pragma once  // for every room above

// The vocabulary of the playground, as a table: each command with its fields and what it does. The
// messages of a refusal, the page's type declarations and the reference are made from it.

#include <array>
#include <span>
#include <string_view>

#include "data/csv_preview.h"
#include "session/session.h"

namespace marginscope {

enum class ArgumentKind {
  number,
  whole,  // in the range of an int
  seed,
  point,  // of the scene
  points,
  text,
  setting,  // a setting's value, columns
  part
};

// What an argument of this kind must be, in words; `which` says which points there are.
std::string demand_of(ArgumentKind kind, std::string_view which = ", from 0");

// The same as a type of TypeScript.
std::string_view script_type(ArgumentKind kind);

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

// What the command does, in a sentence or two. Of one of `command_kinds`.
std::string_view command_meaning(const CommandKind& kind);

// What the command `csv` would make of the session, and what its text offers to choose from; the
// fault is the sentence that it would refuse with.
CsvPreview preview_csv(const Session& session, const Call& call);

}  // namespace marginscope
