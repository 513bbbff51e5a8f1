// Lessons on a phone, and by finger.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engine } from './support/engines.mjs';
import { fingersOn, tap } from './support/fingers.mjs';
import { begun, feedback, ids, openLesson, panel, press, step, takeStep } from './support/lessons.mjs';
import { describePage, eventually, freePixels, pixelOf, quiet, Site, skip, until } from './support/site.mjs';

describe('lessons on phones', { skip }, () => {
  const site = new Site();

  it('on a phone the panel lies below the canvas, and a lesson can be taken', async () => {
    const page = await openLesson(site, ids[0], 1, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const [above, below] = await Promise.all([page.locator('#canvas').boundingBox(), panel(page).boundingBox()]);
    assert.ok(above.y + above.height <= below.y + 1);
    await takeStep(page, 'step 1');
    await site.close(page);
  });

  it('on a phone all of the picture for a line can be seen at once, its panel scrolls from it, and a finger on an end moves the line', async () => {
    for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 640, height: 360 }]) {
      const page = await openLesson(site, '01', 1, { viewport, hasTouch: true, isMobile: engine === 'chromium' });
      await begun(page);
      await page.evaluate(() => document.fonts.ready); // the text wraps anew with them
      const body = panel(page).locator('.body');
      const scrolled = () => body.evaluate(({ scrollTop }) => scrollTop);
      const picture = panel(page).locator('.guess');
      await page.keyboard.press('Shift'); // After the focus has come nobody has scrolled before doing anything.
      await picture.evaluate((node) => {
        const scroller = node.closest('.body');
        scroller.scrollTop += node.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
      });
      await quiet(page);
      const [seen, box] = await Promise.all([body.boundingBox(), picture.boundingBox()]);
      const where = JSON.stringify({ viewport, seen, box });
      assert.ok(box.y >= seen.y && box.y + box.height <= seen.y + seen.height + 1, where);
      assert.ok(Math.abs(box.width - box.height) < 1, where);
      // The other engines take a finger for a script's, which captures nothing and scrolls nothing.
      const isTouched = engine === 'chromium';
      const { mouse } = page;
      const byMouse = { down: (at) => mouse.move(...at).then(() => mouse.down()), move: (at) => mouse.move(...at), up: () => mouse.up() };
      const pointer = isTouched ? fingersOn(page) : byMouse;
      const drag = async ([x, y], [across, down]) => {
        await pointer.down([x, y]);
        for (let i = 1; i <= 10; i += 1) await pointer.move([x + (across * i) / 10, y + (down * i) / 10]);
        await pointer.up();
      };
      const end = panel(page).locator('.guess .end').first();
      const place = () => end.getAttribute('aria-valuetext');
      const [before, began] = [await place(), await scrolled()];
      const { x, y, width, height } = await end.boundingBox();
      // A finger may come down beside its middle, on a circle of 24 pixels at the least.
      const middle = [x + width / 2, y + height / 2];
      for (const [across, down] of [[11, 0], [-11, 0], [0, 11], [0, -11]]) {
        const holds = await page.evaluate((at) => document.elementFromPoint(...at).closest('.end') !== null, [middle[0] + across, middle[1] + down]);
        assert.ok(holds, `${across}, ${down} ${where}`);
      }
      await drag([middle[0] + 10, middle[1]], [-30, 40]);
      await eventually('the end has moved', place, (text) => text !== before);
      assert.equal(await scrolled(), began, `the panel has scrolled: ${where}`);
      if (isTouched) {
        await drag([box.x + 0.8 * box.width, box.y + 0.8 * box.height], [0, -0.7 * box.height]);
        await eventually('the panel has scrolled', scrolled, (top) => top > began);
      }
      await site.close(page);
    }
  });

  it('on a phone that lies on its side the panel is beside the canvas, which keeps a plane to be touched', async () => {
    for (const viewport of [{ width: 844, height: 390 }, { width: 390, height: 700 }]) {
      const page = await openLesson(site, '05-outliers-and-absolute-errors', 1, { viewport, hasTouch: true });
      await quiet(page);
      const [canvas, beside] = await Promise.all([page.locator('#canvas').boundingBox(), panel(page).boundingBox()]);
      if (viewport.width > viewport.height) assert.ok(canvas.x + canvas.width <= beside.x + 1 && beside.height === viewport.height);
      const now = await describePage(page);
      assert.ok(now.plane.width >= 240 && now.plane.height >= 150, JSON.stringify(now.plane));
      await site.close(page);
    }
  });

  it('a tap on a point answers, and no menu comes to lie over what is then shown', async () => {
    const page = await openLesson(site, '02-the-margin-vector', 1, { viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const at of [1, 2]) {
      await begun(page);
      await quiet(page);
      const now = await describePage(page);
      // One after the other: what is wrong is told, too.
      for (const { x, y } of now.points) {
        if (await step(page).evaluate((node) => node.classList.contains('done'))) break;
        const before = await feedback(page);
        await tap(page, pixelOf(now, x, y));
        await eventually(`step ${at} answers`, () => feedback(page), (said) => said !== before);
      }
      await eventually(`step ${at} is done`, () => step(page).evaluate((node) => node.classList.contains('done')));
      await quiet(page);
      // With a menu open, a tap beside it would close that and do nothing else.
      const after = await describePage(page);
      await tap(page, freePixels(after, 1, 30)[0]);
      await until(page, 'a point is added', ({ points }) => points.length === after.points.length + 1);
      await press(page, 'Next');
    }
    await site.close(page);
  });
});
