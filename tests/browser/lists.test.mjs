// The lists that open over the canvas, the page's one help, and what is said first.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildFolder, projectRoot } from '../../wasm/toolchain/paths.mjs';
import { tap } from './support/fingers.mjs';
import { apply, describePage, pictureOf, pixelOf, quiet, Site, skip, until } from './support/site.mjs';

const screenshots = join(buildFolder, 'screenshots');
mkdirSync(screenshots, { recursive: true });

describe('lists, help and first steps', { skip }, () => {
  const site = new Site();

  it('the scene’s name opens the gallery, where letters and Enter choose', async () => {
    const page = await site.open();
    // In the header, left of “Lessons”, “Laboratory” and “Share”.
    await page.mouse.click(994, 28);
    await quiet(page);
    await page.keyboard.type('moons');
    await page.keyboard.press('Enter');
    const now = await until(page, 'the moons are there', ({ name }) => name === 'Moons');
    assert.equal(now.iteration, 0);
    await page.keyboard.press('ArrowRight');
    await until(page, 'the keys are those of the playground again', ({ iteration }) => iteration === 1);
    await site.close(page);
  });

  it('the settings of a rule stay open, and no other’s, where one above it is removed', async () => {
    const rows = { first: 511, second: 564 };
    const open = async (text, row) => {
      const page = await site.open('v=1&problem=overlap&algorithm=hk');
      await apply(page, { type: 'rules', text });
      await quiet(page);
      await page.mouse.click(104, row);
      await quiet(page);
      return page;
    };
    const pictureOfRules = async (page) => {
      await page.mouse.move(700, 450);
      await quiet(page);
      return pictureOf(page, { clip: { x: 0, y: 480, width: 300, height: 300 } });
    };
    const others = 'objective-change:threshold=1e-5 objective-change:threshold=1e-3';
    const page = await open(`objective-change ${others}`, rows.second);
    await page.mouse.click(259, rows.first);
    await until(page, 'the first is removed', ({ rules }) => rules === others);
    const picture = await pictureOfRules(page);
    // A page behind another may hear nothing of the pointer.
    await site.close(page);
    const without = await open(others, rows.first);
    assert.ok(picture.equals(await pictureOfRules(without)));
    await site.close(without);
  });

  it('the ? key opens the help of the page, and closes it', async () => {
    const page = await site.open();
    const help = page.locator('#help');
    await page.keyboard.press('?');
    await help.waitFor({ state: 'visible' });
    assert.match(await help.innerText(), /What the picture shows[\s\S]*Keys[\s\S]*this help/);
    await page.keyboard.press('?');
    await help.waitFor({ state: 'hidden' });
    await quiet(page);
    assert.equal(await help.isVisible(), false, 'it stays closed');
    await site.close(page);
  });

  it('the mirror has the algorithms in groups, and the first steps until one is taken', async () => {
    const page = await site.open();
    const groups = await page
      .getByLabel('Algorithm', { exact: true })
      .nth(1)
      .evaluate((select) => [...select.querySelectorAll('optgroup')].map(({ label, children }) => [label, children.length]));
    assert.deepEqual(
      groups.map(([label]) => label),
      ['Least squares and Ho-Kashyap', 'Support vector machines', 'Ridge', 'Perceptron', 'Several classes', 'Regression'],
    );
    const all = readFileSync(join(projectRoot, 'src/solvers/every_algorithm.def'), 'utf8').match(/^ALGORITHM\(/gm);
    assert.equal(groups.reduce((sum, [, count]) => sum + count, 0), all.length);
    const steps = page.locator('#mirror').getByRole('listitem').filter({ hasText: 'Ho-Kashyap mends it' });
    await steps.waitFor({ state: 'attached' });
    assert.equal((await describePage(page)).first_steps.length, 3);
    await apply(page, { type: 'step', count: 4 });
    await steps.waitFor({ state: 'detached' });
    assert.equal((await describePage(page)).record.training_error, 0);
    await site.close(page);
  });

  it('a tap on a point opens its menu, where keys change it too', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const earlier = await describePage(page);
    await tap(page, pixelOf(earlier, earlier.points[1].x, earlier.points[1].y));
    await until(page, 'the point is selected', ({ selected }) => selected === 1);
    await quiet(page);
    await pictureOf(page, { path: join(screenshots, 'phone-point.png') });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const now = await until(page, 'the other class', ({ points }) => points[1].label === -1);
    assert.equal(now.points.length, earlier.points.length);
    await site.close(page);
  });
});
