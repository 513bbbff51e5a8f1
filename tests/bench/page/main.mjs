// npm run bench:page [-- --json FILE] [--only click,drag,play]: what the built page itself works, frame by frame, in a browser.
//
// Counted is the time inside its animation frames and event handlers, which is the page's own: graphics are drawn
// by another process, on a machine without a graphics processor in software.

import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Pages, apply, describePage, freePixels, pixelOf, quiet, ready, skip, until } from '../browser/support/site.mjs';
import { main, Refusal, say } from '../../wasm/toolchain/log.mjs';

const gaussian = 'gaussian:sigma=0.5';

/** Counts work in frames and in handlers of the mouse: window.work is all of it, window.frameWork that of each frame. */
function countWork() {
  const original = window.requestAnimationFrame.bind(window);
  window.work = 0;
  window.frameWork = [];
  window.requestAnimationFrame = (callback) =>
    original((now) => {
      const begin = performance.now();
      callback(now);
      const passed = performance.now() - begin;
      window.work += passed;
      window.frameWork.push(passed);
    });
  const begins = { at: 0 };
  for (const type of ['mousedown', 'pointermove', 'mouseup']) {
    window.addEventListener(type, () => (begins.at = performance.now()), { capture: true });
    window.addEventListener(type, () => (window.work += performance.now() - begins.at));
  }
}

/**
 * Graphics in software would take the processors away from the page: their process, and every other, stands behind what the
 * page itself runs on, as far as the system lets.
 */
async function giveWay(page) {
  const browser = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) {
    const priority = { GPU: constants.priority.PRIORITY_LOW, renderer: constants.priority.PRIORITY_HIGHEST }[type];
    if (priority === undefined) continue;
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      try {
        setPriority(Number(thread), priority);
      } catch (error) {
        if (error.code !== 'ERR_SYSTEM_ERROR') throw error;
      }
    }
  }
  await browser.detach();
}

async function openPage(pages, commands) {
  const page = await pages.blank();
  await page.addInitScript(countWork);
  await page.goto(pages.url);
  await ready(page);
  await giveWay(page);
  for (const command of commands) await apply(page, command);
  await quiet(page);
  return page;
}

/** Milliseconds of work for each of some acts: mouse events at a place, until the page has shown what came of them. */
function workOf(page, acts) {
  return page.evaluate(async (list) => {
    const canvas = document.querySelector('canvas');
    const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
    const rest = async () => {
      for (let last = -1, still = 0; still < 3; ) {
        await nextFrame();
        const { frames, busy } = window.marginscope.describe();
        still = frames === last && !busy ? still + 1 : 0;
        last = frames;
      }
    };
    const all = [];
    for (const { events, counts } of list) {
      const before = window.work;
      for (const [type, clientX, clientY, buttons] of events) {
        const Kind = type.startsWith('pointer') ? window.PointerEvent : window.MouseEvent;
        canvas.dispatchEvent(new Kind(type, { clientX, clientY, button: 0, buttons, pointerType: 'mouse', bubbles: true }));
        await rest();
      }
      if (counts) all.push(window.work - before);
    }
    return all;
  }, acts);
}

const clicks = (n) => async (pages) => {
  const page = await openPage(pages, [{ type: 'problem', text: `two-gaussians:n=${n}` }]);
  const places = freePixels(await describePage(page), 20, n > 1000 ? 6 : 25);
  const acts = places.flatMap(([x, y]) => [
    { events: [['mousedown', x, y, 1]], counts: false },
    { events: [['mouseup', x, y, 0]], counts: true },
  ]);
  const times = await workOf(page, acts);
  await pages.close(page);
  return times;
};

