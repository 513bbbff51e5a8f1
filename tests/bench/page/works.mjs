// What is measured of the built page. A work is `{kind, work, unit, budget, measure}`, where `measure(pages)` gives the numbers that
// came out, of each of which the median and the most count.
//
// Work is the time inside the page's animation frames and event handlers, which is its own: graphics are drawn by another process, on a
// machine without a graphics processor in software.

import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../../wasm/toolchain/log.mjs';
import { buildFolder, distFolder } from '../../../wasm/toolchain/paths.mjs';
import { serveFolder } from '../../../wasm/toolchain/server.mjs';
import { engine } from '../../browser/support/engines.mjs';
import { apply, describePage, eventually, freePixels, pixelOf, quiet, ready, until } from '../../browser/support/site.mjs';
import { firstVisit, keptBytes } from '../../browser/support/weight.mjs';

const gaussian = 'gaussian:sigma=0.5';

/**
 * Counts work in frames and in handlers of the mouse: window.work is all of it, window.frameWork that of each frame. What waits for
 * window.nextFrame() is not the page's own, and not counted.
 */
function countWork() {
  const original = window.requestAnimationFrame.bind(window);
  window.nextFrame = () => new Promise((resolve) => original(resolve));
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

/** When a canvas is drawn on first, in milliseconds since the page was asked for: window.drawn. */
function watchFirstFrame() {
  const { prototype } = window.WebGL2RenderingContext;
  const original = prototype.drawElements;
  prototype.drawElements = function drawElements(...all) {
    original.apply(this, all);
    window.drawn ??= performance.now();
  };
}

/** Finds the memory of a module: window.wasmMemory. */
function watchMemory() {
  const original = window.WebAssembly.instantiate;
  window.WebAssembly.instantiate = async (...all) => {
    const result = await original(...all);
    const { exports } = result.instance ?? result;
    window.wasmMemory ??= Object.values(exports).find((value) => value instanceof window.WebAssembly.Memory);
    return result;
  };
}

/** The processes that this one has started, and those that they have. */
function processesBelow() {
  const parents = new Map();
  for (const id of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      // The name of the program, in parentheses, may have spaces.
      parents.set(id, Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]));
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error; // It has ended.
    }
  }
  const isBelow = (id) => id !== undefined && (parents.get(id) === process.pid || isBelow(parents.get(id)));
  return [...parents.keys()].filter(isBelow);
}

// How the command begins or goes on of a process that pages run in, on its first thread.
const pageProcess = { chromium: /--type=renderer/, firefox: /-isForBrowser/, webkit: /WebKitWebProcess/ }[engine];

/**
 * Graphics in software would take the processors away from the page: all of the browser stands behind what the page itself runs on, as far as
 * the system lets.
 */
function giveWay() {
  for (const id of processesBelow()) {
    try {
      const hasPages = pageProcess.test(readFileSync(`/proc/${id}/cmdline`, 'latin1'));
      for (const thread of readdirSync(`/proc/${id}/task`).map(Number)) {
        setPriority(thread, hasPages && thread === id ? constants.priority.PRIORITY_HIGHEST : constants.priority.PRIORITY_LOW);
      }
    } catch (error) {
      // It has ended, or this is nobody whom the system lets.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH' && error.code !== 'ERR_SYSTEM_ERROR') throw error;
    }
  }
}

async function openPage(pages, commands, script = countWork) {
  const page = await pages.blank();
  await page.addInitScript(script);
  await page.goto(pages.url);
  await ready(page);
  giveWay();
  for (const command of commands) await apply(page, command);
  await quiet(page);
  return page;
}

async function firstVisitKilobytes(pages) {
  const page = await pages.blank();
  const { files } = await firstVisit(page, pages.url);
  await pages.close(page);
  return [files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000];
}

async function keptKilobytes(pages) {
  const page = await pages.blank({ serviceWorkers: 'allow' });
  const bytes = await keptBytes(page, pages.url);
  await pages.close(page);
  return [bytes / 1000];
}

const visits = 10;

/**
 * The first frame of the playground and of a page of Dear ImGui alone in turns, each time by somebody who has nothing of them. Both come
 * straight from a server, without the way on which tests let files come to harm.
 */
async function firstFrames(pages) {
  const [playground, bare] = await Promise.all([distFolder, join(buildFolder, 'wasm/bare')].map((folder) => serveFolder(folder)));
  const first = async (url) => {
    const page = await pages.blank();
    await page.addInitScript(watchFirstFrame);
    await page.goto(url);
    const time = await eventually('the first frame is drawn', () => page.evaluate(() => window.drawn));
    await page.context().close();
    return time;
  };
  const ratios = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const alone = await first(bare.url);
    ratios.push((await first(playground.url)) / alone);
  }
  await Promise.all([playground.close(), bare.close()]);
  return ratios;
}

