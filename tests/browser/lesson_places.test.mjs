// Where a reader is: in the address, and when the page is loaded again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asked, begun, isDone, openLesson, panel, press, step } from './support/lessons.mjs';
import { apply, describePage, eventually, ready, Site, skip, until, untilKept } from './support/site.mjs';

describe('places in lessons', { skip }, () => {
  const site = new Site();

  const fisher = '13-fisher-and-three-groups';
  const place = (page) => step(page).locator('.soft').first().textContent();
  const progress = (page) => page.evaluate((id) => window.localStorage[`marginscope-lesson-${id}`], fisher);
  const inAddress = async (page) => {
    const { scene } = await describePage(page);
    await eventually('the address has the scene', () => page.evaluate(() => window.location.hash.slice(1)), (hash) => hash === scene);
    return scene;
  };
  const beside = async (page, address) => {
    const other = await page.context().newPage();
    await other.goto(address);
    await ready(other);
    return other;
  };

  it('the address follows lesson and step, and loaded again the page goes on there with the scene as it was left', async () => {
    const page = await openLesson(site, '13', 2);
    const entries = await page.evaluate(() => window.history.length);
    for (let at = 3; at <= 5; at += 1) {
      await begun(page);
      await press(page, 'Next');
      assert.equal(await asked(page), `?lesson=${fisher}&step=${at}`);
    }
    const { iteration } = await begun(page);
    await apply(page, { type: 'move-points', dx: 0, dy: 0.25, index: '4,5,6,7' });
    await untilKept(page);
    const scene = await inAddress(page);
    assert.equal(await page.evaluate(() => window.history.length), entries);
    assert.equal(await progress(page), '4');
    for (let i = 0; i < 2; i += 1) {
      await page.reload();
      await ready(page);
      await begun(page);
      assert.match(await place(page), /^Step 5 of/);
      assert.equal((await describePage(page)).scene, scene);
      assert.equal(await progress(page), '4');
    }
    // The step is about how it began, not about how it was left.
    await apply(page, { type: 'move-points', dx: 0, dy: 1.25, index: '4,5,6,7' });
    await eventually('it is done', () => isDone(page));
    await press(page, 'This step’s scene again');
    await begun(page);
    assert.equal((await describePage(page)).iteration, iteration);
    // Handed on, the address has both, too.
    await apply(page, { type: 'move-points', dx: 0, dy: 0.5, index: '4,5,6,7' });
    await untilKept(page);
    const handed = await inAddress(page);
    const other = await beside(page, page.url());
    await begun(other);
    assert.match(await place(other), /^Step 5 of/);
    assert.equal((await describePage(other)).scene, handed);
    await other.close();
    await site.close(page);
  });

  it('a lesson that is closed is in the address no more: what is open then comes again, here and in another page', async () => {
    const page = await openLesson(site, '13', 2);
    await begun(page);
    await press(page, 'Close');
    assert.equal(await asked(page), '');
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    const scene = await inAddress(page);
    const other = await beside(page, page.url());
    await page.bringToFront();
    await page.reload();
    await ready(page);
    for (const each of [page, other]) {
      await until(each, 'the scene is there', (now) => now.scene === scene);
      assert.equal(await panel(each).count(), 0);
    }
    await other.close();
    // The list is in the address while it is there, and gives way to the gallery.
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).locator('ol.list').waitFor();
    assert.equal(await asked(page), '?lessons');
    await press(page, 'Gallery');
    await panel(page).locator('.cards').first().waitFor();
    assert.equal(await asked(page), '');
    await site.close(page);
  });

  it('a link to a step lowers nobody’s progress', async () => {
    const page = await openLesson(site, '13', 4);
    await eventually('it is kept', () => progress(page), (kept) => kept === '3');
    await page.goto('about:blank');
    await page.goto(`${site.url}?lesson=13&step=2`);
    await ready(page);
    await begun(page);
    assert.match(await place(page), /^Step 2 of/);
    await press(page, 'Back');
    await begun(page);
    assert.equal(await progress(page), '3');
    await site.close(page);
  });

  it('loaded again amid a lesson, the page still leads back to the scene from before', async () => {
    const page = await site.open('v=1&problem=moons');
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).locator('ol.list button').nth(0).click();
    await begun(page);
    await press(page, 'Next');
    await begun(page);
    await page.reload();
    await ready(page);
    await begun(page);
    assert.match(await place(page), /^Step 2 of/);
    while (await panel(page).getByRole('button', { name: 'Next', exact: true }).isVisible()) await press(page, 'Next');
    await press(page, 'To the end');
    await page.reload();
    await ready(page);
    await begun(page);
    await press(page, 'To the end');
    await press(page, 'Back to the scene from before');
    await until(page, 'it is back', ({ name }) => name === 'Moons');
    await site.close(page);
  });

  it('Back to another scene leaves the lesson where it is, and the address says so; what else it asks for stays', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?embed=transport,menus&lesson=13&step=2`);
    await ready(page);
    await begun(page);
    const scene = await inAddress(page);
    await page.evaluate(() => {
      window.location.hash = 'v=1&problem=xor';
    });
    await until(page, 'the link is open', ({ name }) => name === 'Exclusive or');
    await press(page, 'Next');
    await begun(page);
    assert.equal(await asked(page), `?embed=transport,menus&lesson=${fisher}&step=3`);
    await inAddress(page);
    await page.goBack();
    await until(page, 'the scene is back', (now) => now.scene === scene);
    assert.match(await place(page), /^Step 3 of/);
    assert.equal(await asked(page), `?embed=transport,menus&lesson=${fisher}&step=3`);
    await site.close(page);
  });
});
