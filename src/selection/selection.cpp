#include "selection/selection.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "selection/cell_judge.h"
#include "selection/two_stage.h"

namespace marginscope {
namespace {

constexpr std::size_t most_cells = 10'000;

GridAxis penalty_axis(std::span<const double> values) {
  GridAxis axis{std::string(two_stage_field), {}};
  for (const double C : values) axis.values.push_back(exact_text(C));
  return axis;
}

// Errors: an axis that sets again what one before it has set, so that two cells would be the same machine.
Result<void> check_apart(const std::vector<GridAxis>& axes) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
    for (auto before = axes.begin(); before != axis; ++before) {
      if (before->field == axis->field) {
        return fail(sentence("The grid has ", in_quotes(axis->field),
                             " twice; write all of its values behind one of them"));
      }
      if (before->field.starts_with(axis->field + ":")) {
        return fail(sentence("The grid has ", in_quotes(before->field), " before ",
                             in_quotes(axis->field), ", which would undo it; write ",
                             in_quotes(axis->field), " first"));
      }
    }
  }
  return {};
}

// Errors: two cells that are the same machine, because an axis has a value twice.
Result<void> check_different(const std::vector<GridAxis>& axes,
                             std::span<const SelectionCell> cells) {
  std::map<std::string, const SelectionCell*> known;
  for (const SelectionCell& cell : cells) {
    const auto [same, is_new] = known.try_emplace(spec_text(cell.algorithm), &cell);
    if (is_new) continue;
    const std::vector<std::string>& before = same->second->settings;
    const auto differs = std::ranges::mismatch(before, cell.settings).in1 - before.begin();
    const std::size_t a = std::min(static_cast<std::size_t>(differs), axes.size() - 1);
    return fail(sentence("The grid has ", axes[a].field, " = ", in_quotes(before[a]), " and ",
                         in_quotes(cell.settings[a]), ", which are equal; leave one of them out"));
  }
  return {};
}

}  // namespace

Result<GridAxis> parse_grid_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  GridAxis axis{std::string(trimmed(text.substr(0, equals))), {}};
  if (equals == std::string_view::npos || axis.field.empty()) {
    return fail(sentence("The grid ", in_quotes(text), " has no values; write FIELD=a,b,c"));
  }
  for (const std::string_view piece : split(text.substr(equals + 1), ',')) {
    if (trimmed(piece).empty()) {
      return fail(sentence("The grid ", in_quotes(text), " has an empty value; write FIELD=a,b,c"));
    }
    axis.values.emplace_back(trimmed(piece));
  }
  return axis;
}

Result<void> check_two_stage(const Spec& algorithm) {
  auto found = find_algorithm(algorithm.name);
  if (!found) return fail(found.error());
  constexpr auto has_C = [](const Algorithm& one) {
    return find_field(one.fields, two_stage_field) != nullptr;
  };
  if (has_C(**found)) return {};
  return fail(sentence("The two-stage search is over C, which ", (*found)->id,
                       " does not have; those that have it are ", algorithms_that(has_C)));
}

Selection::Selection() = default;
Selection::Selection(Selection&&) noexcept = default;
Selection& Selection::operator=(Selection&&) noexcept = default;
Selection::~Selection() = default;

Result<Selection> Selection::start(SelectionRequest request) {
  Selection selection;
  selection.request_ = std::move(request);
  const SelectionRequest& asked = selection.request_;
  if (asked.two_stage) {
    if (!asked.grid.empty()) {
      return fail("The two-stage search makes its own grid of C; leave the other grid out");
    }
    if (auto good = check_two_stage(asked.algorithm); !good) return fail(good.error());
  }
  if (auto good = check_apart(asked.grid); !good) return fail(good.error());
  auto judge = make_judge(asked);
  if (!judge) return fail(judge.error());
  selection.judge_ = std::move(*judge);
  selection.axes_ = asked.two_stage ? std::vector{penalty_axis(coarse_stage())} : asked.grid;
  if (auto added = selection.add_cells(selection.axes_); !added) return fail(added.error());
  return selection;
}

