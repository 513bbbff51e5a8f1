// The page's fuzzer: random cases, at least one, until the time is up or one fails. `npm run fuzz -- --page` builds
// the page and runs it.
//   node tests/browser/fuzz.mjs [--minutes M] [--seed S]
//   node tests/browser/fuzz.mjs --case N     the one of that seed, and tells each act

import { main, Refusal, say } from '../../wasm/toolchain/log.mjs';
import { givenOptions } from '../../wasm/toolchain/options.mjs';
import { tryPage } from './support/page_fuzz.mjs';
import { Random } from './support/random.mjs';
import { Pages } from './support/site.mjs';

const bursts = 8;

function options() {
  const text = { type: 'string' };
  const { minutes = '1', seed = '1', case: only } = givenOptions({ minutes: text, seed: text, case: text });
  const whole = (value) => value === undefined || (/^\d+$/.test(value) && Number(value) < 2 ** 32);
  if (!/^\d+(\.\d+)?$/.test(minutes) || !whole(seed) || !whole(only)) {
    throw new Refusal('--page takes --minutes with a number from 0 on, and --seed or --case with a whole number up to 2³² − 1.');
  }
  return { minutes: Number(minutes), seed: Number(seed), only: only === undefined ? null : Number(only) };
}

await main(async () => {
  const { minutes, seed, only } = options();
  const seeds = new Random(seed);
  const pages = new Pages();
  await pages.start();
  const end = performance.now() + minutes * 60_000;
  let tried = 0;
  try {
    do {
      const one = only ?? seeds.bits();
      tried += 1;
      // Over the line before, so that a terminal ends with the last.
      process.stderr.write(`\rcase ${tried}: --page --case ${one}          ${only === null ? '' : '\n'}`);
      await tryPage(pages, one, { bursts, tell: only === null ? undefined : say });
    } while (only === null && performance.now() < end);
  } catch (error) {
    say(`\n${error.stack}`);
    return 1;
  } finally {
    await pages.stop();
  }
  say(`\n${tried} cases were tried`);
  return 0;
});
