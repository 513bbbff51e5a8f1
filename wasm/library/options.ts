// What is asked of the library, and the texts that links and the command line have for it.

import { check, MarginscopeError } from './held.js';
import type { Algorithm, AlgorithmId, Bound, Criterion, DataHandle, Kernel, Rule, Scaling, Setup } from './marginscope_library.mjs';

type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array | Uint8ClampedArray;

/** N patterns: rows of p numbers each, or all rows one after the other. */
export type Patterns = readonly ArrayLike<number>[] | NumberArray;

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

/** That it is this algorithm, in whichever form that is written. */
export interface OfAlgorithm<Id extends AlgorithmId> {
  readonly algorithm: Id | `${Id}:${string}` | { readonly id: Id };
}

export interface TrainingOptions extends MachineOptions {
  /** Keeps every record, and states to go back from: for `trace()`, and for a quick `seek()`. It takes time and memory. */
  history?: boolean;
}

export interface BoundOptions extends MachineOptions {
  /** An identifier, a text as in links, "maximal-discrepancy:swaps=20", or an object with the settings. */
  bound: Bound;
  /** Of the labels that are swapped: 1. */
  seed?: number | bigint;
}

export interface SelectionOptions extends MachineOptions {
  /** What each combination is judged by, the least being the best: a criterion or a bound, in the same forms. */
  by: Criterion | Bound;
  /** The values of each setting; one of a kernel is called "kernel:sigma". */
  grid?: Readonly<Record<string, readonly (number | string | Kernel)[]>>;
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

// --- What is given may be anything: types are not looked at when a program runs. ---

/** How a sentence shows what was given. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, value.length > 40 ? 39 : 40).replace(halves, '�')}${value.length > 40 ? '…' : ''}"`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  const kind = kindOf(value);
  return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind === 'Object' ? 'object' : kind}`;
}

/** "Object" of one that has no other kind, or "Map". */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

export function refuse(what: string, value: unknown, right: string): never {
  throw new MarginscopeError(`${what} is ${shown(value)}; it must be ${right}`);
}

/** The object of what a call is asked for, which has these options and no others. */
export function optionsOf<Options extends object>(options: Options, call: string, known: readonly (keyof Options & string)[]): Options {
  const all = listed(known);
  if (kindOf(options) !== 'Object') refuse(`What ${call} is given`, options, `an object with ${all}`);
  for (const name of Object.keys(options)) {
    if (!(known as readonly string[]).includes(name)) throw new MarginscopeError(`${call} has no option ${shown(name)}; it has ${all}`);
  }
  return options;
}

/** "a, b and c" */
function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : names.join('');
}

// Of pairs, without the other half: on the way into the module such a text would lose its end.
const halves = /\p{Surrogate}/gu;

/** A text of whole characters; `place` says where in it one is not. */
export function wellFormed(value: unknown, what: string, place: (at: number) => string): string {
  if (typeof value !== 'string') refuse(what, value, 'a text');
  const at = value.search(halves);
  if (at >= 0) throw new MarginscopeError(`${place(at)} has half a surrogate pair; a text must be of whole characters`);
  return value;
}

export function textGiven(value: unknown, what: string): string {
  return wellFormed(value, what, (at) => `${what}, character ${at + 1},`);
}

/** What something is called in sentences. */
export function nameGiven(value: unknown, what: string): string {
  const text = textGiven(value, what);
  return text.trim() === '' ? refuse(what, text, 'a text that is not blank') : text;
}

