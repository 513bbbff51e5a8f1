// What the library learns from, by its typed layer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marginscope, refusalOf, reported, square } from './support/loaded.mjs';

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
