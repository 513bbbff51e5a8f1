// Splits the page's module: what the scene that it opens with does not need goes to a second module, which the page
// fetches when it has nothing else to do, or when one of its functions is called (web/src/module.ts).
//   node wasm/toolchain/split.mjs BINARYEN MODULE.wasm FUNCTIONS
//
// MODULE.wasm comes from the linker with the names of its functions and is replaced by its first part; the second part
// is MODULE.deferred.wasm. FUNCTIONS says by name what belongs there. A function that only such functions call goes
// with them.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Refusal } from './log.mjs';
import { run } from './run.mjs';

// What the module may use of WebAssembly: Emscripten leaves out the section that would say so.
const features = ['mutable-globals', 'sign-ext', 'nontrapping-float-to-int', 'bulk-memory', 'bulk-memory-opt', 'simd'].map(
  (name) => `--enable-${name}`,
);

/// The functions of a module, and which calls which, out of Binaryen's drawing of them.
function readCalls(drawing) {
  const callers = new Map(); // of each function; null where more than functions of the module may call it
  for (const [, name, style] of drawing.matchAll(/^ {2}"(.*)" \[style="([^\n]*)"\];$/gm)) {
    callers.set(name, /rounded|gray|turquoise/.test(style) ? null : new Set());
  }
  for (const [, from, to] of drawing.matchAll(/^ {2}"(.*)" -> "(.*)"; \/\/ call$/gm)) callers.get(to)?.add(from);
  return callers;
}

/// The functions that a pattern names, and those that only they call.
function deferredFunctions(callers, patterns) {
  const deferred = new Set([...callers.keys()].filter((name) => patterns.some((pattern) => pattern.test(name))));
  for (let before = -1; before !== deferred.size; ) {
    before = deferred.size;
    for (const [name, from] of callers) {
      if (from && from.size > 0 && [...from].every((caller) => caller === name || deferred.has(caller))) deferred.add(name);
    }
  }
  return deferred;
}

await main(async () => {
  const [binaryen, module, functions] = process.argv.slice(2);
  const patterns = readFileSync(functions, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => new RegExp(line));
  const binaryenRun = (program, ...args) => run(join(binaryen, 'bin', program), [...features, ...args]);

  const drawing = await binaryenRun('wasm-opt', module, '--print-call-graph', '--output', '/dev/null');
  const deferred = deferredFunctions(readCalls(drawing), patterns);
  if (deferred.size === 0) throw new Refusal(`no function of ${module} has a name that ${functions} has.`);

  const list = `${module}.deferred`;
  const second = module.replace(/\.wasm$/, '.deferred.wasm');
  writeFileSync(list, `${[...deferred].join('\n')}\n`);
  await binaryenRun('wasm-split', '--split', `--split-funcs=@${list}`, '--export-prefix=%', '-o1', module, '-o2', second, module);
  rmSync(list);
  // Functions that are called often come first: their numbers are short then.
  for (const part of [module, second]) await binaryenRun('wasm-opt', '-Oz', '--reorder-functions', part, '--output', part);
});
