#include "data/training.h"
#include "declarations.h"
#include "library/catalogue.h"
#include "library/data_handle.h"
#include "library/estimate_handles.h"
#include "library/machine_handle.h"

namespace marginscope {

#ifdef MARGINSCOPE_DECLARATIONS
// What the typed layer asks for and answers.
EMSCRIPTEN_DECLARE_VAL_TYPE(KernelText)
EMSCRIPTEN_DECLARE_VAL_TYPE(AlgorithmText)
EMSCRIPTEN_DECLARE_VAL_TYPE(RuleText)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundText)
EMSCRIPTEN_DECLARE_VAL_TYPE(CriterionText)
EMSCRIPTEN_DECLARE_VAL_TYPE(ProblemText)
EMSCRIPTEN_DECLARE_VAL_TYPE(ScalingText)
EMSCRIPTEN_DECLARE_VAL_TYPE(AlgorithmId)
EMSCRIPTEN_DECLARE_VAL_TYPE(RuleId)
EMSCRIPTEN_DECLARE_VAL_TYPE(ProblemId)
EMSCRIPTEN_DECLARE_VAL_TYPE(StopReason)
EMSCRIPTEN_DECLARE_VAL_TYPE(QuantityRole)
EMSCRIPTEN_DECLARE_VAL_TYPE(QuantityKindWord)
EMSCRIPTEN_DECLARE_VAL_TYPE(QuantityAxis)
EMSCRIPTEN_DECLARE_VAL_TYPE(QuantitiesOfAlgorithms)
EMSCRIPTEN_DECLARE_VAL_TYPE(RecordsOfAlgorithms)
#endif

EMSCRIPTEN_BINDINGS(library) {
  using namespace emscripten;

#ifdef MARGINSCOPE_DECLARATIONS
  declare_type<KernelText>("Kernel", kernel_type);
  declare_type<AlgorithmText>("Algorithm", algorithm_type);
  declare_type<RuleText>("Rule", rule_type);
  declare_type<BoundText>("Bound", bound_type);
  declare_type<CriterionText>("Criterion", criterion_type);
  declare_type<ProblemText>("Problem", problem_type);
  declare_type<ScalingText>("Scaling", scaling_type);
  declare_type<AlgorithmId>("AlgorithmId", algorithm_id_type);
  declare_type<RuleId>("RuleId", rule_id_type);
  declare_type<BoundId>("BoundId", bound_id_type);
  declare_type<CriterionId>("CriterionId", criterion_id_type);
  declare_type<ProblemId>("ProblemId", problem_id_type);
  declare_type<StopReason>("StopReason", stop_reason_type);
  declare_type<QuantityRole>("QuantityRole", quantity_role_type);
  declare_type<QuantityKindWord>("QuantityKind", quantity_kind_type);
  declare_type<QuantityAxis>("QuantityAxis", quantity_axis_type);
  declare_type<QuantitiesOfAlgorithms>("AlgorithmQuantities", algorithm_quantities_type);
  declare_type<RecordsOfAlgorithms>("AlgorithmRecords", algorithm_records_type);
#endif
  declare_type<Refusal>("Refusal", refusal_type);
  declare_type<TextList>("TextList", text_list_type);
  declare_type<Doubles>("Doubles", doubles_type);
  declare_type<Bytes>("Bytes", bytes_type);
  declare_type<DoublesOrRefusal>("DoublesOrRefusal", doubles_or_refusal_type);
  declare_type<CsvWish>("CsvWish", csv_wish_type);
  declare_type<DataDescription>("DataDescription", data_description_type);
  declare_type<StopRow>("Stop", stop_type);
  declare_type<WouldStopRow>("WouldStop", would_stop_type);
  declare_type<RecordRow>("IterationRecord", record_type);
  declare_type<QuantityRows>("Quantities", quantities_type);
  declare_type<CatalogueField>("CatalogueField", field_type);
  declare_type<BoundKindRow>("BoundKind", bound_kind_type);
  declare_type<CriterionKindRow>("CriterionKind", criterion_kind_type);
  declare_type<BoundTermRow>("BoundTerm", bound_term_type);
  declare_type<BoundOutcome>("BoundOutcome", bound_outcome_type);
  declare_type<SelectionState>("SelectionState", selection_state_type);
  declare_type<LibraryCatalogue>("Catalogue", library_catalogue_type);

  register_optional<std::string>();
  value_object<Setup>("Setup")
      .field("algorithm", &Setup::algorithm)
      .field("rules", &Setup::rules)
      .field("scaling", &Setup::scaling)
      .field("max_iterations", &Setup::max_iterations);

  class_<DataHandle>("DataHandle")
      .constructor<>()
      .function("make_room", &DataHandle::make_room)
      .function("features", &DataHandle::features)
      .function("labels", &DataHandle::labels)
      .function("settle", &DataHandle::settle)
      .function("check_texts", &DataHandle::check_texts)
      .function("check_words", &DataHandle::check_words)
      .function("read_csv", &DataHandle::read_csv)
      .function("draw", &DataHandle::draw)
      .function("share", &DataHandle::share)
      .function("flags", &DataHandle::flags)
      .function("set_apart", &DataHandle::set_apart)
      .function("set_first_apart", &DataHandle::set_first_apart)
      .function("describe", &DataHandle::describe)
      .function("remarks", &DataHandle::remarks);

  class_<MachineHandle>("MachineHandle")
      .constructor<>()
      .function("begin", &MachineHandle::begin)
      .function("train", &MachineHandle::train)
      .function("seek", &MachineHandle::seek)
      .function("start", &MachineHandle::start)
      .function("advance", &MachineHandle::advance)
      .function("refusal", &MachineHandle::refusal)
      .function("doing", &MachineHandle::doing)
      .function("part", &MachineHandle::part)
      .function("started", &MachineHandle::started)
      .function("iteration", &MachineHandle::iteration)
      .function("last_iteration", &MachineHandle::last_iteration)
      .function("ended", &MachineHandle::ended)
      .function("stop", &MachineHandle::stop)
      .function("would_stop", &MachineHandle::would_stop)
      .function("record", &MachineHandle::record)
      .function("trace", &MachineHandle::trace)
      .function("explain", &MachineHandle::explain)
      .function("quantities", &MachineHandle::quantities)
      .function("quantity", &MachineHandle::quantity)
      .function("room_for", &MachineHandle::room_for)
      .function("answers", &MachineHandle::answers)
      .function("predictions", &MachineHandle::predictions)
      .function("forget_patterns", &MachineHandle::forget_patterns);

  class_<BoundHandle>("BoundHandle")
      .constructor<>()
      .function("begin", &BoundHandle::begin)
      .function("advance", &BoundHandle::advance)
      .function("state", &BoundHandle::state)
      .function("fraction", &BoundHandle::fraction);

  class_<SelectionHandle>("SelectionHandle")
      .constructor<>()
      .function("begin", &SelectionHandle::begin)
      .function("advance", &SelectionHandle::advance)
      .function("state", &SelectionHandle::state)
      .function("fraction", &SelectionHandle::fraction)
      .function("algorithm_of", &SelectionHandle::algorithm_of);

  function("catalogue", &library_catalogue);
  function("memory", &memory);
}

}  // namespace marginscope
