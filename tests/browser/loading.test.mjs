// What the page does without a part of itself: it says which and why, keeps the scene, and offers to start again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { core, damages, reasons } from './support/damage.mjs';
import { openLaboratory } from './support/laboratory.mjs';
import { apply, describePage, eventually, framesGoBy, quiet, ready, refusalOf, Site, skip, until, without } from './support/site.mjs';

const link = 'v=1&problem=moons&algorithm=smo:kernel=gaussian';
const status = (page) => page.locator('#status');
const again = (page) => status(page).getByRole('button', { name: 'Load the page again' });

/** A page that could not start: the sentence, and the address as it was. */
async function assertObstacle(page, site, said) {
  await again(page).waitFor();
  assert.match(await status(page).innerText(), said);
  assert.equal(page.url(), `${site.url}#${link}`);
  assert.ok(await page.isVisible('#about'), 'what the page is about can be read');
}

async function loadAgain(page, button) {
  const loaded = page.waitForEvent('load');
  await button.click();
  await loaded;
  await ready(page);
}

describe('a file that does not arrive as it was built', { skip }, () => {
  const site = new Site();

  for (const [what, happen] of Object.entries(damages)) {
    it(`the playground says so where its module ${what}, and starts with the scene when it comes`, async () => {
      const page = await site.blank();
      site.way.damage(core.first, happen);
      await page.goto(`${site.url}#${link}`);
      await assertObstacle(page, site, reasons[what]);
      await assert.rejects(ready(page), reasons[what]);
      site.way.mend();
      await loadAgain(page, again(page));
      assert.equal((await describePage(page)).algorithm, 'smo');
      await page.context().close();
    });

    it(`the playground keeps the scene and starts again where its second part ${what}`, async () => {
      const page = await site.blank();
      site.way.damage(core.deferred, happen);
      await page.goto(site.url);
      await ready(page);
      await apply(page, { type: 'add-point', x: 3, y: 4, label: -1 });
      const { points } = await describePage(page);
      assert.match(await refusalOf(page, { type: 'algorithm', id: 'smo' }), reasons[what]);
      assert.match(await page.textContent('#fault-text'), reasons[what]);
      assert.match(await page.textContent('#fault-kept'), /Your points and settings are kept/);
      site.way.mend();
      await loadAgain(page, page.locator('#fault-again'));
      assert.deepEqual((await describePage(page)).points, points);
      await apply(page, { type: 'algorithm', id: 'smo' });
      await page.context().close();
    });

    it(`the laboratory says so where its module ${what}, and starts again when it comes`, async () => {
      const page = await site.open(link);
      site.way.damage(core.laboratory, happen);
      await page.locator('#mirror').getByRole('button', { name: 'Laboratory', exact: true }).press('Enter');
      const problem = page.locator('#laboratory > .problem');
      await eventually('the laboratory says so', () => problem.textContent(), (text) => reasons[what].test(text));
      site.way.mend();
      await page.locator('#laboratory').getByRole('button', { name: 'Start it again' }).click();
      await page.getByRole('tab', { name: 'Bound' }).waitFor();
      assert.equal(await problem.textContent(), '');
      await page.context().close();
    });
  }

  it('is asked for again, past what the browser keeps, before anybody is told', async () => {
    const page = await site.blank();
    const asked = [];
    page.on('request', (request) => {
      if (core.first.test(request.url())) asked.push(request.url());
    });
    site.way.damage(core.first, damages['has a bit turned'], 1);
    await page.goto(site.url);
    await ready(page);
    assert.equal(asked.length, 2);
    site.way.mend();
    await page.context().close();
  });

  it('is fetched from the server where the device keeps it damaged', async () => {
    const page = await site.open(link, { serviceWorkers: 'allow' });
    await eventually('the site is kept', () => page.evaluate(() => window.navigator.serviceWorker.controller !== null));
    const damaged = () =>
      page.evaluate(async () => {
        for (const name of await window.caches.keys()) {
          const cache = await window.caches.open(name);
          for (const request of await cache.keys()) {
            if (!/marginscope-[^/]*\.wasm/.test(request.url)) continue;
            const response = await cache.match(request);
            const bytes = new Uint8Array(await response.arrayBuffer());
            return { name, url: request.url, sum: bytes.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0), bytes: bytes.length };
          }
        }
        return null;
      });
    const good = await damaged();
    await page.evaluate(async ({ name, url }) => {
      const cache = await window.caches.open(name);
      const bytes = new Uint8Array(await (await cache.match(url)).arrayBuffer());
      bytes[bytes.length - 100] ^= 1;
      await cache.put(url, new window.Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
    }, good);
    assert.notDeepEqual(await damaged(), good);
    await page.reload();
    await ready(page);
    assert.equal((await describePage(page)).algorithm, 'smo');
    // The service worker keeps the good one from now on.
    await eventually('what is kept is mended', damaged, (now) => now?.sum === good.sum);
    await page.context().close();
  });

  it('a part of the page that does not come is told, and comes with the page loaded again', async () => {
    const page = await site.open(link);
    await apply(page, { type: 'step', count: 2 });
    const { scene } = await describePage(page);
    const part = /\/laboratory-[^/]*\.(js|css)/;
    site.way.damage(part, damages['is not there any more']);
    await page.locator('#mirror').getByRole('button', { name: 'Laboratory', exact: true }).press('Enter');
    await page.getByText('The laboratory could not be loaded').waitFor();
    site.way.mend();
    await loadAgain(page, page.getByRole('button', { name: 'Load it again with this scene' }));
    await until(page, 'the scene is there', (now) => now.scene === scene);
    if (!without('load again what was missing')) await openLaboratory(page);
    await page.context().close();
  });

  it('while its module is under way the page shows what it is about', async () => {
    const page = await site.blank();
    let arrive;
    const arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    site.way.damage(core.first, async (body) => {
      await arrival;
      return { status: 200, body };
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.locator('#about').waitFor();
    await page.getByText('Loading the playground …').waitFor();
    arrive();
    site.way.mend();
    await ready(page);
    assert.ok(await page.isHidden('#about'));
    await site.close(page);
  });

  it('without its style the page says so', async () => {
    const plain = await site.blank();
    site.way.damage(/\/style-[^/]*\.css/, damages['is not there any more']);
    await plain.goto(`${site.url}#${link}`);
    await assertObstacle(plain, site, /The style of the page could not be loaded/);
    site.way.mend();
    await loadAgain(plain, again(plain));
    await plain.context().close();
  });

  it('without its program the page says so', { skip: without('load again what was missing') }, async () => {
    for (const script of [/\/index-[^/]*\.js/, /\/shared-[^/]*\.js/]) {
      const page = await site.blank();
      site.way.damage(script, damages['is not there any more']);
      await page.goto(site.url);
      const note = page.locator('.unloaded');
      await eventually('the page says so', async () => (await note.boundingBox())?.height > 20);
      assert.match(await note.innerText(), /could not load its parts.*load the page again/s);
      site.way.mend();
      await page.reload();
      await ready(page);
      assert.equal(await note.count(), 0);
      await page.context().close();
    }
  });
});

describe('the rest of the text form', { skip }, () => {
  const site = new Site();

  it('tells what was chosen on the canvas before it came', async () => {
    const page = await site.blank();
    const part = await site.holdUp(page, /\/later-[^/]*\.js/);
    await page.goto(site.url);
    await ready(page);
    await page.keyboard.press('w');
    await part.asked(1);
    await until(page, 'the weights are shown', ({ view }) => view.shown === 'weight-space');
    await quiet(page);
    await part.come();
    await eventually('it tells the weights', () => page.locator('#view-lines').textContent(), (text) => text.includes('Present weights'));
    assert.equal(await page.getByLabel('View of the plane').inputValue(), 'weight-space');
    await site.close(page);
  });
});

describe('the style with more contrast', { skip }, () => {
  const site = new Site();

  it('is said not to have come where it does not', async () => {
    const page = await site.open();
    site.way.damage(/\/contrast-[^/]*\.css/, damages['is not there any more']);
    await page.getByLabel('Contrast').selectOption('more');
    await page.locator('#toast').getByText('The style with more contrast could not be loaded').waitFor();
    assert.deepEqual(page.problems.filter((problem) => !/404/.test(problem)), []);
    await page.context().close();
  });
});

describe('a part that comes when something else is wanted in its place', { skip }, () => {
  const site = new Site();
  const press = (page, name) => page.locator('#mirror').getByRole('button', { name, exact: true }).press('Enter');
  const side = (page) => page.locator('#side');

  for (const [instead, shown] of [['Gallery', true], ['Close', false]]) {
    it(`the scenes for a class leave beside the canvas what “${instead}” made of it`, async () => {
      const page = await site.open();
      const part = await site.holdUp(page, /\/talk-[^/]*\.js/);
      await press(page, 'Lessons and gallery');
      await side(page).getByRole('button', { name: 'For a class', exact: true }).click();
      await part.asked(1);
      await side(page).getByRole('button', { name: instead, exact: true }).click();
      await part.come();
      await framesGoBy(page);
      assert.equal(await side(page).isVisible(), shown);
      assert.equal(await side(page).locator('h1').textContent(), shown ? 'Gallery' : 'Lessons');
      await site.close(page);
    });
  }

  it('of two dialogs the one that was asked for last opens alone', async () => {
    const page = await site.open();
    const part = await site.holdUp(page, /\/share-[^/]*\.js/);
    await press(page, 'Link, QR code and frame');
    await part.asked(1);
    await press(page, 'Help');
    await page.locator('#help[open]').waitFor();
    await part.come();
    await framesGoBy(page);
    assert.deepEqual(await page.locator('dialog[open]').evaluateAll((open) => open.map(({ id }) => id)), ['help']);
    await site.close(page);
  });

  it('equations that are asked for again while they come are shown', async () => {
    const page = await site.open();
    const part = await site.holdUp(page, /\/equations-[^/]*\.js/);
    await press(page, 'Equations with numbers');
    await part.asked(1);
    await press(page, 'Equations with numbers');
    await part.come();
    await page.locator('#equations:not([hidden])').waitFor();
    await framesGoBy(page);
    assert.ok(await page.isVisible('#equations'));
    await site.close(page);
  });

  it('equations that come while somebody types leave the focus where it is', async () => {
    const page = await site.open();
    const part = await site.holdUp(page, /\/equations-[^/]*\.js/);
    await press(page, 'Equations with numbers');
    await part.asked(1);
    const field = page.getByLabel('Go to iteration', { exact: true });
    await field.fill('1');
    await part.come();
    await page.locator('#equations:not([hidden])').waitFor();
    await framesGoBy(page);
    assert.ok(await field.evaluate((node) => node === document.activeElement));
    assert.equal(await field.inputValue(), '1');
    await site.close(page);
  });

  it('a list of scenes that a link asked for leaves the scene of the next link', async () => {
    const page = await site.blank();
    const part = await site.holdUp(page, /\/talk-[^/]*\.js/);
    await page.goto(`${site.url}#list=1&title=Moons&scene=${encodeURIComponent('v=1&problem=moons')}`);
    await ready(page);
    await part.asked(1);
    await page.evaluate((hash) => { window.location.hash = hash; }, 'v=1&problem=xor');
    await until(page, 'the next scene is open', ({ problem }) => problem?.id === 'xor');
    await part.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).problem?.id, 'xor');
    await site.close(page);
  });
});
