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

// A row of the vocabulary. The meaning is for those who read about it: the page, which never asks for
// one, carries none of them, since kinds and meanings are taken from the rows apart.
struct Row {
  std::string_view type, meaning;
  decltype(CommandKind::fields) fields;
  decltype(CommandKind::carry_out) carry_out;
};

constexpr Row rows[] = {
    // --- Points ---
    {"add-point",
     "Adds a point, training where “part” is not given. It needs its label but where y is the "
     "target.",
     {add_point_fields[0], add_point_fields[1], add_point_fields[2], add_point_fields[3]},
     add_point},
    {"move-point",
     "Moves a point to a place on the plane.",
     {{{"index", point}, {"x", number}, {"y", number}}},
     [](Session& s, Given g) {
       return s.apply(MovePoint{g.whole(0), g.number(1), g.number(2)});
     }},
    {"remove-point",
     "Removes points.",
     {{{"index", points}}},
     [](Session& s, Given g) { return s.apply(RemovePoints{g.points(0)}); }},
    {"label",
     "Gives points a class, in regression a target.",
     {{{"index", points}, {"label", number}}},
     [](Session& s, Given g) {
       return s.apply(SetLabel{g.points(0), g.number(1)});
     }},
    {"part",
     "Makes points training or validation; training where it is not said.",
     {{{"index", points}, {"part", part, true}}},
     [](Session& s, Given g) {
       return s.apply(SetPart{g.points(0), g.validation(1)});
     }},
    {"move-points",
     "Moves points by so much, the selected ones where none are given.",
     {{{"dx", number}, {"dy", number}, {"index", points, true}}},
     [](Session& s, Given g) {
       return apply_to_points(s, g, 2, [&g](std::vector<int> list) {
         return MovePoints{std::move(list), g.number(0), g.number(1)};
       });
     }},
    {"duplicate-points",
     "Copies points, the selected ones where none are given, and moves the copies by so much, by "
     "itself a little to the right and down; they are selected then.",
     {{{"index", points, true}, {"dx", number, true}, {"dy", number, true}}},
     [](Session& s, Given g) {
       const double little = s.scene().grid.extent / 64;
       return apply_to_points(s, g, 0, [&g, little](std::vector<int> list) {
         return DuplicatePoints{std::move(list), g.has(1) ? g.number(1) : little,
                                g.has(2) ? g.number(2) : -little};
       });
     }},
    {"flip-labels",
     "Gives points the other class, of several the next; the selected ones where none are given.",
     {{{"index", points, true}}},
     [](Session& s, Given g) {
       return apply_to_points(s, g, 0,
                              [](std::vector<int> list) { return FlipLabels{std::move(list)}; });
     }},
    {"noise",
     "Flips a share of the labels, in regression adds normal noise of that deviation to the "
     "targets; of the training points where none are given. What is drawn is drawn by the seed.",
     {{{"amount", number}, {"index", points, true}, {"seed", seed, true}}},
     [](Session& s, Given g) {
       AddNoise noise{.amount = g.number(0), .seed = seed_if_given(g, 2)};
       if (g.has(1)) noise.indices = g.points(1);
       return s.apply(std::move(noise));
     }},
    {"spray",
     "Spreads so many points over a circle, or an ellipse where “radius_up” is given; without a "
     "label the curve gives it.",
     {{{"x", number},
       {"y", number},
       {"radius", number},
       {"count", whole},
       {"label", number, true},
       {"part", part, true},
       {"seed", seed, true},
       {"radius_up", number, true}}},
     spray},
    {"curve",
     "Lays a curve across the plane, a list x1, y1, x2, y2 …; without one there is no curve any "
     "more.",
     {{{"places", setting, true}}},
     set_curve},
    {"formula",
     "Lays the curve of a formula, as in “y > sin(2x)”.",
     {{{"text", text}}},
     set_formula},
    {"label-by-curve",
     "Labels points by the side of the curve that they are on, all of them where none are given: 1 "
     "above it and −1 below, unless labels are given.",
     {{{"index", points, true}, {"above", number, true}, {"below", number, true}}},
     label_by_curve},
    {"split-validation",
     "Makes a fraction of the points, drawn by the seed, the validation part.",
     {{{"fraction", number}}},
     [](Session& s, Given g) { return s.apply(SplitValidation{g.number(0)}); }},
    {"clear-points",
     "Removes all points.",
     {},
     [](Session& s, Given) { return s.apply(ClearPoints{}); }},
    // --- Data ---
    {"problem",
     "Draws the points of a named problem, written with its settings as in “clouds:noise=0.2”.",
     {{{"text", text}, {"seed", seed, true}}},
     [](Session& s, Given g) {
       SetProblem problem{g.text(0)};
       if (g.has(1)) problem.seed = g.seed(1);
       return s.apply(std::move(problem));
     }},
    {"problem-setting",
     "Changes a setting of the named problem and draws its points anew.",
     {{{"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetProblemField{g.text(0), g.text(1)});
     }},
    {"draw",
     "Draws the named problem again, with the next seed where none is given.",
     {{{"seed", seed, true}}},
     [](Session& s, Given g) {
       return s.apply(DrawAgain{g.has(0) ? g.seed(0) : s.scene().seed + 1});
     }},
    {"seed",
     "Sets the seed of whatever is drawn at random.",
     {{{"seed", seed}}},
     [](Session& s, Given g) { return s.apply(SetSeed{g.seed(0)}); }},
    {"csv",
     "Reads comma-separated text. Columns are counted from 1; by default the label is the last and "
     "all others are features, and the task is classification where the labels are words, else "
     "that of the scene.",
     {{{"text", text},
       {"name", text},
       {"label", whole, true},
       {"task", text, true},
       {"features", setting, true}}},
     load_csv},
    {"scaling",
     "Chooses how features are scaled for the machine: none, standard or unit.",
     {{{"id", text}}},
     [](Session& s, Given g) { return s.apply(SetScaling{g.text(0)}); }},
    {"projection",
     "Shows two features, counted from 1, or without them the first two principal components. "
     "Machines learn from “all” features or from the “shown” ones alone, as before where that is "
     "not said.",
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
     "Chooses the algorithm, which brings its default rules; settings that it knows stay as they "
     "are.",
     {{{"id", text}}},
     [](Session& s, Given g) { return s.apply(SetAlgorithm{g.text(0)}); }},
    {"set",
     "Changes a setting of the algorithm; of its kernel as in “kernel:sigma”.",
     {{{"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetField{g.text(0), g.text(1)});
     }},
    {"set-pattern",
     "Changes a setting that has a value for each pattern, for one of them.",
     {{{"field", text}, {"index", point}, {"value", number}}},
     [](Session& s, Given g) {
       return s.apply(SetPatternField{g.text(0), g.whole(1), g.number(2)});
     }},
    {"rules",
     "Replaces the stopping rules.",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.apply(SetRules{g.text(0)}); }},
    {"add-rule",
     "Adds a stopping rule, or a group that holds together.",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.apply(AddRule{g.text(0)}); }},
    {"remove-rule",
     "Removes a group of rules, counted from 0.",
     {{{"group", whole}}},
     [](Session& s, Given g) { return s.apply(RemoveRule{g.whole(0)}); }},
    {"rule-setting",
     "Changes a setting of a rule, which is told by its group and its place in it, both counted "
     "from 0.",
     {{{"group", whole}, {"rule", whole}, {"field", text}, {"value", setting}}},
     [](Session& s, Given g) {
       return s.apply(SetRuleField{g.whole(0), g.whole(1), g.text(2), g.text(3)});
     }},
    // --- Machines ---
    {"compare",
     "Puts a copy of the chosen machine beside it. Machines are counted from 0.",
     {},
     [](Session& s, Given) { return s.apply(CopyMachine{}); }},
    {"remove-machine",
     "Removes one of several machines.",
     {{{"index", whole}}},
     [](Session& s, Given g) { return s.apply(RemoveMachine{g.whole(0)}); }},
    {"rename-machine",
     "Gives a machine a name; an empty one takes it away.",
     {{{"index", whole}, {"name", text}}},
     [](Session& s, Given g) {
       return s.apply(RenameMachine{g.whole(0), g.text(1)});
     }},
    {"move-machine",
     "Moves a machine to another place in the order.",
     {{{"index", whole}, {"to", whole}}},
     [](Session& s, Given g) {
       return s.apply(MoveMachine{g.whole(0), g.whole(1)});
     }},
    {"choose-machine",
     "Chooses the machine that charts, rules and edits are about.",
     {{{"index", whole}}},
     [](Session& s, Given g) { return s.choose(g.whole(0)); }},
    // --- Time ---
    {"step",
     "Goes so many iterations on, up to the next stop, or back where the count is negative.",
     {{{"count", whole}}},
     [](Session& s, Given g) { return s.step(g.whole(0)); }},
    {"seek",
     "Goes to an iteration, exactly.",
     {{{"iteration", whole}}},
     [](Session& s, Given g) { return s.seek(g.whole(0)); }},
    {"end", "Goes on to the next stop.", {}, [](Session& s, Given) { return s.seek_end(); }},
    {"play", "Begins to play.", {}, [](Session& s, Given) { return s.play(); }},
    {"pause",
     "Stops playing.",
     {},
     [](Session& s, Given) -> Result<void> {
       s.pause();
       return {};
     }},
    {"cancel",
     "Gives up what takes long; what was reached stays.",
     {},
     [](Session& s, Given) -> Result<void> {
       s.cancel();
       return {};
     }},
    {"toggle-play",
     "Plays or pauses; gives up what takes long, and at the end begins again.",
     {},
     [](Session& s, Given) { return s.toggle_play(); }},
    {"show-retained",
     "Goes to the iteration that a rule retains, and back to the stop.",
     {},
     [](Session& s, Given) { return s.show_retained(); }},
    {"limit",
     "Sets how many iterations a run may have.",
     {{{"most", whole}}},
     [](Session& s, Given g) { return s.apply(SetLimit{g.whole(0)}); }},
    {"speed",
     "Sets how many iterations a second are played; 0: as many as there is time for.",
     {{{"speed", number}}},
     [](Session& s, Given g) { return s.set_speed(g.number(0)); }},
    {"pace",
     "Chooses how several machines keep together while they play: by “iteration” or by “time”.",
     {{{"pace", text}}},
     set_pace},
    // --- What is looked at ---
    {"select",
     "Selects points, or none.",
     {{{"index", points, true}}},
     [](Session& s, Given g) -> Result<void> {
       s.select_points(g.has(0) ? g.points(0) : std::vector<int>());
       return {};
     }},
    {"dismiss",
     "Takes the notice away.",
     {},
     [](Session& s, Given) -> Result<void> {
       s.set_notice("");
       return {};
     }},
    // --- The scene as a whole ---
    {"undo",
     "Takes the last edit back.",
     {},
     [](Session& s, Given) -> Result<void> {
       if (!s.undo()) return fail("There is nothing to undo");
       return {};
     }},
    {"redo",
     "Makes the edit again that was taken back.",
     {},
     [](Session& s, Given) -> Result<void> {
       if (!s.redo()) return fail("There is nothing to redo");
       return {};
     }},
    {"scene",
     "Opens a scene from its text; edits before it cannot be undone.",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.open(g.text(0)); }},
    {"replace",
     "The same as an edit, which can be undone.",
     {{{"text", text}}},
     [](Session& s, Given g) { return s.apply(SetScene{g.text(0)}); }},
};

constexpr auto kinds = [] {
  std::array<CommandKind, std::size(rows)> list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = {rows[i].type, rows[i].fields, rows[i].carry_out};
  }
  return list;
}();

constexpr auto meanings = [] {
  std::array<std::string_view, std::size(rows)> list;
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = rows[i].meaning;
  return list;
}();

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

std::string_view command_meaning(const CommandKind& kind) {
  return meanings[static_cast<std::size_t>(&kind - kinds.data())];
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

std::string demand_of(ArgumentKind kind, std::string_view which) {
  switch (kind) {
    case ArgumentKind::number:
      return "a finite number";
    case ArgumentKind::whole:
      return "a whole number";
    case ArgumentKind::seed:
      return "a whole number from 0 to 2^53, or the text of one up to 2^64 − 1";
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
