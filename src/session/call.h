#pragma once  // for src/session only

// A command as a person or a program calls it: its type and named arguments. The canvas, the mirror,
// `apply`, the laboratory and the tests all speak in calls; commands.cpp says which there are.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace marginscope {

// A number or a text. A list of numbers is a text with commas between them.
struct Argument {
  std::string name = {};
  bool is_text = false;
  double number = 0;
  std::string text = {};
};

// An argument as it is written where a call is made, which copies it: few instructions there.
struct Written {
  constexpr Written(std::string_view name_, double value) : name(name_), number(value) {}
  constexpr Written(std::string_view name_, std::string_view value)
      : name(name_), is_text(true), text(value) {}
  constexpr Written(std::string_view name_, const char* value)
      : Written(name_, std::string_view(value)) {}
  Written(std::string_view name_, const std::string& value)
      : Written(name_, std::string_view(value)) {}

  std::string_view name;
  bool is_text = false;
  double number = 0;
  std::string_view text = {};
};

struct Call {
  Call();
  Call(std::string_view type, std::initializer_list<Written> arguments = {});
  Call(const Call&);
  Call(Call&&) noexcept;
  Call& operator=(const Call&);
  Call& operator=(Call&&) noexcept;
  ~Call();

  std::string type;
  std::vector<Argument> arguments;
};

// The argument of a name; null where there is none.
const Argument* find_argument(const Call& call, std::string_view name);

// The call with one argument more.
Call with(Call call, const Written& argument);

}  // namespace marginscope
