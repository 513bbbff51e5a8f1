// Marginscope's core without its page: data, machines, bounds and selections, for Node and browsers. What it computes and
// says is the core's.

import { begin, check, Held, inSlices, MarginscopeError } from './held.js';
import createLibrary, {
  type Algorithm,
  type BoundHandle,
  type BoundOutcome,
  type Catalogue,
  type DataDescription,
  type DataHandle,
  type IterationRecord,
  type MachineHandle,
  type MainModule,
  type Problem,
  type Quantities,
  type SelectionHandle,
  type SelectionState,
  type Stop as StopOrNull,
  type WouldStop,
} from './marginscope_library.mjs';
import { setupOf, textOf, valueText, type BoundOptions, type CsvOptions, type DataOptions, type Patterns, type SelectionOptions, type Slices, type TrainingOptions, type TrainingProgress } from './options.js';

export { MarginscopeError } from './held.js';
export type { Algorithm, Bound as BoundWish, BoundOutcome, Catalogue, Criterion, IterationRecord, Kernel, Problem, Rule, Scaling, SelectionState, WouldStop } from './marginscope_library.mjs';
export type { BoundOptions, CsvOptions, DataOptions, MachineOptions, Patterns, Rules, SelectionOptions, Slices, TrainingOptions, TrainingProgress } from './options.js';

/** Why and where a training stopped. */
export type Stop = NonNullable<StopOrNull>;

/** What an algorithm publishes, without its values. */
export type Quantity = Quantities[number];

/** How many patterns there are, where each has p features. */
function countOf(patterns: Patterns, p: number): number {
  return ArrayBuffer.isView(patterns) ? patterns.length / p : patterns.length;
}

/** Writes N patterns of p features where `columns` shows the module's memory, column by column. */
function write(patterns: Patterns, columns: Float64Array, N: number, p: number): void {
  if (ArrayBuffer.isView(patterns)) {
    for (let i = 0, from = 0; i < N; ++i) for (let j = 0; j < p; ++j) columns[j * N + i] = patterns[from++] as number;
    return;
  }
  patterns.forEach((row, i) => {
    if (row.length !== p) {
      throw new MarginscopeError(`Pattern ${i + 1} has ${row.length} features where the first has ${p}; all patterns need the same number`);
    }
    for (let j = 0; j < p; ++j) columns[j * N + i] = row[j] as number;
  });
}

/** Patterns with a label each, settled once; `Label` is what they are called where they came from. */
export class Data<Label extends number | string = number | string> extends Held<DataHandle> {
  readonly #module: MainModule;
  #description: DataDescription | null = null;

  /** @internal */
  constructor(module: MainModule, fill: (raw: DataHandle) => string | null, raw = new module.DataHandle()) {
    super(raw, 'The data');
    this.#module = module;
    try {
      check(fill(raw));
    } catch (error) {
      this.dispose();
      throw error;
    }
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

  /** What one should know of these data before training, a sentence each. */
  get remarks(): readonly string[] {
    return this.#describe().remarks;
  }

  /** The same patterns, some of them for validation: those that are true, or so large a part of all, the first ones. */
  setApart(validation: number | ArrayLike<boolean | number>): Data<Label> {
    const N = this.patterns;
    const first = typeof validation === 'number' ? Math.floor(validation * N) : 0;
    if (typeof validation === 'number' ? !(validation >= 0 && validation < 1) : validation.length !== N) {
      throw new MarginscopeError(
        typeof validation === 'number'
          ? `A part of ${validation} cannot be set apart; it must be a number from 0 to below 1`
          : `There are ${validation.length} flags for ${N} patterns; each needs one`,
      );
    }
    return new Data<Label>(this.#module, (raw) => {
      raw.share(this.raw);
      const flags = raw.flags();
      for (let i = 0; i < N; ++i) flags[i] = Number(typeof validation === 'number' ? i < first : validation[i]);
      raw.set_apart();
      return null;
    });
  }
}

/** Room for patterns in the module's own memory: what is written there is trained on without being copied. */
export class Room extends Held<DataHandle> {
  readonly #module: MainModule;
  readonly #N: number;

  /** @internal */
  constructor(module: MainModule, N: number, p: number) {
    super(new module.DataHandle(), 'The room');
    this.#module = module;
    this.#N = N;
    begin(this, this.raw.make_room(N, p));
  }

