// The table of the benchmarks in the README, from what the program measured: npm run bench -- --readme.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../wasm/toolchain/log.mjs';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

const readme = join(projectRoot, 'README.md');
const from = '<!-- benchmarks: npm run bench -- --readme writes what follows -->\n';
const to = '<!-- end of the benchmarks -->\n';

/// Two digits that count, with a unit: "8.4 ms".
function timeText(seconds) {
  const [factor, unit] = seconds < 1e-3 ? [1e6, 'µs'] : seconds < 1 ? [1e3, 'ms'] : [1, 's'];
  const value = seconds * factor;
  return `${value < 10 ? value.toPrecision(2) : Math.round(value)} ${unit}`;
}

function rowText({ work, peer, peer_seconds: theirs, seconds: ours, ratio, worse, solid, ambitious }) {
  const least = (all) => (all.length > 0 ? timeText(Math.min(...all)) : '–');
  const outcome = ratio === null ? (worse === null ? 'no peer here' : 'another solution') : ratio.toPrecision(2);
  return `| ${work} | ${peer || '–'} | ${least(theirs)} | ${least(ours)} | ${outcome} | ${solid}, ${ambitious} |\n`;
}

/// Writes the rows (the file of --json) into the README, with this machine and this day.
export function writeReadmeTable(file) {
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Refusal(`README.md has no room for the table: it needs the lines ${from.trim()} and ${to.trim()}.`);
  const rows = JSON.parse(readFileSync(file, 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const table =
    `Measured on ${day}, ${cpus()[0].model}, one thread; least of several turns. The ratio is the peer's time to ours.\n\n` +
    '| work | fastest peer | its time | ours | ratio | solid, aim |\n|---|---|---|---|---|---|\n' +
    rows.map(rowText).join('');
  writeFileSync(readme, `${text.slice(0, start + from.length)}\n${table}\n${text.slice(end)}`);
}
