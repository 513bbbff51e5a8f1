#include "experiment/experiment_run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.h"

namespace marginscope {
namespace {

std::pair<std::size_t, std::string_view> rank(std::span<const std::string_view> order,
                                              std::string_view name) {
  const auto place = std::find(order.begin(), order.end(), name);
  return {static_cast<std::size_t>(place - order.begin()), name};
}

// The error lists the known methods.
Result<std::vector<const Method*>> wanted_methods(const Experiment& experiment,
                                                  const std::vector<std::string>& ids) {
  std::vector<std::string> known;
  for (const Method& method : experiment.methods) known.emplace_back(method.id);
  for (const std::string& id : ids) {
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      return fail(
          sentence(experiment.id, " has no method ", in_quotes(id), "; ", there_are(known)));
    }
  }
  std::vector<const Method*> methods;
  for (const Method& method : experiment.methods) {
    if (ids.empty() || std::find(ids.begin(), ids.end(), method.id) != ids.end()) {
      methods.push_back(&method);
    }
  }
  return methods;
}

// "20 realisations"
std::string number_text(const Experiment& experiment, int n) {
  return experiment.repeats == Repeats::swaps ? counted(n, "swap", "swaps")
                                              : counted(n, "realisation", "realisations");
}

// Errors: a finished cell that is of other data than were read.
Result<void> check_same_data(const ExperimentRequest& request) {
  if (!request.data) return {};
  for (const auto& [dataset, read] : request.data->checksums()) {
    const auto before = request.checksums.find(dataset);
    if (before == request.checksums.end() || before->second == read) continue;
    return fail(sentence(request.finished_in, " holds results of other data than ", dataset,
                         " has now (its checksum differs); give the data that they are of, or "
                         "another --out"));
  }
  return {};
}

// What a unit makes, of which data and over how many, in few characters.
std::string identity_of(const Unit& unit, const std::map<std::string, std::string>& checksums) {
  std::string text = sentence(unit.doing, " ", std::to_string(unit.pieces));
  for (const Cell& cell : unit.cells) {
    const auto data = checksums.find(cell.dataset);
    text += sentence("\n", entry_text(cell), " ", std::to_string(cell.result.n), " ",
                     data == checksums.end() ? "" : data->second);
  }
  return sentence(unit.doing, " ", checksum(text));
}

}  // namespace

Result<std::unique_ptr<ExperimentRun>> ExperimentRun::start(const Experiment& experiment,
                                                            ExperimentRequest request) {
  std::unique_ptr<ExperimentRun> run(new ExperimentRun(experiment, std::move(request)));
  if (auto begun = run->begin(); !begun) return std::unexpected(begun.error());
  return run;
}

Result<void> ExperimentRun::begin() {
  auto wanted = wanted_methods(experiment_, request_.methods);
  if (!wanted) return std::unexpected(wanted.error());
  auto plan = experiment_.plan(request_, *wanted);
  if (!plan) return std::unexpected(plan.error());
  plan_ = std::move(*plan);
  for (const Method& method : experiment_.methods) methods_.push_back(method.id);
  std::map<std::string, std::string> checksums;
  if (request_.data) checksums = request_.data->checksums();
  for (const Unit& unit : plan_.units) {
    identities_.push_back(identity_of(unit, checksums));
    made_.emplace_back(static_cast<std::size_t>(unit.pieces));
    left_.push_back(unit.pieces);
  }
  if (auto good = check_same_data(request_); !good) return good;
  if (auto kept = keep_finished_cells(); !kept) return kept;
  keep_finished_pieces();
  for (std::size_t place = 0; place < plan_.units.size(); ++place) {
    const Unit& unit = plan_.units[place];
    if (unit.cells.empty()) continue;
    if (left_[place] == 0) summarise(place);
    for (int index = 0; index < unit.pieces; ++index) {
      if (!made_[place][static_cast<std::size_t>(index)].empty()) continue;
      todo_.push_back({static_cast<int>(place), index});
      total_cost_ += unit.cost;
    }
  }
  arrange_cells();
  return {};
}

// Over how many the plan makes the cells of this one's data set and method; 0: it makes none.
int ExperimentRun::planned_number(const Cell& finished) const {
  int number = 0;
  for (const Unit& unit : plan_.units) {
    for (const Cell& cell : unit.cells) {
      const bool alike = cell.dataset == finished.dataset && cell.method == finished.method;
      if (alike) number = std::max(number, cell.result.n);
    }
  }
  return number;
}

// Cells over fewer than the plan has are made anew; those that it does not make stay as they are.
// Errors: one over more, which would be lost.
Result<void> ExperimentRun::keep_finished_cells() {
  for (const Cell& finished : request_.finished) {
    if (rank(methods_, finished.method).first == methods_.size()) continue;
    const int planned = planned_number(finished);
    if (planned > 0 && finished.result.n > planned) {
      return fail(sentence(request_.finished_in, " holds ", entry_text(finished), " over ",
                           number_text(experiment_, finished.result.n), ", which ",
                           std::to_string(planned), " would replace; ask for ",
                           std::to_string(finished.result.n), " or more, or give another --out"));
    }
    if ((planned == 0 || finished.result.n == planned) && !has(finished)) add_cell(finished);
  }
  for (Unit& unit : plan_.units) {
    const bool whole = std::any_of(unit.cells.begin(), unit.cells.end(), [&](const Cell& cell) {
      return cell.quantity == unit.always_there && has(cell);
    });
    if (whole && !unit.always_there.empty()) keep_whole(unit);
    std::erase_if(unit.cells, [this](const Cell& cell) { return has(cell); });
  }
  return {};
}

