// npm run bench, npm run reproduce, npm run fuzz: builds a program and runs it in the caller's place.
//   node wasm/toolchain/programs.mjs bench
//   node wasm/toolchain/programs.mjs bench --readme   and writes the README's table
//   node wasm/toolchain/programs.mjs bench --scale --readme   and draws the README's curves
//   node wasm/toolchain/programs.mjs bench --page [--json FILE] [--engine firefox] [--only click,drag] [--minutes 10] [--readme]   the built page in browsers
//   node wasm/toolchain/programs.mjs reproduce EXPERIMENT --data-dir DIR …
//   node wasm/toolchain/programs.mjs fuzz --minutes 60 --seed 7
//   node wasm/toolchain/programs.mjs fuzz --page --minutes 10 --seed 7   the built page in Chromium instead

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeReadmeTable } from '../../tests/bench/readme_table.mjs';
import { buildLibrary, buildModules, buildPage } from './build.mjs';
import { buildPreset } from './cmake.mjs';
import { main, Refusal, say } from './log.mjs';
import { setUpPackages, setUpPackagesBeside } from './npm_packages.mjs';
import { buildFolder, projectRoot } from './paths.mjs';
import { setUp } from './setup.mjs';
import { findPeers, findScikitLearn, provideBrowser } from './system_packages.mjs';

const PROGRAMS = {
  bench: { preset: 'native', target: 'marginscope_bench', first: [], finds: [findPeers, findScikitLearn] },
  reproduce: { preset: 'native', target: 'marginscope', first: ['reproduce'] },
  fuzz: { preset: 'native-sanitized', target: 'marginscope_app_tests', first: ['--fuzz'] },
};

/// Builds a native program; returns it and its first arguments.
async function buildProgram({ preset, target, first, finds = [] }) {
  await setUp({ native: true });
  // The program itself says what it does without those that are not there.
  for (const find of finds) await find();
  const folder = await buildPreset(preset, [target]);
  return [join(folder, target), ...first];
}

/// What the benchmarks measure in wasm, which they do without where there is no Emscripten.
async function buildFits() {
  try {
    await setUpPackagesBeside(() => setUp({ wasm: true }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return;
  }
  await buildPreset('wasm', ['marginscope_bench_fits']);
  await buildLibrary();
}

/// What drives the built page, and the browsers that it takes where they are.
const ON_THE_PAGE = {
  bench: { file: 'tests/bench/page/main.mjs', browsers: ['chromium', 'firefox', 'webkit'] },
  fuzz: { file: 'tests/browser/fuzz.mjs', browsers: ['chromium'] },
};

async function buildOnThePage(name) {
  const { file, browsers } = ON_THE_PAGE[name];
  await setUpPackages();
  const reasons = [];
  for (const browser of browsers) reasons.push((await provideBrowser(browser)).reason);
  if (reasons.every(Boolean)) throw new Refusal(reasons[0]);
  await buildPage();
  if (name === 'bench') await buildModules({ targets: ['bare'] });
  return [process.execPath, join(projectRoot, file)];
}

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program) throw new Refusal(`"${name ?? ''}" is not a program: say one of ${Object.keys(PROGRAMS).join(', ')}.`);
  const page = name in ON_THE_PAGE && args.includes('--page');
  const readme = name === 'bench' && !page && args.includes('--readme');
  const scale = name === 'bench' && args.includes('--scale');
  const kinds = args.some((arg) => arg.startsWith('--only')) ? args.flatMap((arg) => arg.split(/[=,]/)) : ['wasm'];
  if (name === 'bench' && !scale && !page && kinds.includes('wasm')) await buildFits();
  const [file, ...first] = page ? await buildOnThePage(name) : await buildProgram(program);
  const rest = args.filter((arg) => !(page && arg === '--page') && !(readme && arg === '--readme'));
  const asked = rest.indexOf('--json');
  const figures = asked < 0 ? join(buildFolder, scale ? 'scale.json' : 'bench.json') : rest[asked + 1];
  if (readme && asked < 0) rest.push('--json', figures);
  if (readme && scale) rest.push('--picture', join(projectRoot, 'assets/scale.svg'));
  const { status } = spawnSync(file, [...first, ...rest], { stdio: 'inherit' });
  if (readme && !scale && status === 0) writeReadmeTable(figures);
  return status ?? 1;
});