/** A point that is dragged past others: each move trains the machine again, as far as the optimum was before. */
const drags = (n) => async (pages) => {
  const page = await openPage(pages, [
    { type: 'problem', text: `overlap:n=${n}` },
    { type: 'algorithm', id: 'smo' },
    { type: 'set', field: 'kernel', value: gaussian },
    { type: 'end' },
  ]);
  const now = await until(page, 'the optimum', ({ stop, busy }) => !busy && stop !== null);
  const [x, y] = pixelOf(now, now.points[0].x, now.points[0].y);
  const moves = Array.from({ length: 20 }, (_, i) => ({ events: [['pointermove', x + 3 * (i + 1), y, 1]], counts: true }));
  const times = await workOf(page, [{ events: [['pointermove', x, y, 0], ['mousedown', x, y, 1]], counts: false }, ...moves, { events: [['mouseup', x + 60, y, 0]], counts: false }]);
  const end = await describePage(page);
  if (end.points[0].x === now.points[0].x) throw new Refusal('the point was not dragged');
  await pages.close(page);
  return times;
};

/** Frames while an algorithm plays as fast as it can. */
const plays = (id, task) => async (pages) => {
  const page = await openPage(pages, [
    { type: 'problem', text: task === 'regression' ? 'sinc:n=2000' : 'overlap:n=2000' },
    { type: 'algorithm', id },
    { type: 'speed', speed: 0 },
  ]);
  const times = await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
    const all = [];
    // What has come to its end begins again.
    for (let frames = 0; frames < 120; frames += 1) {
      const { playing, busy } = window.marginscope.describe();
      if (!playing && !busy) window.marginscope.apply({ type: 'toggle-play' });
      window.frameWork = [];
      await nextFrame();
      all.push(...window.frameWork);
    }
    return all;
  });
  await pages.close(page);
  return times;
};

/** The algorithms that the page offers, and what each of them learns. */
async function algorithms(pages) {
  const page = await openPage(pages, []);
  const ids = await page.evaluate(() => {
    const select = [...document.querySelectorAll('#mirror select')].find(({ labels }) => labels[0].textContent === 'Algorithm');
    return [...select.options].map(({ value }) => value);
  });
  const { unfit } = await describePage(page);
  await pages.close(page);
  return ids.map((id) => ({ id, task: id in unfit.algorithms ? 'regression' : 'classification' }));
}

const quantile = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))];

await main(async () => {
  if (skip) throw new Refusal(skip);
  const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
  const pages = new Pages();
  await pages.start();
  const works = [
    { kind: 'click', work: 'a click at 200 points, to what it shows', most: 50, measure: clicks(200) },
    { kind: 'click', work: 'a click at 2,000 points, to what it shows', most: 100, measure: clicks(2000) },
    { kind: 'drag', work: 'a point of 200 dragged, smo to its optimum', most: 16, measure: drags(200) },
    { kind: 'drag', work: 'a point of 2,000 dragged, smo to its optimum', most: 250, measure: drags(2000) },
  ];
  for (const { id, task } of await algorithms(pages)) {
    works.push({ kind: 'play', work: `a frame of ${id} playing on 2,000 points`, most: 12, measure: plays(id, task) });
  }
  const rows = [];
  const kinds = values.only?.split(',');
  say(`${'milliseconds of work of the page itself'.padEnd(56)} median     90 %  at most   budget`);
  for (const { kind, work, most, measure } of works) {
    if (kinds && !kinds.includes(kind)) continue;
    const times = await measure(pages);
    const row = { kind, work, budget: most, median: quantile(times, 0.5), of_ten_nine: quantile(times, 0.9), most: Math.max(...times), times };
    rows.push(row);
    const text = [row.median, row.of_ten_nine, row.most].map((time) => time.toFixed(1).padStart(8)).join(' ');
    say(`${work.padEnd(54)} ${text} ${String(most).padStart(8)}${row.of_ten_nine > most ? '  beyond its budget' : ''}`);
  }
  await pages.stop();
  if (values.json) writeFileSync(values.json, JSON.stringify({ browser: 'Chromium', rows }, null, 1));
});
