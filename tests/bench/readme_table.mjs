// The tables of the benchmarks in the README, from what was measured: npm run bench -- --readme,
// npm run bench:page -- --readme, npm run bench:copies -- --readme.

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../wasm/toolchain/log.mjs';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

const readme = join(projectRoot, 'README.md');
const from = (what, command) => `<!-- ${what}: npm run ${command} -- --readme writes what follows -->\n`;
const to = (what) => `<!-- end of the ${what} -->\n`;

/// Writes what stands between two lines of the README.
function write(what, command, content) {
  const text = readFileSync(readme, 'utf8');
  const [first, last] = [from(what, command), to(what)];
  const [start, end] = [text.indexOf(first), text.indexOf(last)];
  if (start < 0 || end < start) throw new Refusal(`README.md has no room for the table: it needs the lines ${first.trim()} and ${last.trim()}.`);
  writeFileSync(readme, `${text.slice(0, start + first.length)}\n${content}\n${text.slice(end)}`);
}

const today = () => new Date().toISOString().slice(0, 10);

/// Two digits that count, with a unit: "8.4 ms".
function timeText(seconds) {
  const [factor, unit] = seconds < 1e-3 ? [1e6, 'µs'] : seconds < 1 ? [1e3, 'ms'] : [1, 's'];
  const value = seconds * factor;
  return `${value < 10 ? value.toPrecision(2) : Math.round(value)} ${unit}`;
}

const giga = (value) => (value / 1e9).toPrecision(3);

/// What a thread does at the most: of memory by the size of the data.
function ratesText(rates) {
  const levels = rates.memory.map(({ data, bytes_a_second: rate }) => `${giga(rate)} GB/s of ${data}`);
  return (
    `${levels.join(', ')}; and in a second ${giga(rates.multiply_adds)} billion multiplications with an addition, ` +
    `${giga(rates.divisions)} billion divisions, ${giga(rates.additions)} billion additions or maxima and ${giga(rates.exponentials)} billion exponentials`
  );
}

/// What the machine is and what one of its threads does at the most, natively and, where that was measured, as wasm.
function machineText({ processor, family, model, processors, memory: bytes, system, compiler, lanes }, rates, wasmRates) {
  return (
    `${processor} (family ${family}, model ${model}), ${processors} processors, ${Math.round(bytes / 2 ** 30)} GB, ${system}, ${compiler}, **loops on ${lanes} lanes**. ` +
    `One thread of it does ${ratesText(rates)}, all in double precision.` +
    (wasmRates ? ` As wasm in Node, on two lanes, it does ${ratesText(wasmRates)}.` : '')
  );
}

/// What the rows of a kind are about.
const KINDS = {
  svc: 'Support vector machines with a Gaussian kernel',
  labellings: 'The same for 100 labellings',
  rls: 'Regularised least squares',
  'linear-svc': 'C-SVC with a linear kernel, its slacks as they are',
  'linear-path': 'The optimum of the Lagrangian SVM along a path of C, by newton-svm',
  lsvm: 'The Lagrangian SVM as it is iterated',
  'ho-kashyap': 'Ho-Kashyap',
  'table-2': "The protocol of Lauer & Bloch's Table 2",
  watching: 'What a run costs beside a bare loop over its steps',
  wasm: 'As wasm',
};

const digits = (value) => (value < 100 ? value.toPrecision(2) : Math.round(value).toLocaleString('en'));

function rowText({ work, peer, peer_seconds: theirs, seconds: ours, way, ratio, worse, solid, ambitious, share, limit }) {
  const least = (all) => (all.length > 0 ? timeText(Math.min(...all)) : '–');
  const outcome = ratio === null ? (worse === null ? 'no peer here' : 'another solution') : digits(ratio);
  const reached = share === undefined ? '–' : `${Math.round(100 * share)} % (${limit.of})`;
  const atLimit = ratioAtLimit({ ratio, share });
  return `| ${work} | ${peer || '–'} | ${least(theirs)} | ${least(ours)}${way ? ` by ${way}` : ''} | ${outcome} | ${ambitious === 0 ? '–' : `${solid}, ${ambitious}`} | ${reached} | ${atLimit === undefined ? '–' : digits(atLimit)} |\n`;
}

/// What the ratio would be to a time that is the limit; undefined where none is known.
const ratioAtLimit = ({ ratio, share }) => (ratio === null || share === undefined ? undefined : ratio / share);

