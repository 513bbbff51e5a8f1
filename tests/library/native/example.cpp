// A support vector machine on points of two classes, by the core alone.

#include <marginscope/core/run.h>
#include <marginscope/data/catalogue.h>
#include <marginscope/data/training.h>
#include <marginscope/scene/scene.h>

#include <cstdio>

using namespace marginscope;

int main() {
  const auto data = make_named_problem({"two-gaussians", {{"n", "200"}}}, /*seed=*/1);
  const Training training = training_of(*data, Scaling::standard);

  // In pieces of 10 ms, between which a program may do something else.
  auto start = begin_run({"smo", {{"C", "10"}, {"kernel", "gaussian:sigma=2"}}},
                         "kkt:tolerance=1e-3", training.problem);
  while (!start.advance(std::chrono::milliseconds(10))) std::puts(start.at().what.data());
  auto run = start.take();
  if (!run) return std::fprintf(stderr, "%s\n", run.error().message.c_str()), 1;
  while (!run->stop()) run->advance(1000, std::chrono::milliseconds(10));

  std::printf("%s\n%s\n", run->stop()->message.c_str(), run->explain().text.c_str());
  Eigen::MatrixXd f;
  run->solver().decision_values(training.apply(Eigen::MatrixXd{{1, 2}, {-1, -2}}), f);
  std::printf("f(1, 2) = %.3f, f(-1, -2) = %.3f\n", f(0), f(1));
}
