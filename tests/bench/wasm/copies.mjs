// What handing data over to the library costs, and having values back: with a copy and without. The least of many times each.
//   npm run bench:copies [-- --readme]

import { load } from 'marginscope';
import { writeCopiesTable } from '../readme_table.mjs';

const N = 100_000;
const p = 20;
const TURNS = 15;

const marginscope = await load();
// Something else that has the data, as a file's bytes or a decoder's columns are.
const rows = Float64Array.from({ length: N * p }, (_, i) => Math.sin(i));
const columns = Array.from({ length: p }, (_, j) => Float64Array.from({ length: N }, (_, i) => rows[i * p + j]));
const labels = Float64Array.from({ length: N }, (_, i) => (i % 2 ? 1 : -1));

/** Milliseconds: the least over the turns. */
function least(work) {
  let best = Infinity;
  for (let turn = 0; turn < TURNS; ++turn) {
    const began = performance.now();
    const made = work();
    best = Math.min(best, performance.now() - began);
    made?.dispose?.();
  }
  return best;
}

/** A generator's values, written one after the other into columns that are given. */
function generate(column, j) {
  for (let i = 0; i < N; ++i) column[i] = (i ^ j) & 1023;
}

/** Room for the data, written by `fill` column by column. */
function inPlace(fill) {
  const room = marginscope.room(N, p);
  room.labels.set(labels);
  for (let j = 0; j < p; ++j) fill(room.column(j), j);
  return room.settle();
}

const megabytes = (8 * N * p) / 1e6;
const own = Array.from({ length: p }, () => new Float64Array(N));
const measured = [
  {
    what: `${N.toLocaleString('en')} × ${p} generated in place (room)`,
    copied: 0,
    ms: least(() => inPlace(generate)),
  },
  {
    what: 'the same generated into arrays of JavaScript, then handed over by columns',
    copied: megabytes,
    ms: least(() => {
      own.forEach(generate);
      return inPlace((column, j) => column.set(own[j]));
    }),
  },
  {
    what: 'columns that are there, handed over (room)',
    copied: megabytes,
    ms: least(() => inPlace((column, j) => column.set(columns[j]))),
  },
  {
    what: 'rows that are there in one list, handed over (data)',
    copied: megabytes,
    ms: least(() => marginscope.data({ patterns: rows, labels })),
  },
];

const data = marginscope.data({ patterns: rows, labels });
const machine = marginscope.machine(data, { algorithm: 'hk' });
machine.step();
const values = machine.view('margins');
const back = (8 * values.length) / 1e6;
// Enough of either that a clock sees it.
const TIMES = 1000;
function many(work) {
  for (let i = 0; i < TIMES; ++i) work();
}
measured.push(
  { what: `${N.toLocaleString('en')} values as a view`, copied: 0, ms: least(() => many(() => machine.view('margins'))) / TIMES },
  { what: 'the same as a copy (quantity)', copied: back, ms: least(() => many(() => machine.quantity('margins'))) / TIMES },
);

for (const { what, copied, ms } of measured) console.log(`${ms.toPrecision(3).padStart(10)} ms  ${copied.toFixed(1).padStart(5)} MB copied  ${what}`);
if (process.argv.includes('--readme')) writeCopiesTable(measured);
