// What the page does when the core itself fails: it says so, keeps the scene and starts again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, eventually, framesGoBy, ready, refusalOf, Site, skip, until } from './support/site.mjs';

/** Lets no memory come from now on, and asks for much. The description throws from then on. */
async function runOutOfMemory(page) {
  await page.evaluate(() => {
    window.WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('No memory is left.');
    };
    const row = '1,2,3,4,5,6,7,8,9,10,';
    const text = Array.from({ length: 400_000 }, (_, i) => `${row}${i % 2}`).join('\n');
    window.marginscope.apply({ type: 'csv', text, name: 'large.csv' });
  });
}

const shown = (page) => page.evaluate(() => document.getElementById('fault').open);
const textOf = (page) => page.evaluate(() => document.getElementById('fault').innerText);

describe('when the playground fails', { skip }, () => {
  const site = new Site();

  it('says that memory has run out, refuses further commands with it, and starts again with the scene', async () => {
    const page = await site.open();
    await apply(page, { type: 'add-point', x: 3, y: 4, label: -1 });
    await apply(page, { type: 'algorithm', id: 'smo' });
    const { points } = await describePage(page);
    await runOutOfMemory(page);
    await eventually('the fault is told', () => shown(page));
    assert.match(await textOf(page), /ran out of memory/);
    assert.match(await textOf(page), /Your points and settings are kept/);
    assert.match(await refusalOf(page, { type: 'end' }), /ran out of memory/);
    await assert.rejects(describePage(page), /ran out of memory/);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'fault-again');
    // Nothing behind it goes on, and Escape leads nowhere.
    await page.keyboard.press('Escape');
    assert.equal(await shown(page), true);

    const started = page.waitForEvent('load');
    await page.click('#fault-again');
    await started;
    await ready(page);
    const again = await until(page, 'the scene is open', ({ busy }) => !busy);
    assert.deepEqual(again.points, points);
    assert.equal(again.algorithm, 'smo');
    assert.match(await page.evaluate(() => window.location.hash), /algorithm=smo/);
    await page.context().close();
  });

  it('keeps a scene that is too long for a link, saves it as a file, and begins anew', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap:n=2000', seed: 3 });
    await apply(page, { type: 'move-point', index: 0, x: 0.5, y: 0.5 });
    const { points } = await describePage(page);
    await runOutOfMemory(page);
    await eventually('the fault is told', () => shown(page));
    const download = page.waitForEvent('download');
    await page.click('#fault-save');
    assert.equal((await download).suggestedFilename(), 'scene.txt');
    let started = page.waitForEvent('load');
    await page.click('#fault-again');
    await started;
    await ready(page);
    assert.deepEqual((await until(page, 'the scene is open', ({ busy }) => !busy)).points, points);

    await runOutOfMemory(page);
    await eventually('the fault is told', () => shown(page));
    started = page.waitForEvent('load');
    await page.click('#fault-anew');
    await started;
    await ready(page);
    assert.equal((await describePage(page)).points.length, 4);
    await page.context().close();
  });

  it('tells of any other mistake by its own words', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      // The canvas that frames are drawn on is gone for the core: WebGL's functions are not there.
      for (const name of ['drawElements', 'bufferData', 'clear']) {
        window.WebGL2RenderingContext.prototype[name] = () => {
          throw new Error('WebGL broke down');
        };
      }
      window.marginscope.apply({ type: 'step', count: 1 });
    });
    await eventually('the fault is told', () => shown(page));
    assert.match(await textOf(page), /a mistake of its own \(WebGL broke down\)/);
    await page.context().close();
  });

  it('tells of a mistake while it starts, and those who wait for it as well', async () => {
    const page = await site.blank();
    await page.addInitScript(() => {
      window.WebGL2RenderingContext.prototype.drawElements = () => {
        throw new Error('WebGL broke down');
      };
    });
    await page.goto(site.url);
    await assert.rejects(ready(page), /WebGL broke down/);
    assert.match(await textOf(page), /WebGL broke down/);
    // Nothing asks it for anything any more.
    const problems = [...page.problems];
    await page.setViewportSize({ width: 900, height: 700 });
    await framesGoBy(page, 3);
    assert.deepEqual(page.problems, problems);
    await page.context().close();
  });
});
