// Pictures and numbers that leave the page: saved and copied from the menu by mouse and by keyboard, and from the
// mirror.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { apply, describePage, eventually, quiet, Site, skip, until } from './support/site.mjs';

/** The file that an action makes the page hand over. */
async function savedBy(page, action) {
  const handed = page.waitForEvent('download');
  await action();
  const file = await handed;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

async function pressInMirror(page, name) {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

/** Opens the menu with the mouse and finds the entry by typing. */
async function chooseInShare(page, entry) {
  await page.mouse.click(1440 - 14 - 66 - 88 + 40, 32);
  await quiet(page);
  await page.keyboard.type(entry);
  await quiet(page);
  await page.keyboard.press('Enter');
}

/** Parsed by the browser; the sentence of its parser where that refuses it. */
function parsed(page, svg) {
  return page.evaluate((text) => {
    const document = new window.DOMParser().parseFromString(text, 'image/svg+xml');
    const root = document.documentElement;
    const numbers = (node, name) => Number(node.getAttribute(name));
    const axis = (name, coordinate) =>
      [...document.querySelectorAll(`g.${name} > text`)].slice(1).map((text) => [numbers(text, coordinate), Number(text.textContent.replace('−', '-'))]);
    const outside = [];
    for (const node of document.querySelectorAll('*')) {
      for (const { name, value } of node.attributes) {
        if (/href|src/.test(name) || (value.includes('url(') && !value.startsWith('url(#'))) outside.push(`${name}=${value}`);
      }
    }
    return {
      fault: document.querySelector('parsererror')?.textContent ?? null,
      root: root.localName,
      scripts: document.querySelectorAll('script,style,image,foreignObject').length,
      outside,
      across: axis('across', 'x'),
      up: axis('up', 'y'),
      boundary: [...document.querySelectorAll('g.boundary > path')].map((line) => {
        // The first point, then of each how far it is from the one before.
        const steps = line.getAttribute('d').match(/-?\d*\.?\d+/g).map(Number);
        const points = [];
        for (let i = 0; i < steps.length; i += 2) {
          const [across, down] = points.at(-1) ?? [0, 0];
          points.push([across + steps[i], down + steps[i + 1]]);
        }
        return points;
      }),
      caption: [...document.querySelectorAll('g.caption > text')].map(({ textContent }) => textContent).join(' '),
      ground: document.querySelector('rect').getAttribute('fill'),
    };
  }, svg);
}

/** The line through the first and the last label of an axis: what a pixel stands for. */
function reading(ticks) {
  const [[first, low], [last, high]] = [ticks[0], ticks.at(-1)];
  return (pixel) => low + ((high - low) / (last - first)) * (pixel - first);
}

describe('pictures and numbers that leave the page', { skip }, () => {
  const site = new Site();

  it('the menu saves a picture by mouse, whose boundary lies where its axes say that f = 0', async () => {
    const page = await site.open();
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    const now = await until(page, 'four steps are made', ({ iteration }) => iteration === 4);
    await quiet(page);
    const { name, content } = await savedBy(page, () => chooseInShare(page, 'Save picture (SVG)'));
    assert.equal(name, 'four-points-plane-4.svg');
    const picture = await parsed(page, content.toString());
    assert.equal(picture.fault, null);
    assert.equal(picture.root, 'svg');
    assert.equal(picture.scripts, 0);
    assert.deepEqual(picture.outside, []);
    assert.match(picture.caption, /Four points, iteration 4\./);
    const [w1, w2, bias] = now.quantities.weights;
    const x = reading(picture.across);
    // Letters stand on their feet, below the middle that is at the tick.
    const y = reading(picture.up.map(([pixel, value]) => [pixel - 0.364 * 12, value]));
    const pixel = Math.abs(w1 * (x(1) - x(0))) + Math.abs(w2 * (y(1) - y(0)));
    assert.equal(picture.boundary.length, 1);
    for (const [across, down] of picture.boundary[0]) {
      assert.ok(Math.abs(w1 * x(across) + w2 * y(down) + bias) <= 1.5 * pixel, `f is not 0 at (${across}, ${down})`);
    }
    await site.close(page);
  });

  it('what is saved is what the card shows, in its theme: weights, proof, and as PNG three times as large', async () => {
    const page = await site.open();
    await page.keyboard.press('w');
    await until(page, 'the weights are shown', ({ view }) => view.shown === 'weight-space');
    const light = await savedBy(page, () => pressInMirror(page, 'Save the picture (SVG)'));
    assert.equal(light.name, 'four-points-weights-0.svg');
    await page.locator('#canvas').focus();
    const other = await page.evaluate(() => document.documentElement.dataset.theme ?? '');
    await page.keyboard.press('t');
    await quiet(page);
    assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme ?? ''), other);
    const dark = await savedBy(page, () => pressInMirror(page, 'Save the picture (SVG)'));
    const grounds = [await parsed(page, light.content.toString()), await parsed(page, dark.content.toString())].map(({ ground }) => ground);
    assert.deepEqual(grounds.sort(), ['#171c23', '#ffffff']);
    const png = await savedBy(page, () => pressInMirror(page, 'Save the picture (PNG)'));
    assert.equal(png.name, 'four-points-weights-0.png');
    assert.equal(png.content.toString('latin1', 1, 4), 'PNG');
    const [, width] = /width="(\d+)/.exec(dark.content.toString());
    assert.equal(png.content.readUInt32BE(16), 3 * Number(width));
    assert.ok(png.content.length > 10_000);
    await site.close(page);
  });

  it('a picture is copied, and where the browser does not let the page, that is said', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await pressInMirror(page, 'Copy the picture');
    const told = () => page.locator('#toast-text').textContent();
    await eventually('it is said that the picture is copied', told, (text) => text === 'Picture copied.');
    const types = await page.evaluate(async () => (await window.navigator.clipboard.read()).flatMap((item) => [...item.types]));
    assert.deepEqual(types, ['image/png']);
    await page.evaluate(() => {
      window.navigator.clipboard.write = () => Promise.reject(new Error('not here'));
    });
    await pressInMirror(page, 'Copy the picture');
    // What it does elsewhere, as by https, this page does not know.
    await eventually('it is said that it is not', told, (text) => text === 'This browser does not let the page copy a picture here; save it as PNG.');
    await site.close(page);
  });

  it('charts are saved from the menu and from the mirror, which have those that there are', async () => {
    const page = await site.open();
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    await until(page, 'four steps are made', ({ iteration }) => iteration === 4);
    await quiet(page);
    const errors = await savedBy(page, () => chooseInShare(page, 'Save chart: Errors'));
    assert.equal(errors.name, 'four-points-chart-errors-4.svg');
    const picture = await parsed(page, errors.content.toString());
    assert.equal(picture.fault, null);
    assert.match(picture.caption, /iteration 4\./);
    assert.equal(picture.across.at(-1)[1], 4);
    await page.getByRole('button', { name: 'Copy the picture' }).focus();
    const choice = page.getByLabel('Picture of');
    const names = () => choice.evaluate((select) => [...select.options].map(({ label }) => label));
    await eventually('the mirror has the charts', names, (labels) => labels.includes('Objective J') && labels.some((label) => label.startsWith('Margin vector')));
    await choice.selectOption({ label: 'Objective J' });
    const objective = await savedBy(page, () => pressInMirror(page, 'Save the picture (SVG)'));
    assert.equal(objective.name, 'four-points-chart-objective-4.svg');
    assert.match(objective.content.toString(), /Objective/);
    await choice.selectOption('whole');
    const whole = await savedBy(page, () => pressInMirror(page, 'Save the picture (SVG)'));
    assert.equal(whole.name, 'four-points-whole-4.svg');
    const sheet = await parsed(page, whole.content.toString());
    assert.equal(sheet.fault, null);
    assert.ok(sheet.boundary.length === 1 && /Errors/.test(whole.content.toString()));
    await page.locator('#canvas').focus();
    const png = await savedBy(page, () => chooseInShare(page, 'Save the whole (PNG)'));
    assert.equal(png.name, 'four-points-whole-4.png');
    await site.close(page);
  });

  it('the quantities are saved as the page has them', async () => {
    const page = await site.open();
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'end' });
    const now = await describePage(page);
    const { name, content } = await savedBy(page, () => pressInMirror(page, 'Save the quantities (JSON)'));
    assert.equal(name, `four-points-quantities-${now.iteration}.json`);
    const saved = JSON.parse(content.toString());
    assert.equal(saved.iteration, now.iteration);
    assert.deepEqual(Object.fromEntries(Object.entries(saved.quantities).map(([id, { values }]) => [id, values])), now.quantities);
    for (const { role, label, shape } of Object.values(saved.quantities)) assert.ok(role && label && Array.isArray(shape));
    await site.close(page);
  });
});
