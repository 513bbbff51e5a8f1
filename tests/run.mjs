// npm test: every group of tests, a compact summary, and one closing line.
//   npm test                         everything
//   npm test -- --only native,lint   some groups
//
// MARGINSCOPE_REQUIRE_ALL=1 turns a group that is skipped for want of a system package into a failure.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildModules, buildNative, buildPage } from '../wasm/toolchain/build.mjs';
import { buildPreset } from '../wasm/toolchain/cmake.mjs';
import { main, Refusal, say } from '../wasm/toolchain/log.mjs';
import { setUpPackages } from '../wasm/toolchain/npm_packages.mjs';
import { buildFolder, projectRoot } from '../wasm/toolchain/paths.mjs';
import { attempt } from '../wasm/toolchain/run.mjs';
import { setUp } from '../wasm/toolchain/setup.mjs';
import { findChromium, findPeers } from '../wasm/toolchain/system_packages.mjs';
import { compareTraces } from './compare_traces.mjs';

const requireAll = process.env.MARGINSCOPE_REQUIRE_ALL === '1';
const TIME_LIMIT_MINUTES = 20;
const DIFFERENCES_SHOWN = 10;

function filesIn(folder, pattern) {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

function runTests(command, args, env) {
  return attempt(command, args, { cwd: projectRoot, env, timeLimitMinutes: TIME_LIMIT_MINUTES });
}

/// The counts of doctest's closing line. A program that ends without one has crashed, which counts as a failure.
function countDoctest({ status, output }) {
  const line = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed/.exec(output);
  const passed = Number(line?.[1] ?? 0);
  const failed = Number(line?.[2] ?? 0);
  const good = line && status === 0 && passed > 0;
  return { passed, failed: good ? failed : Math.max(failed, 1), output: good ? '' : output };
}

/// The counts of Node's test runner.
function countNode({ status, output }) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const passed = count('pass');
  const failed = count('fail') + count('cancelled');
  const skipped = count('skipped');
  const good = status === 0 && failed === 0 && passed > 0;
  return { passed, failed: good ? 0 : Math.max(failed, 1), skipped, output: good ? '' : output };
}

function needTests(folder, pattern) {
  if (filesIn(folder, pattern).length === 0) throw new Refusal(`${folder} has no tests.`);
}

/// Builds the doctest suite of a preset; returns the program and its first arguments.
async function buildSuite(preset) {
  needTests('tests/native', /\.cpp$/);
  await setUp({ wasm: preset === 'wasm' });
  const folder = await buildPreset(preset, ['marginscope_tests']);
  return preset === 'wasm'
    ? [process.execPath, join(folder, 'marginscope_tests.cjs')]
    : [join(folder, 'marginscope_tests')];
}

async function runSuite(preset) {
  const [program, ...args] = await buildSuite(preset);
  return countDoctest(await runTests(program, args));
}

/// A native suite, with the comparisons with other programs' solvers where those are installed.
async function runNative(preset) {
  const { reason } = await findPeers();
  const outcome = await runSuite(preset);
  if (!reason) return outcome;
  const output = [outcome.output, reason].filter(Boolean).join('\n');
  return { ...outcome, failed: outcome.failed + (requireAll ? 1 : 0), skipped: 1, output };
}

/// The same scenes give the same traces natively and in wasm.
async function runTraces() {
  const files = [];
  for (const preset of ['native', 'wasm']) {
    const [program, ...args] = await buildSuite(preset);
    const file = join(buildFolder, preset, 'traces.csv');
    const { status, output } = await runTests(program, [...args, '--traces', file]);
    if (status !== 0) return { passed: 0, failed: 1, output: `${preset}: no traces were written.\n${output}` };
    files.push(file);
  }
  const { compared, differences } = compareTraces(...files);
  if (differences.length === 0 && compared > 0) return { passed: 1, failed: 0 };
  const some = differences.slice(0, DIFFERENCES_SHOWN);
  return {
    passed: 0,
    failed: 1,
    output: [...some, `${differences.length} of ${compared} numbers differ between ${files.join(' and ')}.`].join('\n'),
  };
}

async function runLint() {
  await buildModules(); // TypeScript reads the module's generated declarations.
  const checks = [
    ['tests/check_includes.mjs'],
    ['node_modules/eslint/bin/eslint.js', '.'],
    ['node_modules/typescript/bin/tsc'],
  ];
  const outcome = { passed: 0, failed: 0, output: '' };
  for (const check of checks) {
    const { status, output } = await runTests(process.execPath, check);
    if (status === 0) ++outcome.passed;
    else {
      ++outcome.failed;
      outcome.output += `${check[0]}\n${output}\n`;
    }
  }
  return outcome;
}

async function runBrowser() {
  needTests('tests/browser', /\.test\.mjs$/);
  await setUpPackages();
  const chromium = await findChromium();
  if (chromium.reason) return { passed: 0, failed: requireAll ? 1 : 0, skipped: 1, output: chromium.reason };
  await buildPage();
  await buildNative(); // The page's numbers are those of the command line.
  const tests = filesIn('tests/browser', /\.test\.mjs$/);
  return countNode(
    await runTests(process.execPath, ['--test', '--test-reporter=tap', ...tests], { CHROMIUM: chromium.path }),
  );
}

const GROUPS = {
  native: { title: 'doctest, native', run: () => runNative('native') },
  sanitized: { title: 'doctest, sanitized', run: () => runNative('native-sanitized') },
  wasm: { title: 'doctest, wasm in Node', run: () => runSuite('wasm') },
  traces: { title: 'native and wasm traces', run: runTraces },
  lint: { title: 'includes, lint, types', run: runLint },
  browser: { title: 'Chromium on dist/', run: runBrowser },
};

function requestedGroups() {
  let only;
  try {
    ({ only } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values);
  } catch (error) {
    throw new Refusal(`${error.message} The one option is --only GROUP, of ${Object.keys(GROUPS).join(', ')}.`);
  }
  if (!only) return Object.keys(GROUPS);
  const names = only.flatMap((text) => text.split(','));
  for (const name of names) {
    if (!(name in GROUPS)) {
      throw new Refusal(`--only ${name}: there is no such group, only ${Object.keys(GROUPS).join(', ')}.`);
    }
  }
  return names;
}

async function runGroup(name) {
  const { title, run } = GROUPS[name];
  say(title);
  const started = performance.now();
  let outcome;
  try {
    outcome = await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const where = error.step ? `${error.step}: ` : '';
    outcome = { passed: 0, failed: 1, output: `${error.detail}\n${where}${error.message}` };
  }
  if (outcome.output) say(outcome.output.trim());
  return { title, skipped: 0, ...outcome, seconds: (performance.now() - started) / 1000 };
}

await main(async () => {
  const names = requestedGroups();
  const results = [];
  for (const name of names) results.push(await runGroup(name));

  say('');
  const width = Math.max(...results.map(({ title }) => title.length));
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { title, passed, failed, skipped, seconds } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const counts = [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])].join(', ');
    say(`  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${counts}`);
  }
  say('');
  say(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  return total.failed > 0 ? 1 : 0;
});
