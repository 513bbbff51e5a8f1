#pragma once  // for every room above

// Errors that a user can cause are values: one sentence that says what is wrong, where, and what
// would be right. Nothing in the core throws.

#include <expected>
#include <string>
#include <utility>

namespace marginscope {

struct Error {
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message) {
  return std::unexpected<Error>(Error{std::move(message)});
}

inline std::unexpected<Error> fail(const Error& error) { return std::unexpected<Error>(error); }

}  // namespace marginscope
