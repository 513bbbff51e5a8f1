#pragma once

// The parts of the canvas beside the plane, each of which can be left out: for a class that need not
// see it, or where the canvas is a frame in another page.

#include <initializer_list>
#include <string_view>

#include "core/result.h"

namespace marginscope {

enum class Part { transport, menus, algorithm, rules, points, charts, sentence };
inline constexpr std::string_view part_ids[] = {"transport", "menus",  "algorithm", "rules",
                                                "points",    "charts", "sentence"};

// Some of them.
class PartSet {
 public:
  constexpr PartSet() = default;
  constexpr PartSet(std::initializer_list<Part> parts) {
    for (const Part part : parts) bits_ |= bit(part);
  }
  static constexpr PartSet all() {
    return {Part::transport, Part::menus,  Part::algorithm, Part::rules,
            Part::points,    Part::charts, Part::sentence};
  }

  constexpr bool has(Part part) const { return (bits_ & bit(part)) != 0; }
  constexpr PartSet with(Part part) const { return PartSet(bits_ | bit(part)); }
  constexpr PartSet in_common_with(PartSet other) const { return PartSet(bits_ & other.bits_); }

 private:
  static constexpr unsigned bit(Part part) { return 1U << static_cast<unsigned>(part); }
  explicit constexpr PartSet(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};

// "transport,charts": what each part is called, joined by commas.
Result<PartSet> parse_parts(std::string_view text);

}  // namespace marginscope
