// What the library holds, and what it says where there is no room.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { marginscope, refusalOf, square } from './support/loaded.mjs';

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
