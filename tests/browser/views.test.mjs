// The views of the machine: the space of weights, the proof and the distribution of the errors, by mouse, keyboard
// and mirror.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, eventually, quiet, ready, Site, skip, until } from './support/site.mjs';

/** The switch's segment of this index, on the plane's card. */
function segmentOf({ plane }, index) {
  return [plane.left + plane.width - 48 - 206 + (206 / 6) * (2 * index + 1), plane.top + 26];
}

/** Where a place of the space of weights is drawn. */
function pixelOfWeights({ plane, view: { weight_space: weights } }, a, b) {
  return [
    plane.left + ((a - weights.x0) / (weights.x1 - weights.x0)) * plane.width,
    plane.top + ((weights.y1 - b) / (weights.y1 - weights.y0)) * plane.height,
  ];
}

/** A pixel on the line of a pattern, far from those of the others and from what lies on the card; or null. */
function pixelOnLine(now, pattern) {
  const { plane, view: { weight_space: weights } } = now;
  const margin = (i, a, b) => weights.across[i] * a + weights.up[i] * b + weights.rest[i];
  const pixels = (i) =>
    Math.hypot((weights.across[i] * (weights.x1 - weights.x0)) / plane.width, (weights.up[i] * (weights.y1 - weights.y0)) / plane.height);
  for (let part = 0.02; part < 1; part += 0.01) {
    const a = weights.x0 + part * (weights.x1 - weights.x0);
    const b = -(weights.across[pattern] * a + weights.rest[pattern]) / weights.up[pattern];
    const [x, y] = pixelOfWeights(now, a, b);
    const inside = x > plane.left + 20 && x < plane.left + plane.width - 20 && y > plane.top + 90 && y < plane.top + plane.height - 40;
    const alone = weights.across.every((_, i) => i === pattern || Math.abs(margin(i, a, b)) / pixels(i) > 12);
    if (inside && alone) return [x, y];
  }
  return null;
}

