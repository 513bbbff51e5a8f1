// Data: made of arrays, of a text or of a named problem, and parted.

import { check, Held, MarginscopeError, type Core } from './held.js';
import type { DataDescription, DataHandle, Problem } from './marginscope_library.mjs';
import {
  checkTexts,
  choiceGiven,
  columnGiven,
  columnsGiven,
  flagGiven,
  isList,
  nameGiven,
  optionsOf,
  refuse,
  seedGiven,
  tasks,
  textGiven,
  textOf,
  textsGiven,
  wellFormed,
  type CsvOptions,
  type DataOptions,
} from './options.js';
import { countOf, ownership, patternsGiven, rowOf, write } from './patterns.js';

/** In the order of their characters' numbers, in which the core sorts words. */
function byCharacters(a: string, b: string): number {
  for (let i = 0; ; ++i) {
    const [x, y] = [a.codePointAt(i), b.codePointAt(i)];
    if (x === undefined || y === undefined) return a.length - b.length;
    if (x !== y) return x - y;
  }
}

/** The words that there are among labels, each with the place where it is first; none where they are numbers. */
function wordsOf(labels: ArrayLike<unknown>, task: (typeof tasks)[number]): Map<string, number> {
  const places = new Map<string, number>();
  const words = typeof labels[0] === 'string';
  for (let i = 0; i < labels.length; ++i) {
    const label = labels[i];
    if (typeof label === (words ? 'string' : 'number')) {
      if (words && !places.has(label as string)) places.set(label as string, i);
      continue;
    }
    const right = i === 0 ? 'a number or a word' : words ? 'a word, as the first label is' : 'a number, as the first label is';
    refuse(`Label ${i + 1}`, label, right);
  }
  if (words && task === 'regression') refuse('Label 1', labels[0], 'a number, since the task is regression');
  return places;
}

/** Patterns with a label each, settled once; `Label` is what they are called where they came from. */
export class Data<Label extends number | string = number | string> extends Held<DataHandle> {
  readonly #core: Core;
  #description: DataDescription | null = null;
  #remarks: readonly string[] | null = null;

  private constructor(core: Core, raw: DataHandle) {
    super(raw, 'The data');
    this.#core = core;
  }

  /** @internal */
  static of<Label extends number | string>(core: Core, raw: DataHandle): Data<Label> {
    return new Data(core, raw);
  }

