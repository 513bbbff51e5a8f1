// The files of the compiled core, as they come from the server or from what the browser keeps.

import { sumOf } from './whole';

export interface WasmFile {
  address: string;
  sum: number;
}

/** A file that could not be had; the message says why, as the end of a sentence. */
export class LoadError extends Error {}

export const noAnswer = 'nobody answers';

/** What became of something that needs such a file. */
export function notLoaded(error: unknown): string {
  return error instanceof LoadError
    ? `could not be loaded: ${error.message}. Start again when the connection is better.`
    : `cannot run here (${String(error)}): a current Firefox, Chrome, Edge or Safari can.`;
}

class DamagedFile extends LoadError {}

/** Throws where the bytes are not those that the page was built with. */
export function check(bytes: Uint8Array, { address, sum }: WasmFile): void {
  if (sumOf(bytes) !== sum) throw new DamagedFile(`${address.split('/').at(-1) ?? ''} came damaged or cut short`);
}

/** What fails where the file is at fault, which the check tells. */
function toldOtherwise<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function compiled(file: WasmFile, cache: RequestCache): Promise<WebAssembly.Module> {
  let bytes;
  let module: Promise<WebAssembly.Module> | null = null;
  try {
    // Asked for as the page's link asks ahead of it. WebKit takes what is preloaded for no other kind of request, and loads it twice.
    // What is fetched again goes another way: the service worker keeps nothing in a damaged file's place that it was not allowed to check.
    const mode = cache === 'default' ? 'no-cors' : 'same-origin';
    const response = await fetch(file.address, { mode, credentials: 'include', cache });
    if (!response.ok) throw new LoadError(`the server answers ${String(response.status)}`);
    // The browser compiles it while it comes, where the server says what it is.
    if (response.headers.get('content-type') === 'application/wasm') module = toldOtherwise(WebAssembly.compileStreaming(response.clone()));
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError(noAnswer, { cause: error });
  }
  // On other threads, too, meanwhile.
  module ??= toldOtherwise(WebAssembly.compile(bytes));
  check(bytes, file);
  return module;
}

/** Where the service worker keeps it, which is where else a damaged one would come from again. */
async function forgetKept({ address }: WasmFile): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}

export function compile(file: WasmFile): Promise<WebAssembly.Module> {
  // WebKit remembers a file that did not come, and says so of the page that is loaded again without asking for it.
  return compiled(file, 'default').catch(async (error: unknown) => {
    if (!(error instanceof LoadError)) throw error;
    if (error instanceof DamagedFile) await forgetKept(file).catch(() => undefined);
    return compiled(file, 'reload');
  });
}