describe('the views of the machine', { skip }, () => {
  const site = new Site();

  it('the switch shows the space of weights by mouse, and a click on a line selects its pattern', async () => {
    const page = await site.open();
    const start = await describePage(page);
    assert.equal(start.view.shown, 'points');
    await page.mouse.click(...segmentOf(start, 1));
    const now = await until(page, 'the weights are shown', ({ view }) => view.weight_space !== null);
    await quiet(page);
    const { present, wrong, across, up, rest } = now.view.weight_space;
    assert.deepEqual(wrong, across.map((_, i) => Number(!(across[i] * present[0] + up[i] * present[1] + rest[i] > 0))));
    let clicked = 0;
    for (let pattern = 0; pattern < across.length; pattern += 1) {
      const at = pixelOnLine(now, pattern);
      if (!at) continue;
      await page.mouse.click(...at);
      await until(page, `the line of pattern ${pattern} is selected`, ({ selected, patterns }) => patterns[selected] === pattern);
      clicked += 1;
    }
    assert.ok(clicked >= 2);
    assert.equal((await describePage(page)).points.length, start.points.length);
    await page.mouse.click(...segmentOf(start, 0));
    await until(page, 'the points are shown', ({ view }) => view.shown === 'points');
    await site.close(page);
  });

  it('on the four points one sees the machine walk into the version space; on xor there is none', async () => {
    const page = await site.open();
    await page.keyboard.press('w');
    const start = await until(page, 'the weights are shown', ({ view }) => view.weight_space !== null);
    assert.match(start.view.sentence, /1 of 4/);
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    const end = await until(page, 'all are right', ({ iteration, view }) => iteration === 4 && view.weight_space.version_space.length >= 6);
    assert.match(end.view.sentence, /All 4 patterns are right here/);
    assert.ok(!end.view.weight_space.wrong.includes(1));
    assert.equal(end.view.weight_space.path.length, 10);
    await apply(page, { type: 'problem', text: 'xor' });
    const none = await until(page, 'xor is seen', ({ view }) => view.weight_space.wrong.length === 4 || view.weight_space.wrong.length > 4);
    assert.deepEqual(none.view.weight_space.version_space, []);
    assert.match(none.view.sentence, /no part of this view/);
    await site.close(page);
  });

  it('keys choose the view and the pair of weights; what is not there says why', async () => {
    const page = await site.open();
    await page.keyboard.press('p');
    const refused = await until(page, 'a sentence says why', ({ notice }) => notice !== null);
    assert.match(refused.notice, /not separable/);
    assert.equal(refused.view.shown, 'points');
    await page.keyboard.press('w');
    await until(page, 'the weights are shown', ({ view }) => view.weight_space?.names.join() === 'w₁,w₂');
    await page.keyboard.press('o');
    await until(page, 'w₁ and w₀ are shown', ({ view }) => view.weight_space.names.join() === 'w₁,w₀');
    await page.keyboard.press('w');
    await until(page, 'the points are shown', ({ view }) => view.shown === 'points');
    await site.close(page);
  });

  it('the mirror chooses the view and the pair, tells what is seen, and names what is not there', async () => {
    const page = await site.open();
    const choice = page.getByLabel('View of the plane');
    await choice.selectOption('weight-space');
    await until(page, 'the weights are shown', ({ view }) => view.shown === 'weight-space');
    await eventually('the mirror tells of it', () => page.locator('#view-sentence').textContent(), (text) => text.includes('1 of 4'));
    await page.getByLabel('Weights across and up').selectOption({ label: 'w₂ and w₀' });
    await eventually('the mirror tells the weights', () => page.locator('#view-lines').textContent(), (text) => /w₂ = .*w₀ = /.test(text));
    const disabled = await choice.evaluate((select) => [...select.options].filter((option) => option.disabled).map(({ textContent }) => textContent));
    assert.equal(disabled.length, 1);
    assert.match(disabled[0], /not separable/);
    // A choice on the canvas is seen in the mirror, too.
    await page.locator('#canvas').focus();
    await page.keyboard.press('w');
    await eventually('the mirror has the points', () => choice.inputValue(), (value) => value === 'points');
    await site.close(page);
  });

  it('the view is kept for the next visit and is no edit', async () => {
    const page = await site.open();
    await page.keyboard.press('w');
    await until(page, 'the weights are shown', ({ view }) => view.shown === 'weight-space');
    assert.equal((await describePage(page)).can_undo, false);
    await quiet(page);
    await page.reload();
    await ready(page);
    await until(page, 'the weights are shown again', ({ view }) => view.shown === 'weight-space');
    // What is chosen last, with no frame before the page is left, as well.
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => {
      document.getElementById('canvas').dispatchEvent(new window.KeyboardEvent('keydown', { key: 'w', code: 'KeyW', bubbles: true }));
      if (window.marginscope.describe().view.shown !== 'points') throw new Error('The key was not taken.');
      window.location.reload();
    });
    await loaded;
    await ready(page);
    assert.equal((await describePage(page)).view.shown, 'points');
    await site.close(page);
  });

  it('a run that ends as not separable shows its proof, and so do dual variables of a linear machine', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'xor' });
    await apply(page, { type: 'algorithm', id: 'hk' });
    // It has its proof at the start.
    await page.keyboard.press('p');
    const proof = await until(page, 'the proof is shown', ({ view }) => view.proof !== null);
    assert.match(proof.view.sentence, /^Both classes can be mixed to this very point, so no line has them on different sides/);
    const [x0, y0, x1, y1] = proof.view.proof.places;
    assert.ok(Math.hypot(x1 - x0, y1 - y0) < 1e-9);
    await eventually('the mirror tells the shares', () => page.locator('#view-lines').textContent(), (text) => text.includes('point 1 with'));
    await apply(page, { type: 'problem', text: 'two-gaussians' });
    await until(page, 'the points are shown meanwhile', ({ view }) => view.shown === 'points');
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'end' });
    const nearest = await until(page, 'the nearest points are shown', ({ view }) => view.proof !== null);
    assert.match(nearest.view.sentence, /w leads from the one to the other/);
    await site.close(page);
  });

  it('the distribution counts every error, on the canvas and in the mirror', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap:n=60' });
    await apply(page, { type: 'split-validation', fraction: 0.25 });
    await page.getByText('How many errors lie where').evaluate((summary) => summary.click());
    const cells = () =>
      page.evaluate(() => [...document.querySelectorAll('#distribution tbody tr')].map((row) => [...row.cells].map(({ textContent }) => Number(textContent.replace('−', '-')))));
    const counts = await eventually('the table has counts', cells, (rows) => rows.length > 2);
    const now = await describePage(page);
    const apart = now.points.filter(({ part }) => part === 'validation').length;
    const sum = (column) => counts.reduce((all, row) => all + row[column], 0);
    assert.equal(sum(2), now.points.length - apart);
    assert.equal(sum(3), apart);
    await apply(page, { type: 'step', count: 5 });
    const later = await eventually('the table follows', cells, (rows) => JSON.stringify(rows) !== JSON.stringify(counts));
    assert.equal(later.reduce((all, row) => all + row[2], 0), now.points.length - apart);
    await site.close(page);
  });
});
