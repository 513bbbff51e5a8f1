// How did Lauer & Bloch (2006) search for C? The text gives two stages, but neither the values of the second nor what is
// taken of equals. Tries every reading on the splits of the data sets and counts which cells come out as printed.
//   npm run build:native
//   node tests/research/lauer_search.mjs --data-dir DIR --table 3 --method lsvm --datasets heart,titanic
// --set and --stop try another machine, as `marginscope select` takes them:
//   node tests/research/lauer_search.mjs --data-dir DIR --method mhks --set learning_rate=0.99 --stop no-positive-error:tolerance=100
//
// A reading that fits one set out of many is chance; one that fits many sets is a finding. So each line says how many
// sets it fits, and the last one how many readings were tried.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, Refusal, say } from '../../wasm/toolchain/log.mjs';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

const PROGRAM = process.env.MARGINSCOPE ?? join(projectRoot, 'build/native/marginscope');

/// What each method is run with, to an optimum or an end that further steps do not change.
const METHODS = {
  lsvm: { algorithm: 'lsvm', set: [], stop: 'kkt:tolerance=1e-5', most: 20000 },
  svm: { algorithm: 'smo', set: [], stop: 'kkt:tolerance=1e-6', most: 10000000 },
  mhks: { algorithm: 'mhks', set: ['initial_margin=1e-6'], stop: 'objective-change:threshold=5e-13', most: 100000 },
  mhka: { algorithm: 'mhka', set: ['initial_margin=1e-6', 'solve=inverse'], stop: 'objective-change:threshold=5e-13', most: 300 },
};

function machine({ method, set, stop }) {
  const { algorithm, set: own, stop: end, most } = METHODS[method];
  return ['--algorithm', algorithm, ...[...own, ...set].flatMap((pair) => ['--set', pair]), '--stop', stop ?? end, '--max-iterations', String(most)];
}

/// Exponents of the second stage, less that of the best value of the first.
const SECOND_STAGES = {
  none: [],
  fifths: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => k / 5),
  quarters: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => k / 4),
  'even in C': [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => Math.log2(0.5 + (1.5 * k) / 8)),
};
const FIRST_STAGE = [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10];
const LARGEST = [10, 8, 6];

const key = (exponent) => exponent.toFixed(4);

/// Every exponent that some reading may ask for, in ascending order.
function allExponents() {
  const offsets = [0, ...Object.values(SECOND_STAGES).flat()];
  const all = new Map(FIRST_STAGE.flatMap((p) => offsets.map((offset) => [key(p + offset), p + offset])));
  return [...all.values()].sort((a, b) => a - b);
}

function readings() {
  const list = [];
  for (const [second, offsets] of Object.entries(SECOND_STAGES)) {
    for (const largest of LARGEST) {
      for (const lastOfFirst of [false, true]) {
        for (const lastOfSecond of offsets.length > 0 ? [false, true] : [false]) {
          list.push({ second, offsets, largest, lastOfFirst, lastOfSecond });
        }
      }
    }
  }
  return list;
}

function best(errors, exponents, last) {
  return exponents.reduce((chosen, exponent) => {
    const difference = errors.get(key(exponent)) - errors.get(key(chosen));
    return difference < 0 || (last && difference === 0) ? exponent : chosen;
  });
}

/// The test error of what a reading chooses in one realisation.
function chosenError({ offsets, largest, lastOfFirst, lastOfSecond }, { validation, test }) {
  const first = best(validation, FIRST_STAGE.filter((p) => p <= largest), lastOfFirst);
  const second = offsets.map((offset) => first + offset);
  return test.get(key(second.length > 0 ? best(validation, second, lastOfSecond) : first));
}

function summary(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean: 100 * mean, sd: 100 * Math.sqrt(squares / (values.length - 1)) };
}

