// The table of the benchmarks in the README, from what the program measured: npm run bench -- --readme.

import { readFileSync, writeFileSync } from 'node:fs';
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

/// What the machine is and what one of its threads does at the most.
function machineText({ processor, processors, memory: bytes, system, compiler, lanes }, rates) {
  const giga = (value) => (value / 1e9).toPrecision(3);
  const levels = rates.memory.map(({ name, size, bytes_a_second: rate }) => {
    const room = size === null ? '' : ` (${size < 2 ** 20 ? `${size / 2 ** 10} KB` : `${size / 2 ** 20} MB`})`;
    return `${giga(rate)} GB/s in ${name}${room}`;
  });
  return (
    `${processor}, ${processors} processors, ${Math.round(bytes / 2 ** 30)} GB, ${system}, ${compiler}, loops on ${lanes} lanes. ` +
    `One thread of it does ${levels.join(', ')}; and in a second ${giga(rates.multiply_adds)} billion multiplications with an addition, ` +
    `${giga(rates.divisions)} billion divisions and ${giga(rates.exponentials)} billion exponentials, all in double precision.`
  );
}

function rowText({ work, peer, peer_seconds: theirs, seconds: ours, ratio, worse, solid, ambitious, share, limit }) {
  const least = (all) => (all.length > 0 ? timeText(Math.min(...all)) : '–');
  const outcome = ratio === null ? (worse === null ? 'no peer here' : 'another solution') : ratio.toPrecision(2);
  const reached = share === undefined ? '–' : `${Math.round(100 * share)} % (${limit.of})`;
  return `| ${work} | ${peer || '–'} | ${least(theirs)} | ${least(ours)} | ${outcome} | ${solid}, ${ambitious} | ${reached} |\n`;
}

/// Writes the rows (the file of --json) into the README, with this machine and this day.
export function writeReadmeTable(file) {
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Refusal(`README.md has no room for the table: it needs the lines ${from.trim()} and ${to.trim()}.`);
  const { machine, rates, rows } = JSON.parse(readFileSync(file, 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const table =
    `Measured on ${day} on ${machineText(machine, rates)}\n\n` +
    "One thread each, least of several turns. The ratio is the peer's time to ours. The limit is what the work needs at the least: the longest " +
    'of the times that its memory traffic, multiplications, divisions or exponentials would take by themselves at those rates.\n\n' +
    '| work | fastest peer | its time | ours | ratio | solid, aim | of the limit |\n|---|---|---|---|---|---|---|\n' +
    rows.map(rowText).join('');
  writeFileSync(readme, `${text.slice(0, start + from.length)}\n${table}\n${text.slice(end)}`);
}
