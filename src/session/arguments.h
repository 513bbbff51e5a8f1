#pragma once  // for src/session only

// What a command is called with: the fields that it has, and the arguments of a call, each checked
// to be what its field demands and read by its name.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/text.h"
#include "session/call.h"

namespace marginscope {

class Session;

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

inline constexpr std::size_t most_fields = 8;
using CommandFields = std::array<CommandField, most_fields>;  // those behind the last have no name

// The refusal of a call without an argument that `type` needs.
std::string missing_argument(const Session& session, std::string_view type,
                             const CommandField& field);

// The arguments of a call in the order of the fields, each checked to be of its kind; one that is
// optional may be missing.
class Arguments {
 public:
  struct Value {
    double number;
    std::string text;

    std::vector<int> points() const;  // that it lists
  };

  // Those of a call of `type`, which has these fields. The error says what is wrong with the call.
  Result<void> read(const Session& session, std::string_view type, const CommandFields& fields,
                    const Call& call);

  const std::optional<Value>& operator[](std::size_t field) const { return values_[field]; }

 private:
  std::array<std::optional<Value>, most_fields> values_;
};

// The arguments by the names of these fields. A name that is none of them, or of another kind than
// what is read, does not compile.
template <const CommandFields& fields>
struct Given {
  // The place of a field of one of these kinds, of any where none is said. Where there is no such field
  // the search leaves the list, which the compiler refuses.
  template <ArgumentKind... kinds>
  struct Name {
    consteval Name(const char* name) {
      while (fields[place].name != name ||
             (sizeof...(kinds) > 0 && (... && (fields[place].kind != kinds)))) {
        ++place;
      }
    }
    std::size_t place = 0;
  };

  static constexpr const CommandField& field(Name<> name) { return fields[name.place]; }

  bool has(Name<> name) const { return arguments[name.place].has_value(); }
  double number(Name<ArgumentKind::number> name) const { return arguments[name.place]->number; }
  int whole(Name<ArgumentKind::whole, ArgumentKind::point> name) const {
    return static_cast<int>(arguments[name.place]->number);
  }
  std::uint64_t seed(Name<ArgumentKind::seed> name) const {
    return *parse_natural(arguments[name.place]->text);
  }
  std::optional<std::uint64_t> seed_if_given(Name<ArgumentKind::seed> name) const {
    return arguments[name.place] ? std::optional(seed(name)) : std::nullopt;
  }
  const std::string& text(Name<ArgumentKind::text, ArgumentKind::setting> name) const {
    return arguments[name.place]->text;
  }
  std::vector<int> points(Name<ArgumentKind::points> name) const {
    return arguments[name.place]->points();
  }
  // Training where it is left out.
  bool validation(Name<ArgumentKind::part> name) const {
    return arguments[name.place] && arguments[name.place]->text == "validation";
  }

  const Arguments& arguments;
};

}  // namespace marginscope
