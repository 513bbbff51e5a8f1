// Makes more rooms than the memory of a module has place for, one after the other: each is disposed of, or forgotten.
//   node --expose-gc tests/library/support/many_rooms.mjs dispose|forget

import { setImmediate } from 'node:timers/promises';
import { load } from 'marginscope';

const marginscope = await load();
const count = 40;
for (let i = 0; i < count; ++i) {
  const room = marginscope.room(1e6, 12);
  room.labels[0] = 1;
  if (process.argv[2] === 'dispose') {
    room.dispose();
  } else {
    // What is not held any more is found by the collector, and told in a later turn.
    globalThis.gc();
    await setImmediate();
  }
}
console.log(`${count} rooms of 100 MB`);
