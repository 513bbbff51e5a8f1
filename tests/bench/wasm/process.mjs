// What the rows of wasm are measured with: our core and libsvm's ports in one process. Reads one task a line, answers
// with the seconds that it took.
//   rates       DATA 0 0 OUT                     what is done in a second by wasm here
//   ours        DATA N P C GAMMA TOLERANCE OUT   the machine of fits.cpp, which knows its width and tolerance
//   library     DATA N P C GAMMA TOLERANCE OUT   the same machine by what the package offers
//   libsvm-wasm DATA N P C GAMMA TOLERANCE OUT
//   libsvm-js   DATA N P C GAMMA TOLERANCE OUT   its build as wasm
// DATA holds N rows of P features and the label as doubles, of which rates needs none. OUT gets y_i α_i of every pattern,
// or numbers_of (limits.h) the rates. Only the training is timed: not what is read, handed over to a module's memory, or written.
//   node tests/bench/wasm/process.mjs ANSWERS MODULE < TASKS

import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

// As in the rows of native code: more than all of the kernel.
const CACHE_MEGABYTES = 1000;

// Where there is a fetch, both ports take this for a browser; Node's knows no file names.
delete globalThis.fetch;

function timed(work) {
  const began = performance.now();
  const result = work();
  return { seconds: (performance.now() - began) / 1000, result };
}

/// Memory of a module with these doubles in it.
function placed(module, values) {
  const address = module._malloc(values.byteLength);
  module.HEAPF64.set(values, address / 8);
  return address;
}

/// The int or pointer at an address.
function word({ HEAP32 }, address) {
  return HEAP32[address / 4];
}

/// y_i α_i of N patterns from a struct svm_model, which both ports lay out alike.
function coefficientsOf(module, model, N) {
  const at = (address) => word(module, address);
  const [supportVectors, coefficients, indices, labels] = [100, 108, 124, 128].map((offset) => at(model + offset));
  const values = at(coefficients) / 8;
  // Of two classes the one that comes first counts as +1.
  const sign = at(labels);
  const beta = new Float64Array(N);
  for (let k = 0; k < supportVectors; ++k) beta[at(indices + 4 * k) - 1] = sign * module.HEAPF64[values + k];
  return beta;
}

async function ourModule() {
  const { default: create } = await import(pathToFileURL(process.argv[3]).href);
  return create();
}

/// Each of these loads a module and returns what does its tasks: of `patterns()` and the numbers behind them.
const WORKERS = {
  async rates() {
    const module = await ourModule();
    return () => {
      const { seconds, result } = timed(() => module._rates());
      return { seconds, values: module.HEAPF64.slice(result / 8, result / 8 + module._rates_count()) };
    };
  },

  async ours() {
    const module = await ourModule();
    return (patterns, [C]) => {
      const { rows, N, p } = patterns();
      const room = module._room(N, p);
      module.HEAPF64.set(rows, room / 8);
      module._take();
      const { seconds, result } = timed(() => module._fit(C));
      return { seconds, values: module.HEAPF64.slice(result / 8, result / 8 + N) };
    };
  },

  async library() {
    const { load } = await import('marginscope');
    const marginscope = await load();
    return (patterns, [C, gamma, tolerance]) => {
      const { X, y } = patterns();
      const data = marginscope.data({ patterns: X, labels: y });
      const algorithm = { id: 'smo', C, kernel: { id: 'gaussian', sigma: Math.sqrt(0.5 / gamma) } };
      const machine = marginscope.machine(data, { algorithm, rules: { id: 'kkt', tolerance } });
      const { seconds } = timed(() => machine.trainSync());
      const values = machine.quantity('dual_variables').map((alpha, i) => y[i] * alpha);
      for (const made of [machine, data]) made.dispose();
      return { seconds, values };
    };
  },

  async 'libsvm-wasm'() {
    const module = await require('libsvm-wasm/dist/libsvm.js')({ print() {} });
    return (patterns, [C, gamma, tolerance]) => {
      const { X, y, N, p } = patterns();
      const [features, labels] = [placed(module, X), placed(module, y)];
      const samples = module._make_samples(features, labels, N, p);
      // C-SVC with a Gaussian kernel, with shrinking, without estimates of probability; training frees it.
      const parameter = module._make_param(0, 2, 3, gamma, 0, 0.5, CACHE_MEGABYTES, C, tolerance, 0.1, 1, 0, 0, 0, 0);
      const { seconds, result: model } = timed(() => module._train_model(samples, parameter));
      const values = coefficientsOf(module, model, N);
      module._free_model(model);
      // free_sample leaves the patterns, of which the first is where all begin.
      for (const address of [features, labels, word(module, word(module, samples + 8))]) module._free(address);
      module._free_sample(samples);
      return { seconds, values };
    };
  },

  async 'libsvm-js'() {
    const module = require('libsvm-js/out/wasm/libsvm.js');
    await module.load();
    const addInstance = module.cwrap('add_instance', null, ['number', 'array', 'number', 'number', 'number']);
    const train = module.cwrap('libsvm_train_problem', 'number', ['number', 'string']);
    return (patterns, [C, gamma, tolerance]) => {
      const { X, y, N, p } = patterns();
      const problem = module._create_svm_nodes(N, p);
      for (let i = 0; i < N; ++i) addInstance(problem, new Uint8Array(X.buffer, 8 * i * p, 8 * p), p, y[i], i);
      const settings = `-q 1 -s 0 -t 2 -c ${C} -g ${gamma} -e ${tolerance} -m ${CACHE_MEGABYTES} -h 1 -b 0`;
      const { seconds, result: model } = timed(() => train(problem, settings));
      const values = coefficientsOf(module, model, N);
      module._svm_free_model(model);
      module._free_problem(problem);
      return { seconds, values };
    };
  },
};

function readPatterns(file, N, p) {
  const rows = new Float64Array(new Uint8Array(readFileSync(file)).buffer);
  const X = new Float64Array(N * p);
  const y = new Float64Array(N);
  for (let i = 0; i < N; ++i) {
    const row = rows.subarray(i * (p + 1), (i + 1) * (p + 1));
    X.set(row.subarray(0, p), i * p);
    y[i] = row[p];
  }
  return { rows, X, y, N, p };
}

const answers = openSync(process.argv[2], 'w');
const loaded = {};
for await (const line of createInterface({ input: process.stdin })) {
  const [name, data, N, p, ...numbers] = line.split(/ +/);
  const out = numbers.pop();
  const work = (loaded[name] ??= await WORKERS[name]());
  const { seconds, values } = work(() => readPatterns(data, Number(N), Number(p)), numbers.map(Number));
  writeFileSync(out, values);
  writeSync(answers, `${seconds}\n`);
}
