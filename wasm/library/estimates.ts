// What is estimated of machines before one is relied on: a bound on its errors, and which settings are worth choosing.

import { Data } from './data.js';
import { begin, check, Held, inSlices, type Core } from './held.js';
import type { Algorithm, BoundHandle, BoundOutcome, SelectionHandle, SelectionState } from './marginscope_library.mjs';
import { axesOf, choiceGiven, machineOptions, optionsOf, seedGiven, setupOf, slicesGiven, textOf, type BoundOptions, type SelectionOptions, type Slices } from './options.js';

/** How often a machine is wrong on patterns that nobody has seen, at the most. */
export class Bound extends Held<BoundHandle> {
  private constructor(core: Core, data: Data, given: BoundOptions) {
    const { bound, seed = 1, ...options } = optionsOf(given, 'bound()', [...machineOptions, 'bound', 'seed']);
    const learned = Data.usedBy(core, data);
    const setup = setupOf(options);
    const text = textOf(bound, 'The bound');
    super(core.call((module) => new module.BoundHandle()), 'The bound');
    begin(this, this.raw.begin(learned, setup, text, seedGiven(seed)));
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
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slicesGiven(slices, 'finish()'));
    return this.#finished();
  }

  /** The same while everything else waits. */
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
    const { by, grid = {}, search, seed = 1, ...options } = optionsOf(given, 'selection()', [...machineOptions, 'by', 'grid', 'search', 'seed']);
    const learned = Data.usedBy(core, data);
    const setup = setupOf(options);
    const criterion = textOf(by, 'What it is selected by');
    const twoStage = choiceGiven(search, ['two-stage', undefined], 'search') === 'two-stage';
    const axes = axesOf(grid);
    super(core.call((module) => new module.SelectionHandle()), 'The selection');
    begin(this, this.raw.begin(learned, setup, criterion, axes, twoStage, seedGiven(seed)));
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
    await inSlices((ms) => this.raw.advance(ms), () => this.outcome, slicesGiven(slices, 'finish()'));
    return this.outcome;
  }

  /** The same while everything else waits. */
  finishSync(): SelectionState {
    this.raw.advance(Infinity);
    return this.outcome;
  }
}
