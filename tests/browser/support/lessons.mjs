// A lesson beside the canvas, as a reader has it.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../wasm/toolchain/paths.mjs';
import { apply, eventually, quiet, ready, until } from './site.mjs';

export const ids = readdirSync(join(projectRoot, 'assets/lessons')).map((file) => file.replace(/\.md$/, ''));

export async function openLesson(site, id, step = 1, options = {}) {
  const page = await site.blank(options);
  await page.goto(`${site.url}?lesson=${id}&step=${step}`);
  await ready(page);
  await page.locator('#side .step').waitFor();
  return page;
}

/** A number as lessons write it. */
export const fixed = (value) => value.toFixed(1).replace(/^-(?=0\.0$)/, '').replace('-', '−');

export const panel = (page) => page.locator('#side');
export const step = (page) => panel(page).locator('.step');
export const feedback = (page) => panel(page).locator('.feedback').textContent();
export const press = (page, name) => panel(page).getByRole('button', { name, exact: true }).click();

/** The step's scene is there, and nothing is under way. */
export async function begun(page) {
  await panel(page).locator('.step[aria-busy=false]').waitFor();
  return until(page, 'nothing is under way', ({ busy }) => !busy);
}

export const isDone = (page) => step(page).evaluate((node) => node.classList.contains('done'));

/** What the page's address asks for. */
export const asked = (page) => page.evaluate(() => window.location.search);

/** Presses “Show me”, and gives what the step then says and what there is to see. */
export async function shown(page, where, by = () => press(page, 'Show me')) {
  await by();
  await eventually(`${where} is done`, () => isDone(page));
  const { scene, notice, selected, view } = await until(page, `${where} is still`, ({ busy }) => !busy);
  return { said: await feedback(page), scene, notice, selected, view: view.shown };
}

/** A scene that has nothing of what steps are about. */
const elsewhere = 'v=1&problem=sinc&algorithm=rls';

/** Goes through the present step by what it shows itself, which is the same however often it is asked for, after a detour, too. */
export async function takeStep(page, where) {
  await begun(page);
  assert.equal(await isDone(page), false, `${where} is done before anything was`);
  await apply(page, { type: 'replace', text: elsewhere });
  await quiet(page);
  assert.equal(await isDone(page), false, `${where} is done by another scene`);
  await apply(page, { type: 'undo' });
  const first = await shown(page, where);
  assert.match(first.said, /\S/, `${where} says nothing`);
  assert.doesNotMatch(first.said, /undefined|NaN|null|Infinity/, `${where} says: ${first.said}`);
  assert.equal(first.notice, null, where);
  assert.deepEqual(await shown(page, where), first, `${where}, asked for twice`);
  assert.deepEqual(await shown(page, where, () => panel(page).getByRole('button', { name: 'Show me', exact: true }).dblclick()), first, `${where}, by a double click`);
}
