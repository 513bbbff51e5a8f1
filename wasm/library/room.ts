// Data written in place.

import { Data } from './data.js';
import { begin, check, Held, MarginscopeError, type Core } from './held.js';
import type { DataHandle } from './marginscope_library.mjs';
import { checkTexts, choiceGiven, nameGiven, optionsOf, refuse, shown, tasks, textsGiven, type DataOptions } from './options.js';

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
    if (!Number.isInteger(j) || j < 0 || j >= this.#p) throw new MarginscopeError(`There is no feature ${shown(j)}; they are counted from 0 to ${this.#p - 1}`);
    return this.features.subarray(j * this.#N, (j + 1) * this.#N);
  }

  /** The labels; a view likewise. */
  get labels(): Float64Array<ArrayBuffer> {
    return this.raw.labels();
  }

  /** Makes data of what was written; the room is used up. What is refused, as numbers that were not written, leaves it as it is. */
  settle(options: Pick<DataOptions<number>, 'task' | 'names' | 'source'> = {}): Data<number> {
    const { task = 'classification', names = [], source = 'Data' } = optionsOf(options, 'settle()', ['task', 'names', 'source']);
    const [called, named] = [nameGiven(source, 'source'), textsGiven(names, 'names')];
    checkTexts(this.raw, 'What data and features are called', [called, ...named]);
    check(this.raw.settle(called, choiceGiven(task, tasks, 'task') === 'regression', named, []));
    return Data.of<number>(this.#core, this.handOver('has become data'));
  }
}
