// Marginscope's core without its page: data, machines, bounds and selections, for Node and browsers. What it computes and
// says is the core's.

import { Data } from './data.js';
import { Bound, Selection } from './estimates.js';
import { Core, MarginscopeError } from './held.js';
import { Machine } from './machine.js';
import createLibrary, { type AlgorithmId, type Catalogue, type Problem } from './marginscope_library.mjs';
import { optionsOf, type BoundOptions, type CsvOptions, type DataOptions, type OfAlgorithm, type SelectionOptions, type TrainingOptions } from './options.js';
import { Room } from './room.js';

export { Bound, Data, Machine, MarginscopeError, Room, Selection };
export type { IterationRecord, Quantity, QuantityId, Stop } from './machine.js';
export type {
  Algorithm,
  AlgorithmId,
  Bound as BoundWish,
  BoundId,
  BoundOutcome,
  Catalogue,
  Criterion,
  CriterionId,
  Kernel,
  Problem,
  ProblemId,
  Rule,
  RuleId,
  Scaling,
  SelectionState,
  StopReason,
  WouldStop,
} from './marginscope_library.mjs';
export type { BoundOptions, CsvOptions, DataOptions, MachineOptions, OfAlgorithm, Patterns, Rules, SelectionOptions, Slices, TrainingOptions, TrainingProgress } from './options.js';

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
    return Data.ofArrays(this.#core, options);
  }

  /** Data out of a separated text, as the page and the command line read it: a header or none, numbers, the label last. */
  csv(text: string, options: CsvOptions = {}): Data {
    return Data.ofText(this.#core, text, options);
  }

  /** The points of a named problem, "two-gaussians:n=60", which the seed draws. */
  problem(problem: Problem, options: { seed?: number | bigint } = {}): Data<number> {
    return Data.ofProblem(this.#core, problem, options);
  }

  /** Room for N patterns of p features, to be written in place: whatever is not is no number. */
  room(patterns: number, features: number): Room {
    return Room.of(this.#core, patterns, features);
  }

  /** A machine that has not been trained yet. */
  machine<Label extends number | string, Id extends AlgorithmId>(data: Data<Label>, options: TrainingOptions & OfAlgorithm<Id>): Machine<Label, Id> {
    return Machine.of<Label, Id>(this.#core, data, options);
  }

  /** A bound on the errors of a machine of two classes, of which nothing is learned yet. */
  bound(data: Data, options: BoundOptions): Bound {
    return Bound.of(this.#core, data, options);
  }

  /** A choice among machines, of which none is trained yet. */
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
  const { wasm } = optionsOf(options, 'load()', ['wasm']);
  try {
    const module = await createLibrary({ ...(wasm === undefined ? {} : { locateFile: () => String(wasm) }), printErr: () => undefined });
    return Marginscope.of(new Core(module));
  } catch (cause) {
    const where = wasm === undefined ? 'from beside the scripts of the package' : `from ${String(wasm)}`;
    throw new MarginscopeError(`marginscope_library.wasm cannot be loaded ${where}; load({ wasm }) is told where it is`, { cause });
  }
}
