#pragma once  // for every room above

// Model selection: the same machine with every combination of some settings, and the one that a
// criterion prefers.

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/bound.h"
#include "core/field.h"
#include "core/text.h"
#include "core/trainer.h"
#include "core/workers.h"
#include "data/training.h"
#include "solvers/registry.h"

namespace marginscope {

// The values of one setting, named as a person does: "C", "kernel", "kernel:sigma".
struct GridAxis {
  std::string field;
  std::vector<std::string> values;  // at least one
};

// Reads "C=0.1,1,100". Errors: no name, no value, in a sentence.
Result<GridAxis> parse_grid_axis(std::string_view text);

// What a machine is judged by; smaller is better. Beside these, every kind of bound.
//   validation        its error on the validation part
//   cross-validation  its error on each of some parts, trained on the others; the parts are drawn
//                     at random with the seed and differ by one pattern at most
//   leave-one-out     the same with every pattern a part, in closed form (rls)
struct SelectionRequest;
class CellJudge;
struct CriterionKind {
  std::string_view id = {};
  std::string_view name = {};
  std::string_view formula = {};
  std::string_view meaning = {};
  std::string_view idea = {};  // what it is worth, in a few sentences
  std::string_view source = {};
  FieldTable fields = {};

  bool of_validation = false;  // it is the validation error itself, and cannot be compared with it
  bool preselected = false;    // what a page offers first; one kind alone

  // The judge by this criterion and a request's settings of it, of machines of `algorithm` on
  // `problem`. Errors: those of Selection::start about the criterion.
  Result<std::unique_ptr<CellJudge>> (*judge)(const CriterionKind& self,
                                              const SelectionRequest& request,
                                              const Algorithm& algorithm,
                                              std::shared_ptr<const Problem> problem) = nullptr;

  // The text of a field in the settings that `values` makes, default included.
  Result<std::string> (*read)(const CriterionKind& self, const Field& field,
                              const SpecValues&) = nullptr;
};
std::span<const CriterionKind> criterion_kinds();  // those that are not bounds

// Errors: why the criterion of a request does not fit its algorithm and data.
Result<void> check_criterion(const SelectionRequest& request);

// The setting that the two-stage search goes over.
inline constexpr std::string_view two_stage_field = "C";

// Errors: an algorithm without it.
Result<void> check_two_stage(const Spec& algorithm);

// The kinds of bound and of criterion together, for sentences and lists.
std::vector<std::string> criterion_ids();

struct SelectionRequest {
  Dataset data;  // as it is given; every machine is scaled by the patterns that it is trained on
  Scaling scaling = Scaling::none;
  Spec algorithm;  // with the settings that all cells share
  TrainerOptions training;
  std::uint64_t seed = 1;  // of swaps and folds; the same ones in every cell
  Spec criterion;          // "cross-validation:folds=5", "maximal-discrepancy:swaps=20"

  // Every combination of the values is a cell.
  std::vector<GridAxis> grid;

  // Who works at once: on cells where enough of them are independent and there is memory for those, else
  // on the folds or swaps of a cell. The results do not depend on it.
  Workers workers = {};

  // Instead of a grid the two-stage search over C of Lauer & Bloch 2006 (selection/two_stage.h): the
  // first of the best of the second stage is chosen.
  bool two_stage = false;
};

struct SelectionCell {
  Spec algorithm;                     // all of its settings that differ from the defaults
  std::vector<std::string> settings;  // one for each axis
  bool judged = false;
  double value = Record::none;   // of the criterion; not a number where it was refused
  std::string reason;            // why it was, one sentence without a full stop
  std::string bound;             // of a bound the kind that applied, "compression"
  std::vector<BoundTerm> terms;  // of a bound
  double training_error = Record::none;
  double validation_error = Record::none;  // where there is a validation part
  int unfinished = 0;                      // trainings that a limit on iterations ended
};

class CellJudge;

// A selection in steps. Whoever makes it may stop asking at any moment: the cells that were judged
// stay valid, and so does the choice among them.
//
// C goes fastest, so that each machine starts from a close one. Cells that take over nothing from one
// another may be judged at once.
class Selection {
 public:
  // Errors: an unknown algorithm, setting or criterion, a value out of its range, a criterion that
  // suits neither data nor algorithm, an axis that sets what another one before it has set or has equal
  // values, or more than 10,000 cells.
  static Result<Selection> start(SelectionRequest request);

  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;
  ~Selection();

  // Goes on for about `max_time`, at least by one piece of work; false once every cell is judged.
  bool advance(std::chrono::nanoseconds max_time);

  bool finished() const { return done_ == cells_.size(); }
  std::size_t cells_done() const { return done_; }
  // Those of the second stage of a search included, before they are known.
  std::size_t cells_left() const;
  double fraction_done() const;  // of the work, pieces inside the present cells included
  // What the machines of a cell hold at the most where one is trained at a time, in bytes.
  double memory_needed() const;

  // Row-major over the axes, the last one fastest, whatever order they are worked in: with two axes
  // a surface. The second stage of a search comes behind the first.
  const std::vector<SelectionCell>& cells() const { return cells_; }
  const std::vector<GridAxis>& axes() const { return axes_; }
  const SelectionRequest& request() const { return request_; }

  // The cell of least value so far, the first of equals; none where no cell has a value. Of a search in
  // two stages that is finished, of those of the second.
  std::optional<std::size_t> chosen() const;

  // A cell in words: its settings and what it was judged by, with its value where there is one.
  std::string cell_text(std::size_t cell) const;

  // What will be trained and how often, in sentences.
  std::vector<std::string> plan() const;

  // Sentences: what was chosen and by what, and what that does not say.
  std::vector<std::string> sentences() const;

 private:
  Selection();

  std::string settings_text(const SelectionCell& cell) const;
  std::string value_text(const SelectionCell& cell) const;
  std::string_view value_name(const SelectionCell& cell) const;  // with a blank behind it
  // Cells of which each may take over from the one before, by their places.
  using Chain = std::vector<std::size_t>;
  // Where a worker is in its chain.
  struct Place {
    std::unique_ptr<CellJudge> own_judge;  // where several judge at once
    std::size_t next = 0;                  // in the chain
    bool begun = false;                    // that cell
  };

  Result<void> add_cells(const std::vector<GridAxis>& axes);
  void add_fine_stage();
  int judges_at_once() const;
  bool judge(std::size_t chain, Place& place, bool begins, std::chrono::nanoseconds max_time);

  SelectionRequest request_;
  std::vector<GridAxis> axes_;
  std::vector<SelectionCell> cells_;
  std::size_t done_ = 0;        // cells
  std::size_t fine_stage_ = 0;  // its first cell; 0 before there is one
  std::vector<Chain> chains_;   // of the present stage
  IndependentWork work_;        // on these
  std::vector<Place> places_;   // of each who judges
  std::unique_ptr<CellJudge>
      judge_;  // of one chain after the other, with all workers for each cell
};

}  // namespace marginscope
