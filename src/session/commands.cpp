#include "session/commands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/text.h"
#include "data/csv.h"

namespace marginscope {

class Arguments {
 public:
  bool has(std::size_t field) const { return values_[field].has_value(); }
  double number(std::size_t field) const { return values_[field]->number; }
  int whole(std::size_t field) const { return static_cast<int>(number(field)); }
  std::uint64_t seed(std::size_t field) const { return *parse_natural(text(field)); }
  const std::string& text(std::size_t field) const { return values_[field]->text; }
  std::vector<int> points(std::size_t field) const {
    std::vector<int> list;
    if (text(field).empty()) return list;
    for (const std::string_view piece : split(text(field), ',')) {
      list.push_back(static_cast<int>(*parse_natural(piece)));
    }
    return list;
  }
  // Training where it is left out.
  bool validation(std::size_t field) const { return has(field) && text(field) == "validation"; }

  // The error says what is wrong with the call.
  Result<void> read(const Session& session, const CommandKind& kind, const Call& call);

 private:
  struct Value {
    double number;
    std::string text;
  };
  std::array<std::optional<Value>, most_fields> values_;
};

namespace {

// What an argument of this kind must be, in words.
std::string demand(const Session& session, ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::number:
      return "a finite number";
    case ArgumentKind::whole:
      return "a whole number";
    case ArgumentKind::seed:
      return "a whole number from 0 to 2^53, or the text of one up to 2^64 − 1";
    case ArgumentKind::point:
    case ArgumentKind::points:
      return session.scene().data.size() == 0
                 ? std::string("the index of a point, and there is none")
                 : sentence("the index of a point, 0 to ",
                            std::to_string(session.scene().data.size() - 1),
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
      return is_whole && std::abs(number) <= std::numeric_limits<int>::max();
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

std::string missing(const Session& session, std::string_view type, const CommandField& field) {
  return sentence(type, " needs ", field.name, ": ", demand(session, field.kind));
}

using Given = const Arguments&;
using enum ArgumentKind;

Result<void> add_point(Session& session, Given given);
Result<void> spray(Session& session, Given given);
Result<void> label_by_curve(Session& session, Given given);
Result<void> set_curve(Session& session, Given given);
Result<void> set_formula(Session& session, Given given);
Result<void> load_csv(Session& session, Given given);
Result<void> set_pace(Session& session, Given given);

// An edit of the points that are given, else of the selected ones.
template <class Make>
Result<void> apply_to_points(Session& session, Given given, std::size_t field, Make make) {
  if (!given.has(field) && session.selection().empty()) {
    return fail("No point is selected; “index” says which are meant otherwise");
  }
  return session.apply(make(given.has(field) ? given.points(field) : session.selection()));
}

std::optional<std::uint64_t> seed_if_given(Given given, std::size_t field) {
  return given.has(field) ? std::optional(given.seed(field)) : std::nullopt;
}

constexpr CommandField add_point_fields[] = {
    {"x", number}, {"y", number}, {"label", number, true}, {"part", part, true}};

constexpr CommandKind kinds[] = {
    // --- Points ---
    {"add-point",
     {add_point_fields[0], add_point_fields[1], add_point_fields[2], add_point_fields[3]},
     add_point},
    {"move-point",
     {{{"index", point}, {"x", number}, {"y", number}}},
     [](Session& s, Given g) {
       return s.apply(MovePoint{g.whole(0), g.number(1), g.number(2)});
     }},
    {"remove-point",
     {{{"index", points}}},
     [](Session& s, Given g) { return s.apply(RemovePoints{g.points(0)}); }},
    {"label",
     {{{"index", points}, {"label", number}}},
     [](Session& s, Given g) {
       return s.apply(SetLabel{g.points(0), g.number(1)});
     }},
    {"part",
     {{{"index", points}, {"part", part, true}}},
     [](Session& s, Given g) {
       return s.apply(SetPart{g.points(0), g.validation(1)});
     }},
    // Without an index these are about the selected points.
    {"move-points",
     {{{"dx", number}, {"dy", number}, {"index", points, true}}},
     [](Session& s, Given g) {
       return apply_to_points(s, g, 2, [&g](std::vector<int> list) {
         return MovePoints{std::move(list), g.number(0), g.number(1)};
       });
     }},
    // Moved by so much, which is by itself a little to the right and down; the copies are selected.
    {"duplicate-points",
     {{{"index", points, true}, {"dx", number, true}, {"dy", number, true}}},
     [](Session& s, Given g) {
       const double little = s.scene().grid.extent / 64;
       return apply_to_points(s, g, 0, [&g, little](std::vector<int> list) {
         return DuplicatePoints{std::move(list), g.has(1) ? g.number(1) : little,
                                g.has(2) ? g.number(2) : -little};
       });
     }},
    {"flip-labels",
     {{{"index", points, true}}},
     [](Session& s, Given g) {
       return apply_to_points(s, g, 0,
                              [](std::vector<int> list) { return FlipLabels{std::move(list)}; });
     }},
    // Of the training points where none are given.
    {"noise",
     {{{"amount", number}, {"index", points, true}, {"seed", seed, true}}},
     [](Session& s, Given g) {
       AddNoise noise{.amount = g.number(0), .seed = seed_if_given(g, 2)};
       if (g.has(1)) noise.indices = g.points(1);
       return s.apply(std::move(noise));
     }},
    // Without a label the curve gives it.
    {"spray",
     {{{"x", number},
       {"y", number},
       {"radius", number},
       {"count", whole},
       {"label", number, true},
       {"part", part, true},
       {"seed", seed, true},
       {"radius_up", number, true}}},
     spray},
    // A list x1, y1, x2, y2 …; without one there is no curve any more.
    {"curve", {{{"places", setting, true}}}, set_curve},
    {"formula", {{{"text", text}}}, set_formula},
    // Of all points where none are given; 1 above it and −1 below, unless labels are.
    {"label-by-curve",
     {{{"index", points, true}, {"above", number, true}, {"below", number, true}}},
     label_by_curve},
    {"split-validation",
     {{{"fraction", number}}},
     [](Session& s, Given g) { return s.apply(SplitValidation{g.number(0)}); }},
    {"clear-points", {}, [](Session& s, Given) { return s.apply(ClearPoints{}); }},
    // --- Data ---
    {"problem",
     {{{"text", text}, {"seed", seed, true}}},
     [](Session& s, Given g) {
       SetProblem problem{g.text(0)};
       if (g.has(1)) problem.seed = g.seed(1);
       return s.apply(std::move(problem));
     }},
    {"problem-setting",
     {{{"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetProblemField{g.text(0), g.text(1)});
     }},
    {"draw",
     {{{"seed", seed, true}}},
     [](Session& s, Given g) {
       return s.apply(DrawAgain{g.has(0) ? g.seed(0) : s.scene().seed + 1});
     }},
    {"seed", {{{"seed", seed}}}, [](Session& s, Given g) { return s.apply(SetSeed{g.seed(0)}); }},
    // Columns are counted from 1. By default the label is the last and all others are features; the
    // task is classification where the labels are words, else that of the scene.
    {"csv",
     {{{"text", text},
       {"name", text},
       {"label", whole, true},
       {"task", text, true},
       {"features", setting, true}}},
     load_csv},
    {"scaling",
     {{{"id", text}}},
     [](Session& s, Given g) { return s.apply(SetScaling{g.text(0)}); }},
    // Two features, counted from 1; without them the first two principal components. Machines learn from
    // "all" features or from the "shown" ones alone, as before where that is not said.
    {"projection",
     {{{"x", whole, true}, {"y", whole, true}, {"learned", text, true}}},
     [](Session& s, Given g) -> Result<void> {
       Projection projection{.principal = !g.has(0) && !g.has(1)};
       for (const std::size_t axis : {0, 1}) {
         if (g.has(axis)) projection.features[axis] = g.whole(axis) - 1;
       }
       if (!g.has(2)) {
         projection.alone = s.scene().projection.alone && !projection.principal;
       } else if (g.text(2) == "shown" || g.text(2) == "all") {
         projection.alone = g.text(2) == "shown";
       } else {
         return fail(sentence("learned is ", in_quotes(g.text(2)), "; it must be all or shown"));
       }
       return s.apply(SetProjection{projection});
     }},
    // --- Algorithm and rules, of the chosen machine ---
    {"algorithm",
     {{{"id", text}}},
     [](Session& s, Given g) { return s.apply(SetAlgorithm{g.text(0)}); }},
    {"set",
     {{{"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetField{g.text(0), g.text(1)});
     }},
    {"set-pattern",
     {{{"field", text}, {"index", point}, {"value", number}}},
     [](Session& s, Given g) {
       return s.apply(SetPatternField{g.text(0), g.whole(1), g.number(2)});
     }},
    {"rules", {{{"text", text}}}, [](Session& s, Given g) { return s.apply(SetRules{g.text(0)}); }},
    {"add-rule",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.apply(AddRule{g.text(0)}); }},
    {"remove-rule",
     {{{"group", whole}}},
     [](Session& s, Given g) { return s.apply(RemoveRule{g.whole(0)}); }},
    {"rule-setting",
     {{{"group", whole}, {"rule", whole}, {"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetRuleField{g.whole(0), g.whole(1), g.text(2), g.text(3)});
     }},
    // --- Machines, which are counted from 0. A comparison begins with a copy of the chosen one. ---
    {"compare", {}, [](Session& s, Given) { return s.apply(CopyMachine{}); }},
    {"remove-machine",
     {{{"index", whole}}},
     [](Session& s, Given g) { return s.apply(RemoveMachine{g.whole(0)}); }},
    {"rename-machine",
     {{{"index", whole}, {"name", text}}},
     [](Session& s, Given g) {
       return s.apply(RenameMachine{g.whole(0), g.text(1)});
     }},
    {"move-machine",
     {{{"index", whole}, {"to", whole}}},
     [](Session& s, Given g) {
       return s.apply(MoveMachine{g.whole(0), g.whole(1)});
     }},
    {"choose-machine",
     {{{"index", whole}}},
     [](Session& s, Given g) { return s.choose(g.whole(0)); }},
    // --- Time ---
    {"step", {{{"count", whole}}}, [](Session& s, Given g) { return s.step(g.whole(0)); }},
    {"seek", {{{"iteration", whole}}}, [](Session& s, Given g) { return s.seek(g.whole(0)); }},
    {"end", {}, [](Session& s, Given) { return s.seek_end(); }},
    {"play", {}, [](Session& s, Given) { return s.play(); }},
    {"pause",
     {},
     [](Session& s, Given) -> Result<void> {
       s.pause();
       return {};
     }},
    {"cancel",
     {},
     [](Session& s, Given) -> Result<void> {
       s.cancel();
       return {};
     }},
    {"toggle-play", {}, [](Session& s, Given) { return s.toggle_play(); }},
    {"show-retained", {}, [](Session& s, Given) { return s.show_retained(); }},
    {"limit",
     {{{"most", whole}}},
     [](Session& s, Given g) { return s.apply(SetLimit{g.whole(0)}); }},
    {"speed", {{{"speed", number}}}, [](Session& s, Given g) { return s.set_speed(g.number(0)); }},
    {"pace", {{{"pace", text}}}, set_pace},
    // --- What is looked at ---
    {"select",
     {{{"index", points, true}}},
     [](Session& s, Given g) -> Result<void> {
       s.select_points(g.has(0) ? g.points(0) : std::vector<int>());
       return {};
     }},
    {"dismiss",
     {},
     [](Session& s, Given) -> Result<void> {
       s.set_notice("");
       return {};
     }},
    // --- The scene as a whole ---
    {"undo",
     {},
     [](Session& s, Given) -> Result<void> {
       if (!s.undo()) return fail("There is nothing to undo");
       return {};
     }},
    {"redo",
     {},
     [](Session& s, Given) -> Result<void> {
       if (!s.redo()) return fail("There is nothing to redo");
       return {};
     }},
    {"scene", {{{"text", text}}}, [](Session& s, Given g) { return s.open(g.text(0)); }},
    {"replace",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.apply(SetScene{g.text(0)}); }},
};

Result<void> add_point(Session& session, Given given) {
  // Where y is the target a point has no label.
  if (!given.has(2) && !session.plane().shows_target) {
    return fail(missing(session, "add-point", add_point_fields[2]));
  }
  return session.apply(AddPoint{given.number(0), given.number(1),
                                given.has(2) ? given.number(2) : given.number(1),
                                given.validation(3)});
}

Result<void> spray(Session& session, Given given) {
  Spray spray{.x = given.number(0),
              .y = given.number(1),
              .radius = given.number(2),
              .radius_up = given.number(given.has(7) ? 7 : 2),
              .count = given.whole(3),
              .validation = given.validation(5),
              .seed = seed_if_given(given, 6)};
  if (given.has(4)) {
    spray.label = given.number(4);
  } else {
    spray.label = session.curve().places;
  }
  return session.apply(std::move(spray));
}

Result<void> label_by_curve(Session& session, Given given) {
  LabelByCurve command;
  command.curve = session.curve().places;
  if (given.has(0)) {
    command.indices = given.points(0);
  } else {
    command.indices.resize(static_cast<std::size_t>(session.scene().data.size()));
    std::iota(command.indices.begin(), command.indices.end(), 0);
  }
  if (given.has(1)) command.above = given.number(1);
  if (given.has(2)) command.below = given.number(2);
  return session.apply(std::move(command));
}

Result<void> set_curve(Session& session, Given given) {
  if (!given.has(0)) {
    session.set_curve({});
    return {};
  }
  auto places = parse_curve(given.text(0));
  if (!places) return fail(places.error());
  session.set_curve({std::move(*places)});
  return {};
}

Result<void> set_formula(Session& session, Given given) {
  auto curve = formula_curve(given.text(0), session.scene().grid);
  if (!curve) return fail(curve.error());
  session.set_curve({std::move(*curve), std::string(right_side(given.text(0)))});
  return {};
}

Result<void> set_pace(Session& session, Given given) {
  const auto pace = parse_pace(given.text(0));
  if (!pace) return fail(pace.error());
  session.set_pace(*pace);
  return {};
}

Result<CsvTable> table_of(Given given) { return read_table(given.text(0), given.text(1)); }

// Of the columns that a text lists, counted from 1.
Result<std::vector<std::size_t>> parse_columns(std::string_view text) {
  std::vector<std::size_t> columns;
  if (trimmed(text).empty()) return columns;
  for (const std::string_view piece : split(text, ',')) {
    const auto column = parse_natural(piece);
    if (!column || *column == 0) {
      return fail(sentence("features of csv is ", shortened(text, longest_quote),
                           "; it must be columns, counted from 1, with commas between them"));
    }
    columns.push_back(static_cast<std::size_t>(*column));
  }
  return columns;
}

Result<CsvChoice> choice_of(const Session& session, Given given) {
  CsvChoice choice{.usual = session.scene().data.task};
  if (given.has(2)) {
    if (given.whole(2) < 1) return fail("The label's column is counted from 1");
    choice.label = static_cast<std::size_t>(given.whole(2));
  }
  if (given.has(3)) {
    const bool regression = given.text(3) == "regression";
    if (!regression && given.text(3) != "classification") {
      return fail(sentence("There is no task ", in_quotes(given.text(3)),
                           "; there are classification and regression"));
    }
    choice.task = regression ? Task::regression : Task::classification;
  }
  if (given.has(4)) {
    auto features = parse_columns(given.text(4));
    if (!features) return fail(features.error());
    choice.features = std::move(*features);
  }
  return choice;
}

struct CsvData {
  CsvColumns read;
  Dataset settled;
};

Result<CsvData> data_of(const CsvTable& table, const Result<CsvChoice>& choice) {
  if (!choice) return fail(choice.error());
  auto read = read_columns(table, *choice);
  if (!read) return fail(read.error());
  auto settled = settle(*read, table.source, ": choose “a real target” for the label");
  if (!settled) return fail(settled.error());
  if (settled->size() > most_points) {
    return fail(sentence(table.source, " has ", std::to_string(settled->size()), " rows; up to ",
                         std::to_string(most_points),
                         " are shown, and the command line takes as many as there is memory for"));
  }
  return CsvData{std::move(*read), std::move(*settled)};
}

Result<void> load_csv(Session& session, Given given) {
  const auto table = table_of(given);
  if (!table) return fail(table.error());
  auto data = data_of(*table, choice_of(session, given));
  if (!data) return fail(data.error());
  auto done = session.apply(SetData{std::move(data->settled), given.text(1)});
  if (done && !data->read.words.empty()) {
    session.set_notice(
        std::string(trimmed(sentence(classes_text(data->read), " ", session.notice()))));
  }
  return done;
}

}  // namespace

Result<void> Arguments::read(const Session& session, const CommandKind& kind, const Call& call) {
  std::vector<std::string> known;
  for (const CommandField& field : kind.fields) {
    if (!field.name.empty()) known.emplace_back(field.name);
  }
  for (const Argument& argument : call.arguments) {
    if (std::find(known.begin(), known.end(), argument.name) != known.end()) continue;
    const std::string name = shortened(argument.name, longest_quote);
    return fail(
        known.empty()
            ? sentence(kind.type, " has no argument, so ", name, " cannot be given")
            : sentence(kind.type, " has no argument ", name, "; it has ", alternatives(known)));
  }
  for (std::size_t i = 0; i < kind.fields.size() && !kind.fields[i].name.empty(); ++i) {
    const CommandField& field = kind.fields[i];
    const Argument* argument = find_argument(call, field.name);
    if (!argument) {
      if (field.optional) continue;
      const bool of_points =
          field.kind == ArgumentKind::point || field.kind == ArgumentKind::points;
      if (of_points && session.scene().data.size() == 0) {
        return fail(sentence(kind.type, " needs a point, and there is none"));
      }
      return fail(missing(session, kind.type, field));
    }
    const bool is_integer =
        (field.kind == ArgumentKind::seed || field.kind == ArgumentKind::points) &&
        suits(session, field.kind, *argument);
    const std::string shown = argument->is_text ? argument->text
                              : is_integer
                                  ? std::to_string(static_cast<long long>(argument->number))
                                  : exact_text(argument->number);
    if (!suits(session, field.kind, *argument)) {
      return fail(sentence(field.name, " of ", kind.type, " is ", shortened(shown, longest_quote),
                           "; it must be ", demand(session, field.kind)));
    }
    values_[i] = Value{argument->number, shown};
  }
  return {};
}

std::span<const CommandKind> command_kinds() { return kinds; }

CsvPreview preview_csv(const Session& session, const Call& call) {
  Arguments given;
  const auto kind = std::ranges::find(kinds, std::string_view("csv"), &CommandKind::type);
  if (auto good = given.read(session, *kind, call); !good) return {.fault = good.error().message};
  const auto table = table_of(given);
  if (!table) return {.fault = table.error().message};
  const auto choice = choice_of(session, given);
  const CsvChoice usual{.usual = session.scene().data.task};
  CsvPreview preview = preview_of(*table, choice.value_or(usual));
  if (const auto data = data_of(*table, choice)) {
    preview.outcome = outcome_text(data->read, data->settled);
  } else {
    preview.fault = data.error().message;
  }
  return preview;
}

Result<void> Session::carry_out(const Call& call) {
  std::vector<std::string> known;
  for (const CommandKind& kind : kinds) {
    if (kind.type != call.type) {
      known.emplace_back(kind.type);
      continue;
    }
    Arguments arguments;
    if (auto good = arguments.read(*this, kind, call); !good) return good;
    return kind.carry_out(*this, arguments);
  }
  return fail(
      call.type.empty()
          ? marginscope::sentence("A command is an object with a type: ", alternatives(known))
          : marginscope::sentence("There is no command ", in_quotes(call.type), "; known are ",
                                  alternatives(known)));
}

}  // namespace marginscope
