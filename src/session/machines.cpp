#include "session/machines.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace marginscope {
namespace {

// Of several machines none is further than this ahead of another that looks for a stop: what it made
// beyond that stop it made for nothing, and fewer at a time would cost more than the steps.
constexpr int head_start = 32;

}  // namespace

void Machines::assemble(const Scene& scene, const Training& training, bool keep, int iteration) {
  std::list<Machine> former;
  former.swap(machines_);
  std::vector<std::list<Machine>> places(scene.machines.size());
  double memory = memory_;  // for those that are made
  // First those that stay as they are, then those whose rules or limit change, if they run. What had no
  // memory may have some now.
  for (const bool judged_alike : {true, false}) {
    for (std::size_t m = 0; keep && m < places.size(); ++m) {
      const MachineSetup& setup = scene.machines[m];
      if (!places[m].empty()) continue;
      const auto found = std::ranges::find_if(former, [&](const Machine& each) {
        if (each.algorithm() != setup.algorithm || !each.trainable()) return false;
        const bool alike =
            each.rules() == setup.rules && each.max_iterations() == scene.max_iterations;
        return judged_alike ? alike : each.run() != nullptr;
      });
      if (found == former.end()) continue;
      memory -= found->memory_taken();
      places[m].splice(places[m].end(), former, found);
    }
  }
  for (std::size_t m = 0; m < places.size(); ++m) {
    const MachineSetup& setup = scene.machines[m];
    const int limit = scene.max_iterations;
    if (places[m].empty()) {
      Machine& made =
          places[m].emplace_back(setup.algorithm, setup.rules, limit, training, watch_, memory);
      memory -= made.memory_taken();
      if (iteration > 0) made.seek(iteration);
    } else if (Machine& kept = places[m].front();
               kept.rules() != setup.rules || kept.max_iterations() != limit) {
      kept.set_rules(setup.rules, limit);
    }
    machines_.splice(machines_.end(), places[m]);
  }
}

void Machines::set_watch(Machine::Watch watch) {
  watch_ = watch;
  for (Machine& each : machines_) each.set_watch(watch);
}

bool Machines::playing() const {
  return std::ranges::any_of(machines_, std::mem_fn(&Machine::playing));
}

bool Machines::busy() const { return std::ranges::any_of(machines_, std::mem_fn(&Machine::busy)); }

bool Machines::trainable() const {
  return std::ranges::any_of(machines_, std::mem_fn(&Machine::trainable));
}

bool Machines::done() const {
  return std::ranges::all_of(machines_,
                             [](const Machine& each) { return each.ended() || !each.trainable(); });
}

int Machines::iteration(int chosen) const {
  const Machine& machine = at(chosen);
  if (machine.run() && !machine.busy() && !machine.ended()) return machine.iteration();
  return std::ranges::max_element(machines_, {}, &Machine::iteration)->iteration();
}

int Machines::last_iteration() const {
  return std::ranges::max_element(machines_, {}, &Machine::last_iteration)->last_iteration();
}

bool Machines::waits(const Machine& machine) const {
  return machine.ended() && std::ranges::any_of(machines_, [&](const Machine& other) {
           return other.iteration() > machine.iteration();
         });
}

void Machines::bring_to(int iteration) {
  for (Machine& each : machines_) each.seek(iteration);
}

void Machines::pause() {
  for (Machine& each : machines_) each.pause();
}

void Machines::cancel() {
  for (Machine& each : machines_) each.cancel();
}

template <class Wants, class Make>
void Machines::share(std::chrono::nanoseconds budget, Wants wants, Make make) {
  const auto began = Run::Clock::now();
  std::ptrdiff_t to_come = 0;  // in this round of turns
  for (bool worked = false;; worked = true) {
    const auto left =
        std::max(budget - (Run::Clock::now() - began), std::chrono::nanoseconds::zero());
    const auto waiting = std::ranges::count_if(machines_, wants);
    if (waiting == 0 || (worked && left.count() == 0)) return;
    to_come = to_come > 0 ? std::min(to_come, waiting) : waiting;
    auto each = machines_.begin();
    do {
      turn_ %= machines_.size();
      each = std::next(machines_.begin(), static_cast<std::ptrdiff_t>(turn_++));
    } while (!wants(*each));
    make(*each, left / to_come--);
  }
}

// Where one halted at a stop, those ahead of it go back there, and the others look no further.
void Machines::halt_all(const Machine& halted) {
  const int stop = halted.iteration();
  for (Machine& each : machines_) {
    if (&each == &halted) continue;
    if (each.iteration() > stop) {
      each.seek(stop);
    } else if (each.playing()) {
      each.go_on(each.iteration(), stop);
    } else {
      each.bound_goal(stop);
    }
  }
}

void Machines::work(std::chrono::nanoseconds budget) {
  const auto reach = [this](const Machine& each) {
    int least = Machine::any_reach - head_start;
    for (const Machine& other : machines_) {
      if (other.looks_for_stop()) least = std::min(least, other.iteration());
    }
    return each.looks_for_stop() && machines_.size() > 1 ? least + head_start : Machine::any_reach;
  };
  share(
      budget,
      [&reach](const Machine& each) {
        return each.busy() && (!each.run() || each.iteration() < reach(each));
      },
      [&](Machine& each, std::chrono::nanoseconds time) {
        const bool looks = each.looks_for_stop();
        each.work(time, reach(each));
        const Run* run = each.run();
        if (looks && !each.busy() && run && run->stop_at(each.iteration())) halt_all(each);
      });
}

int Machines::play_on(int chosen, Pace pace, int steps, std::chrono::nanoseconds budget) {
  const bool by_time = pace == Pace::time;
  const int at_a_time = machines_.size() > 1 ? head_start : steps;
  Machine* leader = nullptr;
  for (Machine& each : machines_) {
    if (each.playing() && (!leader || &each == &at(chosen))) leader = &each;
  }
  const auto behind = [&](const Machine& each) {
    return each.playing() &&
           (by_time ? each.raced() < leader->raced() : each.iteration() < leader->iteration());
  };
  int made = 0;
  share(
      budget,
      [&](const Machine& each) {
        if (&each != leader) return behind(each);
        return each.playing() && made < steps && std::ranges::none_of(machines_, behind);
      },
      [&](Machine& each, std::chrono::nanoseconds time) {
        if (&each == leader) {
          made += each.advance(std::min(steps - made, at_a_time), time);
        } else if (by_time) {
          // As many as the time is expected to be enough for.
          const std::chrono::duration<double> lag = leader->raced() - each.raced();
          const double expected = lag.count() / each.seconds_per_step();
          each.advance(expected > 1 ? static_cast<int>(std::min<double>(expected, head_start)) : 1,
                       time);
        } else {
          each.advance(leader->iteration() - each.iteration(), time);
        }
        if (each.playing()) return;
        if (by_time) {
          pause();
        } else {
          halt_all(each);
        }
      });
  return made;
}

}  // namespace marginscope
