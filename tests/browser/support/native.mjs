// The native command line program, for the numbers that the page is compared with.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder } from '../../../wasm/toolchain/paths.mjs';

const program = join(buildFolder, 'native/marginscope');

/** What the command line says of a scene. */
export async function native(command, scene, ...options) {
  assert.ok(existsSync(program), 'build/native/marginscope is missing: npm run build:native makes it');
  const { stdout } = await promisify(execFile)(program, [command, '--link', scene, ...options, '--json']);
  return JSON.parse(stdout);
}
