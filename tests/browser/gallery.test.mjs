// The gallery beside the canvas, and as a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { asked, panel, press } from './support/lessons.mjs';
import { describePage, dropFile, eventually, framesGoBy, ready, Site, skip, until } from './support/site.mjs';

describe('the gallery', { skip }, () => {
  const site = new Site();

  it('a scene of the gallery opens by a press, and its picture is there', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    const card = panel(page).locator('.cards button').first();
    await card.scrollIntoViewIfNeeded();
    await eventually('its picture is there', () => card.locator('img.light').evaluate((image) => image.naturalWidth > 0));
    await card.press('Enter');
    await until(page, 'its scene is open', ({ algorithm, busy }) => !busy && algorithm === 'ols');
    await site.close(page);
  });

  const gallery = parse(readFileSync(join(projectRoot, 'assets/gallery.yaml'), 'utf8')).flatMap(({ scenes }) => scenes);
  /** What a picture of this entry shows: the iteration, and what the plane then has. */
  const pictured = ({ scene, view }) => ({
    iteration: Number(/&iteration=(\d+)/.exec(scene)?.[1] ?? 0),
    shown: { weights: 'weight-space', proof: 'proof' }[view] ?? 'points',
  });
  const opened = async (page, entry) => {
    const wanted = pictured(entry);
    const now = await until(page, `${entry.id} is open as it is pictured`, ({ busy, iteration, view }) => !busy && iteration === wanted.iteration && view.shown === wanted.shown);
    assert.doesNotMatch(now.headline, /Nothing is learned/, entry.id);
    return now;
  };

  it('a scene of the gallery opens at the iteration and in the view that its picture shows, whatever was chosen before', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    for (const [at, entry] of gallery.entries()) {
      await panel(page).locator('.cards button').nth(at).click();
      await opened(page, entry);
    }
    await site.close(page);
  });

  it('a file that comes late does not take the place of a scene of the gallery that was pressed meanwhile', async () => {
    const page = await site.blank();
    const answers = await site.holdUp(page, /opening-[^/]*\.js/);
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    await dropFile(page, 'late.csv', '1,2,1\n3,4,0\n');
    await answers.asked(1);
    await panel(page).locator('.cards button').first().click();
    const { scene } = await opened(page, gallery[0]);
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).scene, scene);
    await site.close(page);
  });

  it('the page of the gallery needs no script, and each of its links opens', async () => {
    const page = await site.blank({ javaScriptEnabled: false });
    await page.goto(`${site.url}gallery.html`);
    const links = await page.locator('.cards a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.equal(links.length, gallery.length);
    await site.close(page);
    const open = await site.open();
    for (const link of links) {
      const scene = link.slice(link.indexOf('#') + 1);
      const refusal = await open.evaluate((text) => window.marginscope.apply({ type: 'scene', text }), scene);
      assert.equal(refusal, null, link);
    }
    // What was chosen last counts for a visit of its own, not for a link that says what it shows.
    for (const id of ['four-points-weights', 'widest-margin', 'nearest-points']) {
      const at = gallery.findIndex((entry) => entry.id === id);
      await open.goto('about:blank');
      await open.goto(new URL(links[at], site.url).href);
      await ready(open);
      await opened(open, gallery[at]);
      assert.equal(await asked(open), '');
    }
    await open.locator('#canvas').press('w');
    const chosen = await until(open, 'the weights are chosen', ({ view }) => view.shown === 'weight-space');
    await open.reload();
    await ready(open);
    await until(open, 'they are there again', ({ scene, view }) => scene === chosen.scene && view.shown === 'weight-space');
    await site.close(open);
  });
});
