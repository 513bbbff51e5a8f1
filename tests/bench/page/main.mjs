// npm run bench:page [-- --json FILE] [--engine chromium,firefox,webkit] [--only weight,first,click,drag,play,idle,memory] [--minutes 10]
// [--readme]: the built page beside its budgets, in one browser after the other.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, Refusal } from '../../../wasm/toolchain/log.mjs';
import { givenOptions } from '../../../wasm/toolchain/options.mjs';
import { writePageTable } from '../readme_table.mjs';

const engines = ['chromium', 'firefox', 'webkit'];
const kinds = ['weight', 'first', 'click', 'drag', 'play', 'idle', 'memory'];

function chosen(option, text, known) {
  const list = text?.split(',') ?? known;
  const unknown = list.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refusal(`--${option} ${unknown}: there is no such thing, only ${known.join(', ')}.`);
  return list;
}

await main(async () => {
  const text = { type: 'string' };
  const values = givenOptions({ json: text, engine: text, only: text, minutes: { ...text, default: '10' }, readme: { type: 'boolean' } });
  const only = chosen('only', values.only, kinds);
  if (!(Number(values.minutes) > 0)) throw new Refusal(`--minutes ${values.minutes}: it must be a number above 0.`);
  const folder = mkdtempSync(join(tmpdir(), 'marginscope-bench-'));
  const browsers = [];
  for (const engine of chosen('engine', values.engine, engines)) {
    const file = join(folder, `${engine}.json`);
    // The tests' support drives one engine in a process.
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'measure.mjs'), file, only.join(), values.minutes], {
      stdio: 'inherit',
      env: { ...process.env, MARGINSCOPE_ENGINE: engine },
    });
    if (status === 0) browsers.push(JSON.parse(readFileSync(file, 'utf8')));
  }
  rmSync(folder, { recursive: true });
  if (browsers.length === 0) return 1;
  if (values.json) writeFileSync(values.json, JSON.stringify(browsers, null, 1));
  if (values.readme) writePageTable(browsers);
});
