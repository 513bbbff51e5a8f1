#include "experiment/units.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "core/text.h"
#include "experiment/parallel.h"

namespace marginscope {
namespace {

std::pair<std::size_t, std::string_view> rank(std::span<const std::string_view> order,
                                              std::string_view name) {
  const auto place = std::find(order.begin(), order.end(), name);
  return {static_cast<std::size_t>(place - order.begin()), name};
}

class UnitsRun {
 public:
  UnitsRun(const Experiment& self, const ExperimentRequest& request, const Layout& layout)
      : request_(request), layout_(layout) {
    for (const Method& method : self.methods) methods_.push_back(method.id);
  }

  ExperimentResult operator()(std::vector<Unit>& units) {
    for (const Cell& cell : request_.finished) keep(cell, units);
    arrange_cells();
    std::vector<std::pair<Unit*, int>> pieces;
    for (Unit& unit : units) {
      std::erase_if(unit.cells, [this](const Cell& cell) { return has(cell); });
      if (unit.cells.empty()) continue;
      for (int piece = 0; piece < unit.pieces; ++piece) pieces.emplace_back(&unit, piece);
      total_cost_ += unit.cost * unit.pieces;
    }
    left_.resize(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) left_[i] = units[i].pieces;
    parallel_for(static_cast<int>(pieces.size()), request_.jobs, &halted_, [&](int i) {
      const auto& [unit, piece] = pieces[static_cast<std::size_t>(i)];
      work(*unit, piece, left_[static_cast<std::size_t>(unit - units.data())]);
    });
    return {std::move(cells_), cancelled(), std::move(refusal_)};
  }

 private:
  bool cancelled() const { return request_.cancelled && *request_.cancelled; }

  bool has(const Cell& entry) const {
    return std::any_of(cells_.begin(), cells_.end(),
                       [&](const Cell& cell) { return same_entry(cell, entry); });
  }

  void keep(const Cell& finished, const std::vector<Unit>& units) {
    for (const Unit& unit : units) {
      for (const Cell& cell : unit.cells) {
        if (cell.dataset == finished.dataset && cell.result.n != finished.result.n) return;
      }
    }
    if (rank(methods_, finished.method).first == methods_.size() || has(finished)) return;
    add_cell(finished);
  }

  void work(Unit& unit, int piece, int& left) {
    const auto made = unit.work(piece);
    const std::lock_guard lock(mutex_);
    if (cancelled()) halted_ = true;
    if (!made) {
      if (!refusal_) refusal_ = made.error();
      halted_ = true;
    }
    if (halted_) return;
    done_cost_ += unit.cost;
    if (request_.on_progress) request_.on_progress({done_cost_ / total_cost_, unit.doing});
    if (--left > 0) return;
    unit.summarise(unit.cells);
    for (Cell& cell : unit.cells) add_cell(std::move(cell));
    arrange_cells();
    if (request_.on_cells) request_.on_cells(cells_);
  }

  void add_cell(Cell cell) {
    if (layout_.publication) cell.publication = layout_.publication(cell);
    compare_with_publication(cell);
    cells_.push_back(std::move(cell));
  }

  bool in_order(const Cell& a, const Cell& b) const {
    const auto places = [this](const Cell& cell) {
      return std::pair(rank(layout_.datasets, cell.dataset), rank(methods_, cell.method));
    };
    if (places(a) != places(b)) return places(a) < places(b);
    const auto nearer = [](const Coordinate& one, const Coordinate& other) {
      return one.value < other.value;
    };
    if (a.at != b.at) {
      return std::lexicographical_compare(a.at.begin(), a.at.end(), b.at.begin(), b.at.end(),
                                          nearer);
    }
    return rank(layout_.quantities, a.quantity) < rank(layout_.quantities, b.quantity);
  }

  void arrange_cells() {
    std::sort(cells_.begin(), cells_.end(),
              [this](const Cell& a, const Cell& b) { return in_order(a, b); });
    if (layout_.mark) layout_.mark(cells_);
  }

  const ExperimentRequest& request_;
  const Layout& layout_;
  std::vector<std::string_view> methods_;
  std::vector<Cell> cells_;
  std::vector<int> left_;  // pieces of each unit
  double done_cost_ = 0, total_cost_ = 0;
  std::mutex mutex_;
  std::atomic<bool> halted_{false};  // after a refusal or once cancelled
  std::optional<Error> refusal_;
};

}  // namespace

ExperimentResult run_units(const Experiment& self, const ExperimentRequest& request,
                           const Layout& layout, std::vector<Unit> units) {
  return UnitsRun(self, request, layout)(units);
}

double memory_of_one_job(const ExperimentRequest& request) {
  return request.memory / std::max(1, request.jobs);
}

}  // namespace marginscope
