#pragma once

// A hand that presses anything, anywhere.

#include <iterator>
#include <string>

#include "app/person.h"
#include "core/random.h"

namespace marginscope::testing {

struct Size {
  float width, height;
};
inline constexpr Size wide = {1440, 900}, narrow = {390, 844};

class Monkey {
 public:
  Monkey(Person& person, Size size, std::uint64_t seed)
      : person_(person), size_(size), random_(seed) {}

  void act() {
    switch (below(12)) {
      case 0:
        key();
        break;
      case 1:
        person_.key("z", true);
        break;
      case 2: {
        static const std::string keys[] = {"y", "a", "d", "ArrowLeft", "ArrowUp"};
        if (below(2)) {
          person_.key(keys[below(std::size(keys))], true);
        } else {
          person_.key("Delete");
        }
        break;
      }
      case 3:
      case 4:
        drag();
        break;
      case 5:
        drag_with_interruption();
        break;
      case 6:
        person_.app().wheel(0, below(2) ? 1.0F : -1.0F);
        break;
      case 7:
        person_.click(anywhere(), 1);
        break;
      default:
        person_.click(anywhere());
        break;
    }
    for (std::uint64_t i = below(4); i > 0; --i) person_.frame();
    person_.app().take_requests();
  }

 private:
  std::uint64_t below(std::uint64_t count) { return random_.below(count); }

  ImVec2 anywhere() {
    const auto along = [this](float length) {
      return static_cast<float>(below(static_cast<std::uint64_t>(length)));
    };
    return {along(size_.width), along(size_.height)};
  }

  void key() {
    static const std::string keys[] = {
        " ", "ArrowLeft", "ArrowRight", "Home",   "End",       "v",       "a",         "m", "e",
        "f", "g",         "l",          "Enter",  "ArrowDown", "ArrowUp", "t",         "?", "1",
        "2", "3",         "8",          "Escape", "x",         "Delete",  "Backspace", "c", "d",
        "b", "r",         "w",          "n",      "s",         "u",       "i",         "j", "y"};
    person_.key(keys[below(std::size(keys))]);
  }

  void drag() {
    person_.begin_drag(anywhere(), anywhere());
    person_.release();
  }

  void drag_with_interruption() {
    person_.begin_drag(anywhere(), anywhere());
    key();
    person_.point_at(anywhere());
    person_.point_at(anywhere());
    person_.release();
  }

  Person& person_;
  Size size_;
  Random random_;
};

}  // namespace marginscope::testing
