// What protocol did Boni (2002) follow in Table 3? The text is silent on the features, on the limit on steps, on the order of
// the patterns and on how numbers were printed. Tries every reading and counts which cells come out as printed.
//   npm run build:native
//   node tests/research/boni_search.mjs --data-dir DIR
//   node tests/research/boni_search.mjs --data-dir DIR --datasets pima --passes 10,400,2000 --show 50
//
// PIMA's Gaussian cells come out exactly with the features on [−1, 1] over all rows and the patterns in the file's order.
// So its polynomials are searched there through many limits, and with other features or orders up to a few.
// SONAR's machines learn all patterns, so that no limit matters there, but the order of the patterns does; orders drawn
// at random stand beside those that an author may have had, as a measure of chance.
//
// Not on an axis, since they change nothing:
//   the end or the pocket    a machine without errors has ended with its pocket, and others have a pocket in Table 1
//   a sum of 0               occurs at α = 0 alone; where it is no error of one class, the first pattern that is learned is
//                            the first of the other, which is an order
//   which half is flipped    the machine is symmetric in the classes, so either half teaches it the same

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, step } from '../../wasm/toolchain/log.mjs';
import { answerOf, countOf, countsOf, inWorkplace, linesOf, printedCells, readingsOf, rowsOf, sayResults, shuffled, valuesOf, wordsOf } from './readings.mjs';

const usual_passes = 50; // with features or an order that the Gaussians exclude

/// Of one feature's values, all and those of the training part: what is taken off it, and what it is divided by.
const middle = (values) => ({ from: (Math.min(...values) + Math.max(...values)) / 2, by: (Math.max(...values) - Math.min(...values)) / 2 });
const FEATURES = {
  'as they are': () => ({ from: 0, by: 1 }),
  'on [−1, 1]': (all) => middle(all),
  'on [−1, 1] by the training part': (all, train) => middle(train),
  'on [0, 1]': (all) => ({ from: Math.min(...all), by: Math.max(...all) - Math.min(...all) }),
  standardised: (all) => {
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    return { from: mean, by: Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1)) };
  },
};

/// (1 + c·x·x′)^p for r features: c. What the 1 is beside 10^8 makes no decision, so that it stands for x·x′ alone.
const PRODUCTS = { '1 + x·x′/r': (r) => 1 / r, '1 + x·x′': () => 1, '1 + x·x′/r²': (r) => 1 / r ** 2, 'x·x′': () => 1e8 };

const labelOf = (pattern) => pattern.at(-1);

function alternating(patterns, first) {
  const classes = [first, -first].map((label) => patterns.filter((pattern) => labelOf(pattern) === label));
  return patterns.flatMap((_, i) => classes.flatMap((own) => own.slice(i, i + 1)));
}

/// Round and round from the first pattern that is not of the first one's class.
function fromOtherClass(patterns) {
  const first = patterns.findIndex((pattern) => labelOf(pattern) !== labelOf(patterns[0]));
  return [...patterns.slice(first), ...patterns.slice(0, first)];
}

/// Each class spread evenly over the whole.
function spread(patterns) {
  const places = [-1, 1].flatMap((label) => {
    const own = patterns.filter((pattern) => labelOf(pattern) === label);
    return own.map((pattern, i) => ({ pattern, place: (i + 0.5) / own.length }));
  });
  return places.sort((a, b) => a.place - b.place).map(({ pattern }) => pattern);
}

const ORDERS = {
  'of the file': (patterns) => patterns,
  'of the file, from the other class on': fromOtherClass,
  'of the file, backwards': (patterns) => [...patterns].reverse(),
  'classes in turn, −1 first': (patterns) => alternating(patterns, -1),
  'classes in turn, 1 first': (patterns) => alternating(patterns, 1),
  'classes spread evenly': spread,
};

/// What is added to the kernel, as a threshold that is learned like a weight does.
const THRESHOLDS = { none: 0, learned: 1 };

const REGISTERS = {
  none: [],
  '8 bits, sums of 16': ['kernel_bits=8', 'accumulator_bits=16'],
  '8 bits, sums of 24': ['kernel_bits=8', 'accumulator_bits=24'],
  '16 bits, sums of 32': ['kernel_bits=16', 'accumulator_bits=32'],
};

/// Eq. 3 with a δ, of m training patterns: its last term.
const PENALTIES = {
  'δ = 0.05': (m) => Math.sqrt((9 / (2 * m)) * Math.log(1 / 0.05)),
  'δ = 0.1': (m) => Math.sqrt((9 / (2 * m)) * Math.log(1 / 0.1)),
  'δ = 0.01': (m) => Math.sqrt((9 / (2 * m)) * Math.log(1 / 0.01)),
  'δ = 0.05 of m/2': (m) => Math.sqrt((9 / m) * Math.log(1 / 0.05)),
};

