#include "session/arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "session/session.h"

namespace marginscope {
namespace {

constexpr int largest_whole = std::numeric_limits<int>::max();

// What an argument of this kind must be where the session's points are the ones that can be meant.
std::string demand(const Session& session, ArgumentKind kind) {
  const Eigen::Index count = session.scene().data.size();
  if (count == 0 && kind == ArgumentKind::points) kind = ArgumentKind::point;
  return demand_of(kind, count == 0 ? std::string(", and there is none")
                                    : ", 0 to " + std::to_string(count - 1));
}

bool lists_points(const Session& session, std::string_view text) {
  const auto count = static_cast<std::uint64_t>(session.scene().data.size());
  return text.empty() || std::ranges::all_of(split(text, ','), [count](std::string_view piece) {
           const auto index = parse_natural(piece);
           return index && *index < count;
         });
}

bool suits(const Session& session, ArgumentKind kind, const Argument& argument) {
  const double number = argument.number;
  const bool is_whole = !argument.is_text && number == std::floor(number);
  switch (kind) {
    case ArgumentKind::number:
      return !argument.is_text && std::isfinite(number);
    case ArgumentKind::whole:
      return is_whole && std::abs(number) <= largest_whole;
    case ArgumentKind::seed:
      return argument.is_text ? parse_natural(argument.text).has_value()
                              : is_whole && number >= 0 && number <= largest_exact_integer;
    case ArgumentKind::points:
      if (argument.is_text) return lists_points(session, argument.text);
      [[fallthrough]];
    case ArgumentKind::point:
      return is_whole && number >= 0 && number < static_cast<double>(session.scene().data.size());
    case ArgumentKind::text:
      return argument.is_text;
    case ArgumentKind::setting:
      return true;
    case ArgumentKind::part:
      break;
  }
  return argument.is_text && (argument.text == "training" || argument.text == "validation");
}

}  // namespace

std::string demand_of(ArgumentKind kind, std::string_view which) {
  switch (kind) {
    case ArgumentKind::number:
      return "a finite number";
    case ArgumentKind::whole:
      return sentence("a whole number from −", std::to_string(largest_whole), " to ",
                      std::to_string(largest_whole));
    case ArgumentKind::seed:
      return "a whole number from 0 to 2^53 − 1, or the text of one up to 2^64 − 1";
    case ArgumentKind::point:
    case ArgumentKind::points:
      return sentence("the index of a point", which,
                      kind == ArgumentKind::points ? ", or a list of such" : "");
    case ArgumentKind::text:
      return "a text";
    case ArgumentKind::setting:
      return "a number, a text or a list of numbers";
    case ArgumentKind::part:
      break;
  }
  return "“training” or “validation”";
}

std::string_view script_type(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::number:
    case ArgumentKind::whole:
    case ArgumentKind::point:
      return "number";
    case ArgumentKind::seed:
      return "string | number";
    case ArgumentKind::points:
      return "number | number[]";
    case ArgumentKind::text:
      return "string";
    case ArgumentKind::setting:
      return "string | number | number[]";
    case ArgumentKind::part:
      break;
  }
  return "'training' | 'validation'";
}

std::string missing_argument(const Session& session, std::string_view type,
                             const CommandField& field) {
  return sentence(type, " needs ", field.name, ": ", demand(session, field.kind));
}

Result<void> Arguments::read(const Session& session, std::string_view type,
                             const CommandFields& fields, const Call& call) {
  std::vector<std::string> known;
  for (const CommandField& field : fields) {
    if (!field.name.empty()) known.emplace_back(field.name);
  }
  for (const Argument& argument : call.arguments) {
    if (std::find(known.begin(), known.end(), argument.name) != known.end()) continue;
    const std::string name = shortened(argument.name, longest_quote);
    return fail(known.empty()
                    ? sentence(type, " has no argument, so ", name, " cannot be given")
                    : sentence(type, " has no argument ", name, "; it has ", together(known)));
  }
  for (std::size_t i = 0; i < fields.size() && !fields[i].name.empty(); ++i) {
    const CommandField& field = fields[i];
    const Argument* argument = find_argument(call, field.name);
    if (!argument) {
      if (field.optional) continue;
      const bool of_points =
          field.kind == ArgumentKind::point || field.kind == ArgumentKind::points;
      if (of_points && session.scene().data.size() == 0) {
        return fail(sentence(type, " needs a point, and there is none"));
      }
      return fail(missing_argument(session, type, field));
    }
    const bool is_integer =
        (field.kind == ArgumentKind::seed || field.kind == ArgumentKind::points) &&
        suits(session, field.kind, *argument);
    const std::string shown = argument->is_text ? argument->text
                              : is_integer
                                  ? std::to_string(static_cast<long long>(argument->number))
                                  : exact_text(argument->number);
    if (!suits(session, field.kind, *argument)) {
      // "1" is not 1; a list of points has come as a text of its own accord.
      const bool quoted = argument->is_text && field.kind != ArgumentKind::points;
      return fail(sentence(field.name, " of ", type, " is ",
                           quoted ? in_quotes(shown) : shortened(shown, longest_quote),
                           "; it must be ", demand(session, field.kind)));
    }
    values_[i] = Value{argument->number, shown};
  }
  return {};
}

std::vector<int> Arguments::Value::points() const {
  std::vector<int> list;
  if (text.empty()) return list;
  for (const std::string_view piece : split(text, ',')) {
    list.push_back(static_cast<int>(*parse_natural(piece)));
  }
  return list;
}

}  // namespace marginscope
