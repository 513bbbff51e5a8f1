// The part of the module that the opening scene does without: when it is fetched, and what needs it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { damages } from './support/damage.mjs';
import { apply, describePage, eventually, quiet, ready, refusalOf, Site, skip, until } from './support/site.mjs';

const part = /marginscope\.deferred[^/]*\.wasm$/;

/** Notes how the page asks for the part: 'fetch' ahead of need, 'xhr' when it is needed. */
function watchPart(page) {
  const asked = [];
  page.on('request', (request) => {
    if (part.test(request.url())) asked.push(request.resourceType());
  });
  return asked;
}

/** What is fetched ahead of need never comes; what is needed does. */
async function withholdAhead(page) {
  await page.route(part, (route) => (route.request().resourceType() === 'xhr' ? route.continue() : undefined));
}

/** The page does not ask for the part by itself after a while (restAfter in web/src/main.ts). */
async function neverRests(page) {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = (call, after, ...values) => (after === 5000 ? 0 : setTimeout(call, after, ...values));
  });
}

async function visit(site, page, fragment = '') {
  await page.goto(site.url + fragment);
  await ready(page);
}

/** Support vectors of the opening scene, at the stop; what depends on the clock or the screen left out. */
async function machineOf(page) {
  await apply(page, { type: 'algorithm', id: 'smo' });
  await apply(page, { type: 'set', field: 'kernel', value: 'gaussian:sigma=1' });
  await apply(page, { type: 'end' });
  const { algorithm, scene, iteration, stop, quantities, record, sentence } = await describePage(page);
  return { algorithm, scene, iteration, stop, quantities, record, sentence };
}

