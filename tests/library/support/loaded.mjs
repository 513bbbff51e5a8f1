// The library that the tests of it load, what it refuses, and what the command line says of the same.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { load, MarginscopeError } from 'marginscope';
import { buildFolder } from '../../../wasm/toolchain/paths.mjs';

export const marginscope = await load();

/** The sentence that something is refused with. */
export function refusalOf(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof MarginscopeError, String(error));
    return error.message;
  }
  return null;
}

/** What the command line reports. */
export function reported(...args) {
  const { status, stdout, stderr } = spawnSync(join(buildFolder, 'native/marginscope'), [...args, '--json'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

export const square = { patterns: [[0, 0], [0, 1], [1, 0], [1, 1]], labels: [-1, -1, 1, 1] };
