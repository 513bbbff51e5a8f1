#include "session/commands.h"

#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/text.h"
#include "session/csv_command.h"

namespace marginscope {
namespace {

using enum ArgumentKind;

// An edit of the points that are given, else of the selected ones.
template <class Make>
Result<void> apply_to_points(Session& session, auto given, Make make) {
  if (!given.has("index") && session.selection().empty()) {
    return fail("No point is selected; “index” says which are meant otherwise");
  }
  return session.apply(make(given.has("index") ? given.points("index") : session.selection()));
}

constexpr CommandFields spray_fields{{{"x", number},
                                      {"y", number},
                                      {"radius", number},
                                      {"count", whole},
                                      {"label", number, true},
                                      {"part", part, true},
                                      {"seed", seed, true},
                                      {"radius_up", number, true}}};

Result<void> spray(Session& session, const Arguments& arguments) {
  const Given<spray_fields> given{arguments};
  Spray spray{
      .x = given.number("x"),
      .y = given.number("y"),
      .radius = given.number("radius"),
      .radius_up = given.has("radius_up") ? given.number("radius_up") : given.number("radius"),
      .count = given.whole("count"),
      .validation = given.validation("part"),
      .seed = given.seed_if_given("seed")};
  if (given.has("label")) {
    spray.label = given.number("label");
  } else {
    spray.label = session.curve().places;
  }
  return session.apply(std::move(spray));
}

constexpr CommandFields label_by_curve_fields{
    {{"index", points, true}, {"above", number, true}, {"below", number, true}}};

Result<void> label_by_curve(Session& session, const Arguments& arguments) {
  const Given<label_by_curve_fields> given{arguments};
  LabelByCurve command;
  command.curve = session.curve().places;
  if (given.has("index")) {
    command.indices = given.points("index");
  } else {
    command.indices.resize(static_cast<std::size_t>(session.scene().data.size()));
    std::iota(command.indices.begin(), command.indices.end(), 0);
  }
  if (given.has("above")) command.above = given.number("above");
  if (given.has("below")) command.below = given.number("below");
  return session.apply(std::move(command));
}

constexpr CommandFields curve_fields{{{"places", setting, true}}};

Result<void> set_curve(Session& session, const Arguments& arguments) {
  const Given<curve_fields> given{arguments};
  if (!given.has("places")) {
    session.set_curve({});
    return {};
  }
  auto places = parse_curve(given.text("places"));
  if (!places) return fail(places.error());
  session.set_curve({std::move(*places)});
  return {};
}

constexpr CommandFields formula_fields{{{"text", text}}};

Result<void> set_formula(Session& session, const Arguments& arguments) {
  const Given<formula_fields> given{arguments};
  auto curve = formula_curve(given.text("text"), session.scene().grid);
  if (!curve) return fail(curve.error());
  session.set_curve({std::move(*curve), std::string(right_side(given.text("text")))});
  return {};
}

// A row of the vocabulary. What it does is written there, for the session and what is Given of the
// fields, or is a function with a name, by which the page can fetch it later
// (wasm/toolchain/deferred_functions.txt).
template <class CarryOut>
struct Row {
  std::string_view type, meaning;
  CommandFields fields;
  CarryOut carry_out;
};

constexpr std::tuple rows{
    // --- Points ---
    Row{"add-point",
        "Adds a point, training where “part” is not given. It needs its label but where y is the "
        "target.",
        {{{"x", number}, {"y", number}, {"label", number, true}, {"part", part, true}}},
        [](Session& s, auto g) -> Result<void> {
          // Where y is the target a point has no label.
          if (!g.has("label") && !s.plane().shows_target) {
            return fail(missing_argument(s, "add-point", g.field("label")));
          }
          return s.apply(AddPoint{g.number("x"), g.number("y"),
                                  g.has("label") ? g.number("label") : g.number("y"),
                                  g.validation("part")});
        }},
    Row{"move-point",
        "Moves a point to a place on the plane.",
        {{{"index", point}, {"x", number}, {"y", number}}},
        [](Session& s, auto g) {
          return s.apply(MovePoint{g.whole("index"), g.number("x"), g.number("y")});
        }},
    Row{"remove-point",
        "Removes points.",
        {{{"index", points}}},
        [](Session& s, auto g) { return s.apply(RemovePoints{g.points("index")}); }},
    Row{"label",
        "Gives points a class, in regression a target.",
        {{{"index", points}, {"label", number}}},
        [](Session& s, auto g) {
          return s.apply(SetLabel{g.points("index"), g.number("label")});
        }},
    Row{"part",
        "Makes points training or validation; training where it is not said.",
        {{{"index", points}, {"part", part, true}}},
        [](Session& s, auto g) {
          return s.apply(SetPart{g.points("index"), g.validation("part")});
        }},
    Row{"move-points",
        "Moves points by so much, the selected ones where none are given.",
        {{{"dx", number}, {"dy", number}, {"index", points, true}}},
        [](Session& s, auto g) {
          return apply_to_points(s, g, [&g](std::vector<int> list) {
            return MovePoints{std::move(list), g.number("dx"), g.number("dy")};
          });
        }},
    Row{"duplicate-points",
        "Copies points, the selected ones where none are given, and moves the copies by so much, "
        "by itself a little to the right and down; they are selected then.",
        {{{"index", points, true}, {"dx", number, true}, {"dy", number, true}}},
        [](Session& s, auto g) {
          const double little = s.scene().grid.extent / 64;
          return apply_to_points(s, g, [&g, little](std::vector<int> list) {
            return DuplicatePoints{std::move(list), g.has("dx") ? g.number("dx") : little,
                                   g.has("dy") ? g.number("dy") : -little};
          });
        }},
    Row{"flip-labels",
        "Gives points the other class, of several the next; the selected ones where none are "
        "given.",
        {{{"index", points, true}}},
        [](Session& s, auto g) {
          return apply_to_points(s, g,
                                 [](std::vector<int> list) { return FlipLabels{std::move(list)}; });
        }},
    Row{"noise",
        "Flips a share of the labels, in regression adds normal noise of that deviation to the "
        "targets; of the training points where none are given. What is drawn is drawn by the seed.",
        {{{"amount", number}, {"index", points, true}, {"seed", seed, true}}},
        [](Session& s, auto g) {
          AddNoise noise{.amount = g.number("amount"), .seed = g.seed_if_given("seed")};
          if (g.has("index")) noise.indices = g.points("index");
          return s.apply(std::move(noise));
        }},
    Row{"spray",
        "Spreads so many points over a circle, or an ellipse where “radius_up” is given; without a "
        "label the curve gives it.",
        spray_fields, spray},
    Row{"curve",
        "Lays a curve across the plane, a list x1, y1, x2, y2 …; without one there is no curve any "
        "more.",
        curve_fields, set_curve},
    Row{"formula", "Lays the curve of a formula, as in “y > sin(2x)”.", formula_fields,
        set_formula},
    Row{"label-by-curve",
        "Labels points by the side of the curve that they are on, all of them where none are "
        "given: 1 above it and −1 below, unless labels are given.",
        label_by_curve_fields, label_by_curve},
    Row{"split-validation",
        "Makes a fraction of the points, drawn by the seed, the validation part.",
        {{{"fraction", number}}},
        [](Session& s, auto g) { return s.apply(SplitValidation{g.number("fraction")}); }},
    Row{"clear-points",
        "Removes all points.",
        {},
        [](Session& s, auto) { return s.apply(ClearPoints{}); }},
    // --- Data ---
    Row{"problem",
        "Draws the points of a named problem, written with its settings as in “moons:noise=0.2”.",
        {{{"text", text}, {"seed", seed, true}}},
        [](Session& s, auto g) {
          return s.apply(SetProblem{g.text("text"), g.seed_if_given("seed")});
        }},
    Row{"problem-setting",
        "Changes a setting of the named problem and draws its points anew.",
        {{{"field", text}, {"value", setting}}},
        [](Session& s, auto g) {
          return s.apply(SetProblemField{g.text("field"), g.text("value")});
        }},
    Row{"draw",
        "Draws the named problem again, with the next seed where none is given.",
        {{{"seed", seed, true}}},
        [](Session& s, auto g) {
          return s.apply(DrawAgain{g.seed_if_given("seed").value_or(s.scene().seed + 1)});
        }},
    Row{"seed",
        "Sets the seed of whatever is drawn at random.",
        {{{"seed", seed}}},
        [](Session& s, auto g) { return s.apply(SetSeed{g.seed("seed")}); }},
    Row{"csv",
        "Reads comma-separated text. Columns are counted from 1; by default the label is the last "
        "and all others are features, and the task is classification where the labels are words, "
        "else that of the scene.",
        csv_fields, load_csv},
    Row{"scaling",
        "Chooses how features are scaled for the machine: none, standard or unit.",
        {{{"id", text}}},
        [](Session& s, auto g) { return s.apply(SetScaling{g.text("id")}); }},
    Row{"projection",
        "Shows two features, counted from 1, or without them the first two principal components. "
        "Machines learn from “all” features or from the “shown” ones alone, as before where that "
        "is not said.",
        {{{"x", whole, true}, {"y", whole, true}, {"learned", text, true}}},
        [](Session& s, auto g) -> Result<void> {
          Projection projection{.principal = !g.has("x") && !g.has("y")};
          if (g.has("x")) projection.features[0] = g.whole("x") - 1;
          if (g.has("y")) projection.features[1] = g.whole("y") - 1;
          if (!g.has("learned")) {
            projection.alone = s.scene().projection.alone && !projection.principal;
          } else if (g.text("learned") == "shown" || g.text("learned") == "all") {
            projection.alone = g.text("learned") == "shown";
          } else {
            return fail(
                sentence("learned is ", in_quotes(g.text("learned")), "; it must be all or shown"));
          }
          return s.apply(SetProjection{projection});
        }},
    // --- Algorithm and rules, of the chosen machine ---
    Row{"algorithm",
        "Chooses the algorithm, which brings its default rules; settings that it knows stay as "
        "they are.",
        {{{"id", text}}},
        [](Session& s, auto g) { return s.apply(SetAlgorithm{g.text("id")}); }},
    Row{"set",
        "Changes a setting of the algorithm; of its kernel as in “kernel:sigma”.",
        {{{"field", text}, {"value", setting}}},
        [](Session& s, auto g) {
          return s.apply(SetField{g.text("field"), g.text("value")});
        }},
    Row{"set-pattern",
        "Changes a setting that has a value for each pattern, for one of them.",
        {{{"field", text}, {"index", point}, {"value", number}}},
        [](Session& s, auto g) {
          return s.apply(SetPatternField{g.text("field"), g.whole("index"), g.number("value")});
        }},
    Row{"rules",
        "Replaces the stopping rules.",
        {{{"text", text}}},
        [](Session& s, auto g) { return s.apply(SetRules{g.text("text")}); }},
    Row{"add-rule",
        "Adds a stopping rule, or a group that holds together.",
        {{{"text", text}}},
        [](Session& s, auto g) { return s.apply(AddRule{g.text("text")}); }},
    Row{"remove-rule",
        "Removes a group of rules, counted from 0.",
        {{{"group", whole}}},
        [](Session& s, auto g) { return s.apply(RemoveRule{g.whole("group")}); }},
    Row{"rule-setting",
        "Changes a setting of a rule, which is told by its group and its place in it, both counted "
        "from 0.",
        {{{"group", whole}, {"rule", whole}, {"field", text}, {"value", setting}}},
        [](Session& s, auto g) {
          return s.apply(
              SetRuleField{g.whole("group"), g.whole("rule"), g.text("field"), g.text("value")});
        }},
    // --- Machines ---
    Row{"compare",
        "Puts a copy of the chosen machine beside it. Machines are counted from 0.",
        {},
        [](Session& s, auto) { return s.apply(CopyMachine{}); }},
    Row{"remove-machine",
        "Removes one of several machines.",
        {{{"index", whole}}},
        [](Session& s, auto g) { return s.apply(RemoveMachine{g.whole("index")}); }},
    Row{"rename-machine",
        "Gives a machine a name; an empty one takes it away.",
        {{{"index", whole}, {"name", text}}},
        [](Session& s, auto g) {
          return s.apply(RenameMachine{g.whole("index"), g.text("name")});
        }},
    Row{"move-machine",
        "Moves a machine to another place in the order.",
        {{{"index", whole}, {"to", whole}}},
        [](Session& s, auto g) {
          return s.apply(MoveMachine{g.whole("index"), g.whole("to")});
        }},
    Row{"choose-machine",
        "Chooses the machine that charts, rules and edits are about.",
        {{{"index", whole}}},
        [](Session& s, auto g) { return s.choose(g.whole("index")); }},
    // --- Time ---
    Row{"step",
        "Goes so many iterations on, up to the next stop, or back where the count is negative.",
        {{{"count", whole}}},
        [](Session& s, auto g) { return s.step(g.whole("count")); }},
    Row{"seek",
        "Goes to an iteration, exactly.",
        {{{"iteration", whole}}},
        [](Session& s, auto g) { return s.seek(g.whole("iteration")); }},
    Row{"end", "Goes on to the next stop.", {}, [](Session& s, auto) { return s.seek_end(); }},
    Row{"play", "Begins to play.", {}, [](Session& s, auto) { return s.play(); }},
    Row{"pause",
        "Stops playing.",
        {},
        [](Session& s, auto) -> Result<void> {
          s.pause();
          return {};
        }},
    Row{"cancel",
        "Gives up what takes long; what was reached stays.",
        {},
        [](Session& s, auto) -> Result<void> {
          s.cancel();
          return {};
        }},
    Row{"toggle-play",
        "Plays or pauses; gives up what takes long, and at the end begins again.",
        {},
        [](Session& s, auto) { return s.toggle_play(); }},
    Row{"show-retained",
        "Goes to the iteration that a rule retains, and back to the stop.",
        {},
        [](Session& s, auto) { return s.show_retained(); }},
    Row{"limit",
        "Sets how many iterations a run may have.",
        {{{"most", whole}}},
        [](Session& s, auto g) { return s.apply(SetLimit{g.whole("most")}); }},
    Row{"speed",
        "Sets how many iterations a second are played; 0: as many as there is time for.",
        {{{"speed", number}}},
        [](Session& s, auto g) { return s.set_speed(g.number("speed")); }},
    Row{"pace",
        "Chooses how several machines keep together while they play: by “iteration” or by “time”.",
        {{{"pace", text}}},
        [](Session& s, auto g) -> Result<void> {
          const auto pace = parse_pace(g.text("pace"));
          if (!pace) return fail(pace.error());
          s.set_pace(*pace);
          return {};
        }},
    // --- What is looked at ---
    Row{"select",
        "Selects points, or none.",
        {{{"index", points, true}}},
        [](Session& s, auto g) -> Result<void> {
          s.select_points(g.has("index") ? g.points("index") : std::vector<int>());
          return {};
        }},
    Row{"dismiss",
        "Takes the notice away.",
        {},
        [](Session& s, auto) -> Result<void> {
          s.set_notice("");
          return {};
        }},
    // --- The scene as a whole ---
    Row{"undo",
        "Takes the last edit back.",
        {},
        [](Session& s, auto) -> Result<void> {
          if (!s.undo()) return fail("There is nothing to undo");
          return {};
        }},
    Row{"redo",
        "Makes the edit again that was taken back.",
        {},
        [](Session& s, auto) -> Result<void> {
          if (!s.redo()) return fail("There is nothing to redo");
          return {};
        }},
    Row{"scene",
        "Opens a scene from its text; edits before it cannot be undone.",
        {{{"text", text}}},
        [](Session& s, auto g) { return s.open(g.text("text")); }},
    Row{"replace",
        "The same as an edit, which can be undone.",
        {{{"text", text}}},
        [](Session& s, auto g) { return s.apply(SetScene{g.text("text")}); }},
};

template <std::size_t row>
constexpr CommandFields fields_of = std::get<row>(rows).fields;

template <std::size_t row>
constexpr decltype(CommandKind::carry_out) carry_out_of = [] {
  if constexpr (std::is_pointer_v<decltype(std::get<row>(rows).carry_out)>) {
    return std::get<row>(rows).carry_out;
  } else {
    return [](Session& session, const Arguments& arguments) -> Result<void> {
      return std::get<row>(rows).carry_out(session, Given<fields_of<row>>{arguments});
    };
  }
}();

// Kinds and meanings are taken from the rows apart: a meaning is for those who read about the command,
// and the page, which never asks for one, carries none of them.
constexpr auto kinds = []<std::size_t... row>(std::index_sequence<row...>) {
  return std::array{CommandKind{std::get<row>(rows).type, fields_of<row>, carry_out_of<row>}...};
}
(std::make_index_sequence<std::tuple_size_v<decltype(rows)>>());

constexpr auto meanings =
    std::apply([](const auto&... row) { return std::array{row.meaning...}; }, rows);

}  // namespace

std::span<const CommandKind> command_kinds() { return kinds; }

std::string_view command_meaning(const CommandKind& kind) {
  return meanings[static_cast<std::size_t>(&kind - kinds.data())];
}

Result<void> Session::carry_out(const Call& call) {
  std::vector<std::string> known;
  for (const CommandKind& kind : kinds) {
    if (kind.type != call.type) {
      known.emplace_back(kind.type);
      continue;
    }
    Arguments arguments;
    if (auto good = arguments.read(*this, kind.type, kind.fields, call); !good) return good;
    return kind.carry_out(*this, arguments);
  }
  return fail(
      call.type.empty()
          ? marginscope::sentence("A command is an object with a type: ", alternatives(known))
          : marginscope::sentence("There is no command ", in_quotes(call.type), "; ",
                                  there_are(known)));
}

}  // namespace marginscope
