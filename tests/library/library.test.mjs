// What the library does, by its typed layer.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { load, MarginscopeError } from 'marginscope';
import { buildFolder, projectRoot } from '../../wasm/toolchain/paths.mjs';

const marginscope = await load();

/** The sentence that something is refused with. */
function refusalOf(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof MarginscopeError, String(error));
    return error.message;
  }
  return null;
}

/** What the command line reports. */
function reported(...args) {
  const { status, stdout, stderr } = spawnSync(join(buildFolder, 'native/marginscope'), [...args, '--json'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const square = { patterns: [[0, 0], [0, 1], [1, 0], [1, 1]], labels: [-1, -1, 1, 1] };

describe('data', () => {
  it('are the same from rows, from one list of numbers and in place', () => {
    const flat = Float64Array.from(square.patterns.flat());
    const room = marginscope.room(4, 2);
    room.features.set([0, 0, 1, 1, 0, 1, 0, 1]);
    assert.deepEqual([...room.column(1)], [0, 1, 0, 1]);
    room.labels.set(square.labels);
    for (const data of [marginscope.data(square), marginscope.data({ ...square, patterns: flat }), room.settle()]) {
      assert.equal(data.patterns, 4);
      assert.deepEqual(data.classes, [-1, 1]);
      const machine = marginscope.machine(data, { algorithm: 'ols' });
      machine.trainSync();
      assert.deepEqual([...machine.quantity('weights')].map((w) => Math.round(w * 1e9) / 1e9 + 0), [2, 0, -1]);
      machine.dispose();
      data.dispose();
    }
  });

  it('keep the labels that they came with', () => {
    const patterns = [[0, 0], [1, 0], [0, 5], [1, 5], [9, 0], [9, 1]];
    const words = ['b', 'b', 'c', 'c', 'a', 'a'];
    for (const labels of [words, [3, 3, 7, 7, -2, -2]]) {
      const machine = marginscope.machine(marginscope.data({ patterns, labels }), { algorithm: 'ols-multiclass' });
      machine.trainSync();
      assert.deepEqual(machine.predict(patterns), labels);
    }
    assert.deepEqual(marginscope.data({ patterns, labels: words }).classes, ['a', 'b', 'c']);
  });

  it('are read from a text as by the command line', () => {
    const text = 'a;b;kind\n1;2;no\n3;5;yes\n0;1;no\n';
    const data = marginscope.csv(text);
    assert.deepEqual([data.patterns, data.features, data.classes], [3, ['a', 'b'], ['no', 'yes']]);
    assert.equal(marginscope.csv('1,2,3\n4,5,6.5\n', { task: 'regression' }).task, 'regression');
    assert.equal(
      refusalOf(() => marginscope.csv('1,2\n3\n', { source: 'x.csv' })),
      'x.csv, line 2, column 2: the row has 1 cell where line 1 has 2, separated by commas; all rows need the same number of cells',
    );
    assert.match(refusalOf(() => marginscope.csv('1,0.5\n2,1.5\n3,2\n')), /for real targets the task is regression \(task: 'regression'\)$/);
  });

  it('have a validation part that is set apart', () => {
    const data = marginscope.problem('overlap:n=40', { seed: 2 });
    const parted = data.setApart(0.25);
    assert.deepEqual([data.validation_patterns, parted.validation_patterns, parted.patterns], [0, 10, 40]);
    const machine = marginscope.machine(parted, { algorithm: 'hkes' });
    machine.trainSync();
    assert.ok(machine.record().validation_error >= 0);
    for (const part of [1, -0.1, NaN]) assert.match(refusalOf(() => data.setApart(part)), /^The validation fraction is .*; it must be a number with 0 ≤ fraction < 1$/);
    assert.match(refusalOf(() => data.setApart([true])), /1 flags for 40 patterns/);
    assert.match(refusalOf(() => data.setApart(null)), /^What is set apart is null; it must be a part/);
    const four = marginscope.data(square);
    assert.equal(refusalOf(() => four.setApart(0.2)), 'A validation fraction of 0.2 sets none of 4 patterns apart; it must be 0 or at least 1/4');
    assert.equal(refusalOf(() => four.setApart(0.2499)), 'A validation fraction of 0.2499 sets none of 4 patterns apart; it must be 0 or at least 1/4');
    for (const flag of [{}, 'false', NaN, null, 1n]) assert.match(refusalOf(() => four.setApart([true, 0, flag, 1])), /^Flag 3 is .*; it must be true or false, or a number that is 0 or not$/);
    assert.match(refusalOf(() => four.setApart({ length: 4 })), /^Flag 1 is undefined; it must be/);
    assert.deepEqual([four.setApart(0).validation_patterns, four.setApart(0.25).validation_patterns], [0, 1]);
    assert.equal(four.setApart([256, 0.5, true, 0]).validation_patterns, 3);
  });

  it('have as many set apart by a fraction as by the command line', () => {
    const data = marginscope.problem('overlap:n=100', { seed: 1 });
    assert.equal(reported('run', '--problem', 'overlap:n=100', '--seed', '1', '--validation-fraction', '0.29').data.validation_patterns, 29);
    for (let percent = 0; percent < 100; ++percent) assert.equal(data.setApart(percent / 100).validation_patterns, percent);
  });

  it('are refused in sentences', () => {
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2, 3]], labels: [1, 2] })), 'Pattern 2 has 2 features where the first has 1; all patterns need the same number');
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2]], labels: [1] })), 'There are 1 labels for 2 patterns; each pattern needs one');
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2]], labels: [1, 1] })), 'Data, pattern 1: the label is 1 in every row; a classification needs two label values or more');
    assert.match(refusalOf(() => marginscope.data({ patterns: [[NaN], [2]], labels: [1, 2] })), /feature 1 is nan; it must be a finite number$/);
    assert.match(refusalOf(() => marginscope.room(2, 1e9)), /^The data need 16 GB for 2 patterns of 1e9 features, and [\d.]+ GB are there for them; keep fewer features, or dispose of what is not needed any more$/);
    assert.match(refusalOf(() => marginscope.room(2e9, 1)), /^The data need 32 GB for 2e9 patterns of 1 feature, and [\d.]+ GB are there for them; keep at most \d+$/);
    assert.match(refusalOf(() => marginscope.room(1e8, 10)), /^The data need 8\.8 GB for 100000000 patterns of 10 features/);
    assert.match(refusalOf(() => marginscope.problem('nothing')), /nothing/);
  });

  it('have a number wherever one is asked for', () => {
    const labels = [1, 2, 1];
    const hole = [[0, 1]];
    hole[2] = [1, 0];
    for (const [patterns, sentence] of [
      [hole, 'Pattern 2 is undefined; it must be a list of numbers'],
      [[null, [0], [1]], 'Pattern 1 is null; it must be a list of numbers'],
      [['12', [0], [1]], 'Pattern 1 is "12"; it must be a list of numbers'],
      [[[0], ['abc'], [1]], 'Pattern 2, feature 1 is "abc"; it must be a finite number'],
      [[[0], [1], [undefined]], 'Pattern 3, feature 1 is undefined; it must be a finite number'],
      [[[0], [null], [1]], 'Pattern 2, feature 1 is null; it must be a finite number'],
      [[0, 1, 2], 'Pattern 1 is 0; it must be a list of numbers'],
      [[[0], [Infinity], [1]], 'Data, pattern 2: the feature 1 is inf; it must be a finite number'],
      [null, 'What is given as patterns is null; it must be a list of rows of numbers, or one typed array of numbers'],
      [new BigInt64Array(3), 'What is given as patterns is a BigInt64Array; it must be a list of rows of numbers, or one typed array of numbers'],
    ]) {
      assert.equal(refusalOf(() => marginscope.data({ patterns, labels })), sentence);
    }
    assert.equal(marginscope.data({ patterns: Int32Array.of(1, 2, 3), labels: Uint8Array.of(1, 2, 1) }).patterns, 3);
  });

  it('have labels of one kind', () => {
    const patterns = [[0], [1], [2], [3]];
    const told = (labels, task) => refusalOf(() => marginscope.data({ patterns, labels, task }));
    assert.equal(told(['10', '9', '2.5', '-7'], 'regression'), 'Label 1 is "10"; it must be a number, since the task is regression');
    assert.equal(told(['1', 1, '2', '2'], 'classification'), 'Label 2 is 1; it must be a word, as the first label is');
    assert.equal(told([1, 2, 'a', 2], 'classification'), 'Label 3 is "a"; it must be a number, as the first label is');
    assert.equal(told(['a', null, 'b', 'b'], 'classification'), 'Label 2 is null; it must be a word, as the first label is');
    assert.equal(told([true, false, true, false], 'classification'), 'Label 1 is true; it must be a number or a word');
    assert.equal(told(undefined, 'classification'), 'What is given as labels is undefined; it must be a list with a number or a word for each pattern');
  });

  it('have words in the order of a text, also beyond the characters of 16 bits', () => {
    const words = ['\u{1f600}', '\uff21', 'ab', 'a'];
    const { classes } = marginscope.data({ patterns: [[0], [1], [2], [3]], labels: words });
    assert.deepEqual(classes, ['a', 'ab', '\uff21', '\u{1f600}']);
    assert.deepEqual(marginscope.csv(words.map((word, i) => `${i},${word}\n`).join('')).classes, classes);
  });

  it('are no more words than there can be classes, which is told at once', () => {
    const labels = Array.from({ length: 1_000_000 }, (_, i) => `row ${i}`);
    const began = performance.now();
    assert.equal(refusalOf(() => marginscope.data({ patterns: new Float64Array(labels.length), labels })), 'Data has 1000000 different words; up to 32 can be classes');
    assert.ok(performance.now() - began < 20_000);
    const several = (count) => ({ patterns: new Float64Array(40).map((_, i) => i), labels: labels.slice(0, 40).map((_, i) => `w${i % count}`), source: 'x' });
    assert.equal(marginscope.data(several(32)).classes.length, 32);
    assert.equal(refusalOf(() => marginscope.data(several(33))), 'x has 33 different words; up to 32 can be classes');
  });

  it('have texts of whole characters', () => {
    const half = 'a\ud83dbc';
    const told = (options) => refusalOf(() => marginscope.data({ ...square, ...options }));
    const right = 'has half a surrogate pair; a text must be of whole characters';
    assert.equal(told({ source: half }), `source, character 2, ${right}`);
    assert.equal(told({ names: ['x', half] }), `names[1], character 2, ${right}`);
    assert.equal(told({ labels: ['no', 'yes', half, 'no'] }), `Label 3, character 2, ${right}`);
    assert.equal(refusalOf(() => marginscope.csv('1,2\r\n3,\udc00\n', { source: 'x.csv' })), `x.csv, line 2 ${right}`);
    assert.equal(refusalOf(() => marginscope.machine(marginscope.data(square), { algorithm: 'hk\ud83d:learning_rate=0.1' })), `The algorithm, character 3, ${right}`);
    assert.deepEqual(marginscope.data({ ...square, names: ['\u{1f600}', '\u20ac'], labels: ['\u00e9', '\u{1f600}', '\u00e9', '\u{1f600}'] }).classes, ['\u00e9', '\u{1f600}']);
  });

  it('hand out lists that nobody changes', () => {
    const data = marginscope.data({ ...square, labels: ['a', 'a', 'b', 'b'] });
    for (const list of [data.classes, data.features, data.remarks]) assert.throws(() => list.push('c'), TypeError);
    const machine = marginscope.machine(data, { algorithm: 'ols' });
    assert.deepEqual(machine.predict(square.patterns), ['a', 'a', 'b', 'b']);
  });

  it('are scaled whatever their range is', () => {
    const places = new Float64Array(1000).fill(-1.7e308);
    places[0] = 1.7e308;
    const data = marginscope.data({ patterns: places, labels: Array.from(places, Math.sign) });
    for (const scaling of ['standard', 'unit']) {
      const machine = marginscope.machine(data, { algorithm: 'ols', scaling });
      machine.trainSync();
      assert.deepEqual(machine.predict([[1.7e308], [-1.7e308]]), [1, -1], scaling);
    }
  });

  it('take columns of a text that are there', () => {
    const text = '1,2,3\n4,5,6\n';
    for (const label of [0, -1, NaN, 'a', 1.7, 2 ** 32 + 1]) {
      assert.match(refusalOf(() => marginscope.csv(text, { label })), /^label is .*; it must be the number of a column, counted from 1$/);
      assert.match(refusalOf(() => marginscope.csv(text, { features: [2, label] })), /^features\[1\] is .*; it must be the number of a column, counted from 1$/);
    }
    assert.match(refusalOf(() => marginscope.csv(text, { label: 4 })), /there is no column 4/);
    assert.deepEqual(marginscope.csv(text, { label: 1, features: [3] }).patterns, 2);
  });

  it('say of a room what was not written, and leave it as it is', () => {
    const room = marginscope.room(3, 2);
    assert.match(refusalOf(() => room.settle()), /the feature 1 is nan; it must be a finite number$/);
    room.features.set([0, 1, 2, 5, 6]);
    assert.match(refusalOf(() => room.settle()), /^Data, pattern 3: the feature 2 is nan/);
    const { features } = room;
    features[5] = 7;
    assert.match(refusalOf(() => room.settle({ task: 'regression' })), /^Data, pattern 1: the target is nan/);
    room.labels.set([1, 2, 1]);
    assert.match(refusalOf(() => room.settle({ names: ['a'] })), /^The number of names is 1 and that of features 2; each feature needs a name/);
    assert.deepEqual([...features], [0, 1, 2, 5, 6, 7]);
    assert.deepEqual(room.settle({ names: ['a', 'b'] }).features, ['a', 'b']);
    assert.equal(refusalOf(() => room.labels), 'The room has become data; make another one');
    for (const j of [-2, 2, 0.5, NaN]) assert.equal(refusalOf(() => marginscope.room(3, 2).column(j)), `There is no feature ${j}; they are counted from 0 to 1`);
  });

  it('are made of views of the module, too', () => {
    const room = marginscope.room(4e5, 1);
    room.features.fill(1);
    room.features[0] = 0;
    room.labels.fill(2);
    room.labels[0] = 1;
    const data = marginscope.data({ patterns: room.features, labels: room.labels });
    const machine = marginscope.machine(data, { algorithm: 'ols' });
    const answers = machine.predict(room.features);
    assert.deepEqual([answers.length, answers[0], answers[1], answers[399_999]], [400_000, 1, 2, 2]);
    assert.deepEqual(machine.predict([room.column(0).subarray(0, 1)]), [1]);
  });

  it('tell what to know of them where they are asked', () => {
    const twice = marginscope.data({ patterns: [[0, 1], [1, 1], [0, 1], [2, 1]], labels: [-1, 1, 1, 1] });
    assert.deepEqual(twice.remarks, [
      'Feature 2 is constant, so it tells no pattern from another.',
      'Some patterns lie at the same place with different labels, so nothing separates them.',
    ]);
    assert.deepEqual(marginscope.data(square).remarks, []);
  });
});