Result<void> Selection::add_cells(const std::vector<GridAxis>& axes) {
  const std::size_t first = cells_.size();
  std::size_t count = 1;
  for (const GridAxis& axis : axes) {
    if (count * axis.values.size() > most_cells) {
      return fail(sentence("The grid has more than ", std::to_string(most_cells),
                           " cells; leave out some values"));
    }
    count *= axis.values.size();
  }
  const Algorithm& algorithm = **find_algorithm(request_.algorithm.name);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    SelectionCell cell;
    cell.algorithm = request_.algorithm;
    std::size_t below = count;  // cells that share the values of the axes so far
    for (const GridAxis& axis : axes) {
      below /= axis.values.size();
      const std::string& value = axis.values[i / below % axis.values.size()];
      auto setting = find_setting(algorithm, cell.algorithm.values, axis.field, value);
      if (!setting) return fail(setting.error());
      set_setting(algorithm, cell.algorithm.values, setting->field->id, setting->text);
      cell.settings.push_back(value);
    }
    cells_.push_back(std::move(cell));
    order.push_back(first + i);
  }
  if (auto good = check_different(axes, std::span(cells_).subspan(first)); !good) return good;

  // C goes fastest: i = (before · values + digit) · below + behind, sorted by all but the digit.
  std::size_t below = count, values = 1;
  for (const GridAxis& axis : axes) {
    below /= axis.values.size();
    values = axis.values.size();
    if (axis.field == two_stage_field) break;
  }
  const auto all_but_digit = [&](std::size_t cell) {
    const std::size_t i = cell - first;
    return i - i / below % values * below;
  };
  std::ranges::stable_sort(order, {}, all_but_digit);

  chains_.clear();
  for (const std::size_t cell : order) {
    const bool follows =
        !chains_.empty() && judge_->follows(cells_[chains_.back().back()], cells_[cell]);
    (follows ? chains_.back() : chains_.emplace_back()).push_back(cell);
  }
  const int judges = judges_at_once();
  work_ = IndependentWork(chains_.size(), judges);
  places_.clear();
  places_.resize(static_cast<std::size_t>(judges));
  return {};
}

// As many as there are workers, chains, and memory for. Where that is less than what a cell has for
// workers of its own, one.
int Selection::judges_at_once() const {
  const int workers = request_.workers.count;
  const std::size_t chains = std::min(chains_.size(), static_cast<std::size_t>(workers));
  if (chains <= 1) return 1;
  const int judges =
      machines_within(request_.training.memory, memory_needed(), static_cast<int>(chains));
  return judges < std::min(workers, judge_->parts()) ? 1 : judges;
}

double Selection::memory_needed() const {
  double needed = 0;
  for (const Chain& chain : chains_) {
    needed = std::max(needed, judge_->memory_needed(cells_[chain.front()]));
  }
  return needed;
}

void Selection::add_fine_stage() {
  const auto best = chosen();
  if (!best) return;
  fine_stage_ = cells_.size();
  const double C = parse_number(cells_[*best].settings[0]).value_or(1);
  // 2^−11 to 2^11 is far inside the range of every C, so there is nothing to refuse.
  static_cast<void>(add_cells({penalty_axis(fine_stage(C))}));
}

// Goes on with a cell of the chain, or to the next one; true at its end.
bool Selection::judge(std::size_t which, Place& place, bool begins,
                      std::chrono::nanoseconds max_time) {
  const Chain& chain = chains_[which];
  CellJudge& judge = place.own_judge ? *place.own_judge : *judge_;
  if (begins) {
    place.next = 0;
    // The only chain of a second stage goes on where that of the first has ended.
    if (chains_.size() > 1) judge.forget();
  }
  SelectionCell& cell = cells_[chain[place.next]];
  Result<bool> judged = false;
  if (!place.begun) {
    place.begun = true;
    if (auto begun = judge.begin(cell); !begun) judged = fail(begun.error());
  } else {
    judged = judge.advance(max_time, cell);
  }
  if (judged && !*judged) return false;
  if (judged && !std::isfinite(cell.value)) {
    judged = fail(sentence("The ", value_name(cell), "is ", exact_text(cell.value),
                           ", which no other can be compared with"));
    cell.value = Record::none;
  }
  if (!judged) cell.reason = judged.error().message;
  cell.judged = true;
  place.begun = false;
  return ++place.next == chain.size();
}

bool Selection::advance(std::chrono::nanoseconds max_time) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  for (auto left = max_time; !finished();) {
    // A cell that cannot be judged has its reason, and the work goes on.
    static_cast<void>(work_.advance(
        request_.workers, left,
        [this](int worker, std::size_t chain, bool begins, std::chrono::nanoseconds time) {
          Place& place = places_[static_cast<std::size_t>(worker)];
          if (places_.size() > 1 && !place.own_judge) place.own_judge = judge_->another();
          return Result<bool>(judge(chain, place, begins, time));
        }));
    done_ = static_cast<std::size_t>(std::ranges::count_if(cells_, &SelectionCell::judged));
    if (finished() && request_.two_stage && fine_stage_ == 0) add_fine_stage();
    left = max_time - (Clock::now() - began);
    if (left.count() <= 0) break;
  }
  return !finished();
}

std::size_t Selection::cells_left() const {
  const bool coarse = request_.two_stage && fine_stage_ == 0 && !finished();
  return cells_.size() - done_ + (coarse ? fine_values : 0);
}

double Selection::fraction_done() const {
  double done = static_cast<double>(done_);
  for (const Place& place : places_) {
    const CellJudge& judge = place.own_judge ? *place.own_judge : *judge_;
    if (place.begun) done += judge.fraction_done();
  }
  return done / static_cast<double>(done_ + cells_left());
}

