// How did Lauer & Bloch (2006) search for C? The text gives two stages, but neither the values of the second nor what is
// taken of equals. Tries every reading on the splits of the data sets and counts which cells come out as printed.
//   npm run build:native
//   node tests/research/lauer_search.mjs --data-dir DIR --table 3 --method lsvm --datasets heart,titanic
// --set, --stop and --max-iterations try another machine, as `marginscope select` takes them:
//   node tests/research/lauer_search.mjs --data-dir DIR --method mhks --set learning_rate=0.99 --stop no-positive-error:tolerance=100
// HK and HKES have no C. Of them the ε is searched at which the text's criterion |ΔJ| < ε ends a training:
//   node tests/research/lauer_search.mjs --data-dir DIR --table 1 --method hkes --datasets heart,titanic

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, step } from '../../wasm/toolchain/log.mjs';
import { answerOf, countOf, inWorkplace, linesOf, printedCells, readingsOf, rowsOf, sayResults, summary, valuesOf, wordOf, wordsOf } from './readings.mjs';

/// What each method is run with, to an optimum or an end that further steps do not change.
const METHODS = {
  lsvm: { algorithm: 'lsvm', set: [], stop: 'kkt:tolerance=1e-5', most: 20000 },
  svm: { algorithm: 'smo', set: [], stop: 'kkt:tolerance=1e-6', most: 10000000 },
  mhks: { algorithm: 'mhks', set: ['initial_margin=1e-6'], stop: 'objective-change:threshold=5e-13', most: 100000 },
  mhka: { algorithm: 'mhka', set: ['initial_margin=1e-6', 'solve=inverse'], stop: 'objective-change:threshold=5e-13', most: 300 },
};

/// Where |ΔJ| < ε ends HK, of which HKES takes the first iteration of least validation error.
const ENDS = { 'ε = b0²/2, the text': 5e-13, '1e-4 of it': 5e-17, '1e-8 of it': 5e-21, '1e-10 of it': 5e-23 };
const WITHOUT_C = { hk: '', hkes: ' validation-minimum' };
const endings = readingsOf({ end: ENDS });

function machine({ method, set, stop, most }) {
  const own = METHODS[method];
  return [
    ...['--algorithm', own.algorithm, ...[...own.set, ...set].flatMap((pair) => ['--set', pair])],
    ...['--stop', stop ?? own.stop, '--max-iterations', String(most ?? own.most)],
  ];
}

/// Exponents of the second stage, less that of the best value of the first.
const SECOND_STAGES = {
  none: [],
  fifths: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => k / 5),
  quarters: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => k / 4),
  'even in C': [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => Math.log2(0.5 + (1.5 * k) / 8)),
  'even in C, ends left out': [1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => Math.log2(0.5 + (1.5 * k) / 10)),
};
const FIRST_STAGE = [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10];

const AXES = {
  'second stage': SECOND_STAGES,
  'largest C': { '2^10': 10, '2^8': 8, '2^6': 6 },
  'of equals': { first: false, last: true },
  'of equals in the second': { first: false, last: true },
  'chosen among': { 'the nine': false, 'all twenty': true },
};

const readings = readingsOf(
  AXES,
  (reading) => reading['second stage'] !== 'none' || (reading['of equals in the second'] === 'first' && reading['chosen among'] === 'the nine'),
);

const key = (exponent) => exponent.toFixed(4);

/// Every exponent that some reading may ask for, in ascending order.
function allExponents() {
  const offsets = [0, ...Object.values(SECOND_STAGES).flat()];
  const all = new Map(FIRST_STAGE.flatMap((p) => offsets.map((offset) => [key(p + offset), p + offset])));
  return [...all.values()].sort((a, b) => a - b);
}

function best(errors, exponents, last) {
  return exponents.reduce((chosen, exponent) => {
    const difference = errors.get(key(exponent)) - errors.get(key(chosen));
    return difference < 0 || (last && difference === 0) ? exponent : chosen;
  });
}

/// The test error of what a reading chooses in one realisation.
function chosenError(reading, { validation, test }) {
  const chosen = (axis) => AXES[axis][reading[axis]];
  const first = best(validation, FIRST_STAGE.filter((p) => p <= chosen('largest C')), chosen('of equals'));
  const nine = chosen('second stage').map((offset) => first + offset);
  const second = nine.length > 0 && chosen('chosen among') ? [first, ...nine] : nine;
  return test.get(key(second.length > 0 ? best(validation, second, chosen('of equals in the second')) : first));
}

/// The parts of a data set's realisations, as lines of text: what trains, what chooses and what is tested.
function partsOf(name, { dataDir, table, realisations }) {
  const rows = rowsOf(dataDir, 'ida', name);
  const lines = linesOf(dataDir, 'ida', `${name}.splits`).filter((line) => /^(train|test) /.test(line));
  const part = (line) => line.trim().split(/\s+/).slice(1).map((row) => rows[Number(row) - 1]);
  return Array.from({ length: Math.min(realisations, lines.length / 2) }, (_, r) => {
    const train = part(lines[2 * r]);
    const held = part(lines[2 * r + 1]);
    const third = table === 1 ? Math.floor(train.length / 3) : 0;
    return { train: train.slice(third), chooses: third > 0 ? train.slice(0, third) : held, held };
  });
}

