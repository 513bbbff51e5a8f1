// What the native command line reports of a scene.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder } from '../../../wasm/toolchain/paths.mjs';

const program = join(buildFolder, 'native/marginscope');

/** `command` is run or compare; `options` are further ones of it. */
export async function reportOf(scene, command = scene.includes('&others=') ? 'compare' : 'run', options = []) {
  const { stdout } = await promisify(execFile)(program, [command, '--link', scene, '--json', ...options]);
  return JSON.parse(stdout);
}