  /** The features, column by column: feature j of pattern i is at j·N + i. A view, to be asked for again after any other call. */
  get features(): Float64Array<ArrayBuffer> {
    return this.raw.features();
  }

  /** Feature j of all patterns: a part of that view. */
  column(j: number): Float64Array<ArrayBuffer> {
    return this.features.subarray(j * this.#N, (j + 1) * this.#N);
  }

  /** The labels; a view likewise. */
  get labels(): Float64Array<ArrayBuffer> {
    return this.raw.labels();
  }

  /** Makes data of what was written; the room is used up. */
  settle({ task, names = [], source = 'Data' }: Pick<DataOptions<number>, 'task' | 'names' | 'source'> = {}): Data<number> {
    return new Data<number>(this.#module, (raw) => raw.settle(source, task === 'regression', [...names], []), this.handOver());
  }
}

/** An algorithm with its settings and rules, and its training on data. */
export class Machine<Label extends number | string = number | string> extends Held<MachineHandle> {
  readonly #classes: readonly Label[];
  readonly #features: number;
  readonly #history: boolean;

  /** @internal */
  constructor(module: MainModule, data: Data<Label>, { history = false, ...options }: TrainingOptions) {
    super(new module.MachineHandle(), 'The machine');
    this.#classes = data.classes;
    this.#features = data.features.length;
    this.#history = history;
    begin(this, this.raw.begin(data.raw, setupOf(options), history));
  }

  /** That of a machine that has made its iteration 0. */
  get #begun(): MachineHandle {
    const { raw } = this;
    if (!raw.started()) this.seek(0);
    return raw;
  }

  #progress(): TrainingProgress {
    const { raw } = this;
    const part = raw.part();
    return { iteration: raw.iteration(), doing: raw.doing(), fraction: Number.isNaN(part) ? null : part };
  }

  /** Trains until a rule holds or no step can follow, and goes to the iteration that is retained. A training that has stopped before only goes there. */
  async train(slices: Slices<TrainingProgress> = {}): Promise<Stop> {
    this.raw.train();
    await inSlices((ms) => this.raw.advance(ms), () => this.#progress(), slices);
    return this.#stopped();
  }

  /** The same while everything else waits. */
  trainSync(): Stop {
    this.raw.train();
    this.raw.advance(Infinity);
    return this.#stopped();
  }

  #stopped(): Stop {
    check(this.raw.refusal());
    return this.raw.stop() as Stop;
  }

  /** So many iterations on, whatever the rules say, or as many as can follow; answers the iteration. */
  step(count = 1): number {
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
    this.#aimAt(iteration);
    await inSlices((ms) => this.raw.advance(ms), () => this.#progress(), slices);
    return this.#reached();
  }

  #aimAt(iteration: number): void {
    if (!Number.isInteger(iteration) || iteration < 0) throw new MarginscopeError(`There is no iteration ${iteration}; they are counted from 0`);
    this.raw.seek(iteration);
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
    if (!this.#history) throw new MarginscopeError('The records of this training are not kept; the option history keeps them');
    return this.#begun.trace();
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
    const values = this.#begun.quantity(id);
    if (typeof values === 'string') throw new MarginscopeError(values);
    return values;
  }

  #ask(patterns: Patterns): MachineHandle {
    const raw = this.#begun;
    const p = this.#features;
    const N = countOf(patterns, p);
    if (!Number.isInteger(N)) throw new MarginscopeError(`There are ${patterns.length} numbers, which is no number of patterns of ${p} features each`);
    write(patterns, raw.room_for(N), N, p);
    return raw;
  }

  /** Decision values of patterns: one for each, or of several classes one for each class, row by row. */
  decisionValues(patterns: Patterns): Float64Array<ArrayBuffer> {
    return this.#ask(patterns).answers().slice();
  }

  /** The label of each pattern as the data have it, null where no class wins; in regression the value. */
  predict(patterns: Patterns): (Label | null)[] {
    const places = this.#ask(patterns).predictions();
    const classes = this.#classes;
    return Array.from(places, classes.length === 0 ? (value) => value as Label : (place) => classes[place] ?? null);
  }
}

