// node tests/bench/page/measure.mjs FILE KINDS MINUTES: measures in the engine that MARGINSCOPE_ENGINE names, prints a line for each work,
// and keeps the figures in the file.

import { writeFileSync } from 'node:fs';
import { main, Refusal, say } from '../../../wasm/toolchain/log.mjs';
import { Pages, skip } from '../../browser/support/site.mjs';
import { worksOf } from './works.mjs';

const quantile = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))];

await main(async () => {
  if (skip) throw new Refusal(skip);
  const [file, kinds, minutes] = process.argv.slice(2);
  const pages = new Pages({ measured: true });
  await pages.start();
  const browser = await pages.version();
  say(`${browser.padEnd(76)} median     90 %  at most   budget`);
  const rows = [];
  for (const { kind, work, unit, budget, measure } of await worksOf(pages, Number(minutes))) {
    if (!kinds.split(',').includes(kind)) continue;
    const numbers = await measure(pages);
    const row = { kind, work, unit, budget, median: quantile(numbers, 0.5), of_ten_nine: quantile(numbers, 0.9), most: Math.max(...numbers), numbers };
    rows.push(row);
    const text = [row.median, row.of_ten_nine, row.most].map((number) => number.toFixed(unit === '×' ? 2 : 1).padStart(8)).join(' ');
    say(`${work.padEnd(74)} ${text} ${`${budget} ${unit}`.padStart(8)}${row.of_ten_nine > budget ? '  beyond its budget' : ''}`);
  }
  await pages.stop();
  writeFileSync(file, JSON.stringify({ browser, rows }));
});
