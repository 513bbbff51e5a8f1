#include "declarations.h"
#include "laboratory/laboratory.h"
#include "laboratory/reproduction.h"

namespace marginscope {

EMSCRIPTEN_BINDINGS(laboratory) {
  using namespace emscripten;

#ifdef MARGINSCOPE_DECLARATIONS
  declare_type<BoundId>("BoundId", bound_id_type);
  declare_type<CriterionId>("CriterionId", criterion_id_type);
#endif
  declare_type<Refusal>("Refusal", refusal_type);
  declare_type<TextList>("TextList", text_list_type);
  declare_type<CatalogueField>("CatalogueField", field_type);
  declare_type<BoundKindRow>("BoundKind", bound_kind_type);
  declare_type<CriterionKindRow>("CriterionKind", criterion_kind_type);
  declare_type<BoundTermRow>("BoundTerm", bound_term_type);
  declare_type<LaboratoryCatalogue>("LaboratoryCatalogue", laboratory_catalogue_type);
  declare_type<Picture>("Picture", picture_type);
  declare_type<Painting>("Painting", painting_type);
  declare_type<BoundFit>("BoundFit", bound_fit_type);
  declare_type<SwapEstimate>("SwapEstimate", swap_estimate_type);
  declare_type<BoundOutcome>("BoundOutcome", bound_outcome_type);
  declare_type<BoundState>("BoundState", bound_state_type);
  declare_type<SelectionState>("SelectionState", selection_state_type);
  declare_type<Prospect>("Prospect", prospect_type);
  declare_type<SceneToOpen>("SceneToOpen", scene_to_open_type);
  declare_type<ExperimentWish>("ExperimentWish", experiment_wish_type);
  declare_type<ExperimentState>("ExperimentState", experiment_state_type);

  class_<Laboratory>("Laboratory")
      .constructor<>()
      .function("start_bound", &Laboratory::start_bound)
      .function("start_selection", &Laboratory::start_selection)
      .function("prospect", &Laboratory::prospect)
      .function("advance", &Laboratory::advance)
      .function("swaps_done", &Laboratory::swaps_done)
      .function("picture", &Laboratory::picture)
      .function("bound", &Laboratory::bound)
      .function("selection", &Laboratory::selection)
      .function("swapped_scene", &Laboratory::swapped_scene)
      .function("cell_scene", &Laboratory::cell_scene);

  class_<Reproduction>("Reproduction")
      .constructor<>()
      .function("start", &Reproduction::start)
      .function("advance", &Reproduction::advance)
      .function("state", &Reproduction::state)
      .function("cell_scene", &Reproduction::cell_scene);

  function("catalogue", &laboratory_catalogue);
}

}  // namespace marginscope