std::optional<std::size_t> Selection::chosen() const {
  // The least of all, and of equals the first: once the fine stage is whole, the first of that.
  const std::size_t first = finished() ? fine_stage_ : 0;
  std::optional<std::size_t> best;
  for (std::size_t at = 0; at < cells_.size(); ++at) {
    const std::size_t i = (first + at) % cells_.size();
    if (std::isnan(cells_[i].value)) continue;
    if (!best || cells_[i].value < cells_[*best].value) best = i;
  }
  return best;
}

std::string Selection::settings_text(const SelectionCell& cell) const {
  std::string settings;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    settings += sentence(a > 0 ? ", " : "", axes_[a].field, " = ", cell.settings[a]);
  }
  return settings.empty() ? "The only cell" : settings;
}

std::string Selection::value_text(const SelectionCell& cell) const {
  return request_.data.task == Task::regression ? short_text(cell.value, 4)
                                                : percent_text(cell.value, 4);
}

std::string_view Selection::value_name(const SelectionCell& cell) const {
  if (!cell.bound.empty()) return "bound ";
  return request_.data.task == Task::regression ? "mean squared error " : "error ";
}

std::string Selection::cell_text(std::size_t cell) const {
  const SelectionCell& one = cells_[cell];
  return sentence(
      settings_text(one), ", judged by ", spec_text(request_.criterion), ": ",
      std::isnan(one.value) ? std::string("no value") : sentence(value_name(one), value_text(one)));
}

std::vector<std::string> Selection::plan() const {
  std::string machines = counted(static_cast<long long>(cells_left()), "machine", "machines");
  if (request_.two_stage) {
    machines += sentence(" are judged: with ", std::to_string(axes_[0].values.size()),
                         " values of C, and then with ", std::to_string(fine_values),
                         " around the best of them.");
  } else {
    machines += cells_.size() == 1 ? " is judged." : " are judged, one for each cell of the table.";
  }
  return {std::move(machines), judge_->plan(cells_.front())};
}

std::vector<std::string> Selection::sentences() const {
  const auto best = chosen();
  if (!best) {
    for (const SelectionCell& cell : cells_) {
      if (!cell.reason.empty()) return {sentence("No cell has a value: ", cell.reason, ".")};
    }
    return {"No cell has been judged yet."};
  }
  const SelectionCell& cell = cells_[*best];
  const bool by_bound = !cell.bound.empty();
  std::vector<std::string> list;
  list.push_back(sentence(settings_text(cell), " has the least ", value_name(cell), "of ",
                          std::to_string(done_),
                          done_ == 1 ? " cell: " : " cells: ", value_text(cell), "."));
  const std::size_t stage = *best >= fine_stage_ ? fine_stage_ : 0;
  const auto equals =
      std::count_if(cells_.begin() + static_cast<std::ptrdiff_t>(stage), cells_.end(),
                    [&cell](const SelectionCell& c) { return c.value == cell.value; });
  if (equals > 1) {
    list.push_back(sentence(std::to_string(equals),
                            stage > 0 ? " cells of the second stage" : " cells",
                            " are as good, and the first of them is taken."));
  }
  const bool two_classes = request_.data.task == Task::classification && request_.data.classes == 2;
  if (!by_bound && two_classes && cell.value >= 0.5) {
    list.push_back(sentence("Guessing would do ", cell.value > 0.5 ? "better" : "as well",
                            ": it is wrong for half of two classes."));
  }
  if (const std::size_t left = cells_left(); left > 0) {
    list.push_back(sentence(std::to_string(left), left == 1 ? " cell has" : " cells have",
                            " not been judged; the best of all may be among them."));
  }
  const auto refused = std::count_if(cells_.begin(), cells_.end(),
                                     [](const SelectionCell& c) { return !c.reason.empty(); });
  if (refused > 0) {
    list.push_back(sentence(std::to_string(refused),
                            refused == 1 ? " cell has no value." : " cells have no value."));
  }
  const auto unfinished = std::count_if(cells_.begin(), cells_.end(),
                                        [](const SelectionCell& c) { return c.unfinished > 0; });
  if (unfinished > 0) {
    list.push_back(sentence("In ", std::to_string(unfinished), unfinished == 1 ? " cell" : " cells",
                            " a limit on iterations ended a training early."));
  }
  if (std::string remark = judge_->remark(); !remark.empty()) list.push_back(std::move(remark));
  if (by_bound && cell.value >= 0.5) {
    list.push_back(
        "No bound is below 50 %, which guessing has, so none of them promises anything of new "
        "patterns; their order may still be of use.");
  } else if (by_bound && done_ > 1) {
    list.push_back(sentence("Each bound holds by itself; that the least of ", std::to_string(done_),
                            " holds can fail ", std::to_string(done_), " times as often."));
  }
  return list;
}

}  // namespace marginscope
