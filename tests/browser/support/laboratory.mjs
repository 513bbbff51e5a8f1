// The laboratory as a person uses it: drawn points, its dialog, its panels.

import assert from 'node:assert/strict';
import { eventually } from './site.mjs';

/** The same 40 points every time: two classes that overlap. */
export function handDrawn() {
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const spread = () => random() + random() + random() - 1.5;
  return Array.from({ length: 40 }, (_, i) => {
    const label = i % 2 === 1 ? 1 : -1;
    return { x: label * 1.6 + 2.2 * spread(), y: label * 0.8 + 2.6 * spread(), label };
  });
}

export async function draw(page, points, { algorithm = 'smo', ...settings } = {}) {
  const refusals = await page.evaluate(
    ([placed, id, values]) => {
      const send = (command) => window.marginscope.apply(command);
      const given = window.marginscope.describe().points.map(() => send({ type: 'remove-point', index: 0 }));
      return [
        ...given,
        ...placed.map((point) => send({ type: 'add-point', ...point })),
        send({ type: 'algorithm', id }),
        ...Object.entries(values).map(([field, value]) => send({ type: 'set', field, value })),
      ].filter((refusal) => refusal !== null);
    },
    [points, algorithm, settings],
  );
  assert.deepEqual(refusals, []);
}

export async function openLaboratory(page) {
  const button = page.getByRole('button', { name: 'Laboratory', exact: true });
  // A dialog that closes gives the focus back to where it was, in a task of its own.
  await eventually('the button keeps the focus', async () => {
    await button.focus();
    return button.evaluate(async (node) => {
      const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
      for (let i = 0; i < 3; i += 1) await nextFrame();
      return !document.querySelector('dialog[open]') && document.activeElement === node;
    });
  });
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Bound' }).waitFor();
}

/** The panel on top. */
export const panel = (page) => page.getByRole('tabpanel');
export const start = (page) => panel(page).locator('.go button');

/** Chooses a kind of bound or a criterion and its settings. */
export async function choose(page, kind, settings = {}) {
  await panel(page).getByLabel(/^(Bound|Criterion)$/).selectOption(kind);
  for (const [label, value] of Object.entries(settings)) {
    const field = panel(page).getByLabel(label);
    await field.fill(value);
    await field.press('Enter');
  }
}

/** Makes a bound or a selection and waits until it is done or refused, which the laboratory has to outlive. */
export async function make(page) {
  // By key: what the worker answers meanwhile moves the button.
  await start(page).press('Enter');
  await page.waitForFunction(() => {
    if (document.querySelector('#laboratory > .problem').textContent !== '') return true;
    const shown = document.querySelector('#laboratory [role=tabpanel]:not([hidden])');
    const bar = shown.querySelector('progress');
    const done = !bar.hidden && bar.value === 1 && shown.querySelector('.go button').textContent !== 'Stop';
    return done || shown.querySelector('.problem[role=alert]:not(:empty)');
  });
  assert.equal(await page.locator('#laboratory > .problem').textContent(), '');
}

/** What a part of the panel on top shows. Engines differ in whether its last line has an end. */
const shownIn = async (page, part) => (await panel(page).locator(part).innerText()).trimEnd();

/** What will be done, before anything is. */
export const plan = (page) => shownIn(page, '.plan');

/** Waits until the plan says it. */
export const planned = (page, said) => eventually(`the plan says ${said}`, async () => said.test(await plan(page)));

/** How many different colours a canvas has. */
export const colours = (locator) =>
  locator.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

export const problem = (page) => panel(page).locator('.go .problem').textContent();
export const sentences = (page) => shownIn(page, '.sentences');
export const valueOf = async (locator) => Number(await locator.getAttribute('value'));
export const value = (page) => valueOf(panel(page).locator('.value'));
export const progress = (page) => panel(page).locator('progress').evaluate((bar) => bar.value);

/** The dialog is closed, and the focus is where it was when it opened. */
export async function focusReturned(page) {
  await page.waitForFunction(() => document.activeElement.textContent === 'Laboratory' && document.activeElement.closest('#mirror'));
  assert.equal(await page.isVisible('#laboratory'), false);
}

/** The terms on the screen by their meaning. */
export const terms = (page) =>
  panel(page)
    .locator('.terms dd')
    .evaluateAll((list) => list.map((entry) => [entry.textContent, Number(entry.querySelector('data').value)]));

export async function term(page, meaning) {
  const found = (await terms(page)).find(([text]) => text.endsWith(meaning));
  assert.ok(found, `there is no term "${meaning}"`);
  return found[1];
}

/** Every cell of the table, and the chosen one, against the command line's. */
export async function assertTable(page, expected) {
  const cells = panel(page).locator('td');
  const values = await cells.locator('data').evaluateAll((list) => list.map((entry) => Number(entry.value)));
  assert.equal(values.length, expected.cells.length);
  values.forEach((actual, i) => {
    assert.equal(actual, expected.cells[i].value, `cell ${i}`);
  });
  const chosen = await cells.evaluateAll((list) => list.flatMap((cell, i) => (cell.matches('.chosen') ? [i] : [])));
  assert.deepEqual(chosen, [expected.chosen.cell]);
}

export const gaussian = { C: 1, kernel: 'gaussian:sigma=1' };
