// npm test: every group of tests, a compact summary, what failed by its name, and one closing line.
//   npm test                         everything
//   npm test -- --only native,lint   some groups; browser stands for chromium, firefox and webkit
//
// MARGINSCOPE_REQUIRE_ALL=1 turns a group that is skipped for want of a system package into a failure.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildLibrary, buildModules, buildNative, buildPage } from '../wasm/toolchain/build.mjs';
import { buildPreset } from '../wasm/toolchain/cmake.mjs';
import { main, Refusal, say } from '../wasm/toolchain/log.mjs';
import { setUpPackages } from '../wasm/toolchain/npm_packages.mjs';
import { givenOptions } from '../wasm/toolchain/options.mjs';
import { buildFolder, projectRoot } from '../wasm/toolchain/paths.mjs';
import { attempt } from '../wasm/toolchain/run.mjs';
import { setUp } from '../wasm/toolchain/setup.mjs';
import { findMpi, findPeers, provideBrowser } from '../wasm/toolchain/system_packages.mjs';
import { compareTraces } from './compare_traces.mjs';
import { failuresIn } from './failures.mjs';

const requireAll = process.env.MARGINSCOPE_REQUIRE_ALL === '1';
// Of one program's, beside all the rest: the sanitized suite takes the longest, and a file of tests in WebKit.
const SUITE_LIMIT_MINUTES = 60;
const FILES_LIMIT_MINUTES = 30;
const DIFFERENCES_SHOWN = 10;

