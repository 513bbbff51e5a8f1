// What protocol did Bandos et al. (2007) follow in Table 1, and what do the numbers of their section 3.1 mean? The text is
// silent on which errors have the moments, on the sign and the denominator of the differences, on the tolerance and on what
// counts as an iteration. Tries every reading on the same partitions into folds, and counts which printed numbers lie
// within two standard errors: the authors' partition is one draw, ours are some.
//   npm run build:native
//   node tests/research/bandos_search.mjs --data-dir DIR
//   node tests/research/bandos_search.mjs --data-dir DIR --datasets ionosphere,sonar --partitions 1 --show 30
//   node tests/research/bandos_search.mjs --data-dir DIR --datasets sinc
//
// Not on an axis, since they change nothing that is printed: n or n − 1 in a moment and the standardisation of skewness and
// kurtosis are factors that leave relative differences as they are (but for ks − 3, which is on one), and the risk, squared
// or not, is drawn without numbers.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, say, step } from '../../wasm/toolchain/log.mjs';
import { answerOf, countOf, inWorkplace, printedCells, readingsOf, rowsOf, sayResults, shuffled, summary, valuesOf, wordsOf } from './readings.mjs';

/// Table 1: C and σ of each set.
const SETS = {
  ionosphere: { C: 5.5, sigma: 2.5 },
  liver: { C: 15, sigma: 65 },
  pima: { C: 1100, sigma: 200 },
  wdbc: { C: 30000, sigma: 1400 },
  sonar: { C: 16.7, sigma: 7.9 },
};
const FOLDS = 8;
const LAST = 40; // iterations of a training, beyond which the table has none

/// Errors of which the moments may be taken: y and f of the training part, yHeld and fHeld of the fold that is left out.
const ERRORS = {
  'e = y − f': ({ y, f }) => y.map((label, i) => label - f[i]),
  'u = 1 − y f': ({ y, f }) => y.map((label, i) => 1 - label * f[i]),
  'ξ = max(0, u)': ({ y, f }) => y.map((label, i) => Math.max(0, 1 - label * f[i])),
  '|e|': ({ y, f }) => y.map((label, i) => Math.abs(label - f[i])),
  'e²': ({ y, f }) => y.map((label, i) => (label - f[i]) ** 2),
  'e of the support vectors': ({ y, f }) => y.flatMap((label, i) => (1 - label * f[i] > 0 ? [label - f[i]] : [])),
  'e of the fold left out': ({ yHeld, fHeld }) => yHeld.map((label, i) => label - fHeld[i]),
  'e of all': ({ y, f, yHeld, fHeld }) => [...y.map((label, i) => label - f[i]), ...yHeld.map((label, i) => label - fHeld[i])],
};

/// What a support vector is: how many there are.
const SUPPORT = {
  'u > 0': ({ y, f }) => y.filter((label, i) => 1 - label * f[i] > 0).length,
  'α ≠ 0': ({ alpha }) => alpha.filter((weight) => weight !== 0).length,
  'α > C/1000': ({ alpha, C }) => alpha.filter((weight) => weight > C / 1000).length,
};

/// The four moments that are watched, of the mean and the central moments of some errors.
const MOMENTS = {
  'as printed': ({ mean, m2, m3, m4 }) => ({ mean, std: Math.sqrt(m2), skewness: m3 / m2 ** 1.5, kurtosis: m4 / m2 ** 2 }),
  'with ks − 3': ({ mean, m2, m3, m4 }) => ({ mean, std: Math.sqrt(m2), skewness: m3 / m2 ** 1.5, kurtosis: m4 / m2 ** 2 - 3 }),
  'central, σ², not divided by σ': ({ mean, m2, m3, m4 }) => ({ mean, std: m2, skewness: m3, kurtosis: m4 }),
};

const THRESHOLDS = { kurtosis: 0.01, skewness: 0.001, std: 0.01, mean: 0.001 };

