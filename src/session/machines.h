#pragma once  // for src/session only

// The machines of a scene in the one time that there is for all of them: each is at its iteration, or waits at its
// own end where that comes before. What leads on halts all of them at the next stop of any, in the order of
// iterations; to know it, others may have gone a little further, and go back.

#include <chrono>
#include <iterator>
#include <list>

#include "scene/scene.h"
#include "session/machine.h"

namespace marginscope {

class Machines {
 public:
  // One for each of the scene's, in their order; each stays in its place in memory while it is.
  const std::list<Machine>& all() const { return machines_; }
  const Machine& at(int place) const { return *std::next(machines_.begin(), place); }
  Machine& at(int place) { return *std::next(machines_.begin(), place); }

  // Machines as the scene has them, on the patterns that there are. Those that `keep` lets stay and
  // that have its algorithm and settings are kept; the others are new, and go to `iteration`.
  void assemble(const Scene& scene, const Training& training, bool keep, int iteration);
  // What there is for all of them together, in bytes, from the next that is made on: usual_memory(), but in tests.
  void set_memory(double bytes) { memory_ = bytes; }
  void set_watch(Machine::Watch watch);  // of all, in place of the clock

  bool playing() const;
  bool busy() const;
  bool trainable() const;  // one of them at the least
  bool done() const;       // each is at its end, or cannot be trained
  // That of the chosen one, unless it waits for others; then that of the furthest one.
  int iteration(int chosen) const;
  int last_iteration() const;  // of the machine that has made the most
  // It is at its end while another is further on.
  bool waits(const Machine& machine) const;

  // Asks each of them. What all refuse is refused, for the reason of the chosen one.
  template <class Request>
  Result<void> ask(int chosen, Request request) {
    bool granted = false;
    Result<void> answer;
    for (Machine& each : machines_) {
      auto done = request(each);
      granted = granted || done;
      if (&each == &at(chosen)) answer = std::move(done);
    }
    return granted ? Result<void>() : answer;
  }
  void bring_to(int iteration);  // those that can get there
  void pause();
  void cancel();

  // Goes on with what is under way, for about so long.
  void work(std::chrono::nanoseconds budget);
  // Makes at most so many steps of the machine that leads, the chosen one if it plays; the others follow. Returns
  // how many.
  int play_on(int chosen, Pace pace, int steps, std::chrono::nanoseconds budget);

 private:
  // While there is time, and at least once: lets each machine that wants to work have its part, one
  // after the other, also from call to call.
  template <class Wants, class Make>
  void share(std::chrono::nanoseconds budget, Wants wants, Make make);
  void halt_all(const Machine& halted);

  std::list<Machine> machines_;  // at least one
  std::size_t turn_ = 0;         // the place behind the machine that worked last
  Machine::Watch watch_ = Run::Clock::now;
  double memory_ = usual_memory();
};

}  // namespace marginscope
