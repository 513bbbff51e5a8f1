// The data sets that the site carries, opened from the gallery and from the mirror.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { describePage, eventually, framesGoBy, quiet, Site, skip, until } from './support/site.mjs';

describe('data sets', { skip }, () => {
  const site = new Site();

  it('the list has all that the site carries, each with its source and licence', async () => {
    const page = await site.open();
    await page.keyboard.press('g');
    await quiet(page);
    await page.keyboard.type('Data sets');
    await quiet(page);
    await page.keyboard.press('Enter');
    await page.locator('#sets[open]').waitFor();
    const files = readdirSync(join(projectRoot, 'assets/data')).filter((name) => name.endsWith('.csv') && !name.includes('split'));
    const rows = await page.locator('#sets li').allTextContents();
    assert.equal(rows.length, files.length);
    for (const row of rows) assert.match(row, /Licence: /);
    await page.keyboard.press('Escape');
    await eventually('the list is closed', () => page.locator('#sets').isVisible(), (visible) => !visible);
    assert.equal((await describePage(page)).name, 'Four points');
    await site.close(page);
  });

  it('one is opened whole, standardised, and can be undone', async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Open a data set' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#sets').getByRole('button', { name: 'Heart' }).click();
    const now = await until(page, 'it is open', ({ name, projection }) => name === 'heart.csv' && projection.principal);
    assert.equal(now.points.length, 270);
    assert.equal(now.scaling, 'standard');
    assert.deepEqual(now.projection, { principal: true, x: 1, y: 2, learned: 'all', of: 13 });
    assert.equal(await page.locator('#sets').isVisible(), false);
    for (let i = 0; i < 3; i += 1) await page.evaluate(() => window.marginscope.apply({ type: 'undo' }));
    assert.equal((await describePage(page)).name, 'Four points');
    await site.close(page);
  });

  it('what machines learn from is chosen on the canvas by mouse and keys', async () => {
    const page = await site.open('', { viewport: { width: 1440, height: 1240 } });
    const text = 'a,b,c,label\n1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n';
    await page.evaluate((csv) => window.marginscope.apply({ type: 'csv', text: csv, name: 'three.csv' }), text);
    await quiet(page);
    await page.mouse.click(186, 904); // the list beside “Learn from”
    await quiet(page);
    await page.keyboard.press('ArrowDown');
    await quiet(page);
    await page.keyboard.press('Enter');
    const now = await until(page, 'two are learned from', ({ projection, busy }) => projection.learned === 'shown' && !busy);
    assert.equal(now.quantities.weights.length, 3);
    await site.close(page);
  });

  it('a set that comes once its list is closed, or another was pressed, takes no one’s place', async () => {
    const page = await site.open();
    const answers = await site.holdUp(page, /heart-[^/]*\.csv/);
    const sets = page.locator('#sets');
    const open = async () => {
      await page.getByRole('button', { name: 'Open a data set' }).focus();
      await page.keyboard.press('Enter');
      await sets.locator('button').first().waitFor();
    };
    await open();
    await sets.getByRole('button', { name: 'Heart' }).click();
    await answers.asked(1);
    await sets.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await sets.getByRole('button', { name: 'Heart' }).click();
    await sets.getByRole('button', { name: 'Breast cancer (Wisconsin)' }).click();
    await until(page, 'the other is open', ({ name, projection }) => name === 'wdbc.csv' && projection.principal);
    const { scene } = await describePage(page);
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).scene, scene);
    await site.close(page);
  });

  it('what cannot be loaded says so and leaves the scene', async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Open a data set' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#sets[open]').waitFor();
    await page.route('**/wdbc*.csv', (route) => route.fulfill({ status: 404, body: '' }));
    await page.locator('#sets').getByRole('button', { name: 'Breast cancer (Wisconsin)' }).click();
    const told = () => page.locator('#sets .problem').textContent();
    await eventually('it is said', told, (text) => /could not be loaded/.test(text));
    assert.equal((await describePage(page)).name, 'Four points');
    page.problems.length = 0; // the answer that was asked for
    await site.close(page);
  });
});
