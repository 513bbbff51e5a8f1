// What the page does when the core itself fails: it says so, keeps the scene and starts again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { distFolder } from '../../wasm/toolchain/paths.mjs';
import { beginAnew, breakDown } from './support/damage.mjs';
import { choose, openLaboratory, panel, problem, start } from './support/laboratory.mjs';
import { apply, copyOfSite, describePage, dropFile, eventually, framesGoBy, ready, refusalOf, resize, rewrite, says, Site, skip, until, without } from './support/site.mjs';

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

/** A page whose storage takes nothing more. */
async function openFull(site, fragment) {
  const page = await site.blank();
  await page.addInitScript(() => {
    window.Storage.prototype.setItem = () => {
      throw new window.DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(`${site.url}#${fragment}`);
  await ready(page);
  return page;
}

/** More points than fit in an address. */
async function openMany(page) {
  const text = Array.from({ length: 40_000 }, (_, i) => `${(Math.sin(i) * 1e3).toFixed(12)},${(Math.cos(1.7 * i) * 1e3).toFixed(12)},${i % 2}`).join('\n');
  await apply(page, { type: 'csv', text, name: 'many.csv' });
}

const shown = (page) => page.evaluate(() => document.getElementById('fault').open);
const textOf = (page) => page.evaluate(() => document.getElementById('fault').innerText);

describe('what does not fit', { skip }, () => {
  const site = new Site();

  it('is refused before it begins, with numbers, and what is open stays', async () => {
    const page = await site.open();
    const { points } = await describePage(page);
    const rows = Array.from({ length: 200_001 }, (_, i) => `${i % 7},${i % 11},${i % 2}`).join('\n');
    assert.match(await refusalOf(page, { type: 'csv', text: rows, name: 'large.csv' }), /^large\.csv has 200001 rows; up to 200000 are shown/);
    await dropFile(page, 'huge.csv', '1,2,1\n'.repeat(84_000), 100);
    await says(page, 'huge.csv has 50400000 bytes; files up to 50000000 bytes can be opened.');
    assert.deepEqual((await describePage(page)).points, points);

    // A matrix of 20,000 × 20,000 numbers is 3.2 GB.
    const many = Array.from({ length: 20_000 }, (_, i) => `${i % 101},${i % 103},${i % 2}`).join('\n');
    await apply(page, { type: 'csv', text: many, name: 'many.csv' });
    await apply(page, { type: 'algorithm', id: 'rls' });
    await apply(page, { type: 'set', field: 'kernel', value: 'gaussian:sigma=1' });
    assert.match(
      (await describePage(page)).trouble,
      /needs [\d.]+ GB of memory for 20000 training patterns with 2 features, and 1\.2 GB are there for it; keep at most \d+/,
    );

    // The laboratory as well, before it is asked to begin, and when it is.
    await openLaboratory(page);
    const refuses = /^Regularised least squares needs 3\.21 GB of memory for 20000 training patterns with 2 features, and 1\.17 GB are there for it; keep at most \d+\.$/;
    await eventually('it says what does not fit', () => panel(page).getByLabel('Bound').evaluate((list) => list.closest('.field').textContent), (text) => text.includes('needs 3.21 GB'));
    await start(page).click();
    await eventually('it refuses', () => problem(page), (text) => refuses.test(text));
    await site.close(page);
  });
});

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
    const started = page.waitForEvent('load');
    await page.click('#fault-again');
    await started;
    await ready(page);
    assert.deepEqual((await until(page, 'the scene is open', ({ busy }) => !busy)).points, points);

    await runOutOfMemory(page);
    await eventually('the fault is told', () => shown(page));
    await beginAnew(page);
    await page.context().close();
  });

  it('says that a scene is not kept for which there is no room, saves it as a file, and begins anew only when asked', async () => {
    const page = await openFull(site, 'v=1&problem=four-points&algorithm=hk');
    await openMany(page);
    const { scene } = await describePage(page);
    await breakDown(page);
    await eventually('the fault is told', () => shown(page));
    assert.match(await textOf(page), /Your points and settings are not kept, for which this browser has no room: save the scene as a file/);
    assert.equal(await page.locator('#fault-again').isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'fault-save');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    assert.equal((await readFile(await (await download).path(), 'utf8')).trim(), scene);
    await beginAnew(page);
    await page.context().close();
  });

  it('where nothing can be kept, starts again with a scene that fits in an address, and stays with one that does not', async () => {
    const page = await openFull(site, 'v=1&problem=overlap:n=2000&seed=3&algorithm=hk');
    await apply(page, { type: 'move-point', index: 0, x: 0.5, y: 0.5 });
    const { points } = await describePage(page);
    await breakDown(page);
    await eventually('the fault is told', () => shown(page));
    assert.match(await textOf(page), /Your points and settings are kept/);
    const started = page.waitForEvent('load');
    await page.click('#fault-again');
    await started;
    await ready(page);
    assert.deepEqual((await until(page, 'the scene is open', ({ busy }) => !busy)).points, points);

    await openMany(page);
    await page.evaluate(() => document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    await page.getByRole('button', { name: 'Load the page again with them' }).click();
    await page.getByText('This browser has no room to take so many points along: save the scene as a file').waitFor();
    assert.equal((await describePage(page)).points.length, 40_000);
    const download = page.waitForEvent('download');
    await page.locator('#toast').getByRole('button', { name: 'Save the scene' }).click();
    assert.equal((await download).suggestedFilename(), 'scene.txt');
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

  it('stays told, however often somebody presses Escape', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      window.WebGL2RenderingContext.prototype.drawElements = () => {
        throw new Error('WebGL broke down');
      };
      window.marginscope.apply({ type: 'step', count: 1 });
    });
    await eventually('the fault is told', () => shown(page));
    for (let i = 0; i < 4; i += 1) {
      await page.keyboard.press('Escape');
      await framesGoBy(page, 3);
      await eventually('it is still told', () => shown(page));
    }
    const loaded = page.waitForEvent('load');
    await page.click('#fault-anew');
    await loaded;
    await ready(page);
    await page.context().close();
  });

  it('tells of a trap and of a stack that is too deep, with the scene kept', async () => {
    const faults = [
      // (func unreachable)
      [() => {
        const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11];
        window.WebGL2RenderingContext.prototype.drawElements = new window.WebAssembly.Instance(new window.WebAssembly.Module(new Uint8Array(code))).exports.trap;
      }, /a mistake of its own \(.*unreachable/i],
      [() => {
        window.WebGL2RenderingContext.prototype.drawElements = function deeper() {
          deeper();
        };
      }, /a mistake of its own \(.*(call stack|recursion)/],
    ];
    for (const [fault, said] of faults) {
      const page = await site.open('v=1&problem=moons&algorithm=smo');
      await apply(page, { type: 'step', count: 3 });
      const { scene } = await describePage(page);
      await page.evaluate(fault);
      await page.evaluate(() => window.marginscope.apply({ type: 'step', count: 0 }));
      await eventually('the fault is told', () => shown(page));
      assert.match(await textOf(page), said);
      assert.match(page.problems.join(), /^console: [^]*(wasm|deeper)/, 'the console has where it was');
      assert.ok(await page.evaluate((open) => Object.keys(window.localStorage).some((key) => key.startsWith('marginscope-scene-') && window.localStorage[key] === open), scene));
      const started = page.waitForEvent('load');
      await page.click('#fault-again');
      await started;
      await ready(page);
      await until(page, 'the scene is open', (now) => now.scene === scene);
      await page.context().close();
    }
  });

  it('says that the canvas is gone where it does not come back, and takes it back; in a frame as well', async () => {
    for (const search of ['', '?embed']) {
      const page = await site.blank();
      await page.goto(`${site.url}${search}#v=1&problem=moons&algorithm=hk`);
      await ready(page);
      await apply(page, { type: 'step', count: 2 });
      const { scene } = await describePage(page);
      const lose = () =>
        page.evaluate(() => {
          window.lender = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
          window.lender.loseContext();
        });
      await lose();
      await page.getByText('The browser has taken the canvas away and not given it back').waitFor();
      await page.evaluate(() => window.lender.restoreContext());
      await says(page, 'The canvas is back.');
      await lose();
      const again = page.getByRole('button', { name: 'Load the page again with them' });
      await again.waitFor();
      const started = page.waitForEvent('load');
      await again.click();
      await started;
      await ready(page);
      await until(page, 'the scene is open', (now) => now.scene === scene);
      await site.close(page);
    }
  });

  it('says how its laboratory ended, keeps what that has made, and starts it again', async () => {
    const ends = [
      [`throw new Error('it broke');`, /^The laboratory stopped because of a mistake of its own \(.*it broke/],
      ['self.close();', /^The browser has ended the laboratory, perhaps for want of memory/],
      [
        `WebAssembly.Memory.prototype.grow = () => { throw new RangeError('No memory is left.'); };`,
        /^The laboratory ran out of memory: it may use 2 GB/,
      ],
    ];
    for (const [end, said] of ends) {
      const faulty = copyOfSite();
      const first = `self.addEventListener('message', ({ data }) => { if (data.type === 'bound') { ${end} } });`;
      rewrite(faulty, /\/worker-[^/]*\.js$/, (text) => `${first}\n${text}`);
      await site.serve(faulty);
      const page = await site.blank();
      await page.goto(`${site.url}#v=1&problem=overlap:n=4000&algorithm=smo:kernel=gaussian`);
      await ready(page);
      await openLaboratory(page);
      await choose(page, 'maximal-discrepancy');
      await start(page).click();
      const sentence = page.locator('#laboratory > .problem');
      await eventually('it is said', () => sentence.textContent(), (text) => said.test(text));
      assert.match(await sentence.textContent(), /What it has made stays\.$/);
      assert.equal(await start(page).isDisabled(), true);
      await site.serve(distFolder);
      await page.locator('#laboratory').getByRole('button', { name: 'Start it again' }).click();
      await page.getByRole('tab', { name: 'Bound' }).waitFor();
      assert.equal(await sentence.textContent(), '');
      assert.equal(await start(page).isDisabled(), false);
      await page.keyboard.press('Escape');
      await eventually('the focus is where it came from', () => page.evaluate(() => document.activeElement.textContent), (text) => text === 'Laboratory');
      await page.context().close();
    }
  });

  it('is offered again after the whole page crashed', { skip: without('devtools') }, async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons' });
    const { scene } = await describePage(page);
    await eventually('the scene is kept', () => page.evaluate(() => Object.keys(window.localStorage).some((key) => key.startsWith('marginscope-scene-'))));
    const crashed = page.waitForEvent('crash');
    const devtools = await page.context().newCDPSession(page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await next.goto(site.url);
    await ready(next);
    await next.getByRole('button', { name: 'Open it', exact: true }).click();
    await until(next, 'the scene is open', (now) => now.scene === scene);
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
    const problems = await eventually('the console has it, and where', () => [...page.problems], ({ length }) => length === 2);
    for (const text of problems) assert.match(text, /WebGL broke down/);
    // Nothing asks it for anything any more: neither the mouse nor the window.
    await page.mouse.move(300, 300);
    await page.locator('#canvas').dispatchEvent('pointerleave', { pointerType: 'mouse' });
    await resize(page, { width: 900, height: 700 });
    await framesGoBy(page, 3);
    assert.deepEqual(page.problems, problems);
    await page.context().close();
  });
});
