#include "table.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "core/lanes.h"

namespace marginscope::bench {
namespace {

using nlohmann::json;

// A row below so many per cent of its limit says what the rest of its time goes on.
constexpr long fair_share = 40;

double least(const std::vector<double>& seconds) { return std::ranges::min(seconds); }

// By how much the slowest turn was slower than the fastest, in per cent.
std::string spread(const std::vector<double>& seconds) {
  const double part = std::ranges::max(seconds) / least(seconds) - 1;
  return sentence("+", std::to_string(std::lround(100 * part)), " %");
}

bool counts(const Measured& measured) {
  return !measured.theirs.empty() && measured.worse <= same_solution;
}

double ratio_of(const Measured& measured) {
  return counts(measured) ? least(measured.theirs) / least(measured.ours)
                          : std::numeric_limits<double>::quiet_NaN();
}

// The part of the limit in our time.
double share_of(const Measured& measured, const Limit& limit) {
  return limit.seconds / least(measured.ours);
}

json json_of(const Needs& needs) {
  json parts = json::array(), traffic = json::array();
  for (const Needs& part : needs.parts) parts.push_back(json_of(part));
  if (!parts.empty()) return {{"parts", std::move(parts)}};
  for (const Needs::Traffic& part : needs.traffic) {
    traffic.push_back({{"bytes", part.bytes}, {"data", part.data}});
  }
  return {{"traffic", std::move(traffic)},
          {"multiply_adds", needs.multiply_adds},
          {"divisions", needs.divisions},
          {"additions", needs.additions},
          {"exponentials", needs.exponentials}};
}

// What the rest of the time goes on, where that is most of it; else empty.
std::string_view rest_of(const Measured& measured, const Limit& limit) {
  const long share = std::lround(100 * share_of(measured, limit));
  return share < fair_share ? measured.needs.rest : std::string_view();
}

std::string detail_of(const Measured& measured, const Limit& limit) {
  std::string text = measured.detail;
  const auto add = [&text](std::string_view more) {
    text += sentence(text.empty() ? "" : "; ", more);
  };
  if (limit.seconds == 0) return text;
  const long share = std::lround(100 * share_of(measured, limit));
  add(sentence(std::to_string(share), " % of the limit (", limit.of, ")"));
  if (const auto rest = rest_of(measured, limit); !rest.empty()) {
    add(sentence("the rest goes on ", rest));
  }
  return text;
}

}  // namespace

std::string padded(std::string text, std::size_t width) {
  std::size_t characters = 0;
  for (const char c : text) characters += (c & 0xC0) != 0x80;
  return text + std::string(characters < width ? width - characters : 0, ' ');
}

void say_head() {
  std::printf("%s %s %s %s  %s\n", padded("work, one thread, least of several turns", 52).c_str(),
              padded("peer", 22).c_str(), padded("ours", 20).c_str(), padded("ratio", 7).c_str(),
              "solid, ambitious; how much worse our solution is");
}

void say(const Row& row, const Measured& measured, const Rates& rates) {
  const auto time = [](const std::vector<double>& seconds) {
    return seconds.empty() ? std::string("–")
                           : sentence(duration_text(least(seconds)), " ", spread(seconds));
  };
  const double ratio = ratio_of(measured);
  const std::string aims =
      row.ambitious == 0 ? "–" : sentence(short_text(row.solid), ", ", short_text(row.ambitious));
  const std::string apart =
      measured.theirs.empty() ? "nothing to compare with"
      : counts(measured)      ? short_text(measured.worse, 2)
                              : sentence(short_text(measured.worse, 2), ": not the same solution");
  const std::string detail = detail_of(measured, limit_of(measured.needs, rates));
  std::printf("%s %s %s %s  %s; %s%s%s%s%s\n", padded(row.work, 52).c_str(),
              padded(time(measured.theirs), 22).c_str(), padded(time(measured.ours), 20).c_str(),
              padded(std::isnan(ratio) ? "–" : short_text(ratio, 3), 7).c_str(), aims.c_str(),
              apart.c_str(), measured.peer.empty() ? "" : "; ", measured.peer.c_str(),
              detail.empty() ? "" : "; ", detail.c_str());
  std::fflush(stdout);
}

json json_of(const Row& row, const Measured& measured, const Rates& rates) {
  const auto number = [](double value) { return std::isfinite(value) ? json(value) : json(); };
  const Limit limit = limit_of(measured.needs, rates);
  json cell = {{"id", row.id},
               {"work", row.work},
               {"peer", measured.peer},
               {"peer_seconds", measured.theirs},
               {"seconds", measured.ours},
               {"way", measured.way},
               {"ratio", number(ratio_of(measured))},
               {"worse", number(measured.worse)},
               {"solid", row.solid},
               {"ambitious", row.ambitious},
               {"detail", detail_of(measured, limit)}};
  if (limit.seconds == 0) return cell;
  cell["needs"] = json_of(measured.needs);
  cell["limit"] = {{"seconds", limit.seconds}, {"of", limit.of}};
  cell["share"] = share_of(measured, limit);
  cell["rest"] = rest_of(measured, limit);
  return cell;
}

json json_of(const Rates& rates) {
  json memory = json::array();
  for (const Rates::Memory& level : rates.memory) {
    memory.push_back({{"data", size_text(level.size)}, {"bytes_a_second", level.bytes_a_second}});
  }
  return {{"memory", std::move(memory)},
          {"multiply_adds", rates.multiply_adds},
          {"divisions", rates.divisions},
          {"additions", rates.additions},
          {"exponentials", rates.exponentials}};
}

json this_machine() {
  // The first processor's; those of different families may have one name.
  std::map<std::string, std::string> told;
  std::string line;
  for (std::ifstream in("/proc/cpuinfo"); std::getline(in, line);) {
    if (line.empty()) break;
    const std::size_t colon = std::min(line.find(':'), line.size() - 1);
    told.try_emplace(std::string(trimmed(std::string_view(line).substr(0, colon))),
                     trimmed(std::string_view(line).substr(colon + 1)));
  }
  const auto entry = [&](const char* key) {
    const auto found = told.find(key);
    return found == told.end() ? std::string("unknown") : found->second;
  };
  const std::size_t lanes = on_lanes([]<class Lanes>(Lanes) { return Lanes::count; });
#ifdef __clang__
  const std::string compiler = __VERSION__;
#else
  const std::string compiler = "GCC " __VERSION__;
#endif
  utsname system{};
  uname(&system);
  return {{"processor", entry("model name")},
          {"family", entry("cpu family")},
          {"model", entry("model")},
          {"processors", sysconf(_SC_NPROCESSORS_ONLN)},
          {"memory", static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<double>(sysconf(_SC_PAGESIZE))},
          {"system", sentence(system.sysname, " ", system.machine)},
          {"compiler", compiler},
          {"lanes", lanes}};
}

}  // namespace marginscope::bench
