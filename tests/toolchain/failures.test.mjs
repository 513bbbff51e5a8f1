// The lines that name what failed, at the end of a test run.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { failuresIn } from '../failures.mjs';

/** What Node's own test runner prints of a file with this text. */
async function printed(text) {
  const folder = mkdtempSync(join(tmpdir(), 'marginscope-failures-'));
  try {
    const file = join(folder, 'one.test.mjs');
    writeFileSync(file, text);
    // Else it would take itself for a part of this run.
    const env = { ...process.env };
    delete env.NODE_TEST_CONTEXT;
    return await new Promise((resolve) => {
      execFile(process.execPath, ['--test', '--test-reporter=tap', file], { env }, (_error, output) => resolve(output));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what failed', () => {
  it('is named with its reason, not the suite around it, nor what passed', async () => {
    const output = await printed(`
      import assert from 'node:assert/strict';
      import { describe, it } from 'node:test';
      describe('points', () => {
        it('are placed', () => {});
        it('are moved', () => assert.equal(1, 2));
        describe('in a table', () => { it('have rows', () => assert.fail('waited in vain until there are rows')); });
      });`);
    const [moved, rows, ...others] = failuresIn(output);
    assert.match(moved, /^are moved: .*1 !== 2/);
    assert.match(rows, /^have rows: .*waited in vain until there are rows/);
    assert.deepEqual(others, []);
  });

  it('of a doctest suite is the case and its first wrong assertion', () => {
    const rule = '='.repeat(79);
    const output = [
      `${rule}\nmargins_test.cpp:12:\nTEST SUITE: margins\nTEST CASE:  a margin is a distance\n  in the plane\n\n` +
        'margins_test.cpp:20: ERROR: CHECK( a == b ) is NOT correct!\n  values: CHECK( 1 == 2 )\n\n' +
        'margins_test.cpp:21: ERROR: CHECK( c ) is NOT correct!\n\n',
      `${rule}\nmargins_test.cpp:30:\nTEST CASE:  weights are finite\n\nmargins_test.cpp:30: FATAL ERROR: test case CRASHED: SIGSEGV\n\n`,
      `${rule}\n[doctest] test cases: 3 | 1 passed | 2 failed | 0 skipped\n`,
    ].join('');
    assert.deepEqual(failuresIn(output), [
      'a margin is a distance: CHECK( a == b ) is NOT correct! values: CHECK( 1 == 2 )',
      'weights are finite: test case CRASHED: SIGSEGV',
    ]);
  });

  it('without a name is how the output ends', () => {
    assert.deepEqual(failuresIn('a first line\n\nSUMMARY: AddressSanitizer: heap-use-after-free\nABORTING\nended by SIGABRT\n'), [
      'SUMMARY: AddressSanitizer: heap-use-after-free',
      'ABORTING',
      'ended by SIGABRT',
    ]);
  });
});
