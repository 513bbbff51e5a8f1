// What a teacher needs: the canvas for the last row, scenes one after the other by keys, and lists of them as links
// and as files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { URLSearchParams } from 'node:url';
import { accessible } from './support/axe.mjs';
import { beginAnew, breakDown } from './support/damage.mjs';
import { apply, describePage, dropFile, eventually, framesGoBy, pictureOf, quiet, ready, says, Site, skip, until } from './support/site.mjs';

const large = { viewport: { width: 1920, height: 1080 } };
const smallestText = 12; // of the canvas, in its own pixels

const scale = (page) => page.evaluate(() => Number(window.document.documentElement.style.getPropertyValue('--scale')));
const side = (page) => page.locator('#side');
const bar = (page) => page.locator('#talk');
const press = (within, name) => within.getByRole('button', { name, exact: true }).click();
const titles = (page) => side(page).locator('.talk input').evaluateAll((inputs) => inputs.map(({ value }) => value));
const message = (page) => page.locator('#toast');

const list = [
  ['Before anything', 'v=1&problem=four-points&algorithm=hk'],
  ['Moons & a line', 'v=1&problem=moons&algorithm=ols'],
  ['Moons by a machine', 'v=1&problem=moons&algorithm=smo:kernel=gaussian'],
];
const linkOf = (scenes) => `list=1&${scenes.map(([title, scene]) => String(new URLSearchParams({ title, scene }))).join('&')}`;

/** The page at a list's link, its first scene shown. */
async function openList(site, options = {}) {
  const page = await site.open(linkOf(list), options);
  await bar(page).waitFor();
  return page;
}

const shows = (page, at) =>
  until(page, `scene ${at + 1} is shown`, ({ busy, problem, algorithm }) => !busy && list[at][1].includes(`problem=${problem?.id}&`) && list[at][1].includes(`algorithm=${algorithm}`));

/** Makes the list of the first two of the scenes beside the canvas. */
async function makeList(page) {
  await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
  await side(page).getByText('There is no scene yet.').waitFor();
  await press(side(page), 'Add this scene');
  await apply(page, { type: 'problem', text: 'moons' });
  await apply(page, { type: 'step', count: 2 });
  await press(side(page), 'Add this scene');
  await eventually('two scenes are listed', () => titles(page), ({ length }) => length === 2);
}

