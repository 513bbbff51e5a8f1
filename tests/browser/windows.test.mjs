// Several windows of the site at once, and storage that is cleared, full or switched off: nothing of anybody is lost.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, eventually, keptScenes, ready, Site, skip, until, untilKept } from './support/site.mjs';

const toast = (page) => page.locator('#toast');
/** Somebody turns to the window and presses a button in it. */
async function press(within, name, by = (button) => button.click()) {
  await within.page().bringToFront();
  await by(within.getByRole('button', { name, exact: true }));
}
const side = (page) => page.locator('#side');
const titles = (page) => side(page).locator('.talk input').evaluateAll((inputs) => inputs.map(({ value }) => value));

/** Opens the list of scenes beside the canvas. */
async function openListOf(page) {
  await page.bringToFront();
  await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
  await side(page).getByRole('button', { name: 'Add this scene', exact: true }).waitFor();
}

async function openBeside(page, address) {
  const other = await page.context().newPage();
  await other.goto(address);
  await ready(other);
  return other;
}

describe('several windows', { skip }, () => {
  const site = new Site();

  it('the next visit offers the scene of each of two', async () => {
    const page = await site.open();
    const beside = await openBeside(page, site.url);
    await apply(page, { type: 'problem', text: 'moons' });
    await apply(beside, { type: 'problem', text: 'overlap' });
    await apply(page, { type: 'step', count: 1 });
    const scenes = [await untilKept(page), await untilKept(beside)];
    await page.goto('about:blank');
    await beside.close();
    await page.goto(site.url);
    await ready(page);
    await toast(page).getByText('Your last scenes are kept.').waitFor();
    await toast(page).getByRole('button', { name: /^Open “Moons”/ }).click();
    await until(page, 'the first scene is open', ({ scene }) => scene === scenes[0]);
    // The other is there at the next visit, too.
    await page.goto('about:blank');
    await page.goto(site.url);
    await ready(page);
    await toast(page).getByRole('button', { name: /^Open “Overlap/i }).click();
    await until(page, 'the second scene is open', ({ scene }) => scene === scenes[1]);
    await page.goto('about:blank');
    await page.goto(site.url);
    await ready(page);
    await press(toast(page), 'Forget them');
    await eventually('nothing is kept', () => keptScenes(page), ({ length }) => length === 0);
    await site.close(page);
  });

  it('what is offered late is no scene of this window’s own', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    await page.goto('about:blank');
    const part = await site.holdUp(page, /\/kept_scenes-[^/]*\.js/);
    await page.goto(site.url);
    await ready(page);
    await part.asked(1);
    await apply(page, { type: 'problem', text: 'overlap' });
    await untilKept(page);
    // It differs from what is kept of it.
    await apply(page, { type: 'step', count: 1 });
    await part.come();
    await toast(page).getByText('Your scene of last time, “Moons”, is kept.').waitFor();
    await site.close(page);
  });

  it('what many scenes of one window take the place of is none that is open in another', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons' });
    const mine = await untilKept(page);
    const beside = await openBeside(page, site.url);
    const others = [];
    for (let seed = 1; seed <= 8; seed += 1) {
      await beside.evaluate((fragment) => {
        window.location.hash = fragment;
      }, `v=1&problem=overlap&seed=${seed}`);
      await until(beside, 'the link is open', ({ scene }) => scene.includes('overlap') && !others.includes(scene));
      await apply(beside, { type: 'algorithm', id: 'smo' });
      others.push(await untilKept(beside));
    }
    await eventually('the oldest of them is gone', () => keptScenes(page), (scenes) => !scenes.includes(others[0]));
    assert.ok((await keptScenes(page)).includes(mine));
    await page.context().close();
  });

  it('a scene that is brought back comes into what another window has made of the list', async () => {
    const page = await site.open();
    await openListOf(page);
    await press(side(page), 'Add this scene');
    const beside = await openBeside(page, site.url);
    await openListOf(beside);
    await page.bringToFront();
    await press(side(page), 'Remove scene 1');
    await eventually('it is gone in both', () => titles(beside), ({ length }) => length === 0);
    for (const count of [1, 2]) {
      await press(side(beside), 'Add this scene');
      await eventually('both have it', () => titles(page), ({ length }) => length === count);
    }
    await press(toast(page), 'Bring it back');
    for (const each of [page, beside]) await eventually('all three are there', () => titles(each), ({ length }) => length === 3);
    await page.context().close();
  });

  it('a list that came with a link takes the place of one’s own with a way back, also after it was loaded again', async () => {
    const page = await site.open();
    await openListOf(page);
    await press(side(page), 'Add this scene');
    await press(side(page), 'Add this scene');
    const own = await titles(page);
    const other = await site.open('v=1&problem=xor');
    await openListOf(other);
    await press(side(other), 'Add this scene');
    const list = await other.evaluate(() => window.localStorage['marginscope-scenes']);
    const theirs = await titles(other);
    await site.close(other);
    await page.goto('about:blank');
    await page.goto(`${site.url}#${list}`);
    await ready(page);
    await openListOf(page);
    await eventually('it is open', () => titles(page), (now) => now.join() === theirs.join());
    await page.reload();
    await ready(page);
    await openListOf(page);
    await press(side(page), 'Add this scene');
    await toast(page).getByText('This list is in the place of your own now.').waitFor();
    await press(toast(page), 'Back to the list from before');
    assert.deepEqual(await titles(page), own);
    await press(toast(page), 'Back to the list from before');
    assert.equal((await titles(page)).length, 2);
    assert.equal((await titles(page))[0], theirs[0]);
    await page.context().close();
  });

  it('a title that is being typed when the page is left is kept', async () => {
    const page = await site.open();
    await openListOf(page);
    await press(side(page), 'Add this scene');
    await side(page).locator('.talk input').first().fill('A title of my own');
    await page.reload();
    await ready(page);
    await openListOf(page);
    assert.deepEqual(await titles(page), ['A title of my own']);
    await page.context().close();
  });

  it('a page that is loaded again goes on keeping the same scene, once', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    for (let i = 0; i < 3; i += 1) {
      await page.reload();
      await ready(page);
      await apply(page, { type: 'step', count: 1 });
      await untilKept(page);
    }
    assert.equal((await keptScenes(page)).length, 1);
    await site.close(page);
  });

  it('scenes for a class that two add to their list are in both', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=hk');
    const beside = await openBeside(page, `${site.url}#v=1&problem=overlap&algorithm=hk`);
    for (const each of [page, beside]) {
      await press(each.locator('#mirror'), 'Scenes for a class', (button) => button.press('Enter'));
      await side(each).getByText('There is no scene yet.').waitFor();
    }
    await press(side(page), 'Add this scene');
    await eventually('the other has it, too', () => titles(beside), ({ length }) => length === 1);
    // One that is being shown goes on, and so does a title that is being typed.
    const title = side(page).getByLabel('Title of scene 1', { exact: true });
    await title.focus();
    await title.evaluate((input) => input.setSelectionRange(input.value.length, input.value.length));
    await page.keyboard.insertText(' at first');
    // From behind: a window that comes to the front takes the focus from what is being typed in another.
    await side(beside).getByRole('button', { name: 'Add this scene', exact: true }).evaluate((button) => button.click());
    await eventually('both are in the first', () => titles(page), (now) => now.length === 2 && now[0].endsWith(' at first'));
    await title.blur();
    await eventually('the title is in the other', () => titles(beside), (now) => now.length === 2 && now[0].endsWith(' at first'));
    await site.close(page);
  });

  it('lessons that two take are both kept, and one that was finished stays so', async () => {
    const page = await site.open();
    const beside = await openBeside(page, `${site.url}?lesson=02-the-margin-vector&step=2`);
    await side(beside).locator('.step').waitFor();
    await page.goto(`${site.url}?lesson=01-least-squares-can-fail&step=3`);
    await ready(page);
    await side(page).locator('.step').waitFor();
    const progress = () => page.evaluate(() => [window.localStorage['marginscope-lesson-01-least-squares-can-fail'], window.localStorage['marginscope-lesson-02-the-margin-vector']]);
    await eventually('both are kept', progress, (now) => now[0] === '2' && now[1] === '1');
    await page.evaluate(() => {
      window.localStorage['marginscope-lesson-02-the-margin-vector'] = 'done';
    });
    await eventually('the other knows it', () => beside.evaluate(() => window.localStorage['marginscope-lesson-02-the-margin-vector']), (now) => now === 'done');
    await press(side(beside), 'Next');
    await side(beside).getByText(/Step 3 of/).waitFor();
    assert.deepEqual(await progress(), ['2', 'done']);
    await site.close(page);
  });
});