const decimalsOf = (number) => (String(number).split('.')[1] ?? '').length;
const rounds = (value, printed, decimals) => Math.abs(value - printed) <= 0.5 * 10 ** -decimals + 1e-9;
const PRINTING = {
  'cut after two decimals': (value, printed) => Math.abs(Math.floor(100 * value + 1e-9) / 100 - printed) < 1e-9,
  'rounded to two decimals': (value, printed) => rounds(value, printed, 2),
  'rounded to the decimals that are shown': (value, printed) => rounds(value, printed, decimalsOf(printed)),
};

/// Features φ with φ(x)·φ(x′) = (1 + x·x′)^p + 1: the monomials up to degree p, each with the root of its coefficient.
function withThreshold(x, p) {
  let terms = [{ value: 1, left: p, coefficient: 1 }];
  for (const own of [...x, 1]) {
    terms = terms.flatMap(({ value, left, coefficient }) => {
      const list = [];
      for (let power = 0, ways = 1; power <= left; ways = (ways * (left - power)) / (power + 1), ++power) {
        list.push({ value: value * own ** power, left: left - power, coefficient: coefficient * ways });
      }
      return list;
    });
  }
  return [...terms.filter(({ left }) => left === 0).map(({ value, coefficient }) => value * Math.sqrt(coefficient)), 1];
}

/// A data set as the paper parts it: { train, test }, rows of numbers with the label last.
function partsOf(dataDir, name) {
  const rows = rowsOf(dataDir, 'uci', name).map((row) => row.split(',').map(Number));
  if (name !== 'sonar') {
    const m = Math.floor((3 * rows.length) / 4);
    return { train: rows.slice(0, m), test: rows.slice(m) };
  }
  const parts = linesOf(dataDir, 'uci', 'sonar_split.csv').slice(1).map((line) => line.split(','));
  const those = (part) => parts.filter((line) => line.at(-1) === part).map(([row]) => rows[Number(row) - 1]);
  return { train: those('train'), test: those('test') };
}

function scaled({ train, test }, scale) {
  const all = [...train, ...test];
  const scales = train[0].slice(0, -1).map((_, j) => scale(all.map((row) => row[j]), train.map((row) => row[j])));
  const part = (rows) => rows.map((row) => row.map((value, j) => (j < scales.length ? (value - scales[j].from) / (scales[j].by || 1) : value)));
  return { train: part(train), test: part(test) };
}