describe('the deferred part of the module', { skip }, () => {
  const site = new Site();

  it('is not needed in the opening scene: to step, go back, drag the timeline and hover', async () => {
    const page = await site.blank();
    const asked = watchPart(page);
    await withholdAhead(page);
    await neverRests(page);
    // Work that does not end within its time goes on in slices, which are in that part.
    await page.addInitScript(() => {
      const { performance } = window;
      const now = performance.now.bind(performance);
      performance.now = () => now() / 100;
    });
    await visit(site, page);
    await quiet(page);
    assert.deepEqual(asked, []);
    for (let k = 1; k <= 4; k += 1) {
      await page.keyboard.press('ArrowRight');
      await until(page, `iteration ${k}`, ({ iteration }) => iteration === k);
    }
    await page.keyboard.press('Home');
    await until(page, 'the start', ({ iteration }) => iteration === 0);
    await page.keyboard.press('End');
    const end = await until(page, 'the stop', ({ stop, busy }) => stop !== null && !busy);
    await page.mouse.move(600, 31);
    await page.mouse.down();
    await until(page, 'the press on the timeline has gone somewhere', ({ iteration }) => iteration !== end.iteration);
    await page.mouse.move(20, 31, { steps: 10 });
    await until(page, 'the start again', ({ iteration }) => iteration === 0);
    await page.mouse.up();
    for (let y = 100; y < 900; y += 180) {
      for (let x = 100; x < 1440; x += 240) {
        await page.mouse.move(x, y);
        await quiet(page);
      }
    }
    assert.deepEqual(asked, ['fetch'], 'the first key asks for it ahead of need, and nothing needs it');

    assert.equal(await refusalOf(page, { type: 'algorithm', id: 'smo' }), null);
    assert.deepEqual(asked, ['fetch', 'xhr']);
    await site.close(page);
  });

  it('is waited for where it is needed at once, with the numbers that come otherwise', async () => {
    const page = await site.blank();
    const asked = watchPart(page);
    await neverRests(page);
    await visit(site, page);
    const atOnce = await machineOf(page);
    assert.deepEqual(asked, ['xhr']);
    assert.equal(atOnce.algorithm, 'smo');
    await site.close(page);

    const patient = await site.blank();
    await patient.addInitScript(() => {
      const { instantiate } = window.WebAssembly;
      window.instances = 0;
      window.WebAssembly.instantiate = (...values) =>
        instantiate(...values).finally(() => {
          window.instances += 1;
        });
    });
    const fetched = watchPart(patient);
    await visit(site, patient);
    await patient.keyboard.press('Home');
    await patient.waitForFunction(() => window.instances === 2);
    assert.deepEqual(await machineOf(patient), atOnce);
    assert.deepEqual(fetched, ['fetch']);
    await site.close(patient);
  });

  it('comes by itself to a page that nobody touches', async () => {
    const page = await site.blank();
    const asked = watchPart(page);
    await visit(site, page);
    await eventually('it is fetched', () => asked.length);
    assert.deepEqual(asked, ['fetch']);
    await site.close(page);
  });

  it('comes with the page where a link is opened', async () => {
    const page = await site.open();
    await apply(page, { type: 'algorithm', id: 'smo' });
    const { scene } = await describePage(page);
    await site.close(page);
    const again = await site.blank();
    const asked = watchPart(again);
    await visit(site, again, `#${scene}`);
    assert.equal((await describePage(again)).algorithm, 'smo');
    assert.deepEqual(asked, ['fetch']);
    await site.close(again);
  });

  it('is there before a lesson that the address asks for', async () => {
    const page = await site.blank();
    const asked = watchPart(page);
    await visit(site, page, '?lesson=01-least-squares-can-fail');
    await page.locator('#side .step[aria-busy="false"]').waitFor();
    assert.deepEqual(asked, ['fetch']);
    await site.close(page);
  });

  it('is asked for again where it did not come ahead of need; where it does not come then, the page says so', async () => {
    const page = await site.blank();
    site.way.damage(part, damages['does not come']);
    await neverRests(page);
    const refused = page.waitForEvent('requestfailed');
    await visit(site, page);
    await apply(page, { type: 'add-point', x: 3, y: 4, label: -1 });
    await refused;
    const { points } = await describePage(page);
    assert.match(await refusalOf(page, { type: 'algorithm', id: 'smo' }), /could not be loaded: nobody answers/);
    assert.match(await page.textContent('#fault-text'), /A part of the playground .* could not be loaded/);
    assert.match(await page.textContent('#fault-kept'), /Your points and settings are kept/);

    site.way.mend();
    const started = page.waitForEvent('load');
    await page.click('#fault-again');
    await started;
    await ready(page);
    assert.deepEqual((await describePage(page)).points, points);
    await apply(page, { type: 'algorithm', id: 'smo' });
    await page.context().close();
  });

  it('is asked for again where it was refused ahead of need', async () => {
    const page = await site.blank();
    const asked = watchPart(page);
    await page.route(part, (route) => (route.request().resourceType() === 'xhr' ? route.continue() : route.abort('connectionrefused')));
    await neverRests(page);
    let refused = 0;
    page.on('requestfailed', () => {
      refused += 1;
    });
    await visit(site, page);
    await apply(page, { type: 'step', count: 1 });
    await eventually('it is refused, past the caches too', () => refused, (count) => count === 2);
    await apply(page, { type: 'algorithm', id: 'smo' });
    assert.equal((await describePage(page)).algorithm, 'smo');
    assert.deepEqual(asked, ['fetch', 'fetch', 'xhr']);
    await page.context().close();
  });

  it('is asked for again by who enters the text form, where it was refused ahead of need', async () => {
    const page = await site.blank();
    await page.route(part, (route) => route.abort('connectionrefused'));
    await neverRests(page);
    let refused = 0;
    page.on('requestfailed', () => {
      refused += 1;
    });
    await visit(site, page);
    await page.keyboard.press('Shift');
    await eventually('it is refused, past the caches too', () => refused, (count) => count === 2);
    await page.unroute(part);
    assert.equal(await page.locator('#points').count(), 0);
    await page.locator('#mirror').getByRole('button', { name: 'Step', exact: true }).focus();
    await page.locator('#points').waitFor();
    await page.context().close();
  });
});