// All that an earlier run has made of a unit; what is missing does not exist.
void ExperimentRun::keep_whole(Unit& unit) {
  for (const Cell& finished : request_.finished) {
    const bool its_own = std::any_of(unit.cells.begin(), unit.cells.end(),
                                     [&](const Cell& cell) { return same_entry(cell, finished); });
    if (its_own && !has(finished)) add_cell(finished);
  }
  unit.cells.clear();
}

void ExperimentRun::keep_finished_pieces() {
  for (const FinishedPiece& finished : request_.pieces) {
    const auto unit = std::find(identities_.begin(), identities_.end(), finished.unit);
    if (unit == identities_.end()) {
      others_pieces_ = true;
      continue;
    }
    const auto place = static_cast<std::size_t>(unit - identities_.begin());
    if (finished.piece < 0 || finished.piece >= plan_.units[place].pieces) continue;
    Numbers& numbers = made_[place][static_cast<std::size_t>(finished.piece)];
    if (!numbers.empty() || finished.numbers.empty()) continue;
    numbers = finished.numbers;
    --left_[place];
  }
}

std::optional<Piece> ExperimentRun::take() {
  const std::lock_guard lock(mutex_);
  if (cancelled() || refusal_ || next_ == todo_.size()) return std::nullopt;
  return todo_[next_++];
}

void ExperimentRun::put(Piece piece, Result<Numbers> made) {
  const std::lock_guard lock(mutex_);
  if (cancelled() || refusal_) return;
  if (!made) {
    refusal_ = made.error();
    return;
  }
  const auto place = static_cast<std::size_t>(piece.unit);
  const Unit& unit = plan_.units[place];
  Numbers& numbers = made_[place][static_cast<std::size_t>(piece.index)];
  numbers = std::move(*made);
  done_cost_ += unit.cost;
  if (on_piece) {
    on_piece({done_cost_ / total_cost_, unit.doing}, {identities_[place], piece.index, numbers});
  }
  if (--left_[place] > 0) return;
  summarise(place);
  arrange_cells();
  if (on_cells) on_cells();
}

bool ExperimentRun::advance() {
  const auto piece = take();
  if (piece) put(*piece, make(*piece));
  return piece.has_value();
}

Result<CellScene> ExperimentRun::scene_of(std::size_t cell) const {
  const Cell& wanted = cells_[cell];
  for (std::size_t place = 0; place < plan_.units.size(); ++place) {
    const Unit& unit = plan_.units[place];
    const bool made = std::any_of(unit.cells.begin(), unit.cells.end(),
                                  [&](const Cell& one) { return same_entry(one, wanted); });
    if (!made) continue;
    if (!unit.scene) break;
    return unit.scene(wanted, made_[place]);
  }
  return fail(sentence("There is no single run behind ", entry_text(wanted)));
}

std::string ExperimentRun::identity() const {
  std::string text;
  for (const std::string& identity : identities_) text += identity + "\n";
  return checksum(text);
}

void ExperimentRun::summarise(std::size_t place) {
  Unit& unit = plan_.units[place];
  unit.summarise(unit.cells, made_[place]);
  for (const Cell& cell : unit.cells) add_cell(cell);
}

bool ExperimentRun::has(const Cell& entry) const {
  return std::any_of(cells_.begin(), cells_.end(),
                     [&](const Cell& cell) { return same_entry(cell, entry); });
}

void ExperimentRun::add_cell(Cell cell) {
  if (plan_.layout.publication) cell.publication = plan_.layout.publication(cell);
  compare_with_publication(cell);
  cells_.push_back(std::move(cell));
}

bool ExperimentRun::in_order(const Cell& a, const Cell& b) const {
  const auto places = [this](const Cell& cell) {
    return std::pair(rank(plan_.layout.datasets, cell.dataset), rank(methods_, cell.method));
  };
  if (places(a) != places(b)) return places(a) < places(b);
  const auto nearer = [](const Coordinate& one, const Coordinate& other) {
    return one.value < other.value;
  };
  if (a.at != b.at) {
    return std::lexicographical_compare(a.at.begin(), a.at.end(), b.at.begin(), b.at.end(), nearer);
  }
  return rank(plan_.layout.quantities, a.quantity) < rank(plan_.layout.quantities, b.quantity);
}

void ExperimentRun::arrange_cells() {
  std::sort(cells_.begin(), cells_.end(),
            [this](const Cell& a, const Cell& b) { return in_order(a, b); });
  if (plan_.layout.mark) plan_.layout.mark(cells_);
}

}  // namespace marginscope