const RULE_AXES = {
  errors: ERRORS,
  moments: MOMENTS,
  difference: { second: 2, first: 1, 'of relative first differences': 0 },
  'divided by': { 'Z before': -1, 'Z now': 0 },
  sign: { 'absolute value': Math.abs, 'as printed': (value) => value },
  // Exchanged, 1 % stands for 0.1 % and the other way round.
  thresholds: { 'as printed': (threshold) => threshold, exchanged: (threshold) => 1e-5 / threshold, '1 % for all': () => 0.01 },
  times: { once: 1, 'twice on end': 2, 'three times on end': 3 },
  counted: { solves: 0, 'solves and the start': 1, 'two more than solves': 2 },
};

/// What is trained: the σ that the program is given, whether the features of a set are standardised, and the step.
const MACHINE_AXES = {
  kernel: { 'exp(−d²/2σ²)': (sigma) => sigma, 'exp(−d²/σ²)': (sigma) => sigma / Math.SQRT2 },
  features: {
    'sonar standardised': (name) => name === 'sonar',
    'as they are': () => false,
    standardised: () => true,
  },
  step: { full: 'full', searched: 'line-search' },
};
const [TAKEN] = readingsOf(MACHINE_AXES); // what the other searches train

const TOLERANCE_AXES = {
  tolerance: { '1e-3': 1e-3, '1e-4': 1e-4, '3e-5': 3e-5, '1e-5': 1e-5, '3e-6': 3e-6 },
  'relative to': { 'L_P before': (L, k) => L[k - 1], 'L_P now': (L, k) => L[k], 'L_P at the start': (L) => L[0] },
  sign: RULE_AXES.sign,
  counted: RULE_AXES.counted,
  'support vectors': SUPPORT,
};

function centralMoments(errors) {
  const { mean } = summary(errors);
  const central = (power) => errors.reduce((sum, error) => sum + (error - mean) ** power, 0) / (errors.length - 1);
  return { mean, m2: central(2), m3: central(3), m4: central(4) };
}

/// The first iteration at which a statistic has been at most the threshold so many times on end, else the last one.
function firstHeld(statistics, threshold, times) {
  let held = 0;
  for (let k = 0; k < statistics.length; ++k) {
    held = statistics[k] <= threshold ? held + 1 : 0;
    if (held === times) return k;
  }
  return statistics.length - 1;
}

/// The statistic of a rule at each iteration, not a number where it has none yet.
function differencesOf(Z, { difference, 'divided by': divisor, sign }) {
  const signed = RULE_AXES.sign[sign];
  const divided = (value, k) => value / Math.abs(Z[k + RULE_AXES['divided by'][divisor]]);
  const first = Z.map((value, k) => (k < 1 ? NaN : signed(divided(value - Z[k - 1], k))));
  if (difference === 'first') return first;
  if (difference === 'second') return Z.map((value, k) => (k < 2 ? NaN : signed(divided(value - 2 * Z[k - 1] + Z[k - 2], k))));
  return first.map((value, k) => (k < 2 ? NaN : signed(value - first[k - 1])));
}

const square = (a, b) => a.reduce((sum, value, j) => sum + (value - b[j]) ** 2, 0);

function standardised(X) {
  const scales = X[0].map((_, j) => summary(X.map((x) => x[j])));
  return X.map((x) => x.map((value, j) => (value - scales[j].mean) / (scales[j].sd || 1)));
}

/// A data set's patterns as a reading trains on them: { x, y }.
function patternsOf(dataDir, name, { features }) {
  const rows = rowsOf(dataDir, 'uci', name).map((row) => row.split(',').map(Number));
  const X = rows.map((row) => row.slice(0, -1));
  const ready = MACHINE_AXES.features[features](name) ? standardised(X) : X;
  return ready.map((x, i) => ({ x, y: rows[i].at(-1) }));
}

