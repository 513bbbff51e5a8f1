#pragma once  // for every room above

// The field table of a settings struct. One row per setting gives its name, symbol, range, scale,
// unit, formula and source; the widgets, the command line, the link, the messages and the lists of
// what there is all read it. A setting is added in one place: its row.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/text.h"

namespace marginscope {

struct Field;
using FieldTable = std::span<const Field>;

// One choice of a setting that takes one of a few named values; of a variant, with settings of its
// own.
struct Choice {
  std::string_view id = {};
  std::string_view meaning = {};
  FieldTable fields = {};
  // In the statistic of a rule: what stands for the field's symbol there; where the field has none,
  // the whole statistic.
  std::string_view symbol = {};
};

// A list with one number per training pattern; patterns beyond its end take the field's `filler`.
using PatternList = std::vector<double>;

// A variant is a choice whose choices have settings of their own, written `gaussian:sigma=3`.
enum class FieldType { real, integer, choice, variant, pattern_list };
// "real", "integer", "choice", "variant", "pattern-list"
std::string_view field_type_id(FieldType type);

enum class FieldScale { linear, logarithmic };

struct Field {
  std::string_view id = {};       // "learning_rate"
  std::string_view symbol = {};   // "μ"
  std::string_view name = {};     // "Learning rate"
  std::string_view meaning = {};  // one sentence
  std::string_view formula = {};  // as plain text: "B ← B + μ(E + |E|)"
  std::string_view source = {};   // "Lauer & Bloch 2006, eq. 8"
  FieldType type = FieldType::real;

  // The closed range of real, integer and listed values; `above_least` excludes `least` itself and
  // `below_most` excludes `most`.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above_least = false;
  bool below_most = false;

  // What a slider offers; a typed value may use the whole range.
  double slider_from = 0;
  double slider_to = 1;
  FieldScale scale = FieldScale::linear;
  std::string_view unit = "";
  // A value that means something else than its number, and what: 0, "exact". It need not be in the range.
  double special = std::numeric_limits<double>::quiet_NaN();
  std::string_view special_text = {};
  std::string_view tries = "";  // values that a selection usually tries: "0.1,1,10"
  // What is minimised depends on it, not only the way there.
  bool in_criterion = false;

  std::span<const Choice> choices = {};  // of a choice or a variant
  double filler = 0;                     // of a pattern list

  // The text of the number that is in effect, where the special value stands for one that the other
  // settings make.
  std::string (*in_effect)(const void* settings) = nullptr;

