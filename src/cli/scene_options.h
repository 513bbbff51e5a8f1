#pragma once  // for src/cli only

// The options that describe a training: data, algorithm, rules. They become a scene, whatever they
// started from, so the command line trains exactly what the page would. Of a scene of several
// machines they are about the chosen one.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/output_file.h"
#include "core/result.h"
#include "scene/scene.h"

namespace marginscope::cli {

struct SceneOptions {
  std::string data, problem, link, scene;  // one of them
  std::string task;
  std::string algorithm;
  std::vector<std::string> settings;  // FIELD=VALUE
  std::string kernel;
  bool compared = false;              // the rules are those of all machines
  std::vector<std::string> machines;  // ID:FIELD=VALUE,… in the place of the scene's own
  std::vector<std::string> rules;     // any of them stops
  std::string validation;             // a file
  std::optional<double> validation_fraction;
  std::string scaling, features;
  std::optional<std::uint64_t> seed;
  std::optional<int> max_iterations;
  bool header = false;
  bool to_stop = false;  // beyond the iteration that a scene is at

  // Adds the options to a subcommand; parsing it fills this object. They describe one machine.
  void add_to(CLI::App& command);
  // The same, with machines to compare.
  void add_comparison_to(CLI::App& command);
  // Where an iteration is reported: that of a scene, or with this option that of the stop.
  void add_to_stop_to(CLI::App& command);

  // The files that are read.
  std::vector<FileOption> files() const {
    return {{"--data", data}, {"--validation", validation}, {"--scene", scene}};
  }

 private:
  void add_points_to(CLI::App& command);
};

// The scene that options describe, and what it does not say itself.
struct GivenScene {
  Scene scene;
  std::vector<std::string> settings;  // of its machine that the options name: "C", "kernel:sigma"
  // What the labels of a file stand for, in a sentence, and the labels by their classes; empty where
  // they are the numbers of the classes.
  std::string classes;
  std::vector<std::string> labels;
};

// Errors: a file that cannot be read or is wrong, an unknown name, a setting out of its range or given
// twice, an option that would have no effect beside the others.
Result<GivenScene> scene_from(const SceneOptions& options);

}  // namespace marginscope::cli
