// Configuring and building one of the presets of CMakePresets.json.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Refusal, step } from './log.mjs';
import { buildFolder, projectRoot } from './paths.mjs';
import { attempt, run, which } from './run.mjs';

// Compilers take memory in large pages where the system has them: clang, and above all its linking of a whole program, then
// takes a fifth less time on a virtual machine.
const env = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', ...process.env };

// Ninja's and make's lines about what went well.
const PROGRESS = /^\[ *\d+(\/\d+|%)\] (Building|Linking|Built|Re-checking)/;

/// Builds `targets` (all of them by default) of a preset. The compiler's messages are shown only when it fails.
export async function buildPreset(preset, targets = []) {
  const folder = join(buildFolder, preset);
  const configured = ['build.ninja', 'Makefile'].some((name) => existsSync(join(folder, name)));
  await step(`Compiling ${preset}${targets.length > 0 ? ` (${targets.join(', ')})` : ''}`, async () => {
    if (!configured) {
      const fresh = !existsSync(join(folder, 'CMakeCache.txt'));
      const generator = fresh && !process.env.CMAKE_GENERATOR && which('ninja') ? ['-G', 'Ninja'] : [];
      await run('cmake', ['--preset', preset, ...generator], { cwd: projectRoot });
    }
    const selection = targets.length > 0 ? ['--target', ...targets] : [];
    const { status, output } = await attempt(
      'cmake',
      ['--build', folder, '--parallel', String(availableParallelism()), ...selection],
      { cwd: projectRoot, env },
    );
    if (status !== 0) {
      const detail = output.split('\n').filter((line) => !PROGRESS.test(line)).join('\n');
      throw new Refusal(`the ${preset} build failed; its messages are above.`, { detail });
    }
  });
  return folder;
}