function write(workplace, file, patterns) {
  writeFileSync(join(workplace, file), `${patterns.join('\n')}\n`);
  return join(workplace, file);
}

/// The share of patterns on which a line is wrong, or passes through.
function wrongOn(patterns, weights) {
  const wrong = patterns.filter((line) => {
    const numbers = line.split(',').map(Number);
    const label = numbers.pop();
    return !(label * [...numbers, 1].reduce((sum, value, j) => sum + value * weights[j], 0) > 0);
  });
  return wrong.length / patterns.length;
}

/// The test errors of HK or HKES in a data set's realisations, of each end a list.
function endErrors(name, asked) {
  const { method, set, most, workplace } = asked;
  const errors = Object.fromEntries(Object.keys(ENDS).map((end) => [end, []]));
  for (const { train, chooses, held } of partsOf(name, asked)) {
    const files = ['--data', write(workplace, 'train.csv', train), '--validation', write(workplace, 'chooses.csv', chooses)];
    const settings = ['learning_rate=0.4', 'initial_margin=1e-6', ...set].flatMap((pair) => ['--set', pair]);
    for (const [end, threshold] of Object.entries(ENDS)) {
      const stop = ['--stop', `objective-change:threshold=${threshold}${WITHOUT_C[method]}`, '--max-iterations', String(most ?? 100000)];
      errors[end].push(wrongOn(held, answerOf(['run', ...files, '--algorithm', 'hk', ...settings, ...stop]).weights));
    }
  }
  return errors;
}

/// The errors of a data set's realisations over all exponents, on the part that chooses and on the test part.
function errorsOf(name, asked) {
  const { table, exponents, workplace } = asked;
  const grid = `C=${exponents.map((exponent) => 2 ** exponent).join(',')}`;
  const judge = (train, held) => {
    const { cells } = answerOf(['select', '--data', write(workplace, 'train.csv', train), '--validation', write(workplace, 'held.csv', held), ...machine(asked), '--grid', grid, '--by', 'validation']);
    return new Map(exponents.map((exponent, i) => [key(exponent), cells[i].validation_error ?? 1]));
  };
  return partsOf(name, asked).map(({ train, chooses, held }) => {
    const test = judge(train, held);
    return { test, validation: table === 1 ? judge(train, chooses) : test };
  });
}

const near = (value, printed) => printed !== null && Math.abs(value - printed) <= 0.005 + 1e-9;

await main(() => {
  const values = valuesOf({
    table: { type: 'string', default: '3' },
    method: { type: 'string', default: 'lsvm' },
    datasets: { type: 'string', default: 'heart,titanic,thyroid,breast-cancer' },
    realisations: { type: 'string', default: '100' },
    set: { type: 'string', multiple: true, default: [] },
    stop: { type: 'string' },
    'max-iterations': { type: 'string' },
  });
  const table = wordOf('table', values.table, ['1', '3']);
  const method = wordOf('method', values.method, [...Object.keys(WITHOUT_C), ...Object.keys(METHODS)]);
  const printed = new Map(
    printedCells(`lauer-table-${table}`)
      .filter((cell) => cell.method === method)
      .map(({ dataset, published_mean: mean, published_sd: sd }) => [dataset, { mean, sd, toString: () => `${mean} ± ${sd}` }]),
  );
  const names = wordsOf('datasets', values.datasets, [...printed.keys()]);
  const realisations = countOf('realisations', values.realisations);
  const most = values['max-iterations'] && countOf('max-iterations', values['max-iterations']);
  return inWorkplace(async (workplace) => {
    const asked = { dataDir: values['data-dir'], table: Number(table), method, set: values.set, stop: values.stop, most, realisations, exponents: allExponents(), workplace };
    const errors = new Map();
    const searches = method in WITHOUT_C ? { readings: endings, work: endErrors } : { readings, work: errorsOf };
    for (const name of names) errors.set(name, await step(`Training on ${name}`, () => searches.work(name, asked)));
    const errorsBy = (reading, name) => (method in WITHOUT_C ? errors.get(name)[reading.end] : errors.get(name).map((one) => chosenError(reading, one)));
    const results = searches.readings.map((reading) => ({
      reading,
      cells: names.map((name) => {
        const chosen = summary(errorsBy(reading, name).map((error) => 100 * error));
        return {
          row: method,
          name,
          printed: printed.get(name),
          text: `${chosen.mean.toFixed(2)} ± ${chosen.sd.toFixed(2)}`,
          fits: ({ mean, sd }) => near(chosen.mean, mean) && near(chosen.sd, sd),
        };
      }),
    }));
    sayResults(`${method} of Table ${table}`, results, results.length);
  });
});
