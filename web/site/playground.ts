// The page's own module, without anything to draw on: it is asked while the site is built for what the command line
// does not know, and answers as `window.marginscope` does.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DeferredPart } from '../src/deferred';
import type { App, Catalogue } from '../src/module';
import { sumOf } from '../src/whole';
import { builtLast } from './command_line';

interface Module {
  catalogue: () => Catalogue;
  link_refusal: (length: number) => string | null;
  App: new () => App;
}
type Receive = (instance: WebAssembly.Instance) => void;
type Create = (options: { instantiateWasm: (imports: WebAssembly.Imports, receive: Receive) => object }) => Promise<Module>;

async function load(): Promise<Module> {
  const file = builtLast('marginscope.mjs');
  const part = (name: string) => file.replace(/mjs$/, name);
  const second = readFileSync(part('deferred.wasm'));
  const deferred = new DeferredPart({ address: `data:application/wasm;base64,${second.toString('base64')}`, sum: sumOf(second) });
  const first = await WebAssembly.compile(readFileSync(part('wasm')));
  const { default: create } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Create };
  return new Promise((resolve, reject) => {
    const begin = async (imports: WebAssembly.Imports, receive: Receive) => {
      const instance = await deferred.instantiate(first, imports);
      await deferred.prepare();
      receive(instance);
    };
    const instantiateWasm = (imports: WebAssembly.Imports, receive: Receive) => {
      begin(imports, receive).catch(reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
}

/** The keys that the canvas obeys. */
export async function keys(): Promise<Catalogue['keys']> {
  return (await load()).catalogue().keys;
}

/** Why an address of so many characters is no link. */
export async function linkRefusal(length: number): Promise<string> {
  return (await load()).link_refusal(length) ?? '';
}

/** A console on the opening scene: takes JavaScript over `marginscope`, and gives its value. */
export async function openConsole(): Promise<(line: string) => unknown> {
  const app = new (await load()).App();
  const marginscope = { apply: (command: never) => app.apply(command), describe: () => app.describe() };
  return (line) => {
    const evaluate = new Function('marginscope', `return (${line});`) as (of: typeof marginscope) => unknown;
    return evaluate(marginscope);
  };
}
