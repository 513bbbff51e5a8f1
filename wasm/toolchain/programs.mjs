// npm run bench, npm run reproduce: builds a native program and runs it in the caller's place.
//   node wasm/toolchain/programs.mjs bench
//   node wasm/toolchain/programs.mjs reproduce EXPERIMENT --data-dir DIR …

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildPreset } from './cmake.mjs';
import { main, Refusal } from './log.mjs';
import { setUp } from './setup.mjs';

const PROGRAMS = {
  bench: { target: 'marginscope_bench', first: [] },
  reproduce: { target: 'marginscope', first: ['reproduce'] },
};

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program) throw new Refusal(`"${name ?? ''}" is not a program: say ${Object.keys(PROGRAMS).join(' or ')}.`);
  await setUp({ native: true });
  const folder = await buildPreset('native', [program.target]);
  const { status } = spawnSync(join(folder, program.target), [...program.first, ...args], { stdio: 'inherit' });
  return status ?? 1;
});