  // Access to the member inside its struct. Set by the factories below.
  std::string (*read)(const void* settings) = nullptr;
  void (*write)(void* settings, std::span<const double> values) = nullptr;
  // Of a variant: the struct that the choices' own fields belong to, and its replacement by one
  // made from a choice and the named values of its settings.
  const void* (*inside)(const void* settings) = nullptr;
  Result<void> (*choose)(const Field& self, void* settings, std::size_t choice,
                         const SpecValues& values) = nullptr;
};

namespace detail {
template <class>
struct MemberOf;
template <class Struct, class Member>
struct MemberOf<Member Struct::*> {
  using Settings = Struct;
  using Value = Member;
};
std::string list_text(std::span<const double> values);

// A struct of which `type` says which of a variant's choices it is.
template <class Value>
concept Variant = requires(Value value) {
  value.type;
};
}  // namespace detail

// Sets the fields that `values` names, in order. An unknown name is an error that lists the known
// ones; `owner` ("hk", "moment-stationary") tells whose they are.
Result<void> set_fields(FieldTable table, void* settings, std::string_view owner,
                        const SpecValues& values);

// Binds a row to a member: `bind<&HoKashyapSettings::learning_rate>({...})`. The member may be a
// double, an int, a bool or enum class (a choice, by index), a PatternList, or a struct with a
// member `type` (a variant).
template <auto Member>
constexpr Field bind(Field field) {
  using Settings = typename detail::MemberOf<decltype(Member)>::Settings;
  using Value = typename detail::MemberOf<decltype(Member)>::Value;
  field.read = [](const void* settings) -> std::string {
    const auto& value = static_cast<const Settings*>(settings)->*Member;
    if constexpr (std::is_same_v<Value, PatternList>) {
      return detail::list_text(value);
    } else if constexpr (detail::Variant<Value>) {
      return exact_text(static_cast<double>(value.type));
    } else {
      return exact_text(static_cast<double>(value));
    }
  };
  if constexpr (detail::Variant<Value>) {
    field.inside = [](const void* settings) -> const void* {
      return &(static_cast<const Settings*>(settings)->*Member);
    };
    field.choose = [](const Field& self, void* settings, std::size_t choice,
                      const SpecValues& values) -> Result<void> {
      Value next;
      next.type = static_cast<decltype(next.type)>(choice);
      const Choice& chosen = self.choices[choice];
      if (auto done = set_fields(chosen.fields, &next, chosen.id, values); !done) return done;
      static_cast<Settings*>(settings)->*Member = next;
      return {};
    };
  } else {
    field.write = [](void* settings, std::span<const double> values) {
      auto& value = static_cast<Settings*>(settings)->*Member;
      if constexpr (std::is_same_v<Value, PatternList>) {
        value.assign(values.begin(), values.end());
      } else {
        value = static_cast<Value>(values[0]);
      }
    };
  }
  return field;
}

const Field* find_field(FieldTable table, std::string_view id);

// The field's present value as text: a number, the name of a choice, `name:key=value` for a
// variant, or a comma-separated list.
std::string field_text(const Field& field, const void* settings);

// A number of the field as people read it: to so many digits, or what it stands for, with its unit;
// another text as it is.
std::string shown_text(const Field& field, std::string_view text, int digits);

// Sets the field from text. The error names the field, the value and the allowed range, and
// `settings` is untouched by it.
Result<void> set_field(const Field& field, void* settings, std::string_view text);

// A settings struct with the named values set and defaults elsewhere.
template <class Settings>
Result<Settings> settings_from(FieldTable table, std::string_view owner, const SpecValues& values) {
  Settings settings;
  if (auto done = set_fields(table, &settings, owner, values); !done) return fail(done.error());
  return settings;
}

// The text of one field in the struct that `values` makes, default included.
template <class Settings>
Result<std::string> field_text_from(FieldTable table, std::string_view owner, const Field& field,
                                    const SpecValues& values) {
  auto settings = settings_from<Settings>(table, owner, values);
  if (!settings) return fail(settings.error());
  return field_text(field, &*settings);
}

// The text of one setting of a row that has a table `fields` and reads them (`read`): of an
// algorithm, a rule, a named problem. What `value` says as the row writes it. Errors: the row has no
// such setting, or it cannot have this value.
template <class Row>
Result<std::string> setting_text(const Row& row, std::string_view id, std::string_view value) {
  const Field* field = find_field(row.fields, id);
  // An unknown name is refused by whoever reads the settings.
  return row.read(row, field ? *field : Field{}, {{std::string(id), std::string(value)}});
}

// The text of a variant with one of its chosen setting's values replaced: "gaussian:sigma=3" with
// sigma and "2" gives "gaussian:sigma=2". Nothing is checked; set_field does that.
std::string variant_text_with(std::string_view text, std::string_view setting,
                              std::string_view value);

// The index of the choice that `text` (of a choice or a variant) names; 0 where it names none.
std::size_t chosen_index(const Field& field, std::string_view text);

// The range in words: "0 < μ < 1", "n > 0, or 0 (exact)"; of a choice its values, of a variant those
// with their settings.
std::string range_text(const Field& field);

// What a slider gives at a number that it comes to: between the special value and the range, the former.
double offered(const Field& field, double value);

}  // namespace marginscope
