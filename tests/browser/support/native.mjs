// The native command line program, for the numbers that the page is compared with.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, projectRoot } from '../../../wasm/toolchain/paths.mjs';

const program = join(buildFolder, 'native/marginscope');

async function output(...options) {
  assert.ok(existsSync(program), 'build/native/marginscope is missing: npm run build:native makes it');
  const { stdout } = await promisify(execFile)(program, [...options, '--json']);
  return JSON.parse(stdout);
}

/** What there is, by identifiers. */
export const listed = async (what) => (await output('list', what)).map(({ id }) => id);

/** The words of the program's commands. */
export async function subcommands() {
  const { stdout } = await promisify(execFile)(program, ['--help']);
  return [...stdout.split('SUBCOMMANDS:')[1].matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
}

/** What the command line says of a scene. */
export const native = (command, scene, ...options) => output(command, '--link', scene, ...options);

/** An experiment, on data sets that the site carries. */
export const reproduced = (experiment, ...options) =>
  output('reproduce', experiment, '--data-dir', join(projectRoot, 'assets/data'), ...options);
