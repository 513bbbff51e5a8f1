#include "session/call.h"

#include <utility>

namespace marginscope {

Call::Call() = default;
Call::Call(const Call&) = default;
Call::Call(Call&&) noexcept = default;
Call& Call::operator=(const Call&) = default;
Call& Call::operator=(Call&&) noexcept = default;
Call::~Call() = default;

Call::Call(std::string_view type_, std::initializer_list<Written> written) : type(type_) {
  for (const Written& argument : written) *this = with(std::move(*this), argument);
}

const Argument* find_argument(const Call& call, std::string_view name) {
  for (const Argument& argument : call.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

Call with(Call call, const Written& argument) {
  call.arguments.push_back(
      {std::string(argument.name), argument.is_text, argument.number, std::string(argument.text)});
  return call;
}

}  // namespace marginscope