/** Milliseconds of work for each of some acts: mouse events at a place, until the page has shown what came of them. */
function workOf(page, acts) {
  return page.evaluate(async (list) => {
    const canvas = document.querySelector('canvas');
    const rest = async () => {
      for (let last = -1, still = 0; still < 3; ) {
        await window.nextFrame();
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
    const all = [];
    // What has come to its end begins again.
    for (let frames = 0; frames < 120; frames += 1) {
      const { playing, busy } = window.marginscope.describe();
      if (!playing && !busy) window.marginscope.apply({ type: 'toggle-play' });
      window.frameWork = [];
      await window.nextFrame();
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

const restSeconds = 5;

/** Frames that a page at rest draws. */
async function idleFrames(pages) {
  const page = await openPage(pages, [{ type: 'problem', text: 'overlap' }, { type: 'end' }]);
  const frames = await page.evaluate(async (seconds) => {
    const drawn = () => window.marginscope.describe().frames;
    const before = drawn();
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return drawn() - before;
  }, restSeconds);
  await pages.close(page);
  return [frames];
}

const edits = 2000;

/**
 * Plays for so many minutes and edits all the while: points are moved, added, removed, brought back, removed again. Gives what memory grew by after the
 * first tenth, in which whatever is kept for the next time has come: of the module, and of JavaScript, which Chromium alone tells.
 */
async function growth(pages, minutes) {
  const page = await openPage(pages, [{ type: 'problem', text: 'overlap:n=200' }, { type: 'speed', speed: 0 }], watchMemory);
  const debug = engine === 'chromium' ? await page.context().newCDPSession(page) : null;
  const bytes = async () => {
    const module = await page.evaluate(() => window.wasmMemory.buffer.byteLength);
    await debug?.send('HeapProfiler.collectGarbage');
    return { module, JavaScript: (await debug?.send('Runtime.getHeapUsage'))?.usedSize };
  };
  const tenth = () =>
    page.evaluate(
      async ([count, milliseconds]) => {
        const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
        const send = (command) => window.marginscope.apply(command);
        const begin = performance.now();
        for (let edit = 0; edit < count; ) {
          await nextFrame();
          const { playing, busy, points } = window.marginscope.describe();
          if (!playing && !busy) send({ type: 'toggle-play' });
          if (performance.now() - begin < (milliseconds * edit) / count) continue;
          const index = edit % points.length;
          send(
            [
              { type: 'move-point', index, x: (edit % 7) - 3, y: (edit % 5) - 2 },
              { type: 'add-point', x: (edit % 11) / 3, y: (edit % 13) / 4, label: edit % 2 ? 1 : -1 },
              { type: 'remove-point', index: points.length - 1 },
              { type: 'undo' },
              { type: 'redo' },
            ][edit % 5],
          );
          edit += 1;
        }
      },
      [edits / 10, (minutes * 60_000) / 10],
    );
  await tenth();
  const before = await bytes();
  for (let part = 1; part < 10; part += 1) await tenth();
  const after = await bytes();
  await pages.close(page);
  return { module: after.module / before.module, JavaScript: after.JavaScript / before.JavaScript };
}

/** All that there is to measure. Memory is watched for so many minutes. */
export async function worksOf(pages, minutes) {
  const played = (await algorithms(pages)).map(({ id, task }) => ({
    kind: 'play',
    work: `a frame of ${id} playing on 2,000 points`,
    unit: 'ms',
    budget: 12,
    measure: plays(id, task),
  }));
  let grown; // once for all of them
  const memory = (of) => ({
    kind: 'memory',
    work: `memory of ${of === 'module' ? 'the module' : of} after ${minutes} min of play and ${edits.toLocaleString('en')} edits, to that after a tenth`,
    unit: '×',
    budget: 1.1,
    measure: async () => [(await (grown ??= growth(pages, minutes)))[of]],
  });
  return [
    { kind: 'weight', work: 'what a first visit transfers until the playground is usable', unit: 'KB', budget: 350, measure: firstVisitKilobytes },
    { kind: 'weight', work: 'all that is kept on the device', unit: 'KB', budget: 1500, measure: keptKilobytes },
    { kind: 'first', work: 'the first frame, to that of a page of Dear ImGui alone', unit: '×', budget: 1.5, measure: firstFrames },
    { kind: 'click', work: 'a click at 200 points, to what it shows', unit: 'ms', budget: 50, measure: clicks(200) },
    { kind: 'click', work: 'a click at 2,000 points, to what it shows', unit: 'ms', budget: 100, measure: clicks(2000) },
    { kind: 'drag', work: 'a point of 200 dragged, smo to its optimum', unit: 'ms', budget: 16, measure: drags(200) },
    { kind: 'drag', work: 'a point of 2,000 dragged, smo to its optimum', unit: 'ms', budget: 250, measure: drags(2000) },
    ...played,
    { kind: 'idle', work: `frames drawn in ${restSeconds} s of rest`, unit: '', budget: 0, measure: idleFrames },
    memory('module'),
    ...(engine === 'chromium' ? [memory('JavaScript')] : []),
  ];
}
