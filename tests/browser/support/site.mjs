// The built page in a real browser: a server without special headers, below a sub-path, and pages
// that remember everything that went wrong in them.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { distFolder } from '../../../wasm/toolchain/paths.mjs';
import { serveFolder } from '../../../wasm/toolchain/server.mjs';
import { Engine, isHarmless, skip } from './engines.mjs';
import { Way } from './way.mjs';

export { skip, without } from './engines.mjs';

// How long, in milliseconds, a test waits for what has to come: long enough for a machine with much else to do.
const patience = 120_000;

/** A server and a browser. `open` makes a page of its own profile and waits until the playground is ready. */
export class Pages {
  #server = null;
  #engine;
  /** Which files take to the pages. */
  way = new Way();

  /** `measured`: in the engine as everybody has it. */
  constructor({ measured = false } = {}) {
    this.#engine = new Engine({ measured });
  }

  /** Serves a folder, and this one later in the place of the one before. */
  async serve(folder) {
    const earlier = this.#server;
    this.#server = await serveFolder(folder, { base: '/some/where/' });
    await this.way.leadFrom(this.#server.url);
    await earlier?.close();
  }

  /** Nobody answers from then on. */
  stopServing() {
    return this.way.close();
  }

  async start() {
    assert.ok(existsSync(join(distFolder, 'index.html')), 'dist/ is missing: npm run build makes it');
    await this.serve(distFolder);
  }

  async stop() {
    await this.#engine.close();
    await this.way.close();
    await this.#server?.close();
  }

  get url() {
    return this.way.url;
  }

  /** The browser and its version. */
  version() {
    return this.#engine.version();
  }

  /**
   * A page that has not loaded anything; what goes wrong in it is collected in `page.problems`. It is of somebody who
   * has closed the gallery that a newcomer finds beside the canvas.
   */
  async blank({ newcomer = false, ...options } = {}) {
    // What a page would fetch to be there without a network is for the tests of that alone.
    const context = await this.#engine.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', ...options });
    // For whatever pages come of it.
    context.setDefaultTimeout(patience);
    if (!newcomer) {
      await context.addInitScript(() => {
        try {
          window.localStorage['marginscope-side'] ??= 'closed';
        } catch {
          // Storage is switched off.
        }
      });
    }
    // By its event, which Playwright does not wait for without end: a browser was seen that never opened its page.
    const [page] = await Promise.all([context.waitForEvent('page'), context.newPage()]);
    // Where there are several windows, this is the one that somebody is at.
    await page.bringToFront();
    // Playwright waits without end for what a script in a page gives.
    const evaluate = page.evaluate.bind(page);
    page.evaluate = (...script) => inTime('the page answers', evaluate(...script));
    page.problems = [];
    // For a picture Playwright adds a style for a moment. In an engine without a world of its own for that the page's policy forbids it.
    const ofPicture = (text) => page.pictured && /blocked an inline style|Refused to apply a stylesheet/.test(text);
    page.on('pageerror', (error) => {
      if (!ofPicture(error.message) && !isHarmless(error.message)) page.problems.push(`uncaught: ${error.message}`);
    });
    page.on('requestfailed', (request) => {
      const text = `${request.failure()?.errorText} ${request.url()}`;
      if (!isHarmless(text)) page.problems.push(`failed: ${text}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) page.problems.push(`${response.status()}: ${response.url()}`);
    });
    // Browsers report violations of the content-security policy as errors on the console.
    page.on('console', (message) => {
      if (message.type() !== 'error' || ofPicture(message.text())) return;
      page.problems.push(`console: ${message.text()}`);
      // Where the module stopped is worth knowing whatever becomes of the test.
      if (/wasm/.test(message.text())) process.stderr.write(`${message.text()}\n`);
    });
    return page;
  }

  async open(fragment = '', options = {}) {
    const page = await this.blank(options);
    await page.goto(this.url + (fragment ? `#${fragment}` : ''));
    await ready(page);
    return page;
  }

  /** Holds up the files of these addresses: `asked` waits until so many were asked for, and `come` lets all of them come. */
  async holdUp(page, addresses) {
    let letCome;
    const gate = new Promise((resolve) => {
      letCome = resolve;
    });
    const answers = [];
    await page.route(addresses, (route) => {
      // Not by Playwright's own fetch, which WebKit lacks.
      const answer = fetch(route.request().url()).then(async (response) => {
        const body = Buffer.from(await response.arrayBuffer());
        await gate;
        await route.fulfill({ body, contentType: response.headers.get('content-type') });
      });
      answers.push(answer);
      return answer;
    });
    return {
      asked: (count) => eventually(`${count} of ${addresses} are asked for`, () => answers.length, (now) => now >= count),
      come: () => {
        letCome();
        return Promise.all(answers);
      },
    };
  }

  /** Checks that nothing went wrong in the page, and closes it. */
  async close(page) {
    assert.deepEqual(page.problems, []);
    await this.leave(page);
  }

  /** Closes the page; what it still waits for from a test's own routes is nobody's matter any more. */
  async leave(page) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  }
}

/** A copy of the site, for this process alone. */
export function copyOfSite() {
  const folder = mkdtempSync(join(tmpdir(), 'marginscope-site-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(distFolder, folder, { recursive: true });
  return folder;
}

/** The files below a folder, by their paths from there. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** Changes what the texts of some files say. */
export function rewrite(folder, files, change) {
  for (const name of filesBelow(folder).filter((one) => files.test(one))) {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

/** Those for the tests of one file, from the first to the last. */
export class Site extends Pages {
  constructor() {
    super();
    before(async () => {
      if (!skip) await this.start();
    });
    after(() => this.stop());
  }
}

/** Waits until the playground in a page or frame is there, which may still have to load, and can be used. */
export async function ready(page) {
  // By the clock: a page that is not in front may draw no frames.
  await page.waitForFunction(() => window.marginscope, undefined, { polling: 30 });
  await page.evaluate(() => window.marginscope.ready);
}

/** What the page says there is to see. It comes as one text: Playwright would take a description of many points apart, value by value. */
export async function describePage(page) {
  const text = await page.evaluate(() =>
    JSON.stringify(window.marginscope.describe(), (_, value) =>
      typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)) ? { unusual: Object.is(value, -0) ? '-0' : String(value) } : value,
    ),
  );
  return JSON.parse(text, (_, value) => (typeof value?.unusual === 'string' ? Number(value.unusual) : value));
}

/** Sends a command and checks that it was taken; what takes long goes on in slices. */
export async function send(page, command) {
  assert.equal(await refusalOf(page, command), null, `${JSON.stringify(command)} was refused`);
}

/** As `send`, and waits until all that the command asks for is done, however fast the machine is. */
export async function apply(page, command) {
  await send(page, command);
  // Whether it is, alone: a description of many points takes its time on the way.
  const busy = () => page.evaluate(() => window.marginscope.describe().busy);
  await eventually(`${JSON.stringify(command).slice(0, 100)} is done`, busy, (now) => !now);
}

/** Sends a command and gives the sentence that refuses it, or null. */
export function refusalOf(page, command) {
  return page.evaluate((sent) => window.marginscope.apply(sent), command);
}

/** Waits until the page's message says so. It goes after six seconds, perhaps unseen by this process; its text stays. */
export function says(page, text) {
  return eventually(`it is said: ${text}`, () => page.locator('#toast-text').textContent(), (told) => told.includes(text));
}

/** The viewport's pixel where a point of the plane is drawn. */
export function pixelOf({ plane }, x, y) {
  return [
    plane.left + ((x - plane.x0) / (plane.x1 - plane.x0)) * plane.width,
    plane.top + ((plane.y1 - y) / (plane.y1 - plane.y0)) * plane.height,
  ];
}

/** The point of the plane below a pixel of the viewport. */
export function planeAt({ plane }, left, top) {
  return [
    plane.x0 + ((left - plane.left) / plane.width) * (plane.x1 - plane.x0),
    plane.y1 - ((top - plane.top) / plane.height) * (plane.y1 - plane.y0),
  ];
}

/** How far a click may be from where it was meant, in units of the plane: a pixel, rounded up. */
export function pixelSize({ plane }) {
  return (1.5 * (plane.x1 - plane.x0)) / plane.width;
}

/** Pixels of the plane that are at least `room` pixels from every point, from one another and from the border. */
export function freePixels(now, count, room) {
  const { left, top, width, height } = now.plane;
  const taken = now.points.map(({ x, y }) => pixelOf(now, x, y));
  const free = [];
  for (let y = top + 2 * room; y < top + height - 2 * room; y += room) {
    for (let x = left + 2 * room; x < left + width - 2 * room; x += room) {
      const at = [Math.round(x), Math.round(y)];
      if (taken.some((point) => Math.hypot(point[0] - at[0], point[1] - at[1]) < room)) continue;
      free.push(at);
      if (free.length === count) return free;
      taken.push(at);
    }
  }
  throw new Error(`the plane has room for ${free.length} more points only`);
}

/** What a promise comes to, for which nobody waits longer than that. */
async function inTime(what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain until ${what}`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits until `condition` holds for what `look` finds, and returns that. */
export async function eventually(what, look, condition = Boolean) {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (condition(seen)) return seen;
    if (Date.now() >= end) assert.fail(`waited in vain until ${what}; the last that was seen: ${JSON.stringify(seen)?.slice(0, 10_000)}`);
    await sleep(30);
  }
}

/** Waits until the page's description satisfies `condition`, and returns it. */
export function until(page, what, condition) {
  return eventually(what, () => describePage(page), condition);
}

/** The scenes that the device keeps. */
export function keptScenes(page) {
  return page.evaluate(() => Object.keys(window.localStorage).filter((key) => key.startsWith('marginscope-scene-')).map((key) => window.localStorage[key]));
}

/** Waits until the scene that is open is kept, and returns it. A busy Firefox may end a page that is left before that hears of it. */
export async function untilKept(page) {
  const { scene } = await describePage(page);
  await eventually('the scene is kept', () => keptScenes(page), (scenes) => scenes.includes(scene));
  return scene;
}

/** Gives the window's inside this size, and waits until the page knows. */
export async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  const size = () => page.evaluate(() => [window.innerWidth, window.innerHeight]);
  await eventually('the window has its size', size, ([wide, high]) => wide === width && high === height);
}

/** Enters the text form, and waits until it is whole: parts of it come after the opening page, a list as somebody comes in. */
export async function enterForm(page) {
  const form = page.locator('#mirror');
  await form.focus();
  await form.getByLabel('Picture of').waitFor();
  await eventually('all of its parts have come', () => form.evaluate(({ children }) => [...children].every(({ localName, hidden }) => localName !== 'div' || !hidden)));
  await page.evaluate(() => document.fonts.ready);
}

/** Lets so many frames of the browser go by, whether the page draws in them or not. */
export async function framesGoBy(page, count = 60) {
  await page.evaluate(async (left) => {
    for (let i = 0; i < left; i += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
  }, count);
}

/** Lets a file of this text or of these bytes, so many times over, fall onto the page. */
export async function dropFile(page, name, text, times = 1) {
  const transfer = await page.evaluateHandle(
    ([fileName, content, count]) => {
      const data = new window.DataTransfer();
      data.items.add(new window.File(Array(count).fill(typeof content === 'string' ? content : new Uint8Array(content)), fileName));
      return data;
    },
    [name, typeof text === 'string' ? text : [...text], times],
  );
  await page.dispatchEvent('#canvas', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('#canvas', 'drop', { dataTransfer: transfer });
}

/** A picture of what a page, or a part of it, shows. */
export function pictureOf(shown, options = {}) {
  const page = shown.page?.() ?? shown;
  page.pictured = true;
  return shown.screenshot({ caret: 'initial', ...options });
}

/** Waits until all that was sent to the canvas has been dealt with: until the page has no frame to draw any more. */
export async function quiet(page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
    const { frames: drawn } = window.marginscope.describe();
    for (let last = -1, now = drawn; now !== last && now < drawn + 100; ) {
      last = now;
      for (let i = 0; i < 3; i += 1) await nextFrame();
      now = window.marginscope.describe().frames;
    }
  });
}
