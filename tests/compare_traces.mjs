// Compares the traces that the native and the wasm build of the tests wrote (`--traces FILE`), number
// by number. They are the same to the bit: both add up in the same order, and round each operation.

import { readFileSync } from 'node:fs';

/// { compared, differences }: how many numbers were compared, and a line for each that differs.
export function compareTraces(nativePath, wasmPath) {
  const [native, wasm] = [nativePath, wasmPath].map((path) => readFileSync(path, 'utf8').trim().split('\n'));
  const differences = [];
  let compared = 0;
  if (native.length !== wasm.length) {
    differences.push(`The native trace has ${native.length} lines, the wasm one ${wasm.length}.`);
  }
  for (let line = 0; line < Math.min(native.length, wasm.length); ++line) {
    const [ours, theirs] = [native[line].split(','), wasm[line].split(',')];
    for (let cell = 0; cell < Math.max(ours.length, theirs.length); ++cell) {
      ++compared;
      if (ours[cell] === theirs[cell]) continue;
      differences.push(`line ${line + 1} (${ours.slice(0, 3).join(' ')}), cell ${cell + 1}: ${ours[cell]} natively, ${theirs[cell]} in wasm`);
    }
  }
  return { compared, differences };
}