/// The options of a reading's machine.
function machineOf(name, { kernel, step: rule }) {
  const { C, sigma } = SETS[name];
  const width = MACHINE_AXES.kernel[kernel](sigma);
  return ['--algorithm', 'irwls', '--set', `C=${C}`, '--set', `step=${MACHINE_AXES.step[rule]}`, '--kernel', `gaussian:sigma=${width}`];
}

/// What `work` makes of each fold of some partitions: of the patterns that train and of those that are left out.
function overFolds(patterns, partitions, work) {
  return Array.from({ length: partitions }, (_, partition) => shuffled(patterns, partition + 1)).flatMap((order) =>
    Array.from({ length: FOLDS }, (_, fold) => {
      const held = order.filter((_, i) => i % FOLDS === fold);
      return work(order.filter((_, i) => i % FOLDS !== fold), held);
    }),
  );
}

function writePatterns(patterns, workplace, name) {
  const file = join(workplace, name);
  writeFileSync(file, `${patterns.map(({ x, y }) => [...x, y].join(',')).join('\n')}\n`);
  return file;
}

/// One training by full reweighted steps: at each iteration the criterion, the support vectors in per cent by each way of
/// counting, and the moments of each kind of errors.
function courseOf(name, train, held, workplace) {
  const data = writePatterns(train, workplace, 'train.csv');
  const quantities = join(workplace, 'quantities.json');
  const { C, sigma } = SETS[name];
  const kernel = (a, b) => Math.exp(-square(a.x, b.x) / (2 * sigma ** 2));
  const K = held.map((pattern) => train.map((other) => kernel(pattern, other)));
  const ofFirst = train.map((other) => kernel(train[0], other));
  const sumOf = (row, beta) => row.reduce((sum, value, j) => sum + value * beta[j], 0);
  const y = train.map((pattern) => pattern.y);
  const yHeld = held.map((pattern) => pattern.y);
  const course = { criterion: [], support: [], moments: [] };
  for (let k = 0; k <= LAST; ++k) {
    answerOf(['run', '--data', data, ...machineOf(name, TAKEN), '--stop', 'objective-change:threshold=1e-300', '--max-iterations', String(k), '--quantities', quantities]);
    const { objective, decision_values, dual_variables } = JSON.parse(readFileSync(quantities, 'utf8')).quantities;
    const f = decision_values.values;
    const alpha = dual_variables.values;
    const beta = alpha.map((weight, i) => weight * y[i]);
    const bias = f[0] - sumOf(ofFirst, beta);
    const state = { C, y, f, alpha, yHeld, fHeld: K.map((row) => sumOf(row, beta) + bias) };
    course.criterion.push(objective.values[0]);
    course.support.push(Object.fromEntries(Object.entries(SUPPORT).map(([name, count]) => [name, (100 * count(state)) / y.length])));
    course.moments.push(Object.fromEntries(Object.entries(ERRORS).map(([name, of]) => [name, centralMoments(of(state))])));
  }
  return course;
}

/// What came out over folds, beside a printed mean over the eight of one partition.
function drawnCell(row, name, printed, values) {
  const { mean, sd } = summary(values);
  const error = sd * Math.sqrt(1 / FOLDS + 1 / values.length);
  return { row, name, printed, text: mean.toFixed(2), fits: (number) => Math.abs(number - mean) <= 2 * error + 0.005 };
}

const printedOf = (cells, dataset, method, quantity) =>
  cells.find((cell) => cell.dataset === dataset && cell.method === method && cell.quantity === quantity).published_mean;

/// The success rate, the support vectors in per cent and the iterations of a machine that a tolerance stops.
function endOf(name, reading, train, held, workplace) {
  const files = ['--data', writePatterns(train, workplace, 'train.csv'), '--validation', writePatterns(held, workplace, 'held.csv')];
  const stop = ['--stop', 'objective-change:threshold=1e-5,relative=1', '--max-iterations', '300'];
  const { validation_error, support_vectors, iterations } = answerOf(['run', ...files, ...machineOf(name, reading), ...stop]);
  return { success_rate: 100 * (1 - validation_error), support_vectors: (100 * support_vectors) / train.length, iterations };
}

