// Marginscope's core without its page: data, machines, bounds and selections, for Node and browsers. What it computes and
// says is the core's.

import { begin, check, Core, Held, inSlices, MarginscopeError } from './held.js';
import createLibrary, {
  type Algorithm,
  type BoundHandle,
  type BoundOutcome,
  type Catalogue,
  type DataDescription,
  type DataHandle,
  type IterationRecord,
  type MachineHandle,
  type Problem,
  type Quantities,
  type SelectionHandle,
  type SelectionState,
  type Stop as StopOrNull,
  type WouldStop,
} from './marginscope_library.mjs';
import {
  axesOf,
  choiceGiven,
  columnGiven,
  columnsGiven,
  flagGiven,
  isList,
  largestCount,
  optionsOf,
  refuse,
  setupOf,
  shown,
  slicesGiven,
  textGiven,
  textOf,
  textsGiven,
  type BoundOptions,
  type CsvOptions,
  type DataOptions,
  type Patterns,
  type SelectionOptions,
  type Slices,
  type TrainingOptions,
  type TrainingProgress,
} from './options.js';

export { MarginscopeError } from './held.js';
export type { Algorithm, Bound as BoundWish, BoundOutcome, Catalogue, Criterion, IterationRecord, Kernel, Problem, Rule, Scaling, SelectionState, WouldStop } from './marginscope_library.mjs';
export type { BoundOptions, CsvOptions, DataOptions, MachineOptions, Patterns, Rules, SelectionOptions, Slices, TrainingOptions, TrainingProgress } from './options.js';

/** Why and where a training stopped. */
export type Stop = NonNullable<StopOrNull>;

/** What an algorithm publishes, without its values. */
export type Quantity = Quantities[number];

const tasks = ['classification', 'regression'] as const;

/** How many patterns there are, where each has p features. */
function countOf(patterns: Patterns, p: number): number {
  return ArrayBuffer.isView(patterns) ? patterns.length / p : patterns.length;
}

/** A pattern of a list of rows, from 0. */
function rowOf(patterns: readonly ArrayLike<number>[], i: number): ArrayLike<number> {
  const row: unknown = patterns[i];
  return isList(row) ? (row as ArrayLike<number>) : refuse(`Pattern ${i + 1}`, row, 'a list of numbers');
}

/** Copies for views of the module's memory, which end where it grows; whatever else there is stays what it is. */
function ownership(core: Core): <List>(list: List) => List {
  const { buffer } = core.call((module) => module.memory());
  return <List>(list: List): List => (ArrayBuffer.isView(list) && list.buffer === buffer ? ((list as unknown as Float64Array).slice() as List) : list);
}

function patternsGiven(core: Core, patterns: unknown): Patterns {
  const owned = ownership(core);
  if (Array.isArray(patterns)) return Array.from(patterns as ArrayLike<number>[], owned);
  const numbers = ArrayBuffer.isView(patterns) && isList(patterns) && typeof patterns[0] !== 'bigint';
  return numbers ? owned(patterns as Patterns) : refuse('What is given as patterns', patterns, 'a list of rows of numbers, or one typed array of numbers');
}

/** Writes N patterns of p features, as many as `whose`, where `columns` shows the module's memory, column by column. */
function write(patterns: Patterns, columns: Float64Array, N: number, p: number, whose: string): void {
  if (ArrayBuffer.isView(patterns)) {
    for (let i = 0, from = 0; i < N; ++i) for (let j = 0; j < p; ++j) columns[j * N + i] = patterns[from++] as number;
    return;
  }
  for (let i = 0; i < N; ++i) {
    const row = rowOf(patterns, i);
    if (row.length !== p) {
      throw new MarginscopeError(`Pattern ${i + 1} has ${row.length} ${row.length === 1 ? 'feature' : 'features'} where ${whose} ${p}; all patterns need the same number`);
    }
    for (let j = 0; j < p; ++j) {
      const value: unknown = row[j];
      columns[j * N + i] = typeof value === 'number' ? value : refuse(`Pattern ${i + 1}, feature ${j + 1}`, value, 'a finite number');
    }
  }
}

/** In the order of their characters' numbers, in which the core sorts words. */
function byCharacters(a: string, b: string): number {
  const [x, y] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < x.length && i < y.length; ++i) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

