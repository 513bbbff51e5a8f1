// Starting other programs: what they write, and that none outlives this one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { attempt } from '../../wasm/toolchain/run.mjs';

const runs = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const patience = 120_000; // milliseconds, beside whatever else a machine does

/** Waits until there is what `look` finds, and gives that. */
async function eventually(look) {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
    const seen = look();
    if (seen) return seen;
  }
  throw new Error('waited in vain');
}

describe('a program that is started', () => {
  it('may write characters that come in two pieces', async () => {
    // A pipe hands over 65,536 bytes at a time, which is no multiple of the three of each.
    const text = '−'.repeat(100_000);
    const program = "for (const stream of [process.stdout, process.stderr]) stream.write('−'.repeat(100_000));";
    const { stdout, output } = await attempt(process.execPath, ['--eval', program]);
    assert.ok(stdout === text, 'standard output is whole');
    assert.ok(output === text + text, 'both are whole');
  });

  for (const signal of ['SIGINT', 'SIGTERM']) {
    it(`with a time limit ends with the one that started it, by ${signal}`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'marginscope-run-'));
      context.after(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'pid');
      const inner = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000);`;
      const outer = `
        import { attempt } from ${JSON.stringify(String(pathToFileURL(join(projectRoot, 'wasm/toolchain/run.mjs'))))};
        await attempt(process.execPath, ['--eval', ${JSON.stringify(inner)}, ${JSON.stringify(file)}], { timeLimitMinutes: 1 });`;
      const program = spawn(process.execPath, ['--input-type=module', '--eval', outer], { stdio: 'ignore' });
      const pid = await eventually(() => existsSync(file) && Number(readFileSync(file, 'utf8')));
      assert.ok(runs(pid));
      program.kill(signal);
      const [, by] = await once(program, 'exit');
      assert.equal(by, signal);
      await eventually(() => !runs(pid));
    });
  }
});