/// The tolerance row by each reading of the machine.
function machineResults(names, { dataDir, partitions, workplace }, cells) {
  const known = new Map();
  const endsOf = (name, reading) => {
    const patterns = patternsOf(dataDir, name, reading);
    const key = [...machineOf(name, reading), MACHINE_AXES.features[reading.features](name)].join('|');
    if (!known.has(key)) known.set(key, overFolds(patterns, partitions, (train, held) => endOf(name, reading, train, held, workplace)));
    return known.get(key);
  };
  return readingsOf(MACHINE_AXES).map((reading) => ({
    reading,
    cells: ['success_rate', 'support_vectors', 'iterations'].flatMap((quantity) =>
      names.map((name) => drawnCell(quantity, name, printedOf(cells, name, 'tolerance', quantity), endsOf(name, reading).map((end) => end[quantity]))),
    ),
  }));
}

function searchTolerance(names, courses, cells, show) {
  const results = readingsOf(TOLERANCE_AXES).map((reading) => {
    const of = (axis) => TOLERANCE_AXES[axis][reading[axis]];
    const stops = (course) => {
      const statistics = course.criterion.map((value, k) => (k < 1 ? NaN : of('sign')(course.criterion[k - 1] - value) / of('relative to')(course.criterion, k)));
      return firstHeld(statistics, of('tolerance'), 1);
    };
    const stopped = names.map((name) => courses.get(name).map(stops));
    return {
      reading,
      cells: [
        ...names.map((name, i) => drawnCell('iterations', name, printedOf(cells, name, 'tolerance', 'iterations'), stopped[i].map((k) => k + of('counted')))),
        ...names.map((name, i) => {
          const support = stopped[i].map((k, fold) => courses.get(name)[fold].support[k][reading['support vectors']]);
          return drawnCell('support vectors %', name, printedOf(cells, name, 'tolerance', 'support_vectors'), support);
        }),
      ],
    };
  });
  sayResults('Table 1, the tolerance', results, show);
}

/// Where a rule on each moment stops each course, by every choice that says when it holds.
function stopsOf(courses, reading, method) {
  const of = (axis) => RULE_AXES[axis][reading[axis]];
  return courses.map((course) => {
    const Z = course.moments.map((moments) => of('moments')(moments[reading.errors])[method]);
    return firstHeld(differencesOf(Z, reading), of('thresholds')(THRESHOLDS[method]), of('times'));
  });
}

function searchRules(names, courses, cells, show) {
  const { counted, ...deciding } = RULE_AXES;
  const results = readingsOf(deciding).flatMap((decided) => {
    const rows = Object.keys(THRESHOLDS).map((method) => ({ method, stopped: names.map((name) => stopsOf(courses.get(name), decided, method)) }));
    const support = rows.flatMap(({ method, stopped }) =>
      names.map((name, i) => {
        const values = stopped[i].map((k, fold) => courses.get(name)[fold].support[k]['u > 0']);
        return drawnCell(`${method}, support vectors %`, name, printedOf(cells, name, method, 'support_vectors'), values);
      }),
    );
    return Object.entries(counted).map(([name, more]) => ({
      reading: { ...decided, counted: name },
      cells: [
        ...rows.flatMap(({ method, stopped }) =>
          names.map((set, i) => drawnCell(`${method}, iterations`, set, printedOf(cells, set, method, 'iterations'), stopped[i].map((k) => k + more))),
        ),
        ...support,
      ],
    }));
  });
  sayResults('Table 1, the moments', results, show);
  sayText(results);
}

/// The text's own reading beside its other ways of counting.
function sayText(results) {
  const [text] = readingsOf(RULE_AXES);
  for (const counted of Object.keys(RULE_AXES.counted)) {
    const { cells } = results.find(({ reading }) => Object.entries({ ...text, counted }).every(([axis, name]) => reading[axis] === name));
    const iterations = cells.filter(({ row }) => row.endsWith('iterations'));
    say(`  As the text says, ${counted} counted: ${iterations.filter((cell) => cell.fits(cell.printed)).length} of ${iterations.length} iterations fit.`);
  }
}

