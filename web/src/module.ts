// The compiled core and playground. The addresses of the wasm files come from the bundler, so that the page
// works from any folder.

import createModule, { type App, type MainModule } from '#wasm/marginscope.mjs';
import deferredAddress from '#wasm/marginscope.deferred.wasm?url';
import firstAddress from '#wasm/marginscope.wasm?url';
import { compile, DeferredPart } from './deferred';

export type { App, Catalogue, CatalogueField, Command, CsvPreview, IterationRecord, RawDescription, ViewDescription } from '#wasm/marginscope.mjs';
export type CanvasRequest = ReturnType<App['take_requests']>[number];

export const deferred = new DeferredPart(deferredAddress);

/** `whole`: with the part that the opening scene does without, so that nothing waits for it any more. */
export async function loadModule(whole: boolean): Promise<MainModule> {
  if (whole) void deferred.fetch();
  const first = await compile(firstAddress);
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