/// The machine of one column by a reading, on patterns in an order: its bound and its errors on the test part.
function machineOf(parts, reading, { kernel, value }, order, workplace) {
  const { train, test } = scaled(parts, FEATURES[reading.features]);
  const r = train[0].length - 1;
  const polynomial = kernel === 'polynomial';
  const learned = polynomial && THRESHOLDS[reading.threshold] > 0;
  const factor = polynomial ? Math.sqrt(PRODUCTS[reading.product](r) * (learned ? 1 : r)) : 1;
  const write = (name, patterns) => {
    const lines = patterns.map((pattern) => {
      const x = pattern.slice(0, -1).map((feature) => factor * feature);
      return [...(learned ? withThreshold(x, value) : x), labelOf(pattern)].join(',');
    });
    const file = join(workplace, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  const text = learned ? 'linear' : polynomial ? `polynomial:p=${value}` : `gaussian:sigma=${Math.sqrt(value)}`;
  const files = ['--data', write('train.csv', order(train)), '--validation', write('test.csv', test)];
  const settings = ['max_sweeps=1000000000', ...REGISTERS[reading.registers]].flatMap((pair) => ['--set', pair]);
  const limit = ['--max-iterations', String(Number(reading.passes) * train.length)];
  const { applied, value: bound, terms, validation_error } = answerOf(['bound', ...files, '--algorithm', 'dkpp', ...settings, '--kernel', text, ...limit, '--bound', 'joint']);
  return { kind: applied === 'compression' ? 'B1' : 'B2', bound, terms, errors: Math.round(validation_error * test.length), m: train.length };
}

function boundOf(machine, reading) {
  if (machine.kind === 'B1') return machine.bound;
  return machine.terms.training_error + machine.terms.complexity + PENALTIES[reading.penalty](machine.m);
}

/// The columns of a data set, in print: the kernel, its hyperparameter, the bound with its kind, and the test errors.
function columnsOf(dataset) {
  const columns = new Map();
  for (const cell of printedCells('boni-table-3').filter((one) => one.dataset === dataset)) {
    const [[symbol, value]] = Object.entries(cell.at);
    const name = `${symbol} = ${value}`;
    const column = columns.get(name) ?? { name, kernel: cell.method, value };
    if (cell.quantity === 'test_errors') column.errors = cell.published_mean;
    else Object.assign(column, { kind: cell.quantity.toUpperCase(), bound: cell.published_mean });
    columns.set(name, column);
  }
  return [...columns.values()];
}

/// What a reading makes of the columns: bounds, test errors, and which of them has the least bound (Table 2).
function cellsOf(columns, machines, reading) {
  const bounds = machines.map((machine) => boundOf(machine, reading));
  const least = columns[bounds.indexOf(Math.min(...bounds))].name;
  const printedLeast = columns.reduce((chosen, column) => (column.bound < chosen.bound ? column : chosen)).name;
  const as = PRINTING[reading.printing];
  return [
    ...columns.map(({ name, kind, bound }, i) => ({
      row: 'bound', name, printed: bound, text: `${machines[i].kind} ${bounds[i].toFixed(4)}`, fits: (printed) => machines[i].kind === kind && as(bounds[i], printed),
    })),
    ...columns.map(({ name, errors }, i) => ({ row: 'test errors', name, printed: errors, text: String(machines[i].errors), fits: (printed) => machines[i].errors === printed })),
    { row: 'the choice', name: 'least bound', printed: printedLeast, text: least, fits: (printed) => least === printed },
  ];
}

function axesOf(dataset, passes, orders) {
  const drawn = Object.fromEntries(Array.from({ length: orders }, (_, i) => [`drawn, ${i + 1}`, (patterns) => shuffled(patterns, i + 1)]));
  const shared = { features: FEATURES, product: PRODUCTS, threshold: THRESHOLDS, registers: REGISTERS, penalty: PENALTIES, printing: PRINTING };
  return { ...shared, order: dataset === 'sonar' ? { ...ORDERS, ...drawn } : ORDERS, passes: Object.fromEntries(passes.map((count) => [String(count), count])) };
}

/// The polynomials of PIMA: with other features or in another order than its Gaussians, or with a machine or a bound that
/// is not quite the text's, but not with several of these at once.
function sensibleForPima({ features, product, threshold, registers, penalty, order, passes }) {
  const departures = [features !== 'on [−1, 1]', order !== 'of the file', registers !== 'none', penalty !== 'δ = 0.05', threshold !== 'none'];
  const several = departures.filter(Boolean).length > 1;
  const asTheKernel = (registers === 'none' && penalty === 'δ = 0.05') || product === '1 + x·x′/r';
  const asTheGaussians = features === 'on [−1, 1]' && order === 'of the file' && registers === 'none';
  return !several && asTheKernel && (asTheGaussians || Number(passes) <= usual_passes);
}

/// All of SONAR, whose B₁ has no such term and whose machines learn everything.
function sensibleForSonar({ threshold, registers, penalty }) {
  return threshold === 'none' && registers === 'none' && penalty === 'δ = 0.05';
}

const SETS = {
  pima: { asked: (column) => column.kernel === 'polynomial', sensible: sensibleForPima, title: 'PIMA, polynomials' },
  sonar: { asked: () => true, sensible: sensibleForSonar, title: 'SONAR' },
};

await main(() => {
  const values = valuesOf({
    datasets: { type: 'string', default: 'pima,sonar' },
    passes: { type: 'string', default: '1,2,5,10,20,50,100,200,500,2000' },
    orders: { type: 'string', default: '10' },
    show: { type: 'string', default: '10' },
  });
  const names = wordsOf('datasets', values.datasets, Object.keys(SETS));
  const passes = countsOf('passes', values.passes);
  const orders = countOf('orders', values.orders);
  const show = countOf('show', values.show);
  return inWorkplace(async (workplace) => {
    for (const name of names) {
      const { asked, sensible, title } = SETS[name];
      const columns = columnsOf(name).filter(asked);
      const parts = partsOf(values['data-dir'], name);
      const axes = axesOf(name, name === 'sonar' ? [Math.max(...passes)] : passes, orders);
      const known = new Map();
      const machine = (reading, column) => {
        const { features, product, threshold, registers, order, passes: limit } = reading;
        const key = [column.name, features, column.kernel === 'polynomial' && [product, threshold], registers, order, limit].join('|');
        if (!known.has(key)) known.set(key, machineOf(parts, reading, column, axes.order[order], workplace));
        return known.get(key);
      };
      const resultOf = (reading) => ({ reading, cells: cellsOf(columns, columns.map((column) => machine(reading, column)), reading) });
      const results = await step(`Training on ${name}`, () => readingsOf(axes, sensible).map(resultOf));
      sayResults(title, results, show);
    }
  });
});
