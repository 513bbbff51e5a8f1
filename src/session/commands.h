#pragma once  // for every room above

// The vocabulary of the playground, as a table: each command with its fields and what it does. The
// messages of a refusal, the page's type declarations and the reference are made from it.

#include <span>
#include <string_view>

#include "session/arguments.h"
#include "session/session.h"

namespace marginscope {

struct CommandKind {
  std::string_view type;
  CommandFields fields;
  Result<void> (*carry_out)(Session& session, const Arguments& given);
};

std::span<const CommandKind> command_kinds();

// What the command does, in a sentence or two. Of one of `command_kinds`.
std::string_view command_meaning(const CommandKind& kind);

}  // namespace marginscope
