#pragma once

// The playground as JavaScript values: what the page's own modules, the accessible mirror and the
// browser tests read. Each type goes with its TypeScript declaration, which the bindings register.

#include <emscripten/val.h>

#include <string>

#include "app/app.h"
#include "picture.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(Description)
EMSCRIPTEN_DECLARE_VAL_TYPE(Catalogue)
EMSCRIPTEN_DECLARE_VAL_TYPE(AskId)
EMSCRIPTEN_DECLARE_VAL_TYPE(CanvasRequests)
EMSCRIPTEN_DECLARE_VAL_TYPE(IterationRecord)
EMSCRIPTEN_DECLARE_VAL_TYPE(IterationRecords)
EMSCRIPTEN_DECLARE_VAL_TYPE(ScenePicture)

// By the columns of the trace; null where a number does not exist.
inline constexpr char iteration_record_type[] = "Record<string, number | null>";

inline constexpr char description_type[] = R"({
  version: number;
  scene: string;
  name: string;
  problem: { id: string; settings: Record<string, string> } | null;
  task: 'classification' | 'regression';
  // Each of several machines, empty where there is one; and the place of the chosen one among them,
  // which all that stands beside is about.
  machines: {
    id: string; name: string; algorithm: string; settings: Record<string, string>; rules: string;
    trouble: string | null; busy: boolean; iteration: number; last_iteration: number;
    stop: { reason: string; iteration: number; retained_iteration: number; message: string } | null;
    retained: { iteration: number; stop: number } | null;
    would_stop: Record<string, number | null>;
    training_error: number | null; validation_error: number | null;
    support_vectors: number | null;
    smallest_margin: number | null; // y·f; of several classes by how much its own is ahead
    seconds_per_step: number | null;
    sentence: string; quantities: Record<string, number[]>; record: IterationRecord;
    caption: string; // its name, else its algorithm with the settings that differ from the defaults
    state: string; // that it waits at its end, or why there are no numbers; else empty
    cells: { head: string; text: string }[]; // the row of the table, as the canvas and the command line have it
  }[];
  comparison: string; // which of several machines errs least, and at how many points they differ
  chosen: number;
  algorithm: string;
  settings: Record<string, string>;
  rules: string;
  scaling: string;
  // Features counted from 1; machines learn from all, or from the shown ones alone.
  projection: { principal: boolean; x: number; y: number; learned: 'all' | 'shown'; of: number };
  seed: number | string; // a text beyond 2^53
  iteration: number;
  last_iteration: number;
  playing: boolean;
  busy: boolean;
  speed: number;
  pace: 'iteration' | 'time';
  frames: number;
  notice: string | null;
  trouble: string | null;
  remarks: string[];
  first_steps: string[]; // of the opening scene, until one is taken
  sentence: string;
  // Its beginning: how the patterns stand, or what ended the run.
  headline: string;
  // It in pieces; `point` is the index of the point that one names, −1 where it names none.
  pieces: { text: string; point: number }[];
  // The equations of the step with the numbers of one pattern: the selected one, or the first that the sentence names.
  worked: { point: number; equations: string[] } | null;
  stop: { reason: string; iteration: number; retained_iteration: number; message: string } | null;
  // Of the stop that retains an earlier iteration: that one, and its own.
  retained: { iteration: number; stop: number } | null;
  limit: number;
  // Why algorithms and rules have nothing to say of these data, by their identifiers.
  unfit: { algorithms: Record<string, string>; rules: Record<string, string> };
  would_stop: Record<string, number | null>;
  points: {
    x: number[]; y: number[]; label: number[]; validation: number[]; pattern: number[];
    predicted: number[];
  };
  selected: number; // the one that is selected alone, else −1
  selection: number[]; // all that are
  curve: number[]; // on the plane, to label points by: x, y, x, y …
  formula: string; // of it; empty where it was drawn by hand
  features: string[];
  quantities: Record<string, number[]>;
  published: {
    id: string; role: string; kind: 'real' | 'integer' | 'pattern-set';
    symbol: string; label: string; meaning: string; unit: string; shape: string[];
    bits: number; // of a register; 0 where it is none
  }[];
  record: IterationRecord;
  can_undo: boolean;
  can_redo: boolean;
  plane: {
    x0: number; y0: number; x1: number; y1: number;
    left: number; top: number; width: number; height: number;
  };
})";

inline constexpr char catalogue_type[] = R"({
  algorithms: {
    id: string; preset: string; name: string; group: string; summary: string; problem: string;
    step: string; source: string; default_rules: string; fields: CatalogueField[];
  }[];
  groups: string[]; // of the algorithms, in the order of a list
  rules: {
    id: string; name: string; statistic: string; meaning: string; source: string;
    fields: CatalogueField[];
  }[];
  scalings: { id: string; meaning: string }[];
  columns: { name: string; label: string; role: string; fraction: boolean }[];
  problems: {
    id: string; name: string; meaning: string; source: string; random: boolean;
    fields: CatalogueField[];
  }[];
  keys: { keys: string; meaning: string }[];
})";

// The open scene, and what its machine makes of it at this iteration; null where nothing is learned.
inline constexpr char scene_picture_type[] = R"({
  picture: Picture; painting: Painting | null;
})";

inline constexpr char requests_type[] = R"({
  kind: Ask; command: Command; field: string; value: string;
  left: number; top: number; width: number; height: number;
}[])";

// Everything that is on the screen now. Points and quantities come as columns; what is not a number
// in the record is null. Cost: one pass over points and quantities.
Description describe(const App& app);

// A small picture of the open scene. Cost: a decision value for each place of its lattice.
ScenePicture scene_picture(const App& app);

// What there is to choose from, with the field tables: the same for the whole life of the page.
Catalogue catalogue();

// Grows whenever something visible changed, so that only then there is something to describe.
double version(const App& app);

// The text of the open scene, for the address bar and for files.
std::string open_scene_text(const App& app);

// The command line that gives the same numbers natively.
std::string command_line(const App& app);

// The TypeScript union of what the canvas asks for.
std::string ask_type();

// The requests of the canvas since the last call.
CanvasRequests take_requests(App& app);

// The records of `count` iterations from `first` on, of those that were made.
IterationRecords records(const App& app, int first, int count);

// The iterations so far as comma-separated text.
std::string trace_text(const App& app);

}  // namespace marginscope
