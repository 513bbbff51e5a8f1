// The part of the compiled module that the opening scene does without (wasm/toolchain/deferred_functions.txt).
//
// The first part calls its functions through a table. As long as the second part is not there, a stand-in takes the
// place of each: when it is called, it waits for the second part and hands the call on. The second part puts its
// functions into the table as it is instantiated, and the stand-ins are not called any more.

import { check, compile, LoadError, noAnswer, notLoaded, type WasmFile } from './wasm_file';

/** The second part was needed and could not be had. */
export class MissingPart extends Error {}

/** Fetches a file while everything waits. Of such a request a page may read text only: this has a character a byte. */
function bytesNow(file: WasmFile): Uint8Array<ArrayBuffer> {
  const request = new XMLHttpRequest();
  request.open('GET', file.address, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  try {
    request.send();
  } catch (error) {
    throw new LoadError(noAnswer, { cause: error });
  }
  if (request.status !== 200) throw new LoadError(`the server answers ${String(request.status)}`);
  const bytes = Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xff);
  check(bytes, file);
  return bytes;
}

export class DeferredPart {
  readonly #file: WasmFile;
  #exports: WebAssembly.Exports | null = null; // of the first part
  #fetched: Promise<WebAssembly.Module | null> | null = null;
  #preparation: Promise<void> | null = null;
  #isThere = false;
  #arrive: () => void = () => undefined;

  /** Resolves when the part is where it belongs. */
  readonly there = new Promise<void>((resolve) => {
    this.#arrive = resolve;
  });

  constructor(file: WasmFile) {
    this.#file = file;
  }

  /** Makes the first part, with stand-ins for what it imports beyond `imports`. */
  async instantiate(first: WebAssembly.Module, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
    const all: WebAssembly.Imports = { ...imports };
    for (const { module, name } of WebAssembly.Module.imports(first)) {
      if (module in imports) continue;
      (all[module] ??= {})[name] = (...values: unknown[]): unknown => this.#call(Number(name), values);
    }
    const instance = await WebAssembly.instantiate(first, all);
    this.#exports = instance.exports;
    return instance;
  }

  /** Fetches the part ahead of its need; the first part may be on its way, too. Null where it could not be had now. */
  fetch(): Promise<WebAssembly.Module | null> {
    this.#fetched ??= compile(this.#file).catch(() => {
      this.#fetched = this.#preparation = null;
      return null;
    });
    return this.#fetched;
  }

  /** Puts the part where it belongs, ahead of its need. If it cannot be had now, the need will ask for it again, as does whoever prepares for it next. */
  prepare(): Promise<void> {
    if (this.#isThere) return Promise.resolve();
    this.#preparation ??= this.fetch()
      .then(async (part) => {
        if (!part || !this.#exports || this.#isThere) return;
        await WebAssembly.instantiate(part, { primary: this.#exports });
        this.#settle();
      })
      .catch(() => undefined);
    return this.#preparation;
  }

  #settle(): void {
    this.#isThere = true;
    this.#arrive();
  }

  #waitForPart(primary: WebAssembly.Exports): void {
    try {
      void new WebAssembly.Instance(new WebAssembly.Module(bytesNow(this.#file)), { primary });
      this.#settle();
    } catch (error) {
      throw new MissingPart(`A part of the playground that is fetched when it is needed ${notLoaded(error)}`, { cause: error });
    }
  }

  #call(index: number, values: unknown[]): unknown {
    const primary = this.#exports ?? {};
    if (!this.#isThere) this.#waitForPart(primary);
    const table = Object.values(primary).find((value) => value instanceof WebAssembly.Table);
    return (table?.get(index) as (...values: unknown[]) => unknown)(...values);
  }
}
