#include "data/training.h"
#include "declarations.h"
#include "library/catalogue.h"
#include "library/data_handle.h"
#include "library/estimate_handles.h"
#include "library/machine_handle.h"

namespace marginscope {

#ifdef MARGINSCOPE_DECLARATIONS
EMSCRIPTEN_DECLARE_VAL_TYPE(KernelText)
EMSCRIPTEN_DECLARE_VAL_TYPE(AlgorithmText)
EMSCRIPTEN_DECLARE_VAL_TYPE(RuleText)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundText)
EMSCRIPTEN_DECLARE_VAL_TYPE(CriterionText)
EMSCRIPTEN_DECLARE_VAL_TYPE(ProblemText)
EMSCRIPTEN_DECLARE_VAL_TYPE(ScalingText)

namespace {

// What the typed layer asks for, made from the registries.
template <class Type>
void declare_text(const char* name, std::string (*make)()) {
  static const std::string definition = make();
  declare_type<Type>(name, definition.c_str());
}

}  // namespace
#endif

EMSCRIPTEN_BINDINGS(library) {
  using namespace emscripten;

#ifdef MARGINSCOPE_DECLARATIONS
  declare_text<KernelText>("Kernel", kernel_type);
  declare_text<AlgorithmText>("Algorithm", algorithm_type);
  declare_text<RuleText>("Rule", rule_type);
  declare_text<BoundText>("Bound", bound_type);
  declare_text<CriterionText>("Criterion", criterion_type);
  declare_text<ProblemText>("Problem", problem_type);
  declare_text<ScalingText>("Scaling", scaling_type);
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
      .function("check_text", &DataHandle::check_text)
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
      .function("predictions", &MachineHandle::predictions);

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
