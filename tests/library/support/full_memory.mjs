// Asks a module for more than its 2 GB, prints with what it is refused, and that other work goes on then: of the same module, or, where
// it has stopped, of another one.
//   node tests/library/support/full_memory.mjs rooms|text|characters|columns|names|machines|trainings|patterns|answers|pieces

import assert from 'node:assert/strict';
import { load, MarginscopeError } from 'marginscope';

let marginscope = await load();
const held = [];
const room = (features) => {
  held.push(marginscope.room(1e6, features));
};
let small = marginscope.machine(marginscope.problem('overlap'), { algorithm: 'hk' });
small.trainSync();
const works = {
  rooms() {
    for (;;) room(12);
  },
  text() {
    for (let i = 0; i < 16; ++i) room(12);
    marginscope.csv('0.25,0.5,1\n'.repeat(3e8 / 11));
  },
  characters() {
    for (let i = 0; i < 17; ++i) room(12);
    marginscope.csv('\u20ac'.repeat(8e7));
  },
  columns() {
    for (let i = 0; i < 16; ++i) room(12);
    marginscope.csv(`${'1,'.repeat(2.5e7)}1`);
  },
  names() {
    for (let i = 0; i < 16; ++i) room(12);
    marginscope.data({ patterns: [[1], [2]], labels: [1, 2], names: ['x'.repeat(4e8)] });
  },
  machines() {
    for (let i = 0; i < 18; ++i) room(12);
    const places = Array.from({ length: 3500 }, (_, i) => Math.sin(i));
    const data = marginscope.data({ patterns: places.map((x) => [x]), labels: places.map((x) => (x > 0.5 ? 1 : -1)) });
    for (;;) {
      held.push(marginscope.machine(data, { algorithm: 'rls:kernel=gaussian:sigma=1' }));
      held.at(-1).seek(0);
    }
  },
  // Both at once have no room for what each may come to need; one after the other they have.
  async trainings() {
    for (let i = 0; i < 16; ++i) room(12);
    const places = Array.from({ length: 6000 }, (_, i) => [Math.sin(i), Math.cos(3 * i)]);
    const data = marginscope.data({ patterns: places, labels: places.map((_, i) => i % 2) });
    const machine = () => marginscope.machine(data, { algorithm: 'smo:kernel=gaussian:sigma=1', max_iterations: 50 });
    const both = [machine(), machine()];
    const [first, second] = await Promise.allSettled(both.map((each) => each.train({ sliceMs: 0 })));
    assert.equal(first.value?.iteration, 50);
    both[0].dispose();
    // A bound is promised what it needs when it is made.
    const bound = marginscope.bound(data, { algorithm: 'smo:kernel=gaussian:sigma=1', bound: 'maximal-discrepancy' });
    await assert.rejects(machine().train(), { name: 'MarginscopeError', message: / of memory for 6000 training patterns / });
    bound.dispose();
    await machine().train();
    throw second.reason;
  },
  patterns() {
    for (let i = 0; i < 16; ++i) room(12);
    small.predict(new Float32Array(2e7));
  },
  // What is asked of many machines is kept by none of them.
  answers() {
    for (let i = 0; i < 14; ++i) room(12);
    const data = marginscope.problem('overlap');
    for (let i = 0; i < 14; ++i) {
      held.push(marginscope.machine(data, { algorithm: 'ols' }));
      const wrong = new Float32Array(4e6);
      wrong[1] = NaN;
      if (i % 2 === 0) held.at(-1).decisionValues(new Float32Array(4e6));
      else assert.throws(() => held.at(-1).predict(wrong), { message: 'Pattern 1, feature 2 is nan; it must be a finite number' });
    }
  },
  // There is as much, but not in one piece, which only the attempt tells.
  pieces() {
    for (let i = 0; i < 18; ++i) room(12);
    for (let i = 0; i < 18; i += 2) held[i].dispose();
    room(60);
  },
};
const why = async (work) => {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof MarginscopeError, String(error));
    return error.message;
  }
  return '';
};
const told = await why(works[process.argv[2]]);
console.log(told);
const goesOn = () => assert.equal(small.predict([[0, 0]]).length, 1);
if ((await why(goesOn)) !== '') {
  for (const call of [goesOn, () => held[1].labels, () => marginscope.catalogue(), () => room(1), () => marginscope.data({ patterns: [[0]], labels: [1] })]) {
    assert.equal(await why(call), told);
  }
  held[1].dispose();
  marginscope = await load();
  small = marginscope.machine(marginscope.problem('overlap'), { algorithm: 'hk' });
  goesOn();
}
console.log('and goes on');
