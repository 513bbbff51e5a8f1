#pragma once  // for every room above

// Errors that a user can cause are values: one sentence that says what is wrong, where, and what
// would be right, whatever bytes it quotes. Nothing in the core throws.

#include <expected>
#include <string>
#include <string_view>

namespace marginscope {

// The message is made printable (core/text.h): it may quote what came from outside.
struct Error {
  Error(std::string_view text);

  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

std::unexpected<Error> fail(std::string_view message);

inline std::unexpected<Error> fail(const Error& error) { return std::unexpected<Error>(error); }

}  // namespace marginscope
