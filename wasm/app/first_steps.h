#pragma once

// What to do first, on the plane of the opening scene and in the page's text.

#include <span>
#include <string_view>

namespace marginscope {

class Session;

// At most three short steps; none once the opening scene is not as it was.
std::span<const std::string_view> first_steps(const Session& session);

}  // namespace marginscope