/// The text's own rule on the skewness with other thresholds than the printed 0.1 %: which of the sets each fits.
function saySkewness(names, courses, cells) {
  const [text] = readingsOf(RULE_AXES);
  for (const [counted, more] of Object.entries(RULE_AXES.counted)) {
    say(`Table 1, the skewness, ${counted} counted, by threshold:`);
    for (const threshold of [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1]) {
      const own = names.map((name) => {
        const stopped = courses.get(name).map(({ moments }) => {
          const Z = moments.map((all) => RULE_AXES.moments[text.moments](all[text.errors]).skewness);
          return firstHeld(differencesOf(Z, text), threshold, 1) + more;
        });
        return drawnCell('', name, printedOf(cells, name, 'skewness', 'iterations'), stopped);
      });
      say(`  ${(100 * threshold).toFixed(1)} %: ${own.map((cell) => `${cell.name} ${cell.text}${cell.fits(cell.printed) ? ' *' : ''}`).join(', ')}`);
    }
  }
}

/// How many iterations earlier than printed our course has the printed support vectors: what a count that begins elsewhere
/// does, whatever a rule looks at. Left out is what lies where the course hardly falls.
function sayLags(names, courses, cells) {
  const leastFall = 0.25; // per cent of the patterns in an iteration
  const lags = names.flatMap((name) => {
    const course = Array.from({ length: LAST + 1 }, (_, k) => summary(courses.get(name).map(({ support }) => support[k]['u > 0'])).mean);
    return Object.keys(THRESHOLDS).flatMap((method) => {
      const printed = printedOf(cells, name, method, 'support_vectors');
      const k = course.findIndex((support) => support <= printed);
      if (k < 1 || course[k - 1] - course[k] < leastFall) return [];
      const here = k - 1 + (course[k - 1] - printed) / (course[k - 1] - course[k]);
      return [{ name, method, lag: printedOf(cells, name, method, 'iterations') - here }];
    });
  });
  lags.sort((a, b) => a.lag - b.lag);
  say('Table 1, how many iterations before the printed one our course has the printed support vectors:');
  say(`  ${lags.map(({ name, method, lag }) => `${name} ${method} ${lag.toFixed(1)}`).join(', ')}`);
  if (lags.length > 0) say(`  ${lags.length} of ${4 * names.length} rows say something; the median is ${lags[Math.floor((lags.length - 1) / 2)].lag.toFixed(1)}.`);
}

const SINC = { noise: [0.01, 0.06, 0.11, 0.16, 0.21, 0.26], runs: 30, points: 49 };

const NOISE = { 'of deviation P_n': (level) => level, 'of variance P_n': Math.sqrt };

const SPEEDUP_AXES = {
  noise: NOISE,
  tolerance: { '1e-4': 1e-4, '1e-5': 1e-5, '1e-6': 1e-6 },
  rule: { both: 'every', either: 'some', 'kurtosis alone': ['kurtosis'], 'skewness alone': ['skewness'], 'σ alone': ['std'], 'mean alone': ['mean'] },
  thresholds: {
    'of the captions': { kurtosis: 0.01, skewness: 0.1, std: 0.01, mean: 0.1 },
    'of the text': { kurtosis: 0.1, skewness: 0.01, std: 0.01, mean: 0.01 },
  },
  difference: { first: 1, second: 2 },
  kurtosis: { ks: 0, 'ks − 3': 3 },
  factor: { 'mean of quotients': null, 'quotient of means': null },
  ends: { 'least and most noise': null, 'least and greatest factor': null },
};

