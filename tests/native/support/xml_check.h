#pragma once

// Whether a text is one well-formed element of XML, as far as pictures use it: tags that are closed
// in their order, attributes in quotes, no other "<" or "&" than those of tags and entities.

#include <string>
#include <string_view>
#include <vector>

namespace marginscope::testing {

inline bool has_good_text(std::string_view text) {
  for (std::size_t at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
    const std::string_view rest = text.substr(at);
    bool known = false;
    for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;"}) {
      known = known || rest.starts_with(entity);
    }
    if (!known) return false;
  }
  return text.find('>') == text.npos;
}

// `name="value" name="value"`: each once.
inline bool has_good_attributes(std::string_view text) {
  std::vector<std::string_view> names;
  while (text.find_first_not_of(" \n") != text.npos) {
    if (text[0] != ' ') return false;
    text.remove_prefix(text.find_first_not_of(' '));
    const std::size_t equals = text.find("=\"");
    if (equals == text.npos || equals == 0) return false;
    const std::size_t end = text.find('"', equals + 2);
    if (end == text.npos || !has_good_text(text.substr(equals + 2, end - equals - 2))) return false;
    for (const std::string_view name : names) {
      if (name == text.substr(0, equals)) return false;
    }
    names.push_back(text.substr(0, equals));
    text.remove_prefix(end + 1);
  }
  return true;
}

inline bool is_well_formed(std::string_view text) {
  std::vector<std::string_view> open;
  bool begun = false;
  while (!text.empty()) {
    const std::size_t tag = text.find('<');
    const std::string_view between = text.substr(0, tag);
    if (!has_good_text(between)) return false;
    if (open.empty() && between.find_first_not_of(" \n") != between.npos) return false;
    if (tag == text.npos) break;
    const std::size_t end = text.find('>', tag);
    if (end == text.npos) return false;
    std::string_view inside = text.substr(tag + 1, end - tag - 1);
    text.remove_prefix(end + 1);
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return false;
      open.pop_back();
      continue;
    }
    if (open.empty() && begun) return false;  // a second element
    begun = true;
    const bool closed = inside.ends_with('/');
    if (closed) inside.remove_suffix(1);
    const std::size_t name_end = inside.find_first_of(" \n");
    const std::string_view name = inside.substr(0, name_end);
    if (name.empty() || name.find('<') != name.npos) return false;
    if (name_end != inside.npos && !has_good_attributes(inside.substr(name_end))) return false;
    if (!closed) open.push_back(name);
  }
  return begun && open.empty();
}

}  // namespace marginscope::testing
