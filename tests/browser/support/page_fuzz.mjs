// The page under a hand that does anything. A case is made by its seed alone, so that what it finds can be seen again.

import assert from 'node:assert/strict';
import { Random } from './random.mjs';
import { commandTypes, randomCommand, randomCsv, randomLink, randomWord } from './random_commands.mjs';
import { eventually, pixelOf, quiet, refusalOf, resize } from './site.mjs';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 320, height: 480 },
];
const keys = [
  ' ', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowRight', 'Home', 'End', '1', '2', '3', '8', 'v', 'a', 'm', 'e', 'f', 't', '?',
  'n', 's', 'u', 'j', 'i', 'Control+a', 'Control+d', 'Escape', 'Delete', 'Backspace', 'Control+z', 'Control+y', 'Control+Shift+z', 'Enter', 'Tab', 'x',
];
const patientFrames = 60; // that long work may go on before it is given up
const mostShown = 100; // rows of the mirror's table
const mostPoints = 3000; // more are drawn and learnt for long
const mostUndone = 8;
const longest = 300_000; // milliseconds, for an act or a check; a page that does not answer never would

/** The page's description; fails where the page has stopped. */
async function look(page) {
  const { fault, now } = await page.evaluate(() => {
    const dialog = document.getElementById('fault');
    return dialog.open ? { fault: dialog.innerText } : { now: window.marginscope.describe() };
  });
  assert.equal(fault, undefined, 'the page has stopped');
  return now;
}

/** What the mirror offers to choose from. */
function choicesOf(page) {
  return page.evaluate(() => {
    const selects = [...document.querySelectorAll('#mirror select')];
    const valuesOf = (select) => [...select.options].map(({ value }) => value).filter(Boolean);
    const of = (label) => valuesOf(selects.find(({ labels }) => labels[0].textContent === label));
    return {
      algorithms: of('Algorithm'),
      problems: of('Named problem'),
      rules: [...document.querySelectorAll('#mirror section[aria-label="Stopping rules"] dt')].map(({ textContent }) => textContent),
      choices: selects.flatMap(valuesOf),
    };
  });
}

/** One case: a page, and the hand on it. */
class Hand {
  #page;
  #random;
  #tell;

  constructor(page, random, tell) {
    this.#page = page;
    this.#random = random;
    this.#tell = tell;
  }

