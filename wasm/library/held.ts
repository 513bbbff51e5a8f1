// What JavaScript asks of an object of the core: an error with a sentence, slices and a signal where work takes long, an end.

/// <reference lib="esnext.disposable" preserve="true" />

import type { MainModule } from './marginscope_library.mjs';
import type { Slices } from './options.js';

/** What is wrong, where, and what would be right, in a sentence: as the page and the command line have it. */
export class MarginscopeError extends Error {
  override readonly name = 'MarginscopeError';
}

export function check(refusal: string | null): void {
  if (refusal !== null) throw new MarginscopeError(refusal);
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * A module that was loaded. Where one of its calls fails, without memory or by a fault, what it holds is not to be relied on any more:
 * that call and every later one, be it of the module or of an object of it, then says so.
 */
export class Core {
  readonly #module: MainModule;
  #failure: WebAssembly.RuntimeError | null = null;

  constructor(module: MainModule) {
    this.#module = module;
    const guarded = (method: Method, call: (work: () => unknown) => unknown): Method =>
      function (...given) {
        return call(() => method.apply(this, given));
      };
    for (const { prototype } of [module.DataHandle, module.MachineHandle, module.BoundHandle, module.SelectionHandle] as unknown as { prototype: Record<string, Method> }[]) {
      for (const name of Object.getOwnPropertyNames(prototype)) {
        if (name !== 'constructor') prototype[name] = guarded(prototype[name] as Method, (work) => this.call(work));
      }
      // What has stopped has nothing to give back.
      prototype['delete'] = guarded(prototype['delete'] as Method, (work) => (this.#failure ? undefined : this.call(work)));
    }
  }

  call<Result>(work: (module: MainModule) => Result): Result {
    if (this.#failure) throw this.#end(this.#failure);
    try {
      return work(this.#module);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#failure = error;
      throw this.#end(error);
    }
  }

  #end(cause: WebAssembly.RuntimeError): MarginscopeError {
    const why = cause.message.includes('OOM') ? 'has run out of memory' : 'has failed by a fault of its own';
    return new MarginscopeError(`The core ${why} and has stopped, with all that it held; load() makes another one`, { cause });
  }
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
  #end = '';

  protected constructor(raw: Raw, what: string) {
    this.#raw = raw;
    this.#what = what;
    forgotten.register(this, raw, this);
  }

  /** @internal */
  get raw(): Raw {
    if (!this.#raw) throw new MarginscopeError(`${this.#what} ${this.#end}; make another one`);
    return this.#raw;
  }

  /** Gives its memory back. Views of it show other things from then on. */
  dispose(): void {
    if (this.#raw) this.handOver('was disposed of').delete();
  }

  /** What it held belongs to the caller; `end` says what became of it. @internal */
  handOver(end: string): Raw {
    const { raw } = this;
    this.#end = end;
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