/** What labels 0, 1 … stand for where the labels are words; nothing where they are numbers. */
function wordsOf(labels: ArrayLike<unknown>, task: (typeof tasks)[number]): string[] {
  const words = typeof labels[0] === 'string';
  for (let i = 0; i < labels.length; ++i) {
    const label = labels[i];
    if (typeof label === (words ? 'string' : 'number')) continue;
    const right = i === 0 ? 'a number or a word' : words ? 'a word, as the first label is' : 'a number, as the first label is';
    refuse(`Label ${i + 1}`, label, right);
  }
  if (words && task === 'regression') refuse('Label 1', labels[0], 'a number, since the task is regression');
  return words ? [...new Set(Array.from(labels as ArrayLike<string>))].sort(byCharacters) : [];
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

  /** Those that `fill` makes, or has a sentence why not. @internal */
  static filled<Label extends number | string>(core: Core, fill: (raw: DataHandle) => string | null): Data<Label> {
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
    return (this.#description ??= this.raw.describe());
  }

  get task(): 'classification' | 'regression' {
    return this.#describe().task;
  }

  /** How many there are, those of the validation part included. */
  get patterns(): number {
    return this.#describe().patterns;
  }

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
    return (this.#remarks ??= this.raw.remarks());
  }

  /** The same patterns, some of them for validation: those that are true, or so large a part of all, the first ones. */
  setApart(validation: number | ArrayLike<boolean | number>): Data<Label> {
    const core = this.#core;
    const given = ownership(core)(validation);
    const N = this.patterns;
    if (typeof given === 'number') {
      if (!(given >= 0 && given < 1)) throw new MarginscopeError(`A part of ${given} cannot be set apart; it must be a number from 0 to below 1`);
    } else {
      if (!isList(given)) refuse('What is set apart', given, 'a part from 0 to below 1, or a list with a flag for each pattern');
      if (given.length !== N) throw new MarginscopeError(`There are ${given.length} flags for ${N} patterns; each needs one`);
    }
    const first = typeof given === 'number' ? core.call((module) => module.count_set_apart(given, N)) : 0;
    return Data.filled<Label>(core, (raw) => {
      raw.share(this.raw);
      const flags = raw.flags();
      for (let i = 0; i < N; ++i) flags[i] = (typeof given === 'number' ? i < first : given[i]) ? 1 : 0;
      raw.set_apart();
      return null;
    });
  }
}

/** Room for patterns in the module's own memory: what is written there is trained on without being copied. */
export class Room extends Held<DataHandle> {
  readonly #core: Core;
  readonly #N: number;
  readonly #p: number;

  private constructor(core: Core, N: number, p: number) {
    super(core.call((module) => new module.DataHandle()), 'The room');
    this.#core = core;
    this.#N = N;
    this.#p = p;
    begin(this, this.raw.make_room(N, p));
  }

  /** @internal */
  static of(core: Core, N: number, p: number): Room {
    if (!Number.isInteger(N)) refuse('The number of patterns', N, 'a whole number, 1 or more');
    if (!Number.isInteger(p)) refuse('The number of features', p, 'a whole number, 1 or more');
    return new Room(core, N, p);
  }

  /** The features, column by column: feature j of pattern i is at j·N + i. A view, to be asked for again after any other call. */
  get features(): Float64Array<ArrayBuffer> {
    return this.raw.features();
  }

  /** Feature j of all patterns: a part of that view. */
  column(j: number): Float64Array<ArrayBuffer> {
    if (!Number.isInteger(j) || j < 0 || j >= this.#p) throw new MarginscopeError(`There is no feature ${j}; they are counted from 0 to ${this.#p - 1}`);
    return this.features.subarray(j * this.#N, (j + 1) * this.#N);
  }

  /** The labels; a view likewise. */
  get labels(): Float64Array<ArrayBuffer> {
    return this.raw.labels();
  }

  /** Makes data of what was written; the room is used up. What is refused, as numbers that were not written, leaves it as it is. */
  settle(options: Pick<DataOptions<number>, 'task' | 'names' | 'source'> = {}): Data<number> {
    const { task = 'classification', names = [], source = 'Data' } = optionsOf(options, 'What settle() is given', 'a task, names or a source');
    check(this.raw.settle(textGiven(source, 'source'), choiceGiven(task, tasks, 'task') === 'regression', textsGiven(names, 'names'), []));
    return Data.of<number>(this.#core, this.handOver());
  }
}

/** An algorithm with its settings and rules, and its training on data. */
export class Machine<Label extends number | string = number | string> extends Held<MachineHandle> {
  readonly #core: Core;
  readonly #classes: readonly Label[];
  readonly #features: number;
  readonly #history: boolean;
  #onItsWay = false;

  private constructor(core: Core, data: Data<Label>, options: TrainingOptions) {
    const { history = false, ...others } = optionsOf(options, 'What machine() is given', 'an algorithm');
    const learned = Data.usedBy(core, data);
    const setup = setupOf(others);
    const kept = flagGiven(history, 'history');
    super(core.call((module) => new module.MachineHandle()), 'The machine');
    this.#core = core;
    this.#classes = data.classes;
    this.#features = data.features.length;
    this.#history = kept;
    begin(this, this.raw.begin(learned, setup, kept));
  }

  /** @internal */
  static of<Label extends number | string>(core: Core, data: Data<Label>, options: TrainingOptions): Machine<Label> {
    return new Machine(core, data, options);
  }

  /** That of a machine that has made its iteration 0; where it is sent to stays as it is. */
  get #begun(): MachineHandle {
    const { raw } = this;
    if (!raw.started()) {
      raw.start(Infinity);
      check(raw.refusal());
    }
    return raw;
  }

  /** That of a machine that nobody has sent anywhere else. */
  get #free(): MachineHandle {
    if (this.#onItsWay) throw new MarginscopeError('The machine is on its way by train() or reach(); wait until that is done, or end it by its signal');
    return this.raw;
  }

  /** In slices, between which the machine may be read. */
  async #go(slices: Slices<TrainingProgress>): Promise<void> {
    this.#onItsWay = true;
    try {
      await inSlices((ms) => this.raw.advance(ms), () => this.#progress(), slices);
    } finally {
      this.#onItsWay = false;
    }
  }

  #progress(): TrainingProgress {
    const { raw } = this;
    const part = raw.part();
    return { iteration: raw.iteration(), doing: raw.doing(), fraction: Number.isNaN(part) ? null : part };
  }

  /**
   * Trains until a rule holds or no step can follow, and goes to the iteration that is retained. A training that has stopped before only goes
   * there. Meanwhile the machine can be read, and is at the iteration that it has come to, but not sent anywhere else.
   */
  async train(slices: Slices<TrainingProgress> = {}): Promise<Stop> {
    const given = slicesGiven(slices);
    this.#free.train();
    await this.#go(given);
    return this.#stopped();
  }

  /** The same while everything else waits. */
  trainSync(): Stop {
    this.#free.train();
    this.raw.advance(Infinity);
    return this.#stopped();
  }

  #stopped(): Stop {
    check(this.raw.refusal());
    return this.raw.stop() as Stop;
  }

  /** So many iterations on, whatever the rules say, or as many as can follow; answers the iteration. */
  step(count = 1): number {
    if (!Number.isInteger(count)) refuse('The number of steps', count, 'a whole number');
    return this.seek(this.#begun.iteration() + count);
  }

  /** To an iteration, bit for bit as it was; further on by making those that follow. Answers the iteration that was reached. */
  seek(iteration: number): number {
    this.#aimAt(iteration);
    this.raw.advance(Infinity);
    return this.#reached();
  }

  /** The same in slices. */
  async reach(iteration: number, slices: Slices<TrainingProgress> = {}): Promise<number> {
    const given = slicesGiven(slices);
    this.#aimAt(iteration);
    await this.#go(given);
    return this.#reached();
  }

  #aimAt(iteration: number): void {
    if (!Number.isInteger(iteration) || iteration < 0 || iteration > largestCount) {
      throw new MarginscopeError(`There is no iteration ${shown(iteration)}; they are counted from 0 to ${largestCount}`);
    }
    this.#free.seek(iteration);
  }

  #reached(): number {
    check(this.raw.refusal());
    return this.raw.iteration();
  }

  get iteration(): number {
    return this.raw.iteration();
  }

  /** The furthest that was made. */
  get last_iteration(): number {
    return this.raw.last_iteration();
  }

  /** No iteration can follow this one. */
  get ended(): boolean {
    return this.raw.ended();
  }

  /** The first stop, once it is reached. */
  get stop(): Stop | null {
    return this.raw.stop();
  }

  /** The first iteration at which each rule held, by its text; null where it has not. */
  get would_stop(): WouldStop {
    return this.#begun.would_stop();
  }

  /** The numbers of this iteration, by the columns of a trace; null where one does not exist. */
  record(): IterationRecord {
    return this.#begun.record();
  }

  /** The records so far as comma-separated text. */
  trace(): string {
    const begun = this.#begun;
    if (!this.#history) throw new MarginscopeError('The records of this training are not kept; the option history keeps them');
    return begun.trace();
  }

  /** What this iteration did, and why the training stopped, in sentences. */
  explain(): string {
    return this.#begun.explain();
  }

  /** What the algorithm publishes. */
  quantities(): readonly Quantity[] {
    return this.#begun.quantities();
  }

  /** The values of a quantity at this iteration, row by row: a copy that is yours. */
  quantity(id: string): Float64Array<ArrayBuffer> {
    return this.view(id).slice();
  }

  /** The same without a copy, where the module has them: to be read before anything else of the library is called, and not to be written. */
  view(id: string): Float64Array<ArrayBuffer> {
    return shownBy(this.#begun.quantity(textGiven(id, 'What names a quantity')));
  }

  #ask(patterns: Patterns): MachineHandle {
    // Before anything that may make the memory grow.
    const given = patternsGiven(this.#core, patterns);
    const raw = this.#begun;
    const p = this.#features;
    const N = countOf(given, p);
    if (!Number.isInteger(N)) throw new MarginscopeError(`There are ${given.length} numbers, which is no number of patterns of ${p} features each`);
    write(given, shownBy(raw.room_for(N)), N, p, 'the data have');
    return raw;
  }

  /** Decision values of patterns: one for each, or of several classes one for each class, row by row. */
  decisionValues(patterns: Patterns): Float64Array<ArrayBuffer> {
    return shownBy(this.#ask(patterns).answers()).slice();
  }

  /** The label of each pattern as the data have it, null where no class wins; in regression the value. */
  predict(patterns: Patterns): (Label | null)[] {
    const places = shownBy(this.#ask(patterns).predictions());
    const classes = this.#classes;
    return Array.from(places, classes.length === 0 ? (value) => value as Label : (place) => classes[place] ?? null);
  }
}

/** The numbers that the module shows, unless it has a sentence why not. */
function shownBy(values: Float64Array<ArrayBuffer> | string): Float64Array<ArrayBuffer> {
  if (typeof values === 'string') throw new MarginscopeError(values);
  return values;
}

/** How often a machine is wrong on patterns that nobody has seen, at the most. */
export class Bound extends Held<BoundHandle> {
  private constructor(core: Core, data: Data, given: BoundOptions) {
    const { bound, seed = 1, ...options } = optionsOf(given, 'What bound() is given', 'an algorithm and a bound');
    const learned = Data.usedBy(core, data);
    const setup = setupOf(options);
    const text = textOf(bound, 'The bound');
    super(core.call((module) => new module.BoundHandle()), 'The bound');
    begin(this, this.raw.begin(learned, setup, text, String(seed)));
  }

  /** @internal */
  static of(core: Core, data: Data, options: BoundOptions): Bound {
    return new Bound(core, data, options);
  }

  /** What is known of it so far. */
  get outcome(): BoundOutcome {
    return this.raw.state();
  }

  /** Learns all labellings that it asks for. */
  async finish(slices: Slices<BoundOutcome> = {}): Promise<BoundOutcome> {
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slicesGiven(slices));
    return this.#finished();
  }

  finishSync(): BoundOutcome {
    this.raw.advance(Infinity);
    return this.#finished();
  }

  #finished(): BoundOutcome {
    const { outcome } = this;
    check(outcome.refusal);
    return outcome;
  }
}

/** The same machine with every combination of some settings, and the one that a criterion prefers. */
export class Selection extends Held<SelectionHandle> {
  private constructor(core: Core, data: Data, given: SelectionOptions) {
    const { by, grid = {}, search, seed = 1, ...options } = optionsOf(given, 'What selection() is given', 'an algorithm, a grid or a search, and a criterion');
    const learned = Data.usedBy(core, data);
    const setup = setupOf(options);
    const criterion = textOf(by, 'What it is selected by');
    const twoStage = choiceGiven(search, ['two-stage', undefined], 'search') === 'two-stage';
    const axes = axesOf(grid);
    super(core.call((module) => new module.SelectionHandle()), 'The selection');
    begin(this, this.raw.begin(learned, setup, criterion, axes, twoStage, String(seed)));
  }

  /** @internal */
  static of(core: Core, data: Data, options: SelectionOptions): Selection {
    return new Selection(core, data, options);
  }

  /** What is known of it so far. */
  get outcome(): SelectionState {
    return this.raw.state();
  }

  /** The algorithm with the settings that are preferred so far, for a machine; null before there is one. */
  get algorithm(): Algorithm | null {
    const { chosen } = this.outcome;
    return chosen < 0 ? null : (this.raw.algorithm_of(chosen) as Algorithm);
  }

  /** Judges every cell. */
  async finish(slices: Slices<SelectionState> = {}): Promise<SelectionState> {
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slicesGiven(slices));
    return this.outcome;
  }

  finishSync(): SelectionState {
    this.raw.advance(Infinity);
    return this.outcome;
  }
}

/** The loaded core. */
export class Marginscope {
  readonly #core: Core;

  private constructor(core: Core) {
    this.#core = core;
  }

  /** @internal */
  static of(core: Core): Marginscope {
    return new Marginscope(core);
  }

  /** Data out of arrays. Patterns are copied once, into the module's memory; `room` saves even that. */
  data<Label extends number | string>(options: DataOptions<Label>): Data<Label> {
    const { task = 'classification', names = [], source = 'Data', ...given } = optionsOf(options, 'What data() is given', 'patterns and labels');
    if (!isList(given.labels)) refuse('What is given as labels', given.labels, 'a list with a number or a word for each pattern');
    const patterns = patternsGiven(this.#core, given.patterns);
    const labels = ownership(this.#core)(given.labels);
    const N = labels.length;
    const p = ArrayBuffer.isView(patterns) ? patterns.length / N : patterns.length > 0 ? rowOf(patterns, 0).length : 0;
    if (N === 0 || !Number.isInteger(p) || countOf(patterns, p) !== N) {
      const what = ArrayBuffer.isView(patterns) ? `${patterns.length} numbers` : `${patterns.length} patterns`;
      throw new MarginscopeError(`There are ${N} labels for ${what}; each pattern needs one`);
    }
    const regression = choiceGiven(task, tasks, 'task') === 'regression';
    const words = wordsOf(labels, task);
    const places = new Map<unknown, number>(words.map((word, place) => [word, place]));
    return Data.filled<Label>(this.#core, (raw) => {
      const refusal = raw.make_room(N, p);
      if (refusal !== null) return refusal;
      write(patterns, raw.features(), N, p, 'the first has');
      const y = raw.labels();
      for (let i = 0; i < N; ++i) y[i] = places.get(labels[i]) ?? (labels[i] as number);
      return raw.settle(textGiven(source, 'source'), regression, textsGiven(names, 'names'), words);
    });
  }

  /** Data out of a separated text, as the page and the command line read it: a header or none, numbers, the label last. */
  csv(text: string, options: CsvOptions = {}): Data {
    const { task, header = false, label, features, source = 'The text' } = optionsOf(options, 'What csv() is given', 'a task, columns or a source');
    textGiven(text, 'What csv() is to read');
    const wish = {
      source: textGiven(source, 'source'),
      header: flagGiven(header, 'header'),
      task: choiceGiven(task, [...tasks, undefined], 'task') ?? null,
      label: label === undefined ? null : columnGiven(label, 'label'),
      features: features === undefined ? null : columnsGiven(features, 'features'),
    };
    return Data.filled(this.#core, (raw) => raw.check_text(text.length) ?? raw.read_csv(text, wish));
  }

  /** The points of a named problem, "two-gaussians:n=60", which the seed draws. */
  problem(problem: Problem, options: { seed?: number | bigint } = {}): Data<number> {
    const { seed = 1 } = optionsOf(options, 'What problem() is given', 'a seed');
    return Data.filled<number>(this.#core, (raw) => raw.draw(textOf(problem, 'The problem'), String(seed)));
  }

  /** Room for N patterns of p features, to be written in place: whatever is not is no number. */
  room(patterns: number, features: number): Room {
    return Room.of(this.#core, patterns, features);
  }

  /** A machine that has not been trained yet. */
  machine<Label extends number | string>(data: Data<Label>, options: TrainingOptions): Machine<Label> {
    return Machine.of(this.#core, data, options);
  }

  bound(data: Data, options: BoundOptions): Bound {
    return Bound.of(this.#core, data, options);
  }

  selection(data: Data, options: SelectionOptions): Selection {
    return Selection.of(this.#core, data, options);
  }

  /** What there is to choose from, with every setting, its range and its source. */
  catalogue(): Catalogue {
    return this.#core.call((module) => module.catalogue());
  }
}

export interface LoadOptions {
  /** Where marginscope_library.wasm is, if it does not lie beside the scripts of the package. */
  wasm?: string | URL;
}

/** Loads the core. Each call makes one of its own, with a memory of its own. */
export async function load(options: LoadOptions = {}): Promise<Marginscope> {
  const { wasm } = optionsOf(options, 'What load() is given', 'the address of the module');
  try {
    const module = await createLibrary({ ...(wasm === undefined ? {} : { locateFile: () => String(wasm) }), printErr: () => undefined });
    return Marginscope.of(new Core(module));
  } catch (cause) {
    const where = wasm === undefined ? 'from beside the scripts of the package' : `from ${String(wasm)}`;
    throw new MarginscopeError(`marginscope_library.wasm cannot be loaded ${where}; load({ wasm }) is told where it is`, { cause });
  }
}