const NORMALITY_AXES = {
  noise: NOISE,
  kurtosis: { ks: 0, 'ks − 3': 3 },
  'standard errors': {
    '√(6/n) and √(24/n)': (n) => [Math.sqrt(6 / n), Math.sqrt(24 / n)],
    exact: (n) => {
      const skewness = (6 * n * (n - 1)) / ((n - 2) * (n + 1) * (n + 3));
      return [Math.sqrt(skewness), Math.sqrt((4 * (n ** 2 - 1) * skewness) / ((n - 3) * (n + 5)))];
    },
  },
  tolerance: SPEEDUP_AXES.tolerance,
  level: { 'of the mean Z': (Z) => summary(Z), 'of the mean |Z|': (Z) => summary(Z.map(Math.abs)), 'mean of levels': null },
  'chance of': { 'as far or farther': (level) => level, nearer: (level) => 100 - level },
  over: { 'all noise': SINC.noise, ...Object.fromEntries(SINC.noise.map((level) => [`P_n = ${level}`, [level]])) },
};

/// The training of one noisy sin(x)/x: { criterion, moments } over the iterations.
function sincCourse(noise, seed, workplace) {
  const trace = join(workplace, 'trace.csv');
  const settings = ['C=1.58', 'epsilon=0.12', 'step=full'].flatMap((pair) => ['--set', pair]);
  const problem = ['--problem', `sinc:n=${SINC.points},noise=${noise}`, '--seed', String(seed), '--algorithm', 'irwls-svr'];
  answerOf(['run', ...problem, ...settings, '--kernel', 'gaussian:sigma=3', '--stop', 'objective-change:threshold=1e-7,relative=1', '--max-iterations', '300', '--trace', trace]);
  const [header, ...lines] = readFileSync(trace, 'utf8').trim().split('\n').map((line) => line.split(','));
  const column = (name) => lines.map((line) => Number(line[header.indexOf(name)]));
  const moments = Object.fromEntries(['mean', 'std', 'skewness', 'kurtosis'].map((name) => [name, column(name)]));
  return { criterion: column('objective'), moments };
}

/// The courses of each deviation that the noise may have.
function sincCourses(workplace) {
  const deviations = Object.values(NOISE).flatMap((deviation) => SINC.noise.map(deviation));
  const coursesAt = (deviation, place) => Array.from({ length: SINC.runs }, (_, run) => sincCourse(deviation, 1000 * place + run + 1, workplace));
  return new Map(deviations.map((deviation, place) => [deviation, coursesAt(deviation, place)]));
}

const toleranceStop = ({ criterion }, tolerance) =>
  firstHeld(criterion.map((value, k) => (k < 1 ? NaN : Math.abs(value - criterion[k - 1]) / criterion[k - 1])), tolerance, 1);

function searchSpeedup(courses, show) {
  const results = readingsOf(SPEEDUP_AXES, ({ rule, kurtosis }) => kurtosis === 'ks' || !/σ|mean|skew/.test(rule)).map((reading) => {
    const of = (axis) => SPEEDUP_AXES[axis][reading[axis]];
    const ruleStop = (course) => {
      const watched = typeof of('rule') === 'string' ? ['kurtosis', 'skewness'] : of('rule');
      const statistics = watched.map((moment) => {
        const Z = course.moments[moment].map((value) => value - (moment === 'kurtosis' ? of('kurtosis') : 0));
        const differences = differencesOf(Z, { difference: reading.difference, 'divided by': 'Z before', sign: 'absolute value' });
        return differences.map((value) => value / of('thresholds')[moment]);
      });
      const join = of('rule') === 'some' ? Math.min : Math.max;
      return firstHeld(statistics[0].map((_, k) => join(...statistics.map((own) => own[k]))), 1, 1);
    };
    const factors = SINC.noise.map((level) => {
      const stops = courses.get(of('noise')(level)).map((course) => [toleranceStop(course, of('tolerance')), Math.max(1, ruleStop(course))]);
      const quotients = summary(stops.map(([late, early]) => late / early));
      const ofMeans = stops.reduce((sum, [late]) => sum + late, 0) / stops.reduce((sum, [, early]) => sum + early, 0);
      return { value: reading.factor === 'mean of quotients' ? quotients.mean : ofMeans, error: quotients.sd * Math.sqrt(2 / stops.length) };
    });
    const ordered = reading.ends === 'least and most noise' ? factors : [...factors].sort((a, b) => a.value - b.value);
    const cell = (name, printed, { value, error }) => ({ row: 'speedup', name, printed, text: value.toFixed(1), fits: (number) => Math.abs(number - value) <= 2 * error });
    return { reading, cells: [cell('from', 4, ordered[0]), cell('up to', 8, ordered.at(-1))] };
  });
  sayResults('Section 3.1, the speedup of 4 up to 8', results, show);
}