  /** @internal */
  static ofArrays<Label extends number | string>(core: Core, options: DataOptions<Label>): Data<Label> {
    const { task = 'classification', names = [], source = 'Data', ...given } = optionsOf(options, 'data()', ['patterns', 'labels', 'task', 'names', 'source']);
    if (!isList(given.labels)) refuse('What is given as labels', given.labels, 'a list with a number or a word for each pattern');
    const patterns = patternsGiven(core, given.patterns);
    const labels = ownership(core)(given.labels);
    const N = labels.length;
    const p = ArrayBuffer.isView(patterns) ? patterns.length / N : patterns.length > 0 ? rowOf(patterns, 0).length : 0;
    if (N === 0 || !Number.isInteger(p) || countOf(patterns, p) !== N) {
      const what = ArrayBuffer.isView(patterns) ? `${patterns.length} numbers, which are the features of no such number of patterns` : `${patterns.length} patterns`;
      throw new MarginscopeError(`There are ${N} labels for ${what}; each pattern needs one`);
    }
    const regression = choiceGiven(task, tasks, 'task') === 'regression';
    const [called, named] = [nameGiven(source, 'source'), textsGiven(names, 'names')];
    const first = wordsOf(labels, task);
    return Data.#filled<Label>(core, (raw) => {
      checkTexts(raw, 'What data and features are called', [called, ...named]);
      // Words may be as many as patterns: before they are sorted.
      check(raw.check_words(called, first.size));
      for (const [word, i] of first) textGiven(word, `Label ${i + 1}`);
      const words = [...first.keys()].sort(byCharacters);
      checkTexts(raw, 'What the classes are called', words);
      check(raw.make_room(N, p));
      write(patterns, raw.features(), N, p, 'the first has');
      const places = new Map<unknown, number>(words.map((word, place) => [word, place]));
      const y = raw.labels();
      for (let i = 0; i < N; ++i) y[i] = places.get(labels[i]) ?? (labels[i] as number);
      return raw.settle(called, regression, named, words);
    });
  }

  /** @internal */
  static ofText(core: Core, text: string, options: CsvOptions): Data {
    const { task, header = false, label, features, source = 'The text' } = optionsOf(options, 'csv()', ['task', 'header', 'label', 'features', 'source']);
    const called = nameGiven(source, 'source');
    wellFormed(text, 'What csv() is to read', (at) => `${called}, line ${text.slice(0, at).split(/\r\n?|\n/).length}`);
    const wish = {
      source: called,
      header: flagGiven(header, 'header'),
      task: choiceGiven(task, [...tasks, undefined], 'task') ?? null,
      label: label === undefined ? null : columnGiven(label, 'label'),
      features: features === undefined ? null : columnsGiven(features, 'features'),
    };
    return Data.#filled(core, (raw) => {
      checkTexts(raw, 'The text', [text, called]);
      return raw.read_csv(text, wish);
    });
  }

  /** @internal */
  static ofProblem(core: Core, problem: Problem, options: { seed?: number | bigint }): Data<number> {
    const { seed = 1 } = optionsOf(options, 'problem()', ['seed']);
    return Data.#filled<number>(core, (raw) => raw.draw(textOf(problem, 'The problem'), seedGiven(seed)));
  }

  /** Those that `fill` makes, or has a sentence why not. */
  static #filled<Label extends number | string>(core: Core, fill: (raw: DataHandle) => string | null): Data<Label> {
    const data = new Data<Label>(core, core.call((module) => new module.DataHandle()));
    try {
      check(fill(data.raw));
    } catch (error) {
      data.dispose();
      throw error;
    }
    return data;
  }

  /** Those that something of `core` is to learn from. @internal */
  static usedBy<Label extends number | string>(core: Core, data: Data<Label>): DataHandle {
    if (!(data instanceof Data)) refuse('What there is to learn from', data, 'data, as data(), csv(), problem() and the settle() of a room make them');
    if (data.#core !== core) throw new MarginscopeError('The data are of another load(); make them by the one that learns from them');
    return data.raw;
  }

  #describe(): DataDescription {
    const { raw } = this;
    if (!this.#description) {
      this.#description = raw.describe();
      // Whoever is handed these cannot change what the library reads.
      for (const list of [this.#description.features, this.#description.classes]) Object.freeze(list);
    }
    return this.#description;
  }

  /** What the labels are: classes, or numbers to be met. */
  get task(): 'classification' | 'regression' {
    return this.#describe().task;
  }

  /** How many there are, those of the validation part included. */
  get patterns(): number {
    return this.#describe().patterns;
  }

  /** How many of them are set apart: nothing is trained on these. */
  get validation_patterns(): number {
    return this.#describe().validation_patterns;
  }

  /** What the features are called. */
  get features(): readonly string[] {
    return this.#describe().features;
  }

  /** What the classes are called, in the order of their labels; empty in regression. */
  get classes(): readonly Label[] {
    return this.#describe().classes as Label[];
  }

  /** What one should know of these data before training, a sentence each. Asked for first, they are looked for, which takes as long as sorting the patterns. */
  get remarks(): readonly string[] {
    const { raw } = this;
    return (this.#remarks ??= Object.freeze(raw.remarks()));
  }

  /** The same patterns, some of them for validation: those that are true, or so large a part of all, the first ones. */
  setApart(validation: number | ArrayLike<boolean | number>): Data<Label> {
    const core = this.#core;
    const given = ownership(core)(validation);
    const N = this.patterns;
    if (typeof given !== 'number') {
      if (!isList(given)) refuse('What is set apart', given, 'a part from 0 to below 1, or a list with a flag for each pattern');
      if (given.length !== N) throw new MarginscopeError(`There are ${given.length} flags for ${N} patterns; each needs one`);
    }
    return Data.#filled<Label>(core, (raw) => {
      raw.share(this.raw);
      if (typeof given === 'number') return raw.set_first_apart(given);
      const flags = raw.flags();
      for (let i = 0; i < N; ++i) {
        const flag: unknown = given[i];
        const right = typeof flag === 'boolean' || (typeof flag === 'number' && !Number.isNaN(flag));
        flags[i] = right ? Number(Boolean(flag)) : refuse(`Flag ${i + 1}`, flag, 'true or false, or a number that is 0 or not');
      }
      raw.set_apart();
      return null;
    });
  }
}
