// A scene in the address, in files, and on the clipboard.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { tap } from './support/fingers.mjs';
import { native } from './support/native.mjs';
import { apply, describePage, dropFile, eventually, keptScenes, quiet, ready, resize, says, Site, skip, until, untilKept } from './support/site.mjs';

// What a link must bring back.
const kept = ['scene', 'name', 'problem', 'algorithm', 'settings', 'rules', 'iteration', 'points', 'quantities', 'record', 'sentence'];

function assertSameScene(now, expected) {
  for (const key of kept) assert.deepEqual(now[key], expected[key], key);
}

describe('links and files', { skip }, () => {
  const site = new Site();

  it('the address follows the scene and opens it again, to the same iteration and numbers', async () => {
    const page = await site.open();
    await apply(page, { type: 'add-point', x: -3.25, y: 4.5, label: -1 });
    await apply(page, { type: 'add-point', x: 2, y: 1, label: 1, part: 'validation' });
    await apply(page, { type: 'set', field: 'learning_rate', value: 0.3 });
    await apply(page, { type: 'rules', text: 'separated iterations:n=50' });
    await apply(page, { type: 'step', count: 7 });
    const expected = await describePage(page);
    await page.waitForFunction((scene) => window.location.hash === `#${scene}`, expected.scene);
    const again = await site.open(expected.scene);
    assertSameScene(await describePage(again), expected);
    // The same page, reloaded from its own address.
    await page.reload();
    await ready(page);
    assertSameScene(await describePage(page), expected);
    await site.close(again);
    await site.close(page);
  });

  it('a page that is loaded again goes on with its scene, be it of this moment or too long for a link', async () => {
    const page = await site.open();
    // Of one that nobody has touched the address stays as it is.
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => window.location.hash), '');
    const [moons, many, xor] = ['moons', 'moons:n=3000,noise=0.31', 'xor'].map((text) => ({ type: 'problem', text }));
    // Without commands it is the one that was loaded again before.
    for (const commands of [[moons, { type: 'step', count: 3 }], [many], [], [xor]]) {
      // At once: the address follows a moment later.
      const loaded = page.waitForEvent('load');
      const scene = await page.evaluate((all) => {
        const { apply: act, describe: now } = window.marginscope;
        if (all.some((command) => act(command) !== null)) throw new Error('A command was refused.');
        const { scene: text } = now();
        window.location.reload();
        return text;
      }, commands);
      await loaded;
      await ready(page);
      assert.equal((await describePage(page)).scene, scene);
    }
    await site.close(page);
  });

  it('a page that is loaded again before it is there goes on with its scene', async () => {
    const page = await site.blank();
    // Under that name the page waits for its files until it is left.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (...asked) => {
        if (window.name !== 'slow') return fetch(...asked);
        window.waits = true;
        return new Promise(() => undefined);
      };
    });
    await page.goto(site.url);
    await ready(page);
    await apply(page, { type: 'problem', text: 'moons:n=3000,noise=0.31' });
    await apply(page, { type: 'move-point', index: 0, x: 0.5, y: 0.5 });
    const { scene } = await describePage(page);
    await page.evaluate(() => {
      window.name = 'slow';
    });
    await page.reload();
    await eventually('it waits', () => page.evaluate(() => window.waits));
    await page.evaluate(() => {
      window.name = '';
    });
    await page.reload();
    await ready(page);
    assert.equal((await describePage(page)).scene, scene);
    await site.close(page);
  });

  it('a link to thousands of drawn points draws them anew, and the sliders know how', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'moons:n=1900' });
    const expected = await describePage(page);
    await page.waitForFunction((scene) => window.location.hash === `#${scene}`, expected.scene);
    const again = await site.open(expected.scene);
    assertSameScene(await describePage(again), expected);
    // The next change of one setting leaves the other settings as they are.
    await again.getByLabel('Seed', { exact: true }).fill('5');
    await again.keyboard.press('Enter');
    const other = await until(again, 'other points', ({ seed }) => seed === 5);
    assert.equal(other.points.length, 1900);
    assert.notDeepEqual(other.points, expected.points);
    await apply(again, { type: 'undo' });
    assertSameScene(await describePage(again), expected);
    await site.close(again);
    await site.close(page);
  });

  it('another link typed into the address bar opens without loading the page again', async () => {
    const other = await site.open();
    await apply(other, { type: 'problem', text: 'xor' });
    const { scene, points } = await describePage(other);
    await site.close(other);
    // A page whose address is not that link yet, nor about to follow another change.
    const page = await site.open();
    await page.evaluate((text) => {
      window.location.hash = `#${text}`;
    }, scene);
    const now = await until(page, 'the link is open', (d) => d.scene === scene);
    assert.deepEqual(now.points, points);
    await site.close(page);
  });

  it('a link in the same tab takes nothing away: undo, Back and the next visit have what was there', async () => {
    const page = await site.open();
    const go = (how) => page.evaluate((name) => window.history[name](), how);
    const follow = (fragment) =>
      page.evaluate((hash) => {
        window.location.hash = hash;
      }, fragment);
    const opening = (await describePage(page)).scene;
    await follow('v=1&problem=moons');
    await until(page, 'the link is open', ({ name }) => name === 'Moons');
    await go('back');
    await until(page, 'the opening scene is back', ({ scene }) => scene === opening);
    const rows = Array.from({ length: 3000 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2}`);
    await dropFile(page, 'many.csv', rows.join('\n'));
    await until(page, 'the file is open', ({ points }) => points.length === 3000);
    const many = await untilKept(page);
    await follow('v=1&problem=moons');
    await until(page, 'the link is open', ({ name }) => name === 'Moons');
    await apply(page, { type: 'undo' });
    assert.equal((await describePage(page)).scene, many);
    await apply(page, { type: 'redo' });
    await apply(page, { type: 'step', count: 1 });
    const moons = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [many, moons].sort());
    await go('back');
    await until(page, 'the scene that is too long for a link is back', ({ scene }) => scene === many);
    assert.equal(await page.evaluate(() => window.location.hash), '');
    await go('forward');
    await until(page, 'the link is open again, as far as it was taken', ({ scene }) => scene === moons);
    await site.close(page);
  });

  it('Back leads from one scene that is too long for a link to another', async () => {
    const page = await site.open();
    const open = async (count) => {
      const rows = Array.from({ length: count }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2}`);
      await dropFile(page, `${count}.csv`, rows.join('\n'));
      await until(page, 'the file is open', ({ points }) => points.length === count);
      return untilKept(page);
    };
    const first = await open(3000);
    await page.evaluate(() => {
      window.location.hash = 'v=1&problem=moons';
    });
    await until(page, 'the link is open', ({ name }) => name === 'Moons');
    const second = await open(2500);
    await page.evaluate(() => window.history.back());
    await until(page, 'the first is back', ({ scene }) => scene === first);
    await page.evaluate(() => window.history.forward());
    await until(page, 'the second is back', ({ scene }) => scene === second);
    await site.close(page);
  });

  it('a link in the same tab opens also where the scene before it has still to be kept', async () => {
    const page = await site.open();
    // Whatever is to be written when a page goes, or a moment after a change, comes before the event that tells of the link.
    const before = await page.evaluate(() => {
      window.marginscope.apply({ type: 'step', count: 2 });
      const { scene } = window.marginscope.describe();
      window.location.hash = 'v=1&problem=moons';
      window.dispatchEvent(new window.PageTransitionEvent('pagehide'));
      window.dispatchEvent(new window.PageTransitionEvent('pageshow'));
      return scene;
    });
    await until(page, 'the link is open', ({ name }) => name === 'Moons');
    assert.deepEqual(await keptScenes(page), [before]);
    await apply(page, { type: 'undo' });
    assert.equal((await describePage(page)).scene, before);
    await site.close(page);
  });

  it('a broken link opens the default scene and says what was wrong', async () => {
    const fresh = await site.open();
    const expected = await describePage(fresh);
    await site.close(fresh);
    for (const fragment of ['v=1&algorithm=magic', 'nonsense', 'v=99', expected.scene.slice(0, -3)]) {
      const page = await site.open(fragment);
      const now = await describePage(page);
      assert.equal(now.scene, expected.scene, fragment);
      assert.ok(now.notice && now.notice.length > 10, `no notice for ${fragment}`);
      assert.equal(await page.textContent('#notice'), now.notice);
      await site.close(page);
    }
  });

  it('a scene that is too long for a link is offered as a file', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 3000 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2}`);
    await dropFile(page, 'many.csv', rows.join('\n'));
    const many = await until(page, 'the file is open', ({ points }) => points.length === 3000);
    const save = page.getByRole('button', { name: 'Save as a file' });
    await save.waitFor();
    assert.match(await page.textContent('#toast-text'), /many\.csv is open\. .*too long for a link/);
    assert.ok(await page.getByRole('button', { name: 'Choose columns …' }).isVisible());
    assert.equal(await page.evaluate(() => window.location.hash), '');
    const download = page.waitForEvent('download');
    await save.click();
    const text = await readFile(await (await download).path(), 'utf8');
    await site.close(page);
    const other = await site.open();
    await dropFile(other, 'scene.txt', text);
    const opened = await until(other, 'the scene file is open', ({ points }) => points.length === 3000);
    assert.deepEqual(opened.points, many.points);
    await site.close(other);
  });

  it('the scene of the visit before is offered, never opened by itself, and forgotten when asked', async () => {
    const page = await site.open();
    const plain = page.url();
    const opening = (await describePage(page)).scene;
    await apply(page, { type: 'problem', text: 'moons:n=3000' });
    const scene = await untilKept(page);
    const leave = async () => {
      await page.goto('about:blank');
      await page.goto(plain);
      await ready(page);
      return (await describePage(page)).scene;
    };
    assert.equal(await leave(), opening);
    const offer = page.locator('#toast', { hasText: '“Moons”, is kept' });
    await offer.waitFor();
    // Not taken, it is offered again, for as long as nothing else is worth keeping.
    assert.equal(await leave(), opening);
    await offer.getByRole('button', { name: 'Open it' }).click();
    await until(page, 'the kept scene', (now) => now.scene === scene);
    await offer.waitFor({ state: 'hidden' });
    await apply(page, { type: 'undo' });
    assert.equal((await describePage(page)).scene, opening);
    await apply(page, { type: 'problem', text: 'spirals' });
    await untilKept(page);
    await leave();
    const other = page.locator('#toast', { hasText: '“Spirals”' });
    await other.getByRole('button', { name: 'Forget them' }).click();
    await leave();
    assert.ok(await page.locator('#toast').isHidden());
    // A link is what was asked for.
    await apply(page, { type: 'problem', text: 'xor' });
    await page.goto('about:blank');
    await page.goto(`${plain.split('#')[0]}#${opening}`);
    await ready(page);
    assert.ok(await page.locator('#toast').isHidden());
    await site.close(page);
  });

  it('a kept scene that this version cannot open says so, and one is offered by the name that it has', async () => {
    const page = await site.open();
    const scenes = ['v=1&name=a+b%20c.csv&problem=xor', 'v=1&problem=moons&nonsense=1'];
    await page.evaluate((all) => {
      all.forEach((scene, i) => {
        window.localStorage[`marginscope-scene-${1_700_000_000_000 + i}-test`] = scene;
      });
    }, scenes);
    await page.goto('about:blank');
    await page.goto(site.url);
    await ready(page);
    await page.locator('#toast').getByRole('button', { name: /^Open “a\+b c\.csv”/ }).waitFor();
    await page.locator('#toast').getByRole('button', { name: /^Open “moons”/ }).click();
    await until(page, 'it is refused', ({ notice }) => /nonsense/.test(notice ?? ''));
    await site.close(page);
  });

  it('of many kept scenes three are offered, below a sentence that can be read; the others at a press', async () => {
    const page = await site.open();
    const names = ['moons', 'a very long name of a file that somebody saved.csv', 'iris', 'circles', 'x', 'Own'];
    await page.evaluate((all) => {
      all.forEach((name, i) => {
        window.localStorage[`marginscope-scene-${1_700_000_000_000 - 10_000_000 * i}-test`] = `v=1&name=${encodeURIComponent(name)}&problem=xor`;
      });
    }, names);
    const toast = page.locator('#toast');
    const offered = async () => (await toast.getByRole('button', { name: /^Open/ }).allTextContents()).map((text) => /“(.*)”/.exec(text)[1]);
    for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      await page.goto('about:blank');
      await page.goto(site.url);
      await ready(page);
      await toast.getByText('Your last scenes are kept.').waitFor();
      assert.deepEqual(await offered(), names.slice(0, 3));
      const text = await toast.locator('p').evaluate((node) => node.getBoundingClientRect().height / parseFloat(window.getComputedStyle(node).lineHeight));
      assert.ok(text < 1.5, `the sentence has ${text} lines`);
      const { width, height } = await toast.boundingBox();
      assert.ok(width * height < 0.25 * viewport.width * viewport.height, `${width} × ${height} of ${viewport.width} × ${viewport.height}`);
    }
    // As far as there is no room the list is scrolled.
    await toast.getByRole('button', { name: 'Show all 6' }).press('Enter');
    assert.deepEqual(await offered(), names);
    const { y, height } = await toast.boundingBox();
    assert.ok(y > 100 && y + height <= 844);
    assert.ok(await toast.evaluate((node) => node.contains(document.activeElement)), 'the focus stays there');
    const last = toast.getByRole('button', { name: /“Own”/ });
    await last.click();
    await until(page, 'it is open', ({ name }) => name === 'Own');
    // A lesson is asked for as a scene is.
    for (const search of ['?lesson=01&step=2', '?lessons']) {
      await page.goto('about:blank');
      await page.goto(site.url + search);
      await ready(page);
      await page.locator('#side h1').waitFor();
      await page.locator(search === '?lessons' ? '#side ol.list' : '#side .step[aria-busy=false]').waitFor();
      assert.ok(await toast.isHidden(), search);
    }
    await site.close(page);
  });

  it('what was chosen just before the page is left is kept, too', async () => {
    const page = await site.open();
    const scene = await page.evaluate(() => {
      window.marginscope.apply({ type: 'problem', text: 'moons' });
      window.dispatchEvent(new window.PageTransitionEvent('pagehide'));
      return window.marginscope.describe().scene;
    });
    assert.deepEqual(await keptScenes(page), [scene]);
    await site.close(page);
  });

  it('a CSV file can be dropped, and a wrong one is refused with its line', async () => {
    const page = await site.open();
    await dropFile(page, 'good.csv', 'width,height,class\n6,9,1\n5,7,1\n5,9,0\n0,10,0\n');
    const good = await until(page, 'the file is open', ({ name }) => name.includes('good'));
    assert.deepEqual(
      good.points.map(({ x, y, label, part }) => [x, y, label, part]),
      [[6, 9, 1, 'training'], [5, 7, 1, 'training'], [5, 9, -1, 'training'], [0, 10, -1, 'training']],
    );
    assert.equal(good.iteration, 0);
    await dropFile(page, 'bad.csv', '1,2,1\n3,x,0\n');
    // It is shown, with what is wrong, to be mended or read in another way.
    await page.waitForFunction(() => document.querySelector('#paste-error')?.textContent?.includes('bad.csv'));
    assert.match(await page.textContent('#paste-error'), /bad\.csv, line 2, column 2/);
    assert.equal(await page.inputValue('#paste-text'), '1,2,1\n3,x,0\n');
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual((await describePage(page)).points, good.points);
    await site.close(page);
  });

  it('a value is typed over the canvas; a wrong one is explained and can be mended', async () => {
    const page = await site.open();
    // The first setting's value is at the right end of the left column, below the algorithm's name.
    const { plane } = await describePage(page);
    const isOpen = () => page.isVisible('#edit-value');
    let at = [plane.left - 36, 140];
    while (at[1] < 180 && !(await isOpen())) {
      at = [at[0], at[1] + 6];
      await page.mouse.click(...at);
      await quiet(page);
    }
    assert.equal(await page.inputValue('#edit-value'), '0.4');
    // As the page writes it, to be copied from there.
    await page.fill('#edit-value', '2.5e−1');
    await page.keyboard.press('Enter');
    await until(page, 'it is taken', ({ settings }) => settings.learning_rate === '0.25');
    // What is open in it is of this scene, not of one that a link opens.
    await page.mouse.click(...at);
    await page.waitForSelector('#edit-value:visible');
    await page.fill('#edit-value', '0.3');
    await page.evaluate(() => {
      window.location.hash = 'v=1&problem=moons&algorithm=hk:learning_rate=0.4';
    });
    await until(page, 'the link is open', ({ name }) => name === 'Moons');
    await eventually('the field is closed', isOpen, (open) => !open);
    assert.equal((await describePage(page)).settings.learning_rate, '0.4');
    await page.mouse.click(...at);
    await page.waitForSelector('#edit-value:visible');
    await page.keyboard.type('1.4');
    await page.keyboard.press('Enter');
    assert.match(await page.textContent('#edit-error'), /1\.4/);
    await page.fill('#edit-value', '0.25');
    await page.keyboard.press('Enter');
    assert.equal((await describePage(page)).settings.learning_rate, '0.25');
    assert.equal(await isOpen(), false);
    await page.keyboard.press('ArrowRight');
    await until(page, 'keys go to the canvas again', ({ iteration }) => iteration === 1);
    // Who goes on in another field stays there.
    await page.mouse.click(...at);
    await page.waitForSelector('#edit-value:visible');
    await page.fill('#edit-value', '0.35');
    const other = page.getByLabel('Go to iteration', { exact: true });
    await other.focus();
    await until(page, 'it is taken', ({ settings }) => settings.learning_rate === '0.35');
    assert.equal(await isOpen(), false);
    assert.ok(await other.evaluate((field) => field === document.activeElement));
    await site.close(page);
  });

  it('the field over the canvas takes its value and goes before what lies below it moves, and never makes the canvas scroll', async () => {
    const isOpen = () => page.isVisible('#edit-value');
    const openField = async (press, left, from) => {
      for (let y = from; !(await isOpen()); y += 6) {
        assert.ok(y < from + 120, 'no value is to be typed there');
        await press([left, y]);
        await quiet(page);
      }
      assert.equal(await page.inputValue('#edit-value'), '0.4');
    };
    const takes = async (value) => {
      await until(page, 'the value is taken', ({ settings }) => settings.learning_rate === value);
      await eventually('the field is closed', isOpen, (open) => !open);
      assert.deepEqual(await page.locator('#stage').evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight]), [0, page.viewportSize().height]);
    };
    const scene = 'v=1&problem=overlap:n=40&algorithm=hk';
    let page = await site.open(scene, { viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const size of [{ width: 844, height: 390 }, { width: 390, height: 520 }]) {
      await resize(page, { width: 390, height: 844 });
      await quiet(page);
      const { plane } = await describePage(page);
      const below = plane.top + plane.height;
      await tap(page, [52, below + 26]); // the tab of the algorithm
      await quiet(page);
      await openField((at) => tap(page, at), 360, below + 100);
      await page.fill('#edit-value', '0.3');
      await resize(page, size);
      await takes('0.3');
      await apply(page, { type: 'set', field: 'learning_rate', value: '0.4' });
    }
    await site.close(page);
    page = await site.open(scene, { viewport: { width: 1440, height: 700 } });
    await openField((at) => page.mouse.click(...at), 262, 140);
    await page.fill('#edit-value', '0.3');
    await page.mouse.move(140, 400);
    await page.mouse.wheel(0, 120);
    await takes('0.3');
    await site.close(page);
    // A sentence that refuses stands where there is room for it.
    page = await site.open(scene, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { plane } = await describePage(page);
    await tap(page, [52, plane.top + plane.height + 26]);
    await quiet(page);
    await openField((at) => tap(page, at), 360, plane.top + plane.height + 100);
    await page.fill('#edit-value', '7');
    await page.keyboard.press('Enter');
    await page.locator('#edit-error').waitFor();
    const [field, sentence] = await Promise.all([page.locator('#edit-value').boundingBox(), page.locator('#edit-error').boundingBox()]);
    assert.ok(sentence.y + sentence.height <= field.y && sentence.y >= 0, JSON.stringify([field, sentence]));
    await page.fill('#edit-value', '0.3');
    await page.keyboard.press('Enter');
    await takes('0.3');
    await site.close(page);
  });

  it('points can be pasted; a mistake is explained and can be mended', async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await page.fill('#paste-text', '1,2,1\n3,4');
    await page.waitForFunction(() => document.querySelector('#paste-error')?.textContent?.includes('line 2'));
    assert.ok(await page.isDisabled('#paste-apply'));
    await page.fill('#paste-text', '1,2,1\n3,4,0');
    await page.click('#paste-apply');
    const now = await until(page, 'the points are there', ({ points }) => points.length === 2);
    assert.deepEqual(now.points.map(({ label }) => label), [1, -1]);
    assert.equal(await page.isVisible('#paste'), false);
    await site.close(page);
  });

  it('link and command go to the clipboard, or are shown selected where there is none', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await apply(page, { type: 'step', count: 2 });
    const { scene } = await describePage(page);
    await page.getByRole('button', { name: 'Copy the link' }).focus();
    await page.keyboard.press('Enter');
    await says(page, 'Link copied.');
    assert.equal(await page.evaluate(() => window.navigator.clipboard.readText()), `${site.url}#${scene}`);
    await page.getByRole('button', { name: 'Copy as a command' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#toast-text')?.textContent?.startsWith('Command'));
    assert.match(await page.evaluate(() => window.navigator.clipboard.readText()), /^marginscope run .*hk/);

    const bare = await site.blank();
    await bare.addInitScript(() => {
      Object.defineProperty(window.navigator, 'clipboard', { value: undefined });
    });
    await bare.goto(site.url);
    await ready(bare);
    await bare.getByRole('button', { name: 'Copy as a command' }).focus();
    await bare.keyboard.press('Enter');
    await bare.waitForSelector('#copy-text:visible');
    const [all, selected] = await bare.evaluate(() => {
      const area = document.querySelector('#copy-text');
      return [area.value, area.value.slice(area.selectionStart, area.selectionEnd)];
    });
    assert.match(all, /^marginscope run/);
    assert.equal(selected, all);
    await site.close(bare);
    await site.close(page);
  });

  it('the copied command gives the numbers of the iteration that the page shows', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    // Before the stop, at it, and beyond it; another machine, with a validation part and scaled.
    const ways = [
      [{ type: 'step', count: 7 }],
      [{ type: 'rules', text: 'iterations:n=3' }, { type: 'end' }],
      [{ type: 'seek', iteration: 9 }],
      [
        { type: 'problem', text: 'overlap', seed: '18446744073709551615' },
        { type: 'split-validation', fraction: 0.3 },
        { type: 'scaling', id: 'standard' },
        { type: 'algorithm', id: 'mhks' },
        { type: 'step', count: 12 },
      ],
    ];
    for (const way of ways) {
      for (const command of way) await apply(page, command);
      const now = await until(page, 'the iteration is reached', ({ busy }) => !busy);
      await page.getByRole('button', { name: 'Copy as a command' }).focus();
      await page.keyboard.press('Enter');
      const copied = await eventually('it is copied', () => page.evaluate(() => window.navigator.clipboard.readText()), (text) => text.includes(now.scene));
      const [, link] = /^marginscope run --link '([^']+)'$/.exec(copied);
      const json = await native('run', link);
      assert.equal(json.iterations, now.iteration);
      assert.equal(json.stop?.reason ?? null, now.stop?.reason ?? null);
      assert.equal(json.stop?.retained_iteration ?? null, now.stop?.retained_iteration ?? null);
      assert.deepEqual(json.weights, now.quantities.weights);
      for (const key of ['training_error', 'validation_error', 'objective']) assert.equal(json[key], now.record[key], key);
      for (const [key, value] of Object.entries(json.moments)) assert.equal(value, now.record[key], key);
    }
    await site.close(page);
  });

  it('the trace is saved with a line an iteration', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 5 });
    const { record } = await describePage(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the trace (CSV)' }).focus();
    await page.keyboard.press('Enter');
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    assert.match(lines[0], /^iteration,objective,training_error,validation_error,mean,std,skewness,kurtosis,support_vectors/);
    assert.equal(lines.length, 7);
    assert.equal(Number(lines[6].split(',')[1]), record.objective);

    // Of a file that comes in many pieces a test has the last as well.
    const bytes = 60_000_000;
    const large = page.waitForEvent('download');
    await page.evaluate((size) => {
      const link = document.createElement('a');
      link.href = window.URL.createObjectURL(new window.Blob([new window.Uint8Array(size)]));
      link.download = 'large.bin';
      link.click();
    }, bytes);
    assert.equal((await stat(await (await large).path())).size, bytes);
    await site.close(page);
  });
});
