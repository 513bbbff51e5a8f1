// The command line as the module that the site is built with.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { load } from './support/load.mjs';

const { printed, ran, Refused } = await load('web/site/command_line.ts');

describe('the command line as a module', () => {
  it('prints, and what it writes can be read', async () => {
    assert.match(await printed('list', 'kernels'), /gaussian/);
    const { written } = await ran(['run', '--problem', 'four-points', '--save-scene', 'scene.txt'], {}, ['scene.txt']);
    assert.match(written['scene.txt'], /^v=1&/);
  });

  it("prints what the README's example shows, but for the time", async () => {
    const lines = readFileSync('README.md', 'utf8').split('\n');
    const command = lines.findIndex((line) => line.startsWith('    $ build/native/marginscope run '));
    const end = lines.findIndex((line, place) => place > command && line !== '' && !line.startsWith('    '));
    const shown = lines.slice(command + 1, end).map((line) => line.replace(/^ {4}/, ''));
    const untimed = (text) => text.replace(/(training time +).*/, '$1').trimEnd();
    const output = await printed(...lines[command].trim().split(' ').slice(2));
    assert.equal(untimed(shown.join('\n')), untimed(output));
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
