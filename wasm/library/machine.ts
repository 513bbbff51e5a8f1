// A machine: its training, its iterations, and what it answers.

import { Data } from './data.js';
import { begin, check, Held, inSlices, MarginscopeError, type Core } from './held.js';
import type { AlgorithmId, AlgorithmQuantities, AlgorithmRecords, MachineHandle, Quantities, Stop as StopOrNull, WouldStop } from './marginscope_library.mjs';
import {
  flagGiven,
  largestCount,
  machineOptions,
  optionsOf,
  refuse,
  setupOf,
  shown,
  slicesGiven,
  textGiven,
  type OfAlgorithm,
  type Patterns,
  type Slices,
  type TrainingOptions,
  type TrainingProgress,
} from './options.js';
import { countOf, patternsGiven, write } from './patterns.js';

/** Why and where a training stopped. */
export type Stop = NonNullable<StopOrNull>;

/** What an algorithm publishes with some of its settings. */
export type QuantityId<Id extends AlgorithmId = AlgorithmId> = AlgorithmQuantities[Id];

/** The same without its values. */
export type Quantity<Id extends AlgorithmId = AlgorithmId> = Quantities[number] & { id: QuantityId<Id> };

/** The numbers of an iteration by the columns of a trace. */
export type IterationRecord<Id extends AlgorithmId = AlgorithmId> = AlgorithmRecords[Id];

/** The numbers that the module shows, unless it has a sentence why not. */
function shownBy(values: Float64Array<ArrayBuffer> | string): Float64Array<ArrayBuffer> {
  if (typeof values === 'string') throw new MarginscopeError(values);
  return values;
}

/** An algorithm with its settings and rules, and its training on data. */
export class Machine<Label extends number | string = number | string, Id extends AlgorithmId = AlgorithmId> extends Held<MachineHandle> {
  readonly #core: Core;
  readonly #classes: readonly Label[];
  readonly #features: number;
  readonly #history: boolean;
  #onItsWay = false;

  private constructor(core: Core, data: Data<Label>, options: TrainingOptions) {
    const { history = false, ...others } = optionsOf(options, 'machine()', [...machineOptions, 'history']);
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
  static of<Label extends number | string, Id extends AlgorithmId>(core: Core, data: Data<Label>, options: TrainingOptions & OfAlgorithm<Id>): Machine<Label, Id> {
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
    const given = slicesGiven(slices, 'train()');
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
    const given = slicesGiven(slices, 'reach()');
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

  /** Where it is; 0 also before there is one. */
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

  /**
   * The numbers of this iteration, by the columns of a trace; null where one does not exist: the algorithm has none of it, no pattern is set
   * apart for validation, errors that are all equal have no skewness and kurtosis, or the number overflows.
   */
  record(): IterationRecord<Id> {
    return this.#begun.record() as IterationRecord<Id>;
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
  quantities(): readonly Quantity<Id>[] {
    return this.#begun.quantities() as Quantity<Id>[];
  }

  /**
   * The values of a quantity at this iteration, row by row: a copy that is yours. Where the features are scaled they are those of the scaled ones, as
   * weights are. At iteration 0 of an algorithm that begins without a solution, weights are 0.
   */
  quantity(id: QuantityId<Id>): Float64Array<ArrayBuffer> {
    return this.view(id).slice();
  }

  /** The same without a copy, where the module has them: to be read before anything else of the library is called, and not to be written. */
  view(id: QuantityId<Id>): Float64Array<ArrayBuffer> {
    return shownBy(this.#begun.quantity(textGiven(id, 'What names a quantity')));
  }

  /** What `answer` makes of the numbers that a handle with these patterns shows. */
  #ask<Answer>(patterns: Patterns, numbers: (raw: MachineHandle, onItsWay: boolean) => Float64Array<ArrayBuffer> | string, answer: (values: Float64Array<ArrayBuffer>) => Answer): Answer {
    // Before anything that may make the memory grow.
    const given = patternsGiven(this.#core, patterns);
    const raw = this.#begun;
    const p = this.#features;
    const N = countOf(given, p);
    if (!Number.isInteger(N)) throw new MarginscopeError(`There are ${given.length} numbers, which is no number of patterns of ${p} features each`);
    try {
      write(given, shownBy(raw.room_for(N)), N, p, 'the data have');
      return answer(shownBy(numbers(raw, this.#onItsWay)));
    } finally {
      raw.forget_patterns();
    }
  }

  /**
   * Decision values of patterns: one for each, which is positive for the class that is last in `classes` and negative for the first; or of several
   * classes one for each class, in their order, row by row. Refused are a machine that was not trained, unless its algorithm begins with a
   * solution, and a pattern whose value is not finite; a machine that was sent back to iteration 0 has the same value everywhere there.
   */
  decisionValues(patterns: Patterns): Float64Array<ArrayBuffer> {
    return this.#ask(patterns, (raw, onItsWay) => raw.answers(onItsWay), (values) => values.slice());
  }

  /**
   * The label of each pattern as the data have it, null where no class wins: its decision value is 0, or several classes have the greatest. In
   * regression the value. Refused as `decisionValues`.
   */
  predict(patterns: Patterns): (Label | null)[] {
    const classes = this.#classes;
    return this.#ask(
      patterns,
      (raw, onItsWay) => raw.predictions(onItsWay),
      (places) => Array.from(places, classes.length === 0 ? (value) => value as Label : (place) => classes[place] ?? null),
    );
  }
}