function filesIn(folder, pattern) {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

function runTests(command, args, env, timeLimitMinutes = SUITE_LIMIT_MINUTES) {
  return attempt(command, args, { cwd: projectRoot, env, timeLimitMinutes });
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

const testsIn = (folder) => filesIn(folder, /\.test\.mjs$/);

/// Files that Node's own test runner tries.
async function runNode(files, env) {
  const args = ['--test', '--test-reporter=tap', ...files];
  return countNode(await runTests(process.execPath, args, env, FILES_LIMIT_MINUTES));
}

function needTests(folder, pattern) {
  if (filesIn(folder, pattern).length === 0) throw new Refusal(`${folder} has no tests.`);
}

/// Builds a doctest suite of a preset; returns the program and its first arguments.
async function buildSuite(preset, suite = 'marginscope_tests') {
  needTests('tests/native', /\.cpp$/);
  await setUp(preset === 'wasm' ? { wasm: true } : { native: true });
  const folder = await buildPreset(preset, [suite]);
  return preset === 'wasm' ? [process.execPath, join(folder, `${suite}.cjs`)] : [join(folder, suite)];
}

async function runSuite([program, ...args]) {
  return countDoctest(await runTests(program, args));
}

/// Random cases for a minute, of the same seed each time. What the sanitizers end, or the time limit, has said which
/// case it was about to try.
async function runFuzz([program]) {
  const outcome = countDoctest(await runTests(program, ['--fuzz']));
  return { ...outcome, output: outcome.output.replace(/[^\n]*\r/g, '') };
}

/// A native suite, with the comparisons with other programs' solvers and the experiments on several ranks where
/// those programs and MPI are installed.
async function buildNativeSuite(preset) {
  const reasons = [];
  for (const find of [findPeers, findMpi]) reasons.push((await find()).reason);
  return { program: await buildSuite(preset), reasons: reasons.filter(Boolean) };
}

async function runNativeSuite({ program, reasons }, filters = []) {
  const outcome = await runSuite([...program, ...filters]);
  const skipped = reasons.length;
  const output = [outcome.output, ...reasons].filter(Boolean).join('\n');
  return { ...outcome, failed: outcome.failed + (requireAll ? skipped : 0), skipped, output };
}

/// Numbers that papers print of whole data sets take minutes under the sanitizers, which see the same code at work on
/// smaller ones.
function runSanitizedSuite(built) {
  return runNativeSuite(built, ['--test-suite-exclude=published']);
}

/// The same scenes give the same traces natively and in wasm.
async function buildTraces() {
  return { native: await buildSuite('native'), wasm: await buildSuite('wasm') };
}

async function runTraces(suites) {
  const files = [];
  for (const [preset, [program, ...args]] of Object.entries(suites)) {
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
  const checks = [
    ['tests/check_includes.mjs'],
    ['tests/check_ids.mjs'],
    ['tests/check_quotes.mjs'],
    ['tests/check_glyphs.mjs'],
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

/// The server and the set-up, which Node's own test runner tries.
function runToolchain() {
  return runNode(testsIn('tests/toolchain'));
}

/// The searches for the papers' protocols, which drive the command line.
function runResearch() {
  return runNode(testsIn('tests/research'));
}

/// What the site says of itself, by the command line, and by the module of it that the site is built with.
async function buildSite() {
  await buildModules({ targets: ['marginscope_command_line'] });
  await buildNative();
}

function runSite() {
  return runNode(testsIn('tests/site'));
}

/// The package for JavaScript, and that for CMake; both say what the command line says.
async function buildPackages() {
  needTests('tests/library', /\.test\.mjs$/);
  await buildLibrary();
  await buildNative();
  await buildPreset('native', ['marginscope_core']);
  return provideBrowser('chromium');
}

async function runPackages({ reason }) {
  const outcome = await runNode(testsIn('tests/library'));
  return reason ? { ...outcome, failed: outcome.failed + (requireAll ? 1 : 0), output: `${outcome.output}\n${reason}` } : outcome;
}

let page; // built once, for every engine

async function buildBrowser(engine) {
  needTests('tests/browser', /\.test\.mjs$/);
  await setUpPackages();
  const { reason } = await provideBrowser(engine);
  if (reason) return { reason };
  await (page ??= buildPage());
  await buildNative(); // The page's numbers are those of the command line.
  return {};
}

// A file more at once than there are processors: each waits now and then.
const inBrowsers = turns(availableParallelism() + 1);

/// An engine's files and then the next one's, so that no processor rests while the last of an engine are tried; long ones come first.
async function runBrowser(engine, { reason }) {
  if (reason) return { passed: 0, failed: requireAll ? 1 : 0, skipped: 1, output: reason };
  const length = (file) => statSync(join(projectRoot, file)).size;
  const files = testsIn('tests/browser').sort((a, b) => length(b) - length(a));
  const outcomes = await Promise.all(files.map((file) => inBrowsers(() => runNode([file], { MARGINSCOPE_ENGINE: engine }))));
  const sum = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
  const output = outcomes.map((outcome) => outcome.output).filter(Boolean).join('\n');
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), output };
}

/// One suite for every engine.
const inEngine = (engine, name) => ({
  title: `${name} on dist/`,
  build: () => buildBrowser(engine),
  run: (built) => runBrowser(engine, built),
});

// What each group needs is built one after the other, on all processors; what is built runs meanwhile.
const GROUPS = {
  native: { title: 'doctest, native', build: () => buildNativeSuite('native'), run: runNativeSuite },
  wasm: { title: 'doctest, wasm in Node', build: () => buildSuite('wasm'), run: runSuite },
  traces: { title: 'native and wasm traces', build: buildTraces, run: runTraces },
  sanitized: { title: 'doctest, sanitized', build: () => buildNativeSuite('native-sanitized'), run: runSanitizedSuite },
  app: { title: 'the page without a screen, sanitized', build: () => buildSuite('native-sanitized', 'marginscope_app_tests'), run: runSuite },
  fuzz: { title: 'random cases for a minute, sanitized', build: () => buildSuite('native-sanitized', 'marginscope_app_tests'), run: runFuzz },
  lint: {
    title: 'includes, lint, types',
    build: () => buildModules({ targets: ['playground_declarations', 'laboratory_declarations'] }),
    run: runLint,
  },
  toolchain: { title: 'server and set-up', build: setUpPackages, run: runToolchain },
  site: { title: 'what the site claims', build: buildSite, run: runSite },
  library: { title: 'the packages', build: buildPackages, run: runPackages },
  research: { title: 'searches for protocols', build: buildNative, run: runResearch },
  chromium: inEngine('chromium', 'Chromium'),
  firefox: inEngine('firefox', 'Firefox'),
  webkit: inEngine('webkit', 'WebKit'),
};

const SEVERAL = { browser: ['chromium', 'firefox', 'webkit'] };

const { only } = givenOptions({ only: { type: 'string', multiple: true } });

function requestedGroups() {
  if (!only) return Object.keys(GROUPS);
  const known = [...Object.keys(GROUPS), ...Object.keys(SEVERAL)].join(', ');
  const names = only.flatMap((text) => text.split(',')).flatMap((name) => SEVERAL[name] ?? name);
  for (const name of names) {
    if (!(name in GROUPS)) {
      throw new Refusal(`--only ${name}: there is no such group, only ${known}.`);
    }
  }
  return [...new Set(names)];
}

/// A function that does things in the order in which it is asked for them, at most so many at once.
function turns(atOnce = 1) {
  const waiting = [];
  let free = atOnce;
  return async (act) => {
    if (free > 0) --free;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      if (waiting.length > 0) waiting.shift()();
      else ++free;
    }
  };
}

const buildInTurn = turns();

function countsOf({ passed, failed, skipped }) {
  return [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])].join(', ');
}

async function runGroup(name) {
  const { title, build, run } = GROUPS[name];
  let began = performance.now();
  let outcome;
  try {
    const built = await buildInTurn(() => {
      began = performance.now();
      return build();
    });
    outcome = await run(built);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const where = error.step ? `${error.step}: ` : '';
    outcome = { passed: 0, failed: 1, output: `${error.detail}\n${where}${error.message}` };
  }
  const seconds = (performance.now() - began) / 1000;
  say(`  ${title}: ${countsOf(outcome)} after ${seconds.toFixed(1)} s${outcome.output ? `\n${outcome.output.trim()}\n` : ''}`);
  return { title, skipped: 0, ...outcome, seconds };
}

await main(async () => {
  const results = await Promise.all(requestedGroups().map(runGroup));

  say('');
  const width = Math.max(...results.map(({ title }) => title.length));
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { title, seconds, ...counts } of results) {
    for (const count of Object.keys(total)) total[count] += counts[count];
    say(`  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${countsOf(counts)}`);
  }
  for (const { title, failed, output } of results) {
    if (failed > 0) say(`\n${title}\n${failuresIn(output).map((line) => `  ${line}`).join('\n')}`);
  }
  say('');
  say(countsOf(total));
  return total.failed > 0 ? 1 : 0;
});