/// The errors of a data set's realisations over all exponents, on the part that chooses and on the test part.
function errorsOf(name, asked) {
  const { folder, table, realisations, exponents, workplace } = asked;
  const rows = readFileSync(join(folder, `${name}.csv`), 'utf8').trim().split('\n').slice(1);
  const lines = readFileSync(join(folder, `${name}.splits`), 'utf8').split('\n').filter((line) => /^(train|test) /.test(line));
  const part = (line) => line.trim().split(/\s+/).slice(1).map((row) => rows[Number(row) - 1]);
  const grid = `C=${exponents.map((exponent) => 2 ** exponent).join(',')}`;
  const write = (file, patterns) => {
    writeFileSync(join(workplace, file), `${patterns.join('\n')}\n`);
    return join(workplace, file);
  };
  const judge = (train, held) => {
    const args = ['select', '--data', write('train.csv', train), '--validation', write('held.csv', held), ...machine(asked), '--grid', grid, '--by', 'validation', '--json'];
    const { cells } = JSON.parse(execFileSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
    return new Map(exponents.map((exponent, i) => [key(exponent), cells[i].validation_error ?? 1]));
  };
  const list = [];
  for (let r = 0; r < Math.min(realisations, lines.length / 2); ++r) {
    const train = part(lines[2 * r]);
    const held = part(lines[2 * r + 1]);
    const third = table === 1 ? Math.floor(train.length / 3) : 0;
    const test = judge(train.slice(third), held);
    list.push({ test, validation: third > 0 ? judge(train.slice(third), train.slice(0, third)) : test });
  }
  return list;
}

/// What the paper prints, as the program knows it.
function printedCell(name, { dataDir, table, method }) {
  const args = ['reproduce', `lauer-table-${table}`, '--data-dir', dataDir, '--datasets', name, '--methods', method, '--realisations', '1', '--json'];
  const cell = JSON.parse(execFileSync(PROGRAM, args, { encoding: 'utf8' })).cells[0];
  return { mean: cell.published_mean, sd: cell.published_sd };
}

const near = (value, printed) => printed !== null && Math.abs(value - printed) <= 0.005 + 1e-9;

await main(() => {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      table: { type: 'string', default: '3' },
      method: { type: 'string', default: 'lsvm' },
      datasets: { type: 'string', default: 'heart,titanic,thyroid,breast-cancer' },
      realisations: { type: 'string', default: '100' },
      set: { type: 'string', multiple: true, default: [] },
      stop: { type: 'string' },
    },
  });
  if (!values['data-dir']) throw new Refusal('Say --data-dir, the folder with ida/ in it.');
  if (!(values.method in METHODS)) throw new Refusal(`"${values.method}" is not a method: say one of ${Object.keys(METHODS).join(', ')}.`);
  const dataDir = values['data-dir'];
  const asked = {
    dataDir, folder: join(dataDir, 'ida'), table: Number(values.table), method: values.method,
    set: values.set, stop: values.stop, realisations: Number(values.realisations), exponents: allExponents(), workplace: mkdtempSync(join(tmpdir(), 'lauer-')),
  };
  const results = readings().map((reading) => ({ reading, fits: [], texts: [] }));
  try {
    for (const name of values.datasets.split(',')) {
      const printed = printedCell(name, asked);
      const errors = errorsOf(name, asked);
      for (const { reading, fits, texts } of results) {
        const { mean, sd } = summary(errors.map((one) => chosenError(reading, one)));
        const fit = near(mean, printed.mean) && near(sd, printed.sd);
        if (fit) fits.push(name);
        texts.push(`${name} ${mean.toFixed(2)} ± ${sd.toFixed(2)}${fit ? ' *' : ''}`);
      }
      say(`${name}: printed ${printed.mean} ± ${printed.sd}`);
    }
  } finally {
    rmSync(asked.workplace, { recursive: true });
  }
  results.sort((a, b) => b.fits.length - a.fits.length);
  for (const { reading, fits, texts } of results) {
    const ties = `${reading.lastOfFirst ? 'last' : 'first'}${reading.offsets.length > 0 ? `/${reading.lastOfSecond ? 'last' : 'first'}` : ''}`;
    say(`${fits.length}  second stage ${reading.second}, largest C 2^${reading.largest}, of equals the ${ties}: ${texts.join(', ')}`);
  }
  say(`${results.length} readings were tried on ${values.datasets.split(',').length} sets; * is as printed.`);
});
