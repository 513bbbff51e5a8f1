#pragma once  // for every room above

// Long work in pieces. A function that returns Gradual<T> is a coroutine which puts itself down
// now and then, so that a page can draw a frame, and is taken up where it was:
//
//   Gradual<double> sum(const Eigen::MatrixXd& A) {
//     double total = 0;
//     for (Eigen::Index j = 0; j < A.cols(); ++j) {
//       co_await Pause{"the sum", static_cast<double>(j) / static_cast<double>(A.cols())};
//       total += A.col(j).sum();
//     }
//     co_return total;
//   }
//
//   const double all_at_once = sum(A).finish();
//   const double of_a_part = co_await sum(B);  // inside of other gradual work
//   for (auto work = sum(A); !work.advance(std::chrono::milliseconds(8));) draw_frame();
//
// What is waited for is a plain call: GCC 12 destroys the temporaries of a conditional expression
// inside of `co_await` twice.
//
// It computes the same bits whichever way it is driven. References that it is given must live until
// it has ended; destroying it gives it up.

#include <chrono>
#include <coroutine>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

namespace marginscope {

// A place where work may be put down: what it is at, and the part of that which is done, 0 to 1.
// Costs a look at the clock, and nothing where there is no limit of time.
struct Pause {
  std::string_view what;
  double part = 0;
};

// Unlimited time.
inline constexpr std::chrono::nanoseconds no_time_limit = std::chrono::nanoseconds::max();

namespace gradual {

using Clock = std::chrono::steady_clock;

// How a piece of work and the parts that it waits for, and these again, are driven.
struct Drive {
  std::coroutine_handle<> innermost;       // what goes on next
  std::optional<Clock::time_point> until;  // none: no limit
  bool paused = false;
  Pause at;
};

struct PausePoint {
  Drive& drive;
  bool await_ready() const noexcept { return !drive.until || Clock::now() < *drive.until; }
  void await_suspend(std::coroutine_handle<> here) const noexcept {
    drive.innermost = here;
    drive.paused = true;
  }
  void await_resume() const noexcept {}
};

template <class Part>
struct PartPoint {
  Part part;
  Drive& drive;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> here) const noexcept { part.join(drive, here); }
  auto await_resume() { return part.take(); }
};

// Hands over to who waits; the loop in Gradual::advance goes on there.
struct EndPoint {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> here) const noexcept {
    Promise& promise = here.promise();
    promise.drive->innermost = promise.waiting;
  }
  void await_resume() const noexcept {}
};

}  // namespace gradual

template <class T>
class [[nodiscard]] Gradual {
 public:
  struct promise_type {
    gradual::Drive own;
    gradual::Drive* drive = &own;  // of the outermost work
    std::coroutine_handle<> waiting;
    std::optional<T> value;

    Gradual get_return_object() {
      return Gradual(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    gradual::EndPoint final_suspend() const noexcept { return {}; }
    template <class Value>
    void return_value(Value&& result) {
      value.emplace(std::forward<Value>(result));
    }
    // Nothing in the core throws; what the standard library throws (no memory) ends the program.
    void unhandled_exception() const noexcept { std::terminate(); }

    gradual::PausePoint await_transform(const Pause& pause) {
      drive->at = pause;
      return {*drive};
    }
    template <class U>
    gradual::PartPoint<Gradual<U>> await_transform(Gradual<U> part) {
      return {std::move(part), *drive};
    }
  };

  Gradual(Gradual&& other) noexcept : work_(std::exchange(other.work_, nullptr)) {}
  Gradual& operator=(Gradual&& other) noexcept {
    std::swap(work_, other.work_);
    return *this;
  }
  ~Gradual() {
    if (work_) work_.destroy();
  }

  // Goes on for about `max_time`, at least up to the next pause. True once the work has ended.
  bool advance(std::chrono::nanoseconds max_time = no_time_limit) {
    gradual::Drive& drive = work_.promise().own;
    if (!drive.innermost) drive.innermost = work_;
    drive.until.reset();
    // What is left of unlimited time is unlimited too.
    if (max_time < no_time_limit / 2) drive.until = gradual::Clock::now() + max_time;
    drive.paused = false;
    while (!work_.done() && !drive.paused) drive.innermost.resume();
    return work_.done();
  }

  // What came out, once `advance` was true; it can be taken once.
  T take() { return std::move(*work_.promise().value); }

  // The whole work at once.
  T finish() {
    advance();
    return take();
  }

  // Where the work was put down last.
  const Pause& at() const { return work_.promise().own.at; }

  // Makes this a part of the work that `caller` belongs to.
  void join(gradual::Drive& drive, std::coroutine_handle<> caller) const {
    work_.promise().drive = &drive;
    work_.promise().waiting = caller;
    drive.innermost = work_;
  }

 private:
  explicit Gradual(std::coroutine_handle<promise_type> work) : work_(work) {}
  std::coroutine_handle<promise_type> work_;
};

}  // namespace marginscope