describe('storage', { skip }, () => {
  const site = new Site();

  it('that was cleared while the page is open keeps what comes next', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    await page.evaluate(() => {
      window.localStorage.clear();
      window.sessionStorage.clear();
    });
    await apply(page, { type: 'step', count: 2 });
    const scene = await untilKept(page);
    await page.goto('about:blank');
    await page.goto(site.url);
    await ready(page);
    await press(toast(page), 'Open it');
    await until(page, 'the scene is open', (now) => now.scene === scene);
    await site.close(page);
  });

  it('that is full gives up the oldest scenes, and else the page says that nothing is kept, once, and saves a file', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      window.localStorage['marginscope-scene-1-old'] = 'x'.repeat(10_000);
      // All the rest is somebody else's.
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
        for (let i = 0; i < 4; i += 1) {
          try {
            window.localStorage[`other-${size}-${i}`] = 'x'.repeat(size);
          } catch {
            break;
          }
        }
      }
    });
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    assert.equal(await page.evaluate(() => 'marginscope-scene-1-old' in window.localStorage), false);
    assert.equal(await toast(page).isVisible(), false);

    await page.evaluate(() => {
      for (const key of Object.keys(window.localStorage)) if (key.startsWith('marginscope-scene-')) window.localStorage.removeItem(key);
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
        for (let i = 0; i < 4; i += 1) {
          try {
            window.localStorage[`again-${size}-${i}`] = 'x'.repeat(size);
          } catch {
            break;
          }
        }
      }
    });
    await apply(page, { type: 'problem', text: 'overlap' });
    await toast(page).getByText('This browser does not keep your scene for the next visit: its storage is full or switched off.').waitFor();
    const { scene } = await describePage(page);
    assert.equal(await page.evaluate(() => window.location.hash.slice(1)), scene, 'the address has it');
    const download = page.waitForEvent('download');
    await press(toast(page), 'Save as a file');
    assert.equal((await download).suggestedFilename(), 'scene.txt');
    await apply(page, { type: 'step', count: 1 });
    await eventually('the address follows', () => page.evaluate(() => window.location.hash), (hash) => !hash.endsWith(scene));
    assert.equal(await toast(page).isVisible(), false, 'it is told once');
    await site.close(page);
  });

  it('that has no room for a scene, not even alone, leaves the others that are kept', async () => {
    const page = await site.open();
    const others = ['v=1&problem=moons', 'v=1&problem=overlap'];
    await page.evaluate((scenes) => {
      scenes.forEach((scene, i) => {
        window.localStorage[`marginscope-scene-1700000000000-${i}`] = scene;
      });
      // A browser keeps five million characters, or ten; here it is fewer, for the test's sake.
      const { setItem } = window.Storage.prototype;
      window.Storage.prototype.setItem = function keep(key, value) {
        if (value.length > 10_000) throw new window.DOMException('full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    }, others);
    const rows = Array.from({ length: 3000 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2}`);
    await apply(page, { type: 'csv', text: rows.join('\n'), name: 'many.csv' });
    await toast(page).getByText('This browser does not keep your scene').waitFor();
    assert.deepEqual((await keptScenes(page)).sort(), others);
    await apply(page, { type: 'problem', text: 'xor' });
    const scene = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [...others, scene].sort());
    await site.close(page);
  });

  it('that is switched off is told where the progress in a lesson is not kept, and the visit has it all the same', async () => {
    const page = await site.blank();
    await page.addInitScript(() => {
      window.Storage.prototype.setItem = () => {
        throw new window.DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(`${site.url}?lesson=01-least-squares-can-fail&step=1`);
    await ready(page);
    const told = side(page).getByText('This browser does not keep for the next visit how far you come');
    await told.waitFor();
    await press(side(page), 'Next');
    await side(page).getByText(/Step 2 of/).waitFor();
    await press(side(page), 'All lessons');
    await side(page).getByText('at step 2 of').waitFor();
    await told.waitFor();
    await site.close(page);
  });

  it('that is full is told where the list of scenes for a class is not kept', async () => {
    const page = await site.open();
    await page.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
    await page.evaluate(() => {
      window.Storage.prototype.setItem = () => {
        throw new window.DOMException('full', 'QuotaExceededError');
      };
    });
    await press(side(page), 'Add this scene');
    await toast(page).getByText('This browser does not keep the list for the next visit').waitFor();
    const download = page.waitForEvent('download');
    await press(toast(page), 'Save it as a file');
    assert.equal((await download).suggestedFilename(), 'scenes.txt');
    await site.close(page);
  });
});
