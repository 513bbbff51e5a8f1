// npm run bench:page [-- --json FILE] [--only weight,first,click,drag,play,idle,memory] [--minutes 10] [--readme]: the built page in a
// browser, beside its budgets.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { main, Refusal, say } from '../../../wasm/toolchain/log.mjs';
import { Pages, skip } from '../../browser/support/site.mjs';
import { writePageTable } from '../readme_table.mjs';
import { worksOf } from './works.mjs';

const kinds = ['weight', 'first', 'click', 'drag', 'play', 'idle', 'memory'];

const quantile = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))];

function options() {
  const { values } = parseArgs({
    options: { json: { type: 'string' }, only: { type: 'string' }, minutes: { type: 'string', default: '10' }, readme: { type: 'boolean' } },
  });
  const only = values.only?.split(',') ?? kinds;
  const unknown = only.find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) throw new Refusal(`--only ${unknown}: there is no such kind of work, only ${kinds.join(', ')}.`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Refusal(`--minutes ${values.minutes}: it must be a number above 0.`);
  return { ...values, only, minutes };
}

await main(async () => {
  if (skip) throw new Refusal(skip);
  const { json, only, minutes, readme } = options();
  const pages = new Pages();
  await pages.start();
  const rows = [];
  say(`${''.padEnd(76)} median     90 %  at most   budget`);
  for (const { kind, work, unit, budget, measure } of await worksOf(pages, minutes)) {
    if (!only.includes(kind)) continue;
    const numbers = await measure(pages);
    const row = { kind, work, unit, budget, median: quantile(numbers, 0.5), of_ten_nine: quantile(numbers, 0.9), most: Math.max(...numbers), numbers };
    rows.push(row);
    const text = [row.median, row.of_ten_nine, row.most].map((number) => number.toFixed(unit === '×' ? 2 : 1).padStart(8)).join(' ');
    say(`${work.padEnd(74)} ${text} ${`${budget} ${unit}`.padStart(8)}${row.of_ten_nine > budget ? '  beyond its budget' : ''}`);
  }
  const browser = await pages.version();
  await pages.stop();
  const figures = { browser, rows };
  if (json) writeFileSync(json, JSON.stringify(figures, null, 1));
  if (readme) writePageTable(figures);
});
