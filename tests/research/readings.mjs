// What the searches for a paper's protocol share. Where a text is silent it can be read in several ways: a reading is one
// choice on each of several axes. A search tries every reading and counts which printed numbers come out.
//
// A reading that fits one cell out of many is chance; one that fits many is a finding. So beside every match stands how
// many readings were tried, and what the best of them fits by chance: as many cells as it does where each printed number
// has changed places with another of its row.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, say } from '../../wasm/toolchain/log.mjs';
import { givenOptions } from '../../wasm/toolchain/options.mjs';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

const PROGRAM = process.env.MARGINSCOPE ?? join(projectRoot, 'build/native/marginscope');

/// The values of a script's options; `--data-dir` is one of every script and must be said.
export function valuesOf(options) {
  const all = { 'data-dir': { type: 'string' }, ...options };
  const values = givenOptions(all);
  if (!values['data-dir']) throw new Refusal('Say --data-dir, the folder with ida/ and uci/ in it.');
  return values;
}

/// The word that an option gives, which has to be known.
export function wordOf(option, word, known) {
  if (!known.includes(word)) throw new Refusal(`--${option} has "${word}": say one of ${known.join(', ')}.`);
  return word;
}

/// Those of a list, each once.
export function wordsOf(option, text, known) {
  return [...new Set(text.split(',').map((word) => wordOf(option, word, known)))];
}

/// The whole number that an option gives, 1 or more.
export function countOf(option, word) {
  if (!/^[1-9][0-9]{0,8}$/.test(word)) throw new Refusal(`--${option} has "${word}": say a whole number from 1 on.`);
  return Number(word);
}

export function countsOf(option, text) {
  return [...new Set(text.split(',').map((word) => countOf(option, word)))];
}

/// The lines of a file in the data folder that hold something.
export function linesOf(dataDir, ...path) {
  const file = join(dataDir, ...path);
  if (!existsSync(file)) throw new Refusal(`There is no ${file}: say by --data-dir the folder with ${path[0]}/ in it.`);
  return readFileSync(file, 'utf8').split(/\r?\n/).filter((line) => line.trim() !== '');
}

/// The rows of a data set, as text and without its header.
export function rowsOf(dataDir, folder, name) {
  return linesOf(dataDir, folder, `${name}.csv`).slice(1);
}

/// What a paper prints: the cells of an experiment, as the site's page has them.
export function printedCells(experiment) {
  const { cells } = JSON.parse(readFileSync(join(projectRoot, 'web/reproduction/results', `${experiment}.json`), 'utf8'));
  return cells.filter((cell) => cell.published_mean !== null);
}

/// What the program says to a command, with --json.
export function answerOf(args) {
  try {
    return JSON.parse(execFileSync(PROGRAM, [...args, '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    if (error.code === 'ENOENT') throw new Refusal(`There is no ${PROGRAM}: make it with npm run build:native, or name it by MARGINSCOPE.`);
    if (error.stderr) throw new Refusal(`marginscope ${args[0]}: ${error.stderr.trim()}`);
    throw error;
  }
}

/// Works in a folder of its own, which is gone afterwards.
export async function inWorkplace(work) {
  const folder = mkdtempSync(join(tmpdir(), 'marginscope-search-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/// Every reading of axes, { axis: { name: what it means } }, as { axis: name }, but for those that make no sense.
export function readingsOf(axes, sensible = () => true) {
  const longer = (list, [axis, names]) => list.flatMap((reading) => Object.keys(names).map((name) => ({ ...reading, [axis]: name })));
  return Object.entries(axes).reduce(longer, [{}]).filter(sensible);
}

/// A Fisher–Yates shuffle by a linear congruential generator, so that every reading sees the same draws.
export function shuffled(list, seed) {
  const order = [...list];
  let state = seed;
  for (let i = order.length - 1; i > 0; --i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/// The mean and the standard deviation, with n − 1.
export function summary(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / (values.length - 1)) };
}

function fitsOf({ cells }, printed = cells.map((cell) => cell.printed)) {
  return cells.filter((cell, i) => cell.fits(printed[i])).length;
}

/// The printed numbers of some cells after each has moved on by `places` in its row.
function movedOn(cells, places) {
  return cells.map(({ row }, i) => {
    const inRow = cells.flatMap((cell, j) => (cell.row === row ? [j] : []));
    return cells[inRow[(inRow.indexOf(i) + places) % inRow.length]].printed;
  });
}

function fitsByChance(results) {
  const { cells } = results[0];
  const longest = Math.max(...cells.map(({ row }) => cells.filter((cell) => cell.row === row).length));
  const shifts = Array.from({ length: longest - 1 }, (_, i) => movedOn(cells, i + 1));
  return shifts.length > 0 ? Math.max(...results.flatMap((result) => shifts.map((printed) => fitsOf(result, printed)))) : null;
}

function lineOf({ reading, cells }) {
  const texts = [...new Set(cells.map((cell) => cell.row))].map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    return `${row} ${own.map((cell) => `${cell.name} ${cell.text}${cell.fits(cell.printed) ? ' *' : ''}`).join(', ')}`;
  });
  return [Object.entries(reading).map(([axis, name]) => `${axis}: ${name}`).join('; '), ...texts].join('\n      ');
}

/// Says how many cells each of the first readings fits, how many readings fit each cell, and how many were tried. A result
/// is { reading, cells }, a cell { row, name, printed, text, fits(printed) }; all results have the same cells.
export function sayResults(title, results, most) {
  const tried = results.length;
  const total = results[0].cells.length;
  const ordered = results.map((result) => ({ ...result, fits: fitsOf(result) })).sort((a, b) => b.fits - a.fits);
  say(`${title}: ${tried} readings; * is as printed.`);
  for (const result of ordered.slice(0, most)) say(`  ${String(result.fits).padStart(2)} of ${total}  ${lineOf(result)}`);
  results[0].cells.forEach(({ row, name, printed }, i) => {
    const by = results.filter(({ cells }) => cells[i].fits(printed)).length;
    say(`  ${row} ${name}, printed ${printed}: ${by > 0 ? `fitted by ${by} of ${tried} readings` : `no reading of ${tried} fits`}`);
  });
  const chance = fitsByChance(results);
  say(`  ${tried} readings were tried; the best fits ${ordered[0].fits} of ${total}${chance === null ? '' : `, and ${chance} where the printed numbers have changed places`}.`);
}