  async act() {
    const acts = ['command', 'command', 'command', 'command', 'key', 'key', 'click', 'click', 'drag', 'drag', 'wheel', 'undo', 'resize', 'link', 'paste'];
    await this[this.#random.any(acts)]();
  }

  async command() {
    const known = { now: await look(this.#page), ...(await choicesOf(this.#page)) };
    const command = randomCommand(this.#random, known);
    this.#tell(JSON.stringify(command));
    const refusal = await refusalOf(this.#page, command);
    if (refusal === null) return;
    assert.match(refusal, /^[^\p{Cc}\p{Cf}]{3,1500}$/u, `a refusal that is no sentence of ${JSON.stringify(command)}`);
  }

  async key() {
    const key = this.#random.any(keys);
    this.#tell(`key ${key}`);
    await this.#page.keyboard.press(key);
  }

  /** A pixel of the page: half of the time that of a point. */
  async #place() {
    const now = await look(this.#page);
    const { width, height } = this.#page.viewportSize();
    const anywhere = [this.#random.below(width), this.#random.below(height)];
    if (now.points.length === 0 || this.#random.oneIn(2)) return anywhere;
    const { x, y } = this.#random.any(now.points);
    const [left, top] = pixelOf(now, x, y);
    return left >= 0 && left < width && top >= 0 && top < height ? [left, top] : anywhere;
  }

  async click() {
    const [left, top] = await this.#place();
    const button = this.#random.oneIn(4) ? 'right' : 'left';
    this.#tell(`click ${button} ${left} ${top}`);
    await this.#page.mouse.click(left, top, { button });
  }

  /** A third of the drags are interrupted by a key, or by a command. */
  async drag() {
    const from = await this.#place();
    const to = await this.#place();
    this.#tell(`drag ${from} to ${to}`);
    await this.#page.mouse.move(...from);
    await this.#page.mouse.down();
    await this.#page.mouse.move(...to, { steps: 1 + this.#random.below(4) });
    if (this.#random.oneIn(3)) {
      await (this.#random.oneIn(2) ? this.key() : this.command());
      await this.#page.mouse.move(...(await this.#place()), { steps: 2 });
    }
    await this.#page.mouse.up();
  }

  async wheel() {
    const by = this.#random.any([-300, -100, 100, 300]);
    this.#tell(`wheel ${by}`);
    await this.#page.mouse.move(...(await this.#place()));
    await this.#page.mouse.wheel(0, by);
  }

  async undo() {
    const type = this.#random.oneIn(3) ? 'redo' : 'undo';
    this.#tell(type);
    await refusalOf(this.#page, { type });
  }

  async resize() {
    const size = this.#random.any(sizes);
    this.#tell(`resize ${size.width} × ${size.height}`);
    await resize(this.#page, size);
  }

  async link() {
    const link = randomLink(this.#random, (await look(this.#page)).scene, await choicesOf(this.#page));
    this.#tell(`link ${link}`);
    await this.#page.evaluate((text) => {
      window.location.hash = text;
    }, link);
  }

  /** By the dialog. A refused text stays there, and is given up. */
  async paste() {
    const text = this.#random.oneIn(6) ? randomWord(this.#random) : randomCsv(this.#random);
    this.#tell(`paste ${JSON.stringify(text)}`);
    const pick = this.#random.below(20);
    await this.#page.evaluate(
      async ([pasted, chosen]) => {
        const byText = (name) => [...document.querySelectorAll('#mirror button')].find(({ textContent }) => textContent === name);
        byText('Paste points').click();
        const isOpen = () => document.querySelector('#paste[open], #fault[open]');
        while (!isOpen()) await new Promise((resolve) => window.requestAnimationFrame(resolve));
        const field = document.getElementById('paste-text');
        field.value = pasted;
        field.dispatchEvent(new window.Event('input'));
        field.dispatchEvent(new window.Event('change'));
        document.querySelectorAll('#paste thead input')[chosen]?.click();
        document.getElementById('paste-apply').click();
        if (document.getElementById('paste').open) document.getElementById('paste-cancel').click();
      },
      [text, pick],
    );
  }

  /** Nothing is pressed, open or under way any more. Returns the page's description. */
  async rest() {
    const page = this.#page;
    const open = () =>
      page.evaluate(() => Boolean(document.querySelector('dialog[open]:not(#fault), #edit:not([hidden])')));
    await page.mouse.up();
    await quiet(page);
    for (let i = 0; i < 5 && (await open()); i += 1) {
      await page.keyboard.press('Escape');
      await quiet(page);
    }
    assert.equal(await open(), false, 'Escape does not close what is open');
    await page.evaluate(() => document.getElementById('canvas').focus());
    await idle(page);
    let now = await look(page);
    if (now.points.length > mostPoints) {
      await refusalOf(page, { type: 'problem', text: 'four-points' });
      await idle(page);
      now = await look(page);
    }
    return now;
  }

  /** Undo some times, then redo as often: each scene is there again, but for its time. */
  async back() {
    this.#tell('back and forth');
    const most = 1 + this.#random.below(mostUndone);
    const [down, up] = await this.#page.evaluate((steps) => {
      const { apply, describe } = window.marginscope;
      const timeless = () => describe().scene.replace(/&(iteration|chosen|pace)=\w+/g, '');
      const undone = [timeless()];
      while (undone.length <= steps && describe().can_undo) {
        apply({ type: 'undo' });
        undone.push(timeless());
      }
      const redone = [timeless()];
      while (redone.length < undone.length && describe().can_redo) {
        apply({ type: 'redo' });
        redone.push(timeless());
      }
      return [undone, redone];
    }, most);
    assert.deepEqual(up.reverse(), down, 'undo and redo lead to other scenes');
  }
}

/** Waits until no work is under way; what goes on for long is given up first. */
async function idle(page) {
  await refusalOf(page, { type: 'pause' });
  await page.evaluate(async (frames) => {
    const { describe, apply } = window.marginscope;
    for (let i = 0; i < frames && describe().busy; i += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
    if (describe().busy) apply({ type: 'cancel' });
  }, patientFrames);
  await eventually('nothing is under way', () => look(page), ({ busy, playing }) => !busy && !playing);
  await quiet(page);
}

/** Whatever ought to be a number and is none, each in words. A run that diverged need not have numbers. */
function wrongNumbers(now) {
  const wrong = [];
  const number = (name, value) => {
    if (!Number.isFinite(value)) wrong.push(`${name} is ${value}`);
  };
  const whole = (name, value, least) => {
    if (!Number.isInteger(value) || value < least) wrong.push(`${name} is ${value}`);
  };
  for (const name of ['version', 'iteration', 'last_iteration', 'frames']) whole(name, now[name], 0);
  if (now.iteration > now.last_iteration) wrong.push(`iteration is ${now.iteration} of ${now.last_iteration}`);
  number('speed', now.speed);
  if (!/^\d+$/.test(String(now.seed))) wrong.push(`seed is ${now.seed}`);
  whole('selected', now.selected, -1);
  if (now.selected >= now.points.length) wrong.push(`selected is ${now.selected} of ${now.points.length}`);
  now.points.forEach((point, i) => {
    const [given, other] = now.task === 'regression' ? ['target', 'label'] : ['label', 'target'];
    for (const name of ['x', 'y', given]) number(`${name} of point ${i}`, point[name]);
    if (point[other] !== null) wrong.push(`${other} of point ${i} is ${point[other]}`);
  });
  let patterns = 0;
  now.patterns.forEach((pattern, i) => {
    const due = now.points[i].part === 'validation' ? -1 : patterns++;
    if (pattern !== due) wrong.push(`pattern of point ${i} is ${pattern}`);
  });
  for (const [name, value] of Object.entries(now.plane)) number(`plane.${name}`, value);
  if (!(now.plane.x1 > now.plane.x0 && now.plane.y1 > now.plane.y0)) wrong.push(`the plane is ${JSON.stringify(now.plane)}`);
  for (const [rule, iteration] of Object.entries(now.would_stop)) {
    if (iteration !== null) whole(`would_stop of ${rule}`, iteration, 0);
  }
  if (now.stop) {
    whole('stop.iteration', now.stop.iteration, 0);
    whole('stop.retained_iteration', now.stop.retained_iteration, 0);
  }
  const broken = now.stop && (/^(diverged|singular)$/.test(now.stop.reason) || now.iteration > now.stop.iteration);
  if (broken || now.trouble !== null || now.published.length === 0) return wrong;
  number('record.training_error', now.record.training_error);
  for (const { id } of now.published) {
    if (id === 'moments') continue; // one error has a mean and no shape
    now.quantities[id].forEach((value, i) => {
      number(`${id}[${i}]`, value);
    });
  }
  return wrong;
}

/** Waits until the mirror tells of the same points and the same place in time. */
async function mirrored(page, now) {
  const due = {
    points: now.points.length,
    rows: Math.min(now.points.length, mostShown),
    first: now.points
      .slice(0, 1)
      .map(({ x, y, label, target }) => [now.selection.includes(0), ...[x, y, label ?? target].map(String)]),
    time: `${now.iteration} of ${now.last_iteration}`,
  };
  const shown = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('#points tbody tr')];
      const said = document.querySelector('#mirror section[aria-label="Data"] p').textContent;
      return {
        points: Number(/.*: (\d+) points?, \d+ of them for validation\.$/s.exec(said)?.[1]),
        rows: rows.length,
        first: rows
          .slice(0, 1)
          .map((row) => [...row.querySelectorAll('input')].map(({ type, checked, value }) => (type === 'checkbox' ? checked : value))),
        time: document.querySelector('#timeline').getAttribute('aria-valuetext'),
      };
    });
  await eventually(`the mirror shows ${JSON.stringify(due)}`, shown, (seen) => JSON.stringify(seen) === JSON.stringify(due));
}

async function check(page, now) {
  assert.deepEqual(wrongNumbers(now), []);
  await mirrored(page, now);
  assert.deepEqual(page.problems, []);
  await look(page);
}

/** The page knows the commands that are tried, and no others. */
export async function checkVocabulary(page) {
  const answer = await refusalOf(page, { type: 'none' });
  const known = answer.split('there are ')[1].split(/, | and /);
  assert.deepEqual([...commandTypes].sort(), known.sort());
}

/** What `work` gives; fails where the page does not answer any more. */
async function answered(work, lastAct) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the page has not answered for ${longest / 1000} s: ${lastAct()}`)), longest);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tries one case, of so many bursts of acts; fails where something is not as it must be. `tell` hears of each act
 * before it is made.
 */
export async function tryPage(site, seed, { bursts, tell = () => {} }) {
  const random = new Random(seed);
  const page = await site.open('', { viewport: random.any(sizes), colorScheme: random.any(['light', 'dark']) });
  // A file that is asked for is not given.
  page.on('filechooser', () => {});
  let last = 'at the start';
  const hand = new Hand(page, random, (what) => {
    last = what;
    tell(what);
  });
  const settle = async () => check(page, await hand.rest());
  for (let burst = 0; burst < bursts; burst += 1) {
    for (let acts = 1 + random.below(8); acts > 0; acts -= 1) await answered(hand.act(), () => last);
    await answered(settle(), () => last);
    if (random.oneIn(2)) {
      await answered(hand.back(), () => last);
      await answered(settle(), () => last);
    }
  }
  await site.close(page);
}