describe('a machine', () => {
  it('has the numbers of the command line, for every algorithm', () => {
    const { algorithms } = marginscope.catalogue();
    let compared = 0;
    for (const { id } of algorithms) {
      for (const problem of ['overlap:n=30', 'three-classes:n=30', 'sinc']) {
        const data = marginscope.problem(problem, { seed: 5 }).setApart(0.2);
        let machine;
        if (refusalOf(() => (machine = marginscope.machine(data, { algorithm: id, max_iterations: 300 }))) !== null) continue;
        const { name, ...stop } = machine.trainSync();
        const told = reported('run', '--problem', problem, '--seed', '5', '--validation-fraction', '0.2', '--algorithm', id, '--max-iterations', '300');
        assert.deepEqual(stop, { ...told.stop, iteration: told.iterations }, `${id} on ${problem}`);
        assert.match(name, /^[A-Z]/);
        const record = machine.record();
        for (const key of ['objective', 'training_error', 'validation_error', 'support_vectors']) assert.equal(record[key], told[key], `${key} of ${id} on ${problem}`);
        const weights = machine.quantities().some(({ role }) => role === 'weights') ? [...machine.quantity('weights')] : [];
        assert.deepEqual(weights, told.weights.flat());
        compared += 1;
      }
    }
    assert.ok(compared >= algorithms.length, `${compared} trainings were compared`);
  });

  it('goes through its iterations and back, bit for bit', () => {
    const data = marginscope.problem('two-gaussians', { seed: 1 });
    for (const history of [false, true]) {
      const machine = marginscope.machine(data, { algorithm: 'hk', history });
      assert.equal(machine.step(), 1);
      assert.equal(machine.step(9), 10);
      const there = machine.quantity('weights');
      assert.equal(machine.seek(200), 200);
      assert.equal(machine.seek(10), 10);
      assert.deepEqual(machine.quantity('weights'), there);
      assert.equal(machine.last_iteration, 200);
      assert.match(machine.explain(), /\d/);
      if (history) assert.equal(machine.trace().trimEnd().split('\n').length, 202);
      else assert.match(refusalOf(() => machine.trace()), /option history keeps them/);
    }
  });

  it('trains in slices, tells how far it is, and ends where it is told to', async () => {
    const data = marginscope.problem('overlap:n=2000', { seed: 1 });
    const options = { algorithm: { id: 'smo', C: 100, kernel: { id: 'gaussian', sigma: 0.3 } }, rules: 'kkt:tolerance=1e-6' };
    const atOnce = marginscope.machine(data, options);
    const expected = atOnce.trainSync();
    const machine = marginscope.machine(data, options);
    const control = new AbortController();
    const seen = [];
    const why = new Error('enough');
    await assert.rejects(
      machine.train({
        sliceMs: 0,
        signal: control.signal,
        onProgress(progress) {
          seen.push(progress);
          if (progress.iteration > 3) control.abort(why);
        },
      }),
      why,
    );
    assert.ok(machine.iteration > 3 && machine.iteration < expected.iteration, `it ended at ${machine.iteration}`);
    assert.ok(seen.length > 3);
    assert.deepEqual(await machine.train(), expected);
    assert.deepEqual(machine.quantity('dual_variables'), atOnce.quantity('dual_variables'));
  });

  it('reaches an iteration in slices, from where it was given up too, bit for bit as at once', async () => {
    const data = marginscope.problem('overlap:n=500', { seed: 1 });
    const atOnce = marginscope.machine(data, { algorithm: 'hka' });
    assert.equal(atOnce.seek(1000), 1000);
    const machine = marginscope.machine(data, { algorithm: 'hka' });
    const control = new AbortController();
    const onProgress = ({ iteration }) => {
      if (iteration > 3) control.abort();
    };
    await assert.rejects(machine.reach(1000, { sliceMs: 0, signal: control.signal, onProgress }), { name: 'AbortError' });
    assert.ok(machine.iteration > 3 && machine.iteration < 1000, `it was given up at ${machine.iteration}`);
    assert.equal(await machine.reach(1000), 1000);
    assert.deepEqual(machine.quantity('weights'), atOnce.quantity('weights'));
    assert.equal(await machine.reach(2), 2);
    await assert.rejects(machine.reach(-1), /There is no iteration -1/);
    assert.equal(machine.iteration, 2);
  });

  it('is read on its way, and sent nowhere else', async () => {
    const data = marginscope.problem('overlap:n=2000', { seed: 1 });
    const options = { algorithm: { id: 'irwls', kernel: { id: 'gaussian', sigma: 1 } }, max_iterations: 20 };
    const expected = marginscope.machine(data, options).trainSync();
    const machine = marginscope.machine(data, options);
    const read = [];
    const training = machine.train({ sliceMs: 1, onProgress: () => read.push(machine.record().iteration, machine.predict([[0, 0]]).length) });
    const message = 'The machine is on its way by train() or reach(); wait until that is done, or end it by its signal';
    for (const sent of [() => machine.seek(3), () => machine.step(), () => machine.trainSync()]) assert.equal(refusalOf(sent), message);
    for (const sent of [() => machine.train(), () => machine.reach(5)]) await assert.rejects(sent(), { message });
    assert.deepEqual(await training, expected);
    assert.ok(read.length > 2);
    assert.equal(machine.seek(3), 3);
    const [first, second] = await Promise.allSettled([machine.reach(5), machine.reach(3)]);
    assert.deepEqual([first.value, machine.iteration], [5, 5]);
    assert.equal(second.reason.message, message);
  });

  it('has no iteration beyond those that are counted', () => {
    const machine = marginscope.machine(marginscope.data(square), { algorithm: 'hk' });
    for (const iteration of [2 ** 31, 2 ** 32 + 5, -1, 0.5, NaN, '3']) assert.match(refusalOf(() => machine.seek(iteration)), /^There is no iteration .*; they are counted from 0 to 2147483647$/);
    assert.match(refusalOf(() => machine.step(2 ** 31)), /^There is no iteration 2147483648/);
    for (const count of [0.5, null, 5n]) assert.match(refusalOf(() => machine.step(count)), /^The number of steps is .*; it must be a whole number$/);
    assert.equal(machine.iteration, 0);
  });

  it('answers for patterns of finite numbers alone', () => {
    const data = marginscope.problem('overlap:n=30', { seed: 1 });
    for (const algorithm of ['smo:kernel=gaussian:sigma=1', 'hk']) {
      const machine = marginscope.machine(data, { algorithm });
      machine.trainSync();
      const hole = [, [1, 2]]; // eslint-disable-line no-sparse-arrays
      for (const [patterns, sentence] of [
        [[[NaN, 0], [Infinity, 0]], 'Pattern 1, feature 1 is nan; it must be a finite number'],
        [[[1, 0], [0, -Infinity]], 'Pattern 2, feature 2 is -inf; it must be a finite number'],
        [Float32Array.of(1, NaN), 'Pattern 1, feature 2 is nan; it must be a finite number'],
        [[[undefined, 0]], 'Pattern 1, feature 1 is undefined; it must be a finite number'],
        [[[0, 0], ['abc', 2]], 'Pattern 2, feature 1 is "abc"; it must be a finite number'],
        [hole, 'Pattern 1 is undefined; it must be a list of numbers'],
        [[1, 2], 'Pattern 1 is 1; it must be a list of numbers'],
        [[[1]], 'Pattern 1 has 1 feature where the data have 2; all patterns need the same number'],
        [null, 'What is given as patterns is null; it must be a list of rows of numbers, or one typed array of numbers'],
        [Float64Array.of(1, 2, 3), 'There are 3 numbers, which is no number of patterns of 2 features each'],
      ]) {
        assert.equal(refusalOf(() => machine.predict(patterns)), sentence);
        assert.equal(refusalOf(() => machine.decisionValues(patterns)), sentence);
      }
      assert.equal(machine.predict([[1, 2]]).length, 1);
      assert.deepEqual(machine.predict([]), []);
    }
  });

  it('answers by finite numbers, or says which pattern has none', () => {
    const right = 'a finite one takes smaller features, or a machine that has not diverged';
    for (const [algorithm, patterns, told] of [
      ['ols', [[0, 0], [1e308, 1e308]], 'Pattern 2 has the decision value inf'],
      ['smo:kernel=polynomial:p=3', [[1e308, 1e308]], 'Pattern 1 has the decision value'],
    ]) {
      const machine = marginscope.machine(marginscope.data({ ...square, labels: [-1, 1, 1, 1] }), { algorithm });
      machine.trainSync();
      for (const asked of [() => machine.decisionValues(patterns), () => machine.predict(patterns)]) {
        const sentence = refusalOf(asked);
        assert.ok(sentence?.startsWith(told) && sentence.endsWith(`; ${right}`), sentence);
      }
      assert.equal(machine.predict([[1, 1]])[0], 1);
    }
  });

  it('says of which class a decision value is: positive, of the last of two', () => {
    for (const labels of [['a', 'a', 'b', 'b'], ['b', 'b', 'a', 'a'], [7, 7, 3, 3]]) {
      const data = marginscope.data({ ...square, labels });
      const machine = marginscope.machine(data, { algorithm: 'ols' });
      const positive = Array.from(machine.decisionValues(square.patterns), (f) => data.classes.at(f > 0 ? -1 : 0));
      assert.deepEqual(positive, labels);
    }
  });

  it('tells what takes long before its first iteration', async () => {
    const data = marginscope.problem('overlap:n=2000', { seed: 1 });
    const machine = marginscope.machine(data, { algorithm: { id: 'irwls', kernel: { id: 'gaussian', sigma: 1 } } });
    const control = new AbortController();
    let told;
    const onProgress = (progress) => {
      told = progress;
      if (progress.fraction > 0) control.abort();
    };
    await assert.rejects(machine.train({ sliceMs: 0, signal: control.signal, onProgress }), { name: 'AbortError' });
    assert.ok(told.doing.length > 0 && told.fraction <= 1 && told.iteration === 0, JSON.stringify(told));
  });

  it('predicts nothing after a training that was given up before it began', async () => {
    const refused = /^The machine has learned nothing yet/;
    const data = marginscope.problem('overlap:n=2000', { seed: 1 });
    const machine = marginscope.machine(data, { algorithm: 'irwls:kernel=gaussian:sigma=1' });
    const why = new Error('never mind');
    const given = new AbortController();
    given.abort(why);
    const { signal } = given;
    for (const call of [() => machine.train({ signal }), () => machine.reach(5, { signal })]) {
      await assert.rejects(call(), why);
      assert.match(refusalOf(() => machine.predict([[1, 1]])), refused);
    }
    const control = new AbortController();
    await assert.rejects(machine.train({ sliceMs: 0, signal: control.signal, onProgress: () => control.abort() }), { name: 'AbortError' });
    assert.equal(machine.iteration, 0);
    assert.match(refusalOf(() => machine.predict([[1, 1]])), refused);
    machine.step();
    assert.equal(typeof machine.predict([[1, 1]])[0], 'number');
  });

  it('predicts nothing before it has learned anything', () => {
    for (const [algorithm, problem] of [['smo', 'overlap'], ['newton-svm', 'overlap'], ['dkpp', 'overlap'], ['smo-svr', 'sinc']]) {
      const data = marginscope.problem(problem, { seed: 1 });
      const patterns = [new Array(data.features.length).fill(0.5)];
      const machine = marginscope.machine(data, { algorithm });
      const answers = [() => machine.predict(patterns), () => machine.decisionValues(patterns)];
      for (const asked of answers) {
        assert.equal(refusalOf(asked), 'The machine has learned nothing yet; train() it, or step() or seek(), before it predicts', algorithm);
      }
      assert.equal(machine.iteration, 0);
      assert.equal(machine.record().iteration, 0);
      machine.step();
      for (const asked of answers) assert.equal(typeof asked()[0], 'number', algorithm);
      // Who goes back to the beginning sees what there is.
      machine.seek(0);
      assert.equal(machine.predict(patterns)[0], data.task === 'regression' ? machine.decisionValues(patterns)[0] : null, algorithm);
    }
    // Of these the first iteration is a solution.
    for (const algorithm of ['ols', 'hk', 'rls']) {
      assert.equal(typeof marginscope.machine(marginscope.problem('overlap'), { algorithm }).predict([[1, 1]])[0], 'number', algorithm);
    }
  });

  it('publishes what its declarations have for the algorithm, and measures no other columns', () => {
    const declarations = readFileSync(join(buildFolder, 'library/marginscope_library.d.mts'), 'utf8');
    const declared = (type, word) => {
      const [, rows] = new RegExp(`export type ${type} = \\{\\n(.*?)\\n\\}`, 's').exec(declarations);
      return new Map(rows.split('\n').map((row) => row.split(': ')).map(([id, ...types]) => [id.trim().slice(1, -1), new Set(types.join(': ').match(word))]));
    };
    const quantities = declared('AlgorithmQuantities', /[\w-]+(?=')/g);
    const none = declared('AlgorithmRecords', /\w+(?=: null)/g);
    const published = new Map([...quantities.keys()].map((id) => [id, new Set()]));
    for (const { id, fields } of marginscope.catalogue().algorithms) {
      const settings = fields.flatMap(({ id: field, choices }) => [...choices.map((choice) => `${field}=${choice.id}`), ...(field === 'kernel_bits' ? ['kernel_bits=4'] : [])]);
      for (const algorithm of [id, ...settings.map((setting) => `${id}:${setting}`)]) {
        for (const problem of ['overlap:n=20', 'three-classes:n=20', 'sinc:n=20']) {
          let machine;
          if (refusalOf(() => (machine = marginscope.machine(marginscope.problem(problem), { algorithm, rules: 'iterations', max_iterations: 5 }))) !== null) continue;
          machine.trainSync();
          for (const quantity of machine.quantities()) published.get(id).add(quantity.id);
          for (const [column, value] of Object.entries(machine.record())) assert.ok(value === null || !none.get(id).has(column), `${column} of ${algorithm}`);
        }
      }
    }
    assert.deepEqual(published, quantities);
  });

  it('shows its values without a copy', () => {
    const machine = marginscope.machine(marginscope.problem('overlap'), { algorithm: 'hk' });
    const view = machine.view('margin_vector');
    const copy = machine.quantity('margin_vector');
    assert.deepEqual([...view], [...copy]);
    assert.equal(machine.view('margin_vector').byteOffset, view.byteOffset);
    machine.step();
    assert.notDeepEqual([...machine.view('margin_vector')], [...copy]);
    assert.match(refusalOf(() => machine.view('margins_vector')), /^There is no quantity "margins_vector"; there are .*margin_vector.* and /);
    // Whatever makes the memory grow ends every view.
    const before = machine.view('margin_vector');
    // It takes more than machines that nobody holds any more can have given back.
    marginscope.room(6e6, 9).dispose();
    assert.equal(before.length, 0);
    assert.equal(machine.view('margin_vector').length, copy.length);
  });

  it('is refused in the sentences of the command line', () => {
    const data = marginscope.problem('four-points');
    const told = (...args) => spawnSync(join(buildFolder, 'native/marginscope'), ['run', '--problem', 'four-points', ...args], { encoding: 'utf8' }).stderr.replace(/^marginscope: |\n$/g, '');
    for (const [options, args] of [
      [{ algorithm: 'hk:learning_rate=2' }, ['--algorithm', 'hk', '--set', 'learning_rate=2']],
      [{ algorithm: 'svm' }, ['--algorithm', 'svm']],
      [{ algorithm: 'hk', rules: 'validation-rise' }, ['--algorithm', 'hk', '--stop', 'validation-rise']],
      [{ algorithm: 'hk', rules: 'ktt' }, ['--algorithm', 'hk', '--stop', 'ktt']],
      [{ algorithm: 'smo-svr' }, ['--algorithm', 'smo-svr']],
    ]) {
      const sentence = refusalOf(() => marginscope.machine(data, options));
      assert.equal(sentence, told(...args), JSON.stringify(options));
    }
    assert.match(refusalOf(() => marginscope.machine(data, { algorithm: 'hk', max_iterations: 1.5 })), /^max_iterations is 1\.5/);
  });
});

describe('bounds and selections', () => {
  const problem = ['--problem', 'overlap:n=30', '--seed', '4'];

  it('have the numbers of the command line', async () => {
    const data = marginscope.problem('overlap:n=30', { seed: 4 });
    for (const bound of ['maximal-discrepancy', 'precise-maximal-discrepancy', 'half-flip']) {
      const made = await marginscope.bound(data, { algorithm: 'rls:kernel=gaussian:sigma=1', bound, seed: 4 }).finish();
      const told = reported('bound', ...problem, '--algorithm', 'rls', '--kernel', 'gaussian:sigma=1', '--bound', bound);
      assert.equal(made.value, told.value, bound);
      assert.deepEqual(Object.fromEntries(made.terms.map(({ id, value }) => [id, value])), told.terms);
    }
    const selection = marginscope.selection(data, { algorithm: 'smo', grid: { C: [0.1, 1, 10], kernel: ['linear', { id: 'gaussian', sigma: 1 }] }, by: { id: 'cross-validation', folds: 3 }, seed: 4 });
    const made = selection.finishSync();
    const told = reported('select', ...problem, '--algorithm', 'smo', '--grid', 'C=0.1,1,10', '--grid', 'kernel=linear,gaussian:sigma=1', '--by', 'cross-validation', '--folds', '3');
    assert.deepEqual(made.cells.map(({ value }) => value), told.cells.map(({ value }) => value));
    assert.equal(made.chosen, told.chosen.cell);
    marginscope.machine(data, { algorithm: selection.algorithm }).trainSync();
  });

  it('end where they are told to and go on', async () => {
    const data = marginscope.problem('overlap:n=30', { seed: 4 });
    const bound = marginscope.bound(data, { algorithm: 'smo', bound: 'maximal-discrepancy:swaps=50' });
    const control = new AbortController();
    await assert.rejects(bound.finish({ sliceMs: 0, signal: control.signal, onProgress: ({ swaps_done }) => swaps_done > 2 && control.abort() }), { name: 'AbortError' });
    assert.ok(bound.outcome.swaps_done > 2 && !bound.outcome.finished);
    assert.ok((await bound.finish()).finished);
  });

  it('are refused in sentences', () => {
    const data = marginscope.problem('sinc');
    assert.match(refusalOf(() => marginscope.bound(data, { algorithm: 'smo', bound: 'joint' })), /two classes/);
    assert.match(refusalOf(() => marginscope.selection(data, { algorithm: 'smo-svr', by: 'cross-validation', grid: { D: [1] } })), /D/);
  });
});

describe('what is asked for', async () => {
  const data = marginscope.data(square);
  const machine = marginscope.machine(data, { algorithm: 'ols' });
  const other = await load();

  for (const [call, sentence] of [
    [() => marginscope.data(), 'What data() is given is undefined; it must be an object with patterns, labels, task, names and source'],
    [() => marginscope.data({ ...square, Task: 'regression' }), 'data() has no option "Task"; it has patterns, labels, task, names and source'],
    [() => marginscope.data({ ...square, task: 'foo' }), 'task is "foo"; it must be "classification" or "regression"'],
    [() => marginscope.data({ ...square, names: [1, 2] }), 'names[0] is 1; it must be a text'],
    [() => marginscope.data({ ...square, names: ['a', 'b', 'c'] }), 'The number of names is 3 and that of features 2; each feature needs a name, or none has one'],
    [() => marginscope.data({ ...square, source: 3 }), 'source is 3; it must be a text'],
    [() => marginscope.data({ ...square, source: '' }), 'source is ""; it must be a text that is not blank'],
    [() => marginscope.csv('1,2\n', { source: ' ' }), 'source is " "; it must be a text that is not blank'],
    [() => marginscope.data(new Map(Object.entries(square))), 'What data() is given is a Map; it must be an object with patterns, labels, task, names and source'],
    [() => marginscope.csv('1,2\n3,4\n', []), 'What csv() is given is a list; it must be an object with task, header, label, features and source'],
    [() => marginscope.csv(), 'What csv() is to read is undefined; it must be a text'],
    [() => marginscope.csv('1,2\n', null), 'What csv() is given is null; it must be an object with task, header, label, features and source'],
    [() => marginscope.csv('1,2\n', { labels: 1 }), 'csv() has no option "labels"; it has task, header, label, features and source'],
    [() => marginscope.csv('1,2\n', { task: 'Regression' }), 'task is "Regression"; it must be "classification" or "regression"'],
    [() => marginscope.csv('1,2\n', { header: 'no' }), 'header is "no"; it must be true or false'],
    [() => marginscope.csv('1,2\n', { features: 1 }), 'features is 1; it must be a list of the numbers of columns'],
    [() => marginscope.problem(), 'The problem is undefined; it must be a text, or an object with an id and settings'],
    [() => marginscope.problem('overlap', { Seed: 2 }), 'problem() has no option "Seed"; it has seed'],
    [() => marginscope.problem('overlap', { seed: 1.5 }), 'The seed is 1.5; it must be a whole number from 0 to 2^53 − 1, or a bigint below 2^64'],
    [() => marginscope.room(2, 2).column('0'), 'There is no feature "0"; they are counted from 0 to 1'],
    [() => marginscope.room(1.5, 2), 'The number of patterns is 1.5; it must be a whole number, 1 or more'],
    [() => marginscope.room(2, NaN), 'The number of features is NaN; it must be a whole number, 1 or more'],
    [() => marginscope.room(0, 2), 'There is no pattern; a data set needs one or more'],
    [() => marginscope.machine({}, { algorithm: 'ols' }), 'What there is to learn from is an object; it must be data, as data(), csv(), problem() and the settle() of a room make them'],
    [() => other.machine(data, { algorithm: 'ols' }), 'The data are of another load(); make them by the one that learns from them'],
    [() => marginscope.machine(data), 'What machine() is given is undefined; it must be an object with algorithm, rules, scaling, max_iterations and history'],
    [() => marginscope.machine(data, { algorithm: 'hk', rule: 'separated' }), 'machine() has no option "rule"; it has algorithm, rules, scaling, max_iterations and history'],
    [
      () => marginscope.machine(data, { algorithm: { id: 'smo', C: '1,kernel=gaussian' } }),
      'C is "1,kernel=gaussian"; it must be the value of one setting: a number, a text, true or false, a list, or an object with an id and settings',
    ],
    [() => marginscope.machine(data, { algorithm: { id: 'hk:learning_rate=0.5' } }), 'The algorithm, by its id, is "hk:learning_rate=0.5"; it must be an identifier, of letters, digits, - and _'],
    [() => marginscope.machine(data, { algorithm: { id: 'hk', 'initial_margin=2,learning_rate': 0.5 } }), 'The name of a setting is "initial_margin=2,learning_rate"; it must be an identifier, of letters, digits, - and _'],
    [() => marginscope.machine(data, { algorithm: { id: 'ols', target_margins: [[1, 2], [3, 4]] } }), 'target_margins[0] is a list; it must be a number'],
    [() => marginscope.machine(data, { algorithm: 'hk', rules: { id: 'separated iterations' } }), 'A rule, by its id, is "separated iterations"; it must be an identifier, of letters, digits, - and _'],
    [() => marginscope.machine(data, { algorithm: 'hk', rules: [{ id: 'iterations', n: '3+separated' }] }), 'A rule is "iterations:n=3+separated"; it must be one rule, without blanks and +'],
    [() => marginscope.machine(data, { algorithm: 'hk', rules: [['separated iterations', 'kkt']] }), 'A rule is "separated iterations"; it must be one rule, without blanks and +'],
    [() => marginscope.machine(data, { algorithm: 3 }), 'The algorithm is 3; it must be a text, or an object with an id and settings'],
    [() => marginscope.machine(data, { algorithm: { id: 'hk', kernel: null } }), 'kernel is null; it must be the value of one setting: a number, a text, true or false, a list, or an object with an id and settings'],
    [() => marginscope.machine(data, { algorithm: 'ols', rules: 3 }), 'A rule is 3; it must be a text, or an object with an id and settings'],
    [() => marginscope.machine(data, { algorithm: 'ols', scaling: null }), 'scaling is null; it must be a text'],
    [() => marginscope.machine(data, { algorithm: 'ols', max_iterations: null }), 'max_iterations is null; it must be a whole number from 0 to 2147483647'],
    [() => marginscope.machine(data, { algorithm: 'ols', max_iterations: NaN }), 'max_iterations is NaN; it must be a whole number from 0 to 2147483647'],
    [() => marginscope.machine(data, { algorithm: 'ols', history: 1 }), 'history is 1; it must be true or false'],
    [() => marginscope.selection(data, { algorithm: 'smo' }), 'What it is selected by is undefined; it must be a text, or an object with an id and settings'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', search: 'two-stages' }), 'search is "two-stages"; it must be "two-stage"'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: { C: 1 } }), 'What the grid has for C is 1; it must be a list of values'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: { C: ['1,2'] } }), 'A value of C is "1,2"; it must be one value, without a comma'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: { C: [[1, 2]] } }), 'A value of C is a list; it must be one value, without a comma'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: { 'C=1,2': [3] } }), 'The name of a setting in the grid is "C=1,2"; it must be an identifier, of letters, digits, - and _'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: new Map([['C', [1]]]) }), 'The grid is a Map; it must be an object with a list of values for each setting'],
    [() => marginscope.selection(data, { algorithm: 'smo', by: 'cross-validation', grid: [[1]] }), 'The grid is a list; it must be an object with a list of values for each setting'],
    [() => marginscope.bound(data, { algorithm: 'smo' }), 'The bound is undefined; it must be a text, or an object with an id and settings'],
    [() => machine.quantity(), 'What names a quantity is undefined; it must be a text'],
  ]) {
    it(`is refused where it cannot be meant: ${sentence}`, () => assert.equal(refusalOf(call), sentence));
  }

  it('is refused of slices before anything is sent anywhere', async () => {
    for (const [slices, message] of [
      [null, (call) => `What ${call} is given is null; it must be an object with signal, onProgress and sliceMs`],
      [{ onprogress: () => 0 }, (call) => `${call} has no option "onprogress"; it has signal, onProgress and sliceMs`],
      [new Set(), (call) => `What ${call} is given is a Set; it must be an object with signal, onProgress and sliceMs`],
      [{ signal: new AbortController() }, 'signal is an AbortController; it must be an AbortSignal'],
      [{ signal: 0 }, 'signal is 0; it must be an AbortSignal'],
      [{ signal: null }, 'signal is null; it must be an AbortSignal'],
      [{ onProgress: 0 }, 'onProgress is 0; it must be a function'],
      [{ onProgress: null }, 'onProgress is null; it must be a function'],
      [{ onProgress: 'often' }, 'onProgress is "often"; it must be a function'],
      [{ sliceMs: NaN }, 'sliceMs is NaN; it must be a number of milliseconds, 0 or more'],
    ]) {
      for (const [call, going] of [['train()', machine.train(slices)], ['reach()', machine.reach(3, slices)]]) {
        await assert.rejects(going, { name: 'MarginscopeError', message: typeof message === 'string' ? message : message(call) });
      }
    }
    assert.equal(machine.iteration, 0);
  });

  it('is refused where a module is not there', async () => {
    await assert.rejects(load({ wasm: '/nope' }), { name: 'MarginscopeError', message: 'marginscope_library.wasm cannot be loaded from /nope; load({ wasm }) is told where it is' });
  });

  it('is refused of a machine that was disposed of, whatever it is', () => {
    const gone = marginscope.machine(data, { algorithm: 'ols' });
    gone.dispose();
    assert.equal(refusalOf(() => gone.trace()), 'The machine was disposed of; make another one');
    const drawn = marginscope.problem('overlap');
    assert.ok(drawn.patterns > 0 && drawn.remarks);
    drawn.dispose();
    for (const asked of [() => drawn.patterns, () => drawn.remarks]) assert.equal(refusalOf(asked), 'The data was disposed of; make another one');
    const room = marginscope.room(2, 1);
    room.features.set([1, 2]);
    room.labels.set([0, 1]);
    room.settle();
    assert.equal(refusalOf(() => room.features), 'The room has become data; make another one');
  });
});

describe('memory', () => {
  it('goes back when something is disposed of, or is held no more', async () => {
    const module = join(projectRoot, 'tests/library/support/many_rooms.mjs');
    for (const how of ['dispose', 'forget']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', module, how], { encoding: 'utf8', cwd: projectRoot });
      assert.equal(`${stdout}${stderr}`, '40 rooms of 100 MB\n', how);
      assert.equal(status, 0);
    }
  });

  // Alone in a process each: a full module takes 2 GB.
  for (const [what, told] of [
    ['rooms', /^The data need 104 MB for 1000000 patterns of 12 features, and [\d.]+ MB are there for them; keep at most \d+$/],
    ['text', /^The text needs 600 MB, and [\d.]+ MB are left; dispose of what is not needed any more$/],
    ['characters', /^The text needs 480 MB, and [\d.]+ MB are left; dispose of what is not needed any more$/],
    ['columns', /^The lines of the text need 800 MB, and [\d.]+ MB are left; dispose of what is not needed any more$/],
    ['names', /^What data and features are called needs 800 MB, and [\d.]+ MB are left; dispose of what is not needed any more$/],
    ['trainings', /^[A-Z].* needs [\d.]+ MB of memory for 6000 training patterns with 2 features, and [\d.]+ MB are there for it; keep at most \d+$/],
    ['answers', /^$/],
    ['machines', /^Regularised least squares needs [\d.]+ MB of memory for 3500 training patterns with 1 feature, and [\d.]+ MB are there for it; keep at most \d+$/],
    ['patterns', /^The patterns need [\d.]+ MB, and [\d.]+ MB are left; dispose of what is not needed any more$/],
    ['pieces', /^The core has run out of memory and has stopped, with all that it held; load\(\) makes another one$/],
  ]) {
    it(`is not asked for where there is none: ${what}`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'tests/library/support/full_memory.mjs'), what], { encoding: 'utf8', cwd: projectRoot });
      const [sentence, after] = stdout.split('\n');
      assert.match(sentence, told);
      assert.equal(after, 'and goes on');
      assert.deepEqual([stderr, status], ['', 0]);
    });
  }

  it('says of what was disposed of that it was', () => {
    const data = marginscope.data(square);
    data.dispose();
    data.dispose();
    assert.equal(refusalOf(() => marginscope.machine(data, { algorithm: 'ols' })), 'The data was disposed of; make another one');
    assert.equal(typeof data[Symbol.dispose], 'function');
  });
});

it('the README of the project names the command that packs it', () => {
  assert.match(readFileSync(join(projectRoot, 'README.md'), 'utf8'), /npm pack/);
});
