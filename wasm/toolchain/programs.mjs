// npm run bench, npm run reproduce, npm run fuzz: builds a native program and runs it in the caller's place.
//   node wasm/toolchain/programs.mjs bench
//   node wasm/toolchain/programs.mjs reproduce EXPERIMENT --data-dir DIR …
//   node wasm/toolchain/programs.mjs fuzz --minutes 60 --seed 7

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildPreset } from './cmake.mjs';
import { main, Refusal } from './log.mjs';
import { setUp } from './setup.mjs';

const PROGRAMS = {
  bench: { preset: 'native', target: 'marginscope_bench', first: [] },
  reproduce: { preset: 'native', target: 'marginscope', first: ['reproduce'] },
  fuzz: { preset: 'native-sanitized', target: 'marginscope_app_tests', first: ['--fuzz'] },
};

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program) throw new Refusal(`"${name ?? ''}" is not a program: say one of ${Object.keys(PROGRAMS).join(', ')}.`);
  await setUp({ native: true });
  const folder = await buildPreset(program.preset, [program.target]);
  const { status } = spawnSync(join(folder, program.target), [...program.first, ...args], { stdio: 'inherit' });
  return status ?? 1;
});