/// How likely a normal number is as far from 0, in per cent (Abramowitz & Stegun 7.1.26, to 1e-5).
function levelOf(Z) {
  const x = Math.abs(Z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  return 100 * t * Math.exp(-x * x) * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
}

function searchNormality(courses, show) {
  const results = readingsOf(NORMALITY_AXES).map((reading) => {
    const of = (axis) => NORMALITY_AXES[axis][reading[axis]];
    const errors = of('standard errors')(SINC.points);
    const ended = of('over').flatMap((level) => courses.get(of('noise')(level))).map((course) => ({ course, k: toleranceStop(course, of('tolerance')) }));
    const cell = (name, printed, Z) => {
      const { mean, sd } = of('level')?.(Z) ?? summary(Z.map(levelOf));
      const far = 2 * sd * Math.sqrt(2 / Z.length); // both numbers are drawn
      const toLevel = (value) => of('chance of')(of('level') ? levelOf(value) : value);
      const [low, high] = [Math.max(0, Math.abs(mean) - far), Math.abs(mean) + far].map(toLevel).sort((one, other) => one - other);
      return { row: 'level %', name, printed, text: toLevel(mean).toFixed(1), fits: (number) => low <= number && number <= high };
    };
    return {
      reading,
      cells: [
        cell('of the skewness', 16.2, ended.map(({ course, k }) => course.moments.skewness[k] / errors[0])),
        cell('of the kurtosis', 3.7, ended.map(({ course, k }) => (course.moments.kurtosis[k] - of('kurtosis')) / errors[1])),
      ],
    };
  });
  sayResults('Section 3.1, normal at 16.2 % and 3.7 %', results, show);
}

await main(() => {
  const values = valuesOf({
    datasets: { type: 'string', default: [...Object.keys(SETS), 'sinc'].join(',') },
    partitions: { type: 'string', default: '4' },
    show: { type: 'string', default: '10' },
  });
  const asked = wordsOf('datasets', values.datasets, [...Object.keys(SETS), 'sinc']);
  const partitions = countOf('partitions', values.partitions);
  const show = countOf('show', values.show);
  return inWorkplace(async (workplace) => {
    const names = asked.filter((name) => name !== 'sinc');
    if (names.length > 0) {
      const cells = printedCells('bandos-table-1');
      const dataDir = values['data-dir'];
      const courses = new Map();
      for (const name of names) {
        const train = () => overFolds(patternsOf(dataDir, name, TAKEN), partitions, (train, held) => courseOf(name, train, held, workplace));
        courses.set(name, await step(`Training on ${name}`, train));
      }
      const machines = await step('Training other machines', () => machineResults(names, { dataDir, partitions, workplace }, cells));
      sayResults('Table 1, the machine by the tolerance 1e-5', machines, show);
      searchTolerance(names, courses, cells, show);
      searchRules(names, courses, cells, show);
      saySkewness(names, courses, cells);
      sayLags(names, courses, cells);
    }
    if (asked.includes('sinc')) {
      const courses = await step('Training on sinc', () => sincCourses(workplace));
      searchSpeedup(courses, show);
      searchNormality(courses, show);
    }
  });
});
