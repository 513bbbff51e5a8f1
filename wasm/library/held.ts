// What JavaScript asks of an object of the core: an error with a sentence, slices and a signal where work takes long, an end.

import type { Slices } from './options.js';

/** What is wrong, where, and what would be right, in a sentence: as the page and the command line have it. */
export class MarginscopeError extends Error {
  override readonly name = 'MarginscopeError';
}

export function check(refusal: string | null): void {
  if (refusal !== null) throw new MarginscopeError(refusal);
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Works until nothing is left to do, a slice at a time. */
export async function inSlices<Progress>(advance: (ms: number) => boolean, progress: () => Progress, { signal, onProgress, sliceMs = 25 }: Slices<Progress>): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const more = advance(sliceMs);
    onProgress?.(progress());
    if (!more) return;
    await turn();
  }
}

interface Handle {
  delete(): void;
}

const forgotten = new FinalizationRegistry<Handle>((handle) => {
  handle.delete();
});

/** What has memory in the module until it is disposed of: by `dispose()`, by `using`, or once nobody holds it any more. */
export class Held<Raw extends Handle> {
  #raw: Raw | null;
  readonly #what: string;

  constructor(raw: Raw, what: string) {
    this.#raw = raw;
    this.#what = what;
    forgotten.register(this, raw, this);
  }

  /** @internal */
  get raw(): Raw {
    if (!this.#raw) throw new MarginscopeError(`${this.#what} was disposed of; make another one`);
    return this.#raw;
  }

  /** Gives its memory back. Views of it show other things from then on. */
  dispose(): void {
    if (this.#raw) this.handOver().delete();
  }

  /** What it held belongs to the caller. @internal */
  handOver(): Raw {
    const { raw } = this;
    forgotten.unregister(this);
    this.#raw = null;
    return raw;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** What could not be begun is not kept. */
export function begin(work: { dispose(): void }, refusal: string | null): void {
  if (refusal !== null) work.dispose();
  check(refusal);
}
