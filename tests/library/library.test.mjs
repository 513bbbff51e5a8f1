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
      'x.csv, line 2, column 2: the row has 1 cell where line 1 has 2; all rows need the same number of cells',
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
    assert.match(refusalOf(() => data.setApart(1)), /from 0 to below 1/);
    assert.match(refusalOf(() => data.setApart([true])), /1 flags for 40 patterns/);
  });

  it('are refused in sentences', () => {
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2, 3]], labels: [1, 2] })), 'Pattern 2 has 2 features where the first has 1; all patterns need the same number');
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2]], labels: [1] })), 'There are 1 labels for 2 patterns; each pattern needs one');
    assert.equal(refusalOf(() => marginscope.data({ patterns: [[1], [2]], labels: [1, 1] })), 'Data, line 1, column 2: the label is 1 in every row; a classification needs two label values or more');
    assert.match(refusalOf(() => marginscope.data({ patterns: [[NaN], [2]], labels: [1, 2] })), /feature 1 is nan; it must be a finite number$/);
    assert.match(refusalOf(() => marginscope.room(1e8, 10)), /^The data need 8\.8 GB for 100000000 patterns of 10 features/);
    assert.match(refusalOf(() => marginscope.problem('nothing')), /nothing/);
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
        const stop = machine.trainSync();
        const told = reported('run', '--problem', problem, '--seed', '5', '--validation-fraction', '0.2', '--algorithm', id, '--max-iterations', '300');
        assert.deepEqual(stop, { ...told.stop, iteration: told.iterations }, `${id} on ${problem}`);
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

  it('shows its values without a copy', () => {
    const machine = marginscope.machine(marginscope.problem('overlap'), { algorithm: 'hk' });
    const view = machine.view('margin_vector');
    const copy = machine.quantity('margin_vector');
    assert.deepEqual([...view], [...copy]);
    assert.equal(machine.view('margin_vector').byteOffset, view.byteOffset);
    machine.step();
    assert.notDeepEqual([...machine.view('margin_vector')], [...copy]);
    assert.match(refusalOf(() => machine.view('margins_vector')), /^No quantity is called .*; there is .*margin_vector/);
    // Whatever makes the memory grow ends every view.
    const before = machine.view('margin_vector');
    marginscope.room(1e6, 8);
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

describe('memory', () => {
  it('goes back when something is disposed of, or is held no more', async () => {
    const module = join(projectRoot, 'tests/library/support/many_rooms.mjs');
    for (const how of ['dispose', 'forget']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', module, how], { encoding: 'utf8', cwd: projectRoot });
      assert.equal(`${stdout}${stderr}`, '40 rooms of 100 MB\n', how);
      assert.equal(status, 0);
    }
  });

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