/** How often a machine is wrong on patterns that nobody has seen, at the most. */
export class Bound extends Held<BoundHandle> {
  /** @internal */
  constructor(module: MainModule, data: Data, { bound, seed = 1, ...options }: BoundOptions) {
    super(new module.BoundHandle(), 'The bound');
    begin(this, this.raw.begin(data.raw, setupOf(options), textOf(bound), String(seed)));
  }

  /** What is known of it so far. */
  get outcome(): BoundOutcome {
    return this.raw.state();
  }

  /** Learns all labellings that it asks for. */
  async finish(slices: Slices<BoundOutcome> = {}): Promise<BoundOutcome> {
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slices);
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
  /** @internal */
  constructor(module: MainModule, data: Data, { by, grid = {}, search, seed = 1, ...options }: SelectionOptions) {
    super(new module.SelectionHandle(), 'The selection');
    const axes = Object.entries(grid).map(([field, values]) => `${field}=${values.map(valueText).join(',')}`);
    begin(this, this.raw.begin(data.raw, setupOf(options), textOf(by), axes, search === 'two-stage', String(seed)));
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
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slices);
    return this.outcome;
  }

  finishSync(): SelectionState {
    this.raw.advance(Infinity);
    return this.outcome;
  }
}

/** The loaded core. */
export class Marginscope {
  readonly #module: MainModule;

  /** @internal */
  constructor(module: MainModule) {
    this.#module = module;
  }

  /** Data out of arrays. Patterns are copied once, into the module's memory; `room` saves even that. */
  data<Label extends number | string>({ patterns, labels, task = 'classification', names = [], source = 'Data' }: DataOptions<Label>): Data<Label> {
    const N = labels.length;
    const p = ArrayBuffer.isView(patterns) ? patterns.length / N : (patterns[0]?.length ?? 0);
    if (N === 0 || !Number.isInteger(p) || countOf(patterns, p) !== N) {
      const what = ArrayBuffer.isView(patterns) ? `${patterns.length} numbers` : `${patterns.length} patterns`;
      throw new MarginscopeError(`There are ${N} labels for ${what}; each pattern needs one`);
    }
    const words = typeof labels[0] === 'string' ? [...new Set(Array.from(labels, String))].sort() : [];
    const places = new Map(words.map((word, place) => [word, place]));
    return new Data<Label>(this.#module, (raw) => {
      const refusal = raw.make_room(N, p);
      if (refusal !== null) return refusal;
      write(patterns, raw.features(), N, p);
      const y = raw.labels();
      for (let i = 0; i < N; ++i) y[i] = places.get(labels[i] as string) ?? Number(labels[i]);
      return raw.settle(source, task === 'regression', [...names], words);
    });
  }

  /** Data out of a separated text, as the page and the command line read it: a header or none, numbers, the label last. */
  csv(text: string, { task, header = false, label, features, source = 'The text' }: CsvOptions = {}): Data {
    return new Data(this.#module, (raw) =>
      raw.read_csv(text, { source, header, task: task ?? null, label: label ?? null, features: features ? [...features] : null }),
    );
  }

  /** The points of a named problem, "two-gaussians:n=60", which the seed draws. */
  problem(problem: Problem, { seed = 1 }: { seed?: number | bigint } = {}): Data<number> {
    return new Data<number>(this.#module, (raw) => raw.draw(textOf(problem), String(seed)));
  }

  /** Room for N patterns of p features, to be written in place. */
  room(patterns: number, features: number): Room {
    return new Room(this.#module, patterns, features);
  }

  /** A machine that has not been trained yet. */
  machine<Label extends number | string>(data: Data<Label>, options: TrainingOptions): Machine<Label> {
    return new Machine(this.#module, data, options);
  }

  bound(data: Data, options: BoundOptions): Bound {
    return new Bound(this.#module, data, options);
  }

  selection(data: Data, options: SelectionOptions): Selection {
    return new Selection(this.#module, data, options);
  }

  /** What there is to choose from, with every setting, its range and its source. */
  catalogue(): Catalogue {
    return this.#module.catalogue();
  }
}

export interface LoadOptions {
  /** Where marginscope_library.wasm is, if it does not lie beside the scripts of the package. */
  wasm?: string | URL;
}

/** Loads the core. Each call makes one of its own, with a memory of its own. */
export async function load({ wasm }: LoadOptions = {}): Promise<Marginscope> {
  return new Marginscope(await createLibrary(wasm === undefined ? {} : { locateFile: () => String(wasm) }));
}
