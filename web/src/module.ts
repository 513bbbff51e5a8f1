// The compiled core and playground. The addresses of the wasm files come from the bundler, so that the page
// works from any folder.

import createModule, { type App, type MainModule } from '#wasm/marginscope.mjs';
import deferredSum from '#wasm/marginscope.deferred.wasm?sum';
import deferredAddress from '#wasm/marginscope.deferred.wasm?url';
import firstSum from '#wasm/marginscope.wasm?sum';
import firstAddress from '#wasm/marginscope.wasm?url';
import { DeferredPart } from './deferred';
import { compile } from './wasm_file';

export type { App, MainModule, Catalogue, CatalogueField, Command, CsvPreview, IterationRecord, RawDescription, ViewDescription } from '#wasm/marginscope.mjs';
export type CanvasRequest = ReturnType<App['take_requests']>[number];

export const deferred = new DeferredPart({ address: deferredAddress, sum: deferredSum });

// Other threads compile it while this one goes on with the page.
const compiling = compile({ address: firstAddress, sum: firstSum });
compiling.catch(() => undefined);

/** `whole`: with the part that the opening scene does without, so that nothing waits for it any more. */
export async function loadModule(whole: boolean): Promise<MainModule> {
  if (whole) void deferred.fetch();
  const first = await compiling;
  const module = await new Promise<MainModule>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
      deferred.instantiate(first, imports).then(receive, reject);
      return {};
    };
    createModule({ instantiateWasm }).then(resolve, reject);
  });
  if (whole) await deferred.prepare();
  return module;
}
