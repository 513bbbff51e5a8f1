// The command line as the module that the site is built with.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './support/load.mjs';

const { printed, ran, Refused } = await load('web/site/command_line.ts');

describe('the command line as a module', () => {
  it('prints, and what it writes can be read', async () => {
    assert.match(await printed('list', 'kernels'), /gaussian/);
    const { written } = await ran(['run', '--problem', 'four-points', '--save-scene', 'scene.txt'], {}, ['scene.txt']);
    assert.match(written['scene.txt'], /^v=1&/);
  });

  it('what it refuses is the sentence, and the status of the program around it stays its own', async () => {
    await assert.rejects(printed('run', '--problem', 'moon'), (error) => {
      assert.ok(error instanceof Refused);
      assert.equal(error.status, 1);
      assert.match(error.message, /moons/);
      return true;
    });
    assert.equal(process.exitCode, undefined);
  });
});