/** How long it is in UTF-8, beside the object that holds it. */
function bytesOf(text: string): number {
  let bytes = text.length + 16;
  for (let i = 0; i < text.length; ++i) {
    const unit = text.charCodeAt(i);
    // Each half of a pair makes two.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Refuses texts that have no room together in the module's memory. */
export function checkTexts(raw: DataHandle, what: string, texts: readonly string[]): void {
  check(raw.check_texts(what, texts.reduce((sum, text) => sum + bytesOf(text), 0)));
}

export function flagGiven(value: unknown, what: string): boolean {
  return typeof value === 'boolean' ? value : refuse(what, value, 'true or false');
}

export const tasks = ['classification', 'regression'] as const;

/** One of the choices; where nothing is one of them, undefined is. */
export function choiceGiven<Choice extends string | undefined>(value: unknown, choices: readonly Choice[], what: string): Choice {
  const named = choices.filter((choice) => choice !== undefined).map(shown);
  return choices.includes(value as Choice) ? (value as Choice) : refuse(what, value, named.join(' or '));
}

export function isList(value: unknown): value is ArrayLike<unknown> {
  return typeof value === 'object' && value !== null && Number.isInteger((value as { length?: unknown }).length);
}

export function textsGiven(value: unknown, what: string): string[] {
  if (!Array.isArray(value)) refuse(what, value, 'a list of texts');
  return Array.from(value as unknown[], (each, i) => textGiven(each, `${what}[${i}]`));
}

export function slicesGiven<Progress>(slices: Slices<Progress>, call: string): Slices<Progress> {
  const { signal, onProgress, sliceMs = 25 } = optionsOf(slices, call, ['signal', 'onProgress', 'sliceMs']);
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.throwIfAborted !== 'function') refuse('signal', signal, 'an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function') refuse('onProgress', onProgress, 'a function');
  if (typeof sliceMs !== 'number' || !(sliceMs >= 0)) refuse('sliceMs', sliceMs, 'a number of milliseconds, 0 or more');
  // Before anything is sent anywhere.
  signal?.throwIfAborted();
  return { ...slices, sliceMs };
}

/** The largest number that counts iterations, columns or patterns in the module. */
export const largestCount = 2 ** 31 - 1;

/** The text of a seed. */
export function seedGiven(value: unknown): string {
  const right = typeof value === 'bigint' ? value >= 0n && value < 2n ** 64n : Number.isSafeInteger(value) && (value as number) >= 0;
  return right ? String(value) : refuse('The seed', value, 'a whole number from 0 to 2^53 − 1, or a bigint below 2^64');
}

/** A number of a column, from 1. */
export function columnGiven(value: unknown, what: string): number {
  const right = Number.isInteger(value) && (value as number) >= 1 && (value as number) <= largestCount;
  return right ? (value as number) : refuse(what, value, 'the number of a column, counted from 1');
}

export function columnsGiven(value: unknown, what: string): number[] {
  if (!isList(value)) refuse(what, value, 'a list of the numbers of columns');
  return Array.from(value, (each, i) => columnGiven(each, `${what}[${i}]`));
}

// --- As texts. ---

type Value = number | string | boolean | readonly number[] | Named;
interface Named {
  readonly id: string;
}

// A plus joins rules.
const numberText = (value: number) => String(value).replace('e+', 'e');

function valueText(value: Value, what: string): string {
  if (typeof value === 'number') return numberText(value);
  if (isList(value)) return Array.from(value as ArrayLike<unknown>, (each, i) => (typeof each === 'number' ? numberText(each) : refuse(`${what}[${i}]`, each, 'a number'))).join(',');
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value, what);
  // A comma would begin another setting.
  const right = typeof value === 'string' ? !/,[^,]*=/.test(value) : typeof value === 'boolean';
  return right ? String(value) : refuse(what, value, 'the value of one setting: a number, a text, true or false, a list, or an object with an id and settings');
}

/** What has a name and settings, as the text that links and the command line have for it. */
export function textOf(named: string | Named, what: string): string {
  if (typeof named === 'string') return textGiven(named, what);
  const { id, ...settings } = Object(named) as Named;
  if (typeof id !== 'string') refuse(what, named, 'a text, or an object with an id and settings');
  identifier(id, `${what}, by its id,`);
  const given = Object.entries(settings as Record<string, Value | undefined>).flatMap(([key, value]) => (value === undefined ? [] : [`${identifier(key, 'The name of a setting')}=${valueText(value, key)}`]));
  return textGiven(given.length > 0 ? `${id}:${given.join(',')}` : id, what);
}

function identifier(value: string, what: string): string {
  return /^[\w-]+$/.test(value) ? value : refuse(what, value, 'an identifier, of letters, digits, - and _');
}

function rulesText(rules: Rules): string {
  const groups: readonly (Rule | readonly Rule[])[] = Array.isArray(rules) ? rules : [rules];
  return groups
    .map((group) => (Array.isArray(group) ? (group as readonly Rule[]).map((rule) => ruleText(rule, /\s/)).join('+') : ruleText(group as Rule, /$^/)))
    .join(' ');
}

/** Blanks and pluses are between rules: what is `apart` would make several of one. */
function ruleText(rule: Rule, apart: RegExp): string {
  const text = textOf(rule, 'A rule');
  return (typeof rule === 'string' ? apart : /[\s+]/).test(text) ? refuse('A rule', text, 'one rule, without blanks and +') : text;
}

/** The axes of a grid. */
export function axesOf(grid: unknown): string[] {
  if (kindOf(grid) !== 'Object') refuse('The grid', grid, 'an object with a list of values for each setting');
  return Object.entries(grid as object).map(([field, values]: [string, unknown]) => {
    // "kernel:sigma"
    for (const name of field.split(':')) identifier(name, 'The name of a setting in the grid');
    if (!Array.isArray(values)) refuse(`What the grid has for ${field}`, values, 'a list of values');
    const texts = Array.from(values as Value[], (value) => {
      const what = `A value of ${field}`;
      const text = valueText(value, what);
      return isList(value) || text.includes(',') ? refuse(what, value, 'one value, without a comma') : text;
    });
    return textGiven(`${field}=${texts.join(',')}`, `What the grid has for ${field}`);
  });
}

/** The options that setupOf knows. */
export const machineOptions = ['algorithm', 'rules', 'scaling', 'max_iterations'] as const;

export function setupOf({ algorithm, rules, scaling = 'none', max_iterations = 100_000 }: MachineOptions): Setup {
  const countable = Number.isInteger(max_iterations) && max_iterations >= 0 && max_iterations <= largestCount;
  if (!countable) refuse('max_iterations', max_iterations, `a whole number from 0 to ${largestCount}`);
  return {
    algorithm: textOf(algorithm, 'The algorithm'),
    rules: rules === undefined ? undefined : rulesText(rules),
    scaling: textGiven(scaling, 'scaling') as Scaling,
    max_iterations,
  };
}
