#pragma once

// What every kind of case draws its choices by, and what must hold whatever the case is.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "app/person.h"
#include "core/random.h"
#include "core/result.h"
#include "scene/scene.h"
#include "session/session.h"

namespace marginscope::testing {

// Enough for everything that can go wrong, and little enough for a case to take a second.
inline constexpr Eigen::Index most_points = 300;

template <class List>
const auto& any_of(Random& random, const List& list) {
  return list[static_cast<std::size_t>(random.below(std::size(list)))];
}

bool one_in(Random& random, std::uint64_t count);

// Whether each call is told on standard error before it is made: of one case that is looked at.
inline bool telling = false;

// Tells it where that is wanted.
void tell(const std::string& what);
std::string call_text(const Call& call);

void check_refusal(const Error& error);

// Undo and redo say nothing of the time.
void check_same_but_time(const Scene& one, const Scene& other);

// Whatever is open can be saved and opened again.
void check_saved(const Scene& scene);

void check_shown(const Session& session);

// What is under way comes to an end, or is given up.
void come_to_rest(Session& session);

// At the end of a case: what is open, once it has come to rest, and that undo leads from it to `first`
// and redo back.
void check_way_back(Person& person, const Scene& first);

// A call that is refused changes nothing; with `and_back` an edit is taken back to the very scene
// before, and done again. Returns whether it was taken.
bool carry_out(Session& session, const Call& call, bool and_back);

}  // namespace marginscope::testing
