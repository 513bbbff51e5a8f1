// The compiled core and playground. The address of the wasm file comes from the bundler, so that the page
// works from any folder.

import createModule, { type App, type MainModule } from '#wasm/marginscope.mjs';
import wasmAddress from '#wasm/marginscope.wasm?url';

export type { App, Catalogue, CatalogueField, Command, RawDescription } from '#wasm/marginscope.mjs';
export type CanvasRequest = ReturnType<App['take_requests']>[number];

export function loadModule(): Promise<MainModule> {
  return createModule({ locateFile: () => wasmAddress });
}
