#include "app/ui.h"

#include <utility>

namespace marginscope {

void Ui::send(std::string_view type, std::initializer_list<Written> arguments) {
  send(Call(type, arguments));
}

void Ui::send(Call call) { wishes_.push_back({Wish::Kind::call, std::move(call)}); }

void Ui::tell(std::string sentence) {
  wishes_.push_back({.kind = Wish::Kind::tell, .told = std::move(sentence)});
}

void Ui::begin_gesture(Call call, std::optional<std::array<double, 2>> axis) {
  wishes_.push_back({Wish::Kind::begin, std::move(call), axis});
}

void Ui::drag(std::initializer_list<Written> arguments) {
  wishes_.push_back({Wish::Kind::drag, {"", arguments}});
}

void Ui::end_gesture() { wishes_.push_back({.kind = Wish::Kind::end}); }

void Ui::give_up_gesture() { wishes_.push_back({.kind = Wish::Kind::give_up}); }

const Session::Gesture* Ui::gesture(std::string_view type) const {
  const Session::Gesture* gesture = session_.gesture();
  return gesture && gesture->call.type == type ? gesture : nullptr;
}

void Ui::carry_out(Session& session) {
  for (Wish& wish : std::exchange(wishes_, {})) {
    Result<void> done;
    switch (wish.kind) {
      case Wish::Kind::call:
        done = session.carry_out(wish.call);
        break;
      case Wish::Kind::tell:
        session.set_notice(std::move(wish.told));
        break;
      case Wish::Kind::begin:
        session.begin_gesture({std::move(wish.call), wish.axis});
        break;
      case Wish::Kind::drag:
        done = session.drag(std::move(wish.call.arguments));
        break;
      case Wish::Kind::end:
        session.end_gesture();
        break;
      case Wish::Kind::give_up:
        session.give_up_gesture();
        break;
    }
    if (!done) session.set_notice(done.error().message);
  }
}

void Ui::set_theme(bool dark, bool contrast) {
  theme = theme_of(dark, contrast);
  theme.line_width = presenting ? 1.6F : contrast ? 1.25F : 1;
  apply_style(theme);
}

void Ui::present(bool to_class) {
  presenting = to_class;
  set_theme(theme.dark, theme.contrast);
}

PartSet Ui::shown_parts() const {
  constexpr PartSet for_class = {Part::transport, Part::charts, Part::sentence};
  return presenting ? parts.in_common_with(for_class) : parts;
}

void Ui::request(Ask kind, std::string value) {
  requests.push_back({.kind = kind, .value = std::move(value)});
}

void Ui::request_edit(Call call, std::string name, std::string value, const Rect& rect,
                      std::string otherwise) {
  requests.push_back({Ask::edit, std::move(call), std::move(name), std::move(value),
                      std::move(otherwise), rect.min.x, rect.min.y, rect.width(), rect.height()});
}

}  // namespace marginscope