describe('for a class', { skip }, () => {
  const site = new Site();

  it('one key enlarges everything for the last row and takes away what a class does not need, and brings it back', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=hk', large);
    const before = await describePage(page);
    const size = await scale(page);
    await page.keyboard.press('z');
    await eventually('text is large', () => scale(page), (now) => now * smallestText >= 22);
    await quiet(page);
    const now = await describePage(page);
    assert.ok(now.plane.left < before.plane.left / 2, 'the settings are away');
    assert.ok(now.plane.width * now.plane.height > before.plane.width * before.plane.height);
    assert.deepEqual(now.points, before.points);
    await page.keyboard.press('ArrowRight');
    await until(page, 'an iteration was taken', ({ iteration }) => iteration === before.iteration + 1);
    await page.keyboard.press('z');
    await eventually('everything is as it was', () => scale(page), (again) => again === size);
    await site.close(page);
  });

  it('a page that is large for a class still is when it is loaded again, until somebody ends that', async () => {
    const page = await site.open('', large);
    const small = await scale(page);
    const isLarge = async (wanted) => {
      await eventually(`it is ${wanted ? 'large' : 'as before'}`, () => scale(page), (now) => (now > small) === wanted);
    };
    await page.locator('#canvas').press('z');
    await isLarge(true);
    for (let i = 0; i < 2; i += 1) {
      await page.reload();
      await ready(page);
      await isLarge(true);
    }
    await page.locator('#canvas').press('z');
    await isLarge(false);
    await page.reload();
    await ready(page);
    await isLarge(false);
    await site.close(page);
  });

  it('its own button and the mirror do so, too', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=hk', large);
    const size = await scale(page);
    const button = page.locator('#mirror').getByRole('button', { name: 'Large, for a class', exact: true });
    await button.press('Enter');
    await eventually('text is large', () => scale(page), (now) => now * smallestText >= 22);
    await quiet(page);
    // The text form closes where it is left, and "Leave" stands at the right end of the transport.
    await page.locator('#canvas').focus();
    const factor = await scale(page);
    await page.mouse.click(1920 - 40 * factor, 28 * factor);
    await eventually('everything is as it was', () => scale(page), (now) => now === size);
    await site.close(page);
  });

  it('a list that has no place there does not open later by itself, and the ring at the pointer is there at once', async () => {
    const page = await site.open('', large);
    const size = await scale(page);
    await page.mouse.move(1200, 600);
    await quiet(page);
    await page.keyboard.press('z');
    await eventually('text is large', () => scale(page), (now) => now > size);
    await quiet(page);
    const clip = { x: 1100, y: 500, width: 200, height: 200 };
    const before = await pictureOf(page, { clip });
    await page.mouse.move(1300, 700);
    await page.mouse.move(1200, 600);
    await quiet(page);
    assert.ok(before.equals(await pictureOf(page, { clip })), 'the ring is where the pointer is');
    await page.keyboard.press('g');
    await quiet(page);
    await page.keyboard.press('z');
    await eventually('everything is as it was', () => scale(page), (now) => now === size);
    await quiet(page);
    await page.keyboard.press('ArrowRight');
    await until(page, 'the key is the playground’s, no list’s', ({ iteration }) => iteration === 1);
    await site.close(page);
  });

  it('on a phone it stays within the window', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.keyboard.press('z');
    await quiet(page);
    const { plane } = await describePage(page);
    assert.ok(plane.left >= 0 && plane.left + plane.width <= 390);
    assert.ok(plane.width > 250 && plane.height > 250);
    await site.close(page);
  });

  // What stands beside the canvas grows with it, and must not be what it grows by.
  it('whatever stands beside or below the canvas, the page comes to rest', async () => {
    const comesToRest = async (page, what) => {
      await quiet(page);
      const { frames } = await describePage(page);
      await framesGoBy(page, 20);
      assert.equal((await describePage(page)).frames, frames, `${what}: the page draws no more`);
    };
    for (const [width, height] of [[1280, 720], [1366, 768], [1024, 768]]) {
      const page = await openList(site, { viewport: { width, height } });
      await page.keyboard.press('z');
      await comesToRest(page, `a list presented in ${width} × ${height}`);
      await site.close(page);
    }
    const page = await site.open('', { newcomer: true, viewport: { width: 1980, height: 1100 } });
    await side(page).waitFor();
    await comesToRest(page, 'the gallery beside the canvas');
    await site.close(page);
  });

  it('a list is made beside the canvas, kept on the device, and shown scene by scene with a clicker', async () => {
    const page = await site.open();
    const first = (await describePage(page)).scene;
    await makeList(page);
    const second = (await describePage(page)).scene;
    const title = side(page).getByLabel('Title of scene 1', { exact: true });
    await title.fill('The beginning');
    await title.press('Tab');
    await press(side(page), 'Present');
    await until(page, 'the first scene is shown', ({ scene }) => scene === first);
    assert.equal(await bar(page).getByRole('status').textContent(), '1 of 2 The beginning');
    await eventually('the canvas is large', () => scale(page), (now) => now >= 1.5);
    await page.keyboard.press('PageDown');
    await until(page, 'the second scene is shown', ({ scene }) => scene === second);
    // It is the last; there is nothing to go on to.
    await page.keyboard.press('PageDown');
    await quiet(page);
    assert.equal((await describePage(page)).scene, second);
    await page.keyboard.press('ArrowUp');
    await until(page, 'the first scene is shown again', ({ scene }) => scene === first);
    await page.keyboard.press('ArrowDown');
    await until(page, 'the second scene is shown again', ({ scene }) => scene === second);
    await press(bar(page), 'End');
    assert.equal(await bar(page).isVisible(), false);
    // The page after a while: its list is there.
    await page.goto('about:blank');
    await page.goto(site.url);
    await ready(page);
    await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
    await eventually('the list is there', () => titles(page), (now) => now.length === 2 && now[0] === 'The beginning');
    await site.close(page);
  });

  it('a scene that is moved in the list takes the focus along, and its place is told', async () => {
    const page = await openList(site);
    await press(bar(page), 'List');
    const [a, b, c] = await titles(page);
    const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    await side(page).getByRole('button', { name: 'Move up scene 3', exact: true }).focus();
    for (const [order, next, place] of [
      [[a, c, b], 'Move up scene 2', 2],
      [[c, a, b], 'Move down scene 1', 1],
      [[a, c, b], 'Move down scene 2', 2],
      [[a, b, c], 'Move up scene 3', 3],
    ]) {
      await page.keyboard.press('Enter');
      assert.deepEqual(await titles(page), order);
      assert.equal(await focused(), next);
      assert.equal(await message(page).locator('#toast-text').textContent(), `“${c}” is scene ${place} of 3 now.`);
    }
    await site.close(page);
  });

  it('an address that brings another scene ends the list that was shown', async () => {
    const page = await site.open('v=1&problem=overlap&algorithm=ols');
    await page.evaluate((link) => { window.location.hash = link; }, linkOf(list));
    await bar(page).waitFor();
    await shows(page, 0);
    await press(bar(page), 'Next ›');
    await shows(page, 1);
    await page.goBack();
    await until(page, 'the scene from before is there', ({ problem }) => problem?.id === 'overlap');
    await bar(page).waitFor({ state: 'hidden' });
    await site.close(page);
  });

  it('Escape takes back what is typed for a title, and closes the list where nothing is', async () => {
    const page = await site.open();
    await makeList(page);
    const [one, two] = await titles(page);
    const title = side(page).getByLabel('Title of scene 2', { exact: true });
    await title.fill('Half typed');
    await title.press('Escape');
    assert.deepEqual(await titles(page), [one, two]);
    assert.ok(await side(page).isVisible());
    await title.fill('Whole');
    await title.press('Enter');
    assert.deepEqual(await titles(page), [one, 'Whole']);
    await title.press('Escape');
    await side(page).waitFor({ state: 'hidden' });
    await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
    assert.deepEqual(await titles(page), [one, 'Whole']);
    await site.close(page);
  });

  it('arrows up and down stay with the canvas while nobody presents', async () => {
    const page = await openList(site);
    await shows(page, 0);
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowDown');
    await quiet(page);
    await shows(page, 0);
    await page.keyboard.press('PageDown');
    await shows(page, 1);
    await site.close(page);
  });

  it('a scene is moved, replaced and removed, and comes back', async () => {
    const page = await site.open();
    await makeList(page);
    const [one, two] = await titles(page);
    await press(side(page), 'Move up scene 2');
    assert.deepEqual(await titles(page), [two, one]);
    await press(side(page), 'Remove scene 1');
    assert.deepEqual(await titles(page), [one]);
    await press(message(page), 'Bring it back');
    assert.deepEqual(await titles(page), [two, one]);
    await apply(page, { type: 'problem', text: 'xor' });
    await press(side(page), 'Replace scene 2');
    await apply(page, { type: 'problem', text: 'overlap' });
    await press(side(page), 'Show scene 2');
    await until(page, 'what it was replaced by is shown', ({ problem }) => problem?.id === 'xor');
    await press(side(page), 'New list');
    assert.deepEqual(await titles(page), []);
    await press(message(page), 'Back to the list from before');
    assert.deepEqual(await titles(page), [two, one]);
    await site.close(page);
  });

  it('what is pressed in the list keeps the focus where it can be pressed no more, and hands it on where it is gone', async () => {
    const page = await site.open();
    await makeList(page);
    const pressed = async (name) => {
      await side(page).getByRole('button', { name, exact: true }).press('Enter');
      await quiet(page);
    };
    const focused = () => page.evaluate(() => {
      const { activeElement } = window.document;
      return activeElement.matches('#side button') ? activeElement.ariaLabel ?? activeElement.textContent : activeElement.tagName;
    });
    await pressed('Add this scene');
    assert.equal(await focused(), 'Add this scene');
    for (const name of ['Replace scene 3', 'Remove scene 1']) {
      await pressed(name);
      assert.equal(await focused(), name);
    }
    await pressed('Remove scene 2');
    assert.equal(await focused(), 'Remove scene 1');
    await pressed('Remove scene 1');
    assert.equal(await focused(), 'Add this scene');
    await pressed('Add this scene');
    await pressed('New list');
    assert.equal(await focused(), 'New list');
    assert.equal(await side(page).getByRole('button', { name: 'New list', exact: true }).isDisabled(), true);
    await site.close(page);
  });

  it('a link opens its first scene, and leaves the list that the device keeps', async () => {
    const page = await site.open();
    await makeList(page);
    const own = await titles(page);
    await page.goto('about:blank');
    await page.goto(`${site.url}#${linkOf(list)}`);
    await ready(page);
    await shows(page, 0);
    assert.equal(await bar(page).getByRole('status').textContent(), '1 of 3 Before anything');
    await press(bar(page), 'List');
    assert.deepEqual(await titles(page), list.map(([title]) => title));
    await press(message(page), 'Back to the list from before');
    assert.deepEqual(await titles(page), own);
    await site.close(page);
  });

  it('a list that came by a link is there when the page is loaded again, at the scene that was shown, as that was', async () => {
    const page = await openList(site);
    await page.keyboard.press('PageDown');
    await shows(page, 1);
    await apply(page, { type: 'add-point', x: 0, y: 0, label: 1 });
    const { scene } = await describePage(page);
    for (let i = 0; i < 2; i += 1) {
      await page.reload();
      await ready(page);
      await bar(page).waitFor();
      assert.equal(await bar(page).getByRole('status').textContent(), '2 of 3 Moons & a line');
      assert.equal((await describePage(page)).scene, scene);
    }
    await page.keyboard.press('PageDown');
    await shows(page, 2);
    await press(bar(page), 'List');
    assert.deepEqual(await titles(page), list.map(([title]) => title));
    await site.close(page);
  });

  it('who begins anew after a mistake has the list, and none of it shown', async () => {
    const page = await openList(site);
    await page.keyboard.press('PageDown');
    await shows(page, 1);
    await breakDown(page);
    await page.locator('#fault-again').waitFor();
    await beginAnew(page);
    assert.equal(await bar(page).isVisible(), false);
    await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
    await eventually('the list is there', () => titles(page), (now) => now.join() === list.map(([title]) => title).join());
    assert.equal(await bar(page).isVisible(), false);
    await page.context().close();
  });

  it('the link that is copied and the file that is saved open the same list', async () => {
    const page = await openList(site, { permissions: ['clipboard-read', 'clipboard-write'] });
    await press(bar(page), 'List');
    await press(side(page), 'Copy link');
    await says(page, 'Link to the scenes copied.');
    const link = await page.evaluate(() => window.navigator.clipboard.readText());
    assert.equal(new URL(link).hash.slice(1), linkOf(list));
    const [download] = await Promise.all([page.waitForEvent('download'), press(side(page), 'Save as a file')]);
    assert.equal(download.suggestedFilename(), 'scenes.txt');
    const text = await readFile(await download.path(), 'utf8');
    await press(side(page), 'New list');
    assert.deepEqual(await titles(page), []);
    await dropFile(page, 'scenes.txt', text);
    await bar(page).waitFor();
    await shows(page, 0);
    assert.deepEqual(await titles(page), list.map(([title]) => title));
    await site.close(page);
  });

  it('a list can be pasted, too', async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await page.fill('#paste-text', `Marginscope scenes\n\n${list.map(([title, scene]) => `${title}\n${scene}\n`).join('\n')}`);
    await page.getByText('This is a list of scenes, which is opened as it is.').waitFor();
    await page.click('#paste-apply');
    await bar(page).waitFor();
    assert.equal(await bar(page).getByRole('status').textContent(), '1 of 3 Before anything');
    await shows(page, 0);
    await site.close(page);
  });

  it('a list that cannot be read says where, and what was there stays', async () => {
    const page = await site.open('list=1&title=One&colour=red&scene=v=1');
    const now = await until(page, 'the notice is there', ({ notice }) => notice);
    assert.match(now.notice, /unknown part “colour”; there are title, view and scene/);
    const { scene } = now;
    await dropFile(page, 'mine.txt', 'Marginscope scenes\n\nOne\nv=1&problem=moons\n\nTwo\nThree\n');
    const after = await until(page, 'the file’s notice is there', ({ notice }) => notice?.includes('Line 7'));
    assert.match(after.notice, /Line 7 should be the scene of “Two”/);
    assert.equal(after.scene, scene);
    // One of its scenes is refused: the others are shown.
    await dropFile(page, 'mine.txt', 'Marginscope scenes\n\nOne\nv=1&problem=moon\n\nTwo\nv=1&problem=xor\n');
    await until(page, 'the scene’s notice is there', ({ notice }) => /^Scene 1 of the list: .*moons/.test(notice ?? ''));
    await page.keyboard.press('PageDown');
    await until(page, 'the next is shown', ({ problem }) => problem?.id === 'xor');
    await site.close(page);
  });

  it('the keys turn a list again when a lesson that was begun beside it is closed', async () => {
    const page = await openList(site);
    await shows(page, 0);
    await press(bar(page), 'List');
    await press(side(page), 'Lessons');
    await side(page).locator('ol.list button').first().click();
    await side(page).locator('.step').waitFor();
    await press(side(page), 'Close');
    await page.locator('#canvas').focus();
    await page.keyboard.press('PageDown');
    await shows(page, 1);
    await site.close(page);
  });

  it('a lesson is turned by the same keys', async () => {
    const page = await site.blank(large);
    await page.goto(`${site.url}?lesson=02-the-margin-vector`);
    await ready(page);
    const place = () => side(page).locator('.step .soft').first().textContent();
    await side(page).locator('.step').waitFor();
    assert.match(await place(), /^Step 1 /);
    await page.keyboard.press('z');
    await page.keyboard.press('ArrowDown');
    await eventually('the second step is there', place, (text) => text.startsWith('Step 2 '));
    await page.keyboard.press('PageUp');
    await eventually('the first is there again', place, (text) => text.startsWith('Step 1 '));
    await site.close(page);
  });

  it('list and bar are accessible, light and dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await openList(site, { colorScheme });
      await press(bar(page), 'List');
      await side(page).locator('.talk input').first().waitFor();
      await accessible(page, '#side');
      await accessible(page, '#talk');
      await site.close(page);
    }
  });

  it('a newcomer finds the gallery beside the canvas, once that is there, until it is closed', async () => {
    for (const viewport of [large.viewport, { width: 1280, height: 720 }]) {
      const page = await site.open('', { viewport, newcomer: true });
      const card = side(page).locator('.cards button').first();
      await card.waitFor();
      const came = await page.evaluate(() => {
        const entries = window.performance.getEntriesByType('resource');
        const of = (pattern) => entries.filter(({ name }) => pattern.test(name));
        const [module] = of(/marginscope-[^.]*\.wasm$/);
        return of(/lessons|gallery/).map(({ startTime }) => startTime > module.responseEnd);
      });
      assert.ok(came.length > 0 && came.every(Boolean), 'nothing of it is fetched before the canvas is there');
      await card.press('Enter');
      await until(page, 'its scene is open', ({ busy, algorithm }) => !busy && algorithm === 'ols');
      const now = await describePage(page);
      assert.ok(now.plane.width > 300);
      await press(side(page), 'Close');
      await page.goto('about:blank');
      await page.goto(site.url);
      await ready(page);
      await quiet(page);
      assert.equal(await side(page).count(), 0);
      await site.close(page);
    }
    for (const options of [{ viewport: { width: 1270, height: 720 } }, { viewport: { width: 390, height: 844 } }]) {
      const page = await site.open('', { ...options, newcomer: true });
      await quiet(page);
      assert.equal(await side(page).count(), 0);
      await site.close(page);
    }
    const link = await site.open('v=1&problem=moons', { ...large, newcomer: true });
    await quiet(link);
    assert.equal(await side(link).count(), 0);
    await site.close(link);
  });
});
