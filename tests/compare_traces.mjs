// Compares the traces that the native and the wasm build of the tests wrote (`--traces FILE`), number
// by number.

import { readFileSync } from 'node:fs';

/// Vectorised sums are added in another order on another machine, which is worth about 1e-15 a step;
/// over the 50 iterations of a trace, and with the absolute forms' weights up to 1e12, that may grow.
const RELATIVE_TOLERANCE = 1e-6;

/// Numbers below this are what is left of a difference that is zero but for rounding.
const ABSOLUTE_TOLERANCE = 1e-9;

/// The moments of the errors and the decision values of one line share a unit (its last cells), so a
/// small one is judged by the largest.
const FIRST_IN_UNIT = 5;

function largestOf(cells) {
  const sizes = cells.slice(FIRST_IN_UNIT).map((cell) => Math.abs(Number(cell)));
  return Math.max(0, ...sizes.filter(Number.isFinite));
}

function agree(a, b, largest) {
  if (a === b) return true;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return a.replace('-', '') === b.replace('-', '');
  return Math.abs(x - y) <= ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * Math.max(Math.abs(x), Math.abs(y), largest);
}

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
    const largest = largestOf(ours);
    for (let cell = 0; cell < Math.max(ours.length, theirs.length); ++cell) {
      ++compared;
      const unit = cell < FIRST_IN_UNIT ? 0 : largest;
      if (!agree(ours[cell] ?? '', theirs[cell] ?? '', unit)) {
        differences.push(`line ${line + 1} (${ours.slice(0, 3).join(' ')}), cell ${cell + 1}: ${ours[cell]} natively, ${theirs[cell]} in wasm`);
      }
    }
  }
  return { compared, differences };
}
