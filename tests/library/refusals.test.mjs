// What the library is not asked for, and in which sentence it says so.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'marginscope';
import { marginscope, refusalOf, square } from './support/loaded.mjs';

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