/// The rows of a kind as a table that opens, with what comes out of it as its title.
function kindText(kind, rows) {
  const aimed = rows.filter(({ ambitious }) => ambitious > 0);
  const counted = aimed.filter(({ ratio }) => ratio !== null);
  const ratios = rows.map(({ ratio }) => ratio).filter((ratio) => ratio !== null);
  const reach = (aim) => counted.filter((row) => row.ratio >= row[aim]).length;
  const beyond = counted.filter((row) => row.ratio < row.ambitious && ratioAtLimit(row) < row.ambitious).length;
  const unreachable = beyond > 0 ? `, ${beyond} whose limit is below it` : '';
  const outcome =
    ratios.length === 0
      ? 'nothing to compare with here'
      : `ratios ${digits(Math.min(...ratios))} to ${digits(Math.max(...ratios))}; ${reach('solid')} of ${aimed.length} solid, ${reach('ambitious')} at the aim${unreachable}`;
  const rests = [...new Set(rows.map(({ rest }) => rest).filter(Boolean))];
  const goesOn = rests.map((rest) => `Where a row is below 40 % of its limit the rest goes on ${rest}.\n\n`);
  return (
    `<details><summary>${KINDS[kind]}: ${outcome}</summary>\n\n` +
    '| work | fastest peer | its time | ours | ratio | solid, aim | of the limit | ratio at the limit |\n|---|---|---|---|---|---|---|---|\n' +
    `${rows.map(rowText).join('')}\n${goesOn.join('')}</details>\n`
  );
}

/// Writes the rows (the file of --json) into the README, with this machine and this day: each processor, with its number of lanes, has a place.
export function writeReadmeTable(file) {
  const { machine, rates, wasm_rates: wasmRates, rows } = JSON.parse(readFileSync(file, 'utf8'));
  const untimed = rows.filter(({ seconds }) => seconds.length === 0).length;
  if (untimed > 0) throw new Refusal(`${untimed} of ${rows.length} rows have no time of ours, since what measures them has ended: README.md is as it was.`);
  const kinds = [...new Set(rows.map(({ id }) => id))];
  const tables =
    `Measured on ${today()} on ${machineText(machine, rates, wasmRates)}\n\n` +
    kinds.map((kind) => kindText(kind, rows.filter(({ id }) => id === kind))).join('\n');
  write(`benchmarks on ${machine.processor}, ${machine.lanes} lanes`, 'bench', tables);
}

/// What was measured of some works in each browser, beside their budgets.
function pageTable(browsers, isMeant) {
  const number = (value, unit) => `${unit === '×' ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
  const rows = new Map(browsers.flatMap(({ rows: all }) => all.filter(isMeant).map((row) => [row.work, row])));
  if (rows.size === 0) return null;
  const lines = [...rows.values()].map(({ work, unit, budget }) => {
    const cells = browsers.map(({ rows: all }) => {
      const row = all.find((one) => one.work === work);
      if (!row) return '–';
      const shown = row.numbers.length === 1 ? [row.median] : [row.median, row.of_ten_nine];
      return shown.map((value) => number(value, unit)).join(', ');
    });
    return `| ${work} | ${cells.join(' | ')} | ${budget.toLocaleString('en')}${unit ? ` ${unit}` : ''} |\n`;
  });
  return `| what | ${browsers.map(({ browser }) => browser).join(' | ')} | budget |\n|---|${'---|'.repeat(browsers.length + 1)}\n${lines.join('')}`;
}

/// Writes the budgets of the page and what was measured of them in each browser; memory, which takes half an hour, has a table of its own.
export function writePageTable(browsers) {
  const works = pageTable(browsers, ({ kind }) => kind !== 'memory');
  const memory = pageTable(browsers, ({ kind }) => kind === 'memory');
  if (works) {
    const machine = `a machine of ${availableParallelism()} processors that draws graphics in software`;
    const read = 'Times are work of the page itself. Where there are two figures, they are the median and what nine of ten stay below.';
    write('budgets of the page', 'bench:page', `Measured on ${today()} on ${machine}. ${read}\n\n${works}`);
  }
  if (memory) write('memory of the page', 'bench:page', `Measured on ${today()}.\n\n${memory}`);
}

/// Writes what handing over costs with a copy and without.
export function writeCopiesTable(measured) {
  const lines = measured.map(({ what, copied, ms }) => `| ${what} | ${copied.toFixed(1)} MB | ${timeText(ms / 1000)} |\n`);
  write('copies', 'bench:copies', `Measured on ${today()} in Node ${process.versions.node}.\n\n| what | copied | time |\n|---|---|---|\n${lines.join('')}`);
}
