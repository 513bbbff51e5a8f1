#pragma once  // for every room above

// The command `csv`: separated text becomes the points of the scene. What it would make of a text can
// be asked before.

#include "data/csv_preview.h"
#include "session/arguments.h"

namespace marginscope {

inline constexpr CommandFields csv_fields{{{"text", ArgumentKind::text},
                                           {"name", ArgumentKind::text},
                                           {"label", ArgumentKind::whole, true},
                                           {"task", ArgumentKind::text, true},
                                           {"features", ArgumentKind::setting, true}}};

// The arguments are of these fields.
Result<void> load_csv(Session& session, const Arguments& arguments);

// What the command would make of the session, and what its text offers to choose from; the fault is
// the sentence that it would refuse with.
CsvPreview preview_csv(const Session& session, const Call& call);

}  // namespace marginscope
