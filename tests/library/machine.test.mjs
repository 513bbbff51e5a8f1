// What the library’s machines, bounds and selections do, by its typed layer.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildFolder } from '../../wasm/toolchain/paths.mjs';
import { marginscope, refusalOf, reported, square } from './support/loaded.mjs';

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
