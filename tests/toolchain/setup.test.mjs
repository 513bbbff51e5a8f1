// What the set-up asks of a machine, and that only one is under way.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { withLock } from '../../wasm/toolchain/lock.mjs';
import { Refusal } from '../../wasm/toolchain/log.mjs';
import { checkRequirements } from '../../wasm/toolchain/requirements.mjs';
import { which } from '../../wasm/toolchain/run.mjs';
import { writeToolchainFile } from '../../wasm/toolchain/setup.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
after(() => {
  rmSync(work, { recursive: true, force: true });
});

/** Until a process waits for this lock: the kernel lists those that do with an arrow. */
async function isWaitedFor(lock) {
  const waiting = new RegExp(`-> FLOCK .*:${statSync(lock).ino} `);
  while (!waiting.test(readFileSync('/proc/locks', 'utf8'))) await turn();
}

describe('the set-up', () => {
  it('needs a C++ compiler for native programs alone', async () => {
    const { PATH, CXX } = process.env;
    for (const name of ['cmake', 'make', 'ninja']) {
      const path = which(name);
      if (path) symlinkSync(path, join(work, name));
    }
    try {
      process.env.PATH = work;
      delete process.env.CXX;
      await checkRequirements({ native: false });
      await assert.rejects(
        checkRequirements({ native: true }),
        (error) => error instanceof Refusal && error.message.startsWith('There is no C++ compiler'),
      );
    } finally {
      process.env.PATH = PATH;
      if (CXX !== undefined) process.env.CXX = CXX;
    }
  });

  it('begins both wasm builds anew where Emscripten has moved, and only there', () => {
    const folder = join(work, 'build');
    const builds = ['native', 'wasm', 'wasm-dev'];
    const left = () => builds.filter((name) => existsSync(join(folder, name)));
    const libraries = { eigen: '/opt/eigen' };
    for (const name of builds) mkdirSync(join(folder, name), { recursive: true });
    for (const emscripten of ['/opt/emscripten', null]) {
      writeToolchainFile(libraries, emscripten, folder);
      assert.deepEqual(left(), builds);
    }
    const text = readFileSync(join(folder, 'toolchain.cmake'), 'utf8');
    assert.match(text, /set\(MARGINSCOPE_EMSCRIPTEN "\/opt\/emscripten"\)/);
    assert.match(text, /set\(FETCHCONTENT_SOURCE_DIR_EIGEN "\/opt\/eigen"\)/);
    writeToolchainFile(libraries, '/elsewhere/emscripten', folder);
    assert.deepEqual(left(), ['native']);
    assert.match(readFileSync(join(folder, 'toolchain.cmake'), 'utf8'), /"\/elsewhere\/emscripten"/);
  });

  it('is done by one process at a time, and a killed one lets the next go on', { timeout: 60_000 }, async () => {
    const lock = join(work, 'lock');
    const module = new URL('../../wasm/toolchain/lock.mjs', import.meta.url).href;
    const script = `import { withLock } from '${module}'; await withLock(${JSON.stringify(lock)}, () => new Promise(() => { console.log('in'); setInterval(() => {}, 1000); }));`;
    const other = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    let entered = false;
    const mine = withLock(lock, async () => {
      entered = true;
    });
    await isWaitedFor(lock);
    assert.equal(entered, false);
    other.kill('SIGKILL');
    await mine;
    assert.equal(entered, true);
  });
});
