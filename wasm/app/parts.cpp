#include "app/parts.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/text.h"

namespace marginscope {

Result<PartSet> parse_parts(std::string_view text) {
  PartSet parts;
  for (const std::string_view id : split(text, ',')) {
    if (id.empty()) continue;
    const auto* const found = std::ranges::find(part_ids, id);
    if (found == std::end(part_ids)) {
      return fail(sentence(in_quotes(id), " is no part of the playground; a part is ",
                           alternatives({std::begin(part_ids), std::end(part_ids)})));
    }
    parts = parts.with(static_cast<Part>(found - part_ids));
  }
  return parts;
}

}  // namespace marginscope
