// What is asked of the library, and the texts that links and the command line have for it.

import type { Algorithm, Bound, Criterion, Rule, Scaling, Setup } from './marginscope_library.mjs';

/** N patterns: rows of p numbers each, or all rows one after the other. */
export type Patterns = readonly ArrayLike<number>[] | Float64Array | Float32Array;

/** Rules of which any ends a training; where several stand in a list of their own, they end it together. */
export type Rules = Rule | readonly (Rule | readonly Rule[])[];

export interface DataOptions<Label extends number | string> {
  patterns: Patterns;
  /** One for each pattern: a number or a word of its class, or a number to be met. */
  labels: ArrayLike<Label>;
  task?: 'classification' | 'regression';
  /** What the features are called. */
  names?: readonly string[];
  /** What sentences about the data call them: "Data". */
  source?: string;
}

export interface CsvOptions {
  /** Classification where all labels are words or nothing is said. */
  task?: 'classification' | 'regression';
  /** The first line names the columns, also where there are numbers in it. */
  header?: boolean;
  /** The column of the label, counted from 1: the last one. */
  label?: number;
  /** The columns of the features, counted from 1: all others. */
  features?: readonly number[];
  /** What sentences about the text call it: "The text". */
  source?: string;
}

export interface MachineOptions {
  /** An identifier, a text as in links, "smo:C=10,kernel=gaussian:sigma=2", or an object with the settings. */
  algorithm: Algorithm;
  /** Those that the algorithm usually has. */
  rules?: Rules;
  /** Made of the training part, and applied to whatever is predicted. */
  scaling?: Scaling;
  /** 100,000. */
  max_iterations?: number;
}

export interface TrainingOptions extends MachineOptions {
  /** Keeps every record, and states to go back from: for `trace()`, and for a quick `seek()`. It takes time and memory. */
  history?: boolean;
}

export interface BoundOptions extends MachineOptions {
  bound: Bound;
  /** Of the labels that are swapped: 1. */
  seed?: number | bigint;
}

export interface SelectionOptions extends MachineOptions {
  by: Criterion | Bound;
  /** The values of each setting; one of a kernel is called "kernel:sigma". */
  grid?: Readonly<Record<string, readonly (number | string | Named)[]>>;
  /** Instead of a grid the two-stage search over C of Lauer & Bloch 2006. */
  search?: 'two-stage';
  /** Of folds and swaps: 1. */
  seed?: number | bigint;
}

/** How work that takes long lets others have their turn. */
export interface Slices<Progress> {
  /** Ends the work with the signal's reason; what was reached stays, and the work can go on. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Milliseconds of work between two turns: 25. */
  sliceMs?: number;
}

export interface TrainingProgress {
  iteration: number;
  /** What takes long, "the kernel matrix", and which part of it is done; between steps nothing. */
  doing: string;
  fraction: number | null;
}

type Value = number | string | boolean | readonly number[] | Named;
interface Named {
  readonly id: string;
}

export function valueText(value: Value): string {
  // A plus joins rules.
  if (typeof value === 'number') return String(value).replace('e+', 'e');
  if (Array.isArray(value)) return value.map(valueText).join(',');
  return typeof value === 'object' ? textOf(value as Named) : String(value);
}

/** What has a name and settings, as the text that links and the command line have for it. */
export function textOf(named: string | Named): string {
  if (typeof named === 'string') return named;
  const { id, ...settings } = named;
  const given = Object.entries(settings as Record<string, Value | undefined>).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${valueText(value)}`]));
  return given.length > 0 ? `${id}:${given.join(',')}` : id;
}

function rulesText(rules: Rules): string {
  const groups: readonly (Rule | readonly Rule[])[] = Array.isArray(rules) ? rules : [rules];
  return groups.map((group) => (Array.isArray(group) ? (group as readonly Rule[]) : [group as Rule]).map(textOf).join('+')).join(' ');
}

export function setupOf({ algorithm, rules, scaling = 'none', max_iterations = 100_000 }: MachineOptions): Setup {
  return { algorithm: textOf(algorithm), rules: rules === undefined ? undefined : rulesText(rules), scaling, max_iterations };
}
