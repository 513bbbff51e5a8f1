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

// The comments are what the page "Keys, links and commands" says of each (web/reference/description.ts).
inline constexpr char description_type[] = R"({
  /** Grows whenever something visible changed. */
  version: number;
  /** The text of the scene, as in a link. */
  scene: string;
  /** What the data are called. */
  name: string;
  /** The named problem that the data were drawn from, with all its settings; null where they come from elsewhere. */
  problem: { id: string; settings: Record<string, string> } | null;
  task: 'classification' | 'regression';
  machines: {
    /** Its letter. */
    id: string;
    /** What somebody calls it; may be empty. */
    name: string;
    algorithm: string;
    settings: Record<string, string>;
    rules: string;
    /** Why there is nothing to train; null where there is. */
    trouble: string | null;
    /** Something long is under way. */
    busy: boolean;
    iteration: number;
    last_iteration: number;
    stop: { reason: string; name: string; iteration: number; retained_iteration: number; message: string } | null;
    retained: { iteration: number; stop: number } | null;
    would_stop: Record<string, number | null>;
    training_error: number | null;
    validation_error: number | null;
    support_vectors: number | null;
    /** The least y·f; of several classes by how much its own is ahead. */
    smallest_margin: number | null;
    seconds_per_step: number | null;
    sentence: string;
    quantities: Record<string, number[]>;
    record: IterationRecord;
    /** Its name, else its algorithm with the settings that differ from the defaults. */
    caption: string;
    /** That it waits at its end, or why there are no numbers; else empty. */
    state: string;
    /** The row of the table, as the canvas and the command line have it. */
    cells: { head: string; text: string }[];
  }[];
  /** Which of several machines errs least, and at how many points they differ. */
  comparison: string;
  /** The place of the chosen machine, from 0. */
  chosen: number;
  algorithm: string;
  /** All settings of the algorithm, as texts. */
  settings: Record<string, string>;
  /** The stopping rules, as everywhere. */
  rules: string;
  scaling: string;
  /** The features that the plane shows, counted from 1, of how many; and what machines learn from. */
  projection: { principal: boolean; x: number; y: number; learned: 'all' | 'shown'; of: number };
  /** A text beyond 2^53 − 1. */
  seed: number | string;
  iteration: number;
  /** The furthest that was made so far. */
  last_iteration: number;
  playing: boolean;
  /** Something long is under way. */
  busy: boolean;
  /** Iterations a second while playing; 0: as many as there is time for. */
  speed: number;
  /** How several machines keep together while they play. */
  pace: 'iteration' | 'time';
  /** How many were drawn so far. */
  frames: number;
  /** What was wrong with a link, a file or an edit; null where there is nothing to say. */
  notice: string | null;
  /** Why there is nothing to train; null where there is. */
  trouble: string | null;
  /** What one should know of these data before training. */
  remarks: string[];
  /** What the opening scene suggests, until one is taken. */
  first_steps: string[];
  /** What this iteration did, and why the run stopped. */
  sentence: string;
  /** Its beginning: how the patterns stand, or what ended the run. */
  headline: string;
  /** The sentence in pieces, with the index of the point that one names, −1 where it names none. */
  pieces: { text: string; point: number }[];
  /** The equations of the step with the numbers of one point: the selected one, else the first that the sentence names. */
  worked: { point: number; equations: string[] } | null;
  /** Where and why the run stopped; null before. */
  stop: { reason: string; name: string; iteration: number; retained_iteration: number; message: string } | null;
  /** The iteration that a stop retains, where it is an earlier one, and the stop's own. */
  retained: { iteration: number; stop: number } | null;
  /** On the iterations. */
  limit: number;
  /** Why algorithms and rules have nothing to say of these data, by their identifiers. */
  unfit: { algorithms: Record<string, string>; rules: Record<string, string> };
  /** The first iteration at which each rule held, by its text; null where it has not. */
  would_stop: Record<string, number | null>;
  /** What people call these rules, by their texts. */
  rule_names: Record<string, string>;
  points: {
    x: number[]; y: number[]; label: number[]; validation: number[]; pattern: number[];
    predicted: number[];
  };
  /** The point that is selected alone, else −1. */
  selected: number;
  /** All selected points. */
  selection: number[];
  /** The curve on the plane to label points by: x, y, x, y … */
  curve: number[];
  /** That of the curve; empty where it was drawn by hand. */
  formula: string;
  /** The names of the features. */
  features: string[];
  quantities: Record<string, number[]>;
  /** What the algorithm publishes; `bits` of a register, 0 where it is none. */
  published: {
    id: string; role: string; kind: 'real' | 'integer' | 'pattern-set';
    symbol: string; label: string; meaning: string; unit: string; shape: string[];
    bits: number;
  }[];
  /** The numbers of this iteration by the columns of the trace; null where one does not exist. */
  record: IterationRecord;
  can_undo: boolean;
  can_redo: boolean;
  /** What the plane shows, from its bottom left corner in its own units, and where it is in the window, in CSS pixels. */
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
  most_machines: number;
})";

// The open scene, and what its machine makes of it at this iteration; null where nothing is learned.
inline constexpr char scene_picture_type[] = R"({
  picture: Picture; painting: Painting | null;
})";

inline constexpr char requests_type[] = R"({
  kind: Ask; command: Command; field: string; value: string; otherwise: string;
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
