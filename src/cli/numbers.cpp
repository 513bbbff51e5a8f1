#include "cli/numbers.h"

#include "core/text.h"

namespace marginscope::cli {
namespace {

// Without a description: what an option takes is named in its help already.
CLI::Validator validator(std::function<std::string(std::string&)> read) {
  return CLI::Validator(std::move(read), "");
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return validator([=](std::string& text) -> std::string {
    const auto value = parse_natural(text);
    if (!value || *value < least || *value > most) {
      return sentence(in_quotes(text), " is no whole number from ", std::to_string(least), " to ",
                      std::to_string(most));
    }
    text = std::to_string(*value);
    return {};
  });
}

CLI::Validator real_number() {
  return validator([](std::string& text) -> std::string {
    const auto value = parse_number(text);
    if (!value) return sentence(in_quotes(text), " is not a number");
    text = exact_text(*value);
    return {};
  });
}

}  // namespace marginscope::cli
