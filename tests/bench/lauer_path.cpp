#include "lauer_path.h"

#include <libsvm/svm.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "experiment/lauer_training.h"
#include "experiment/native/folder.h"
#include "selection/two_stage.h"

namespace marginscope {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// Patterns as libsvm takes them.
struct Nodes {
  explicit Nodes(const Eigen::MatrixXd& X) {
    nodes.resize(static_cast<std::size_t>(X.rows()));
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      auto& row = nodes[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < X.cols(); ++j) {
        row.push_back({static_cast<int>(j) + 1, X(i, j)});
      }
      row.push_back({-1, 0});
      rows.push_back(row.data());
    }
  }

  std::vector<std::vector<svm_node>> nodes;
  std::vector<svm_node*> rows;
};

double error_of(const svm_model* model, const Nodes& patterns, const Eigen::VectorXd& y) {
  int wrong = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    wrong += svm_predict(model, patterns.rows[static_cast<std::size_t>(i)]) != y[i];
  }
  return static_cast<double>(wrong) / static_cast<double>(y.size());
}

// libsvm's test error at the C that the validation part prefers, over both stages.
double libsvm_path(const LauerParts& parts) {
  const Problem& problem = *parts.problem;
  Nodes train(*problem.X), validation(*problem.X_validation), test(*parts.test.X);
  std::vector<double> y(problem.y->begin(), problem.y->end());
  const svm_problem given{static_cast<int>(y.size()), y.data(), train.rows.data()};
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = LINEAR;
  parameter.cache_size = 100;
  parameter.eps = 1e-3;
  parameter.shrinking = 1;
  double best_C = 0, best_error = 2, test_error = 0;
  const auto try_value = [&](double C) {
    parameter.C = C;
    svm_model* model = svm_train(&given, &parameter);
    if (const double error = error_of(model, validation, *problem.y_validation);
        error < best_error) {
      best_error = error;
      best_C = C;
      test_error = error_of(model, test, *parts.test.y);
    }
    svm_free_and_destroy_model(&model);
  };
  for (const double C : coarse_stage()) try_value(C);
  for (const double C : fine_stage(best_C)) try_value(C);
  return test_error;
}

double hkes(const LauerParts& parts, const ExperimentRequest& request) {
  auto run = train(lauer_plan_of("hkes"), parts.problem, request);
  if (!run) return 1;
  run->seek(run->stop()->retained_iteration);
  return test_error_of(*run, parts.test);
}

void print_line(const char* name, double peer, double ours, double peer_error, double our_error) {
  std::printf("%-14s libsvm %9.3f s   hkes %9.5f s   ratio %8.0f   errors %.2f %% and %.2f %%\n",
              name, peer, ours, peer / ours, 100 * peer_error, 100 * our_error);
}

}  // namespace

void compare_lauer_path(const std::string& data_dir, int realisations) {
  svm_set_print_string_function([](const char*) {});
  ExperimentRequest request;
  request.data = data_folder(data_dir);
  const auto sets = requested_split_sets(request);
  if (!sets) {
    std::fprintf(stderr, "%s\n", sets.error().message.c_str());
    return;
  }
  double all_peer = 0, all_ours = 0, all_peer_error = 0, all_our_error = 0;
  for (const auto& set : *sets) {
    double peer = 0, ours = 0, peer_error = 0, our_error = 0;
    for (int r = 0; r < realisations; ++r) {
      const LauerParts parts = lauer_parts(LauerTable::table_1, *set, r);
      peer += seconds_of([&] { peer_error += libsvm_path(parts) / realisations; });
      ours += seconds_of([&] { our_error += hkes(parts, request) / realisations; });
    }
    print_line(set->name.c_str(), peer, ours, peer_error, our_error);
    all_peer += peer;
    all_ours += ours;
    all_peer_error += peer_error / static_cast<double>(sets->size());
    all_our_error += our_error / static_cast<double>(sets->size());
  }
  print_line("all", all_peer, all_ours, all_peer_error, all_our_error);
}

}  // namespace marginscope
