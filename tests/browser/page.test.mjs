// The page itself: weight, quiet, themes, sizes, and browsers that lack something.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildFolder } from '../../wasm/toolchain/paths.mjs';
import { apply, describePage, dropFile, eventually, framesGoBy, freePixels, pictureOf, quiet, ready, resize, Site, skip, until, without } from './support/site.mjs';
import { firstVisit } from './support/weight.mjs';

const screenshots = join(buildFolder, 'screenshots');
mkdirSync(screenshots, { recursive: true });

// Bytes, gzip.
const firstVisitLimit = 350_000;

// Frames of the browser from a click on the canvas until the page has drawn what it did.
const framesToSee = 10;

describe('the page', { skip }, () => {
  const site = new Site();

  it('a first visit transfers at most 350 KB', async () => {
    const page = await site.blank();
    const { second, files } = await firstVisit(page, site.url);
    assert.equal(second, 'fetch', 'the opening scene called a function of the second part');
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes } of files) console.log(`${String(bytes).padStart(8)} ${name}`);
    console.log(`${String(total).padStart(8)} bytes, gzip, until ready and nothing more is asked for`);
    assert.ok(total <= firstVisitLimit, `${total} bytes are more than ${firstVisitLimit}`);
    await site.close(page);
  });

  it('draws nothing while nothing changes', async () => {
    const page = await site.open();
    await quiet(page);
    const earlier = await describePage(page);
    await framesGoBy(page);
    assert.equal((await describePage(page)).frames, earlier.frames);
    await site.close(page);
  });

  it('asks nobody but its own server for anything', async () => {
    const page = await site.blank();
    const foreign = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(site.url);
    await ready(page);
    await apply(page, { type: 'step', count: 3 });
    await page.waitForLoadState('networkidle');
    assert.deepEqual(foreign, []);
    await site.close(page);
  });

  it('a click at 200 points is seen within a few frames', async () => {
    const page = await site.blank();
    // What the page itself works in its frames, apart from the graphics processor, for which software stands in.
    await page.addInitScript(() => {
      const original = window.requestAnimationFrame;
      window.worked = 0;
      window.requestAnimationFrame = (callback) =>
        original((now) => {
          const begin = performance.now();
          callback(now);
          window.worked += performance.now() - begin;
        });
    });
    await page.goto(site.url);
    await ready(page);
    await apply(page, { type: 'problem', text: 'two-gaussians:n=200' });
    const earlier = await until(page, '200 points', ({ points }) => points.length === 200);
    await quiet(page);
    const clicks = 20;
    const measured = await page.evaluate(async (places) => {
      const canvas = document.querySelector('canvas');
      const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
      const all = [];
      for (const [clientX, clientY] of places) {
        const send = (type) =>
          canvas.dispatchEvent(new window.MouseEvent(type, { clientX, clientY, button: 0, bubbles: true }));
        const before = window.marginscope.describe();
        const drawn = () => {
          const now = window.marginscope.describe();
          return now.points.length > before.points.length && now.frames > before.frames + 1;
        };
        send('mousedown');
        for (let i = 0; i < 5; i += 1) await nextFrame();
        const begin = performance.now();
        const workBefore = window.worked;
        send('mouseup');
        let frames = 0;
        for (; frames < 1000 && !drawn(); frames += 1) await nextFrame();
        all.push({ frames, passed: performance.now() - begin, worked: window.worked - workBefore });
        for (let i = 0; i < 5; i += 1) await nextFrame();
      }
      return all;
    }, freePixels(earlier, clicks, 25));
    const most = Math.max(...measured.map(({ frames }) => frames));
    assert.ok(most <= framesToSee, `a click was seen after ${most} frames`);
    const median = (key) => measured.map((click) => click[key]).sort((a, b) => a - b)[clicks / 2].toFixed(1);
    const describing = await page.evaluate(() => {
      const begin = performance.now();
      for (let i = 0; i < 50; i += 1) window.marginscope.describe();
      return (performance.now() - begin) / 50;
    });
    console.log(
      `click to redraw at 200 points: at most ${most} frames, ${median('worked')} ms of work, ${median('passed')} ms on the clock ` +
        'with graphics in software (medians)',
    );
    console.log(`describe() at 200 points: ${describing.toFixed(2)} ms`);
    await site.close(page);
  });

  it('draws two classes in the algorithm for several, also after three', async () => {
    const page = await site.open();
    await apply(page, { type: 'algorithm', id: 'hk-multiclass' });
    for (const text of ['overlap', 'three-classes', 'overlap']) {
      const { frames: before } = await describePage(page);
      await apply(page, { type: 'problem', text });
      await quiet(page);
      await until(page, `${text} is drawn`, ({ frames: now }) => now > before);
    }
    await site.close(page);
  });

  it('follows the system’s theme until a person chooses one, which is kept', async () => {
    const page = await site.open('', { colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const brightness = async () => {
      const { left, top } = (await describePage(page)).plane;
      const image = await pictureOf(page, { clip: { x: left - 6, y: top + 100, width: 2, height: 2 } });
      return page.evaluate(async (encoded) => {
        const bytes = Uint8Array.from(window.atob(encoded), (c) => c.charCodeAt(0));
        const bitmap = await window.createImageBitmap(new window.Blob([bytes], { type: 'image/png' }));
        const context = new window.OffscreenCanvas(2, 2).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, 1, 1).data[0];
      }, image.toString('base64'));
    };
    const isDark = async () => {
      await eventually('the page is dark', theme, (now) => now === 'dark');
      await eventually('the canvas is dark', brightness, (now) => now < 80);
    };
    await isDark();
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually('the page is light', theme, (now) => now === 'light');
    await eventually('the canvas is light', brightness, (now) => now > 180);
    await page.getByLabel('Theme').selectOption('dark');
    await page.evaluate(() => document.activeElement.blur());
    await isDark();
    await page.reload();
    await ready(page);
    assert.equal(await theme(), 'dark');
    await site.close(page);
  });

  it('works where storage is switched off', async () => {
    const page = await site.blank();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new window.DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.goto(site.url);
    await ready(page);
    await page.getByLabel('Theme').selectOption('dark');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await site.close(page);
  });

  it('follows the size of the window and the density of the screen', async () => {
    const page = await site.open('', { deviceScaleFactor: 2 });
    const canvas = () =>
      page.evaluate(() => {
        const { width, height, clientWidth, clientHeight } = document.querySelector('canvas');
        return [width / clientWidth, height / clientHeight];
      });
    assert.deepEqual(await canvas(), [2, 2]);
    await resize(page, { width: 1000, height: 700 });
    await quiet(page);
    await until(page, 'the plane fits', ({ plane }) => plane.left + plane.width <= 1000 && plane.top + plane.height <= 700);
    assert.deepEqual(await canvas(), [2, 2]);
    await site.close(page);
  });

  it('a message lies over the text form and in the dialog that is open, and goes only when nobody is in it', async () => {
    const page = await site.blank({ viewport: { width: 320, height: 640 } });
    await page.addInitScript(() => {
      // What is to happen in six seconds happens when it is asked for.
      const { setTimeout, clearTimeout } = window;
      window.due = new Map();
      window.setTimeout = (run, time, ...rest) => {
        const id = setTimeout(time === 6000 ? () => undefined : run, time, ...rest);
        if (time === 6000) window.due.set(id, run);
        return id;
      };
      window.clearTimeout = (id) => {
        window.due.delete(id);
        clearTimeout(id);
      };
    });
    await page.goto(site.url);
    await ready(page);
    const pass = () => page.evaluate(() => window.due.forEach((run) => run()));
    const close = page.locator('#toast-close');
    const isOnTop = () =>
      page.locator('#toast-text').evaluate((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return [left + 2, (left + right) / 2].every((x) => document.elementFromPoint(x, (top + bottom) / 2)?.closest('#toast'));
      });
    const save = page.locator('#mirror').getByRole('button', { name: 'Copy the link', exact: true });
    await page.evaluate(() => Object.defineProperty(window.navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } }));
    await save.press('Enter');
    await close.waitFor();
    assert.ok(await isOnTop());
    await close.focus();
    await pass();
    assert.ok(await close.isVisible());
    await page.keyboard.press('Enter');
    assert.equal(await close.isVisible(), false);
    assert.ok(await save.evaluate((node) => node === document.activeElement));
    await save.press('Enter');
    await close.waitFor();
    await pass();
    assert.equal(await close.isVisible(), false);

    await page.locator('#mirror').getByRole('button', { name: 'Laboratory', exact: true }).press('Enter');
    await page.getByRole('tab', { name: 'Bound' }).waitFor();
    await dropFile(page, 'huge.csv', '1,2,1\n'.repeat(84_000), 100);
    await page.getByText('huge.csv has 50400000 bytes; files up to 50000000 bytes can be opened.').waitFor();
    assert.ok(await isOnTop());
    await close.click();
    await page.locator('#laboratory').getByRole('button', { name: 'Close', exact: true }).first().click();
    await eventually('it is where it was', () => page.evaluate(() => document.getElementById('toast').parentElement === document.body));
    await site.close(page);
  });

  it('says in plain words what is missing, and still explains itself', async () => {
    const cases = [
      [() => delete window.WebAssembly, /WebAssembly/],
      [
        () => {
          const original = window.HTMLCanvasElement.prototype.getContext;
          window.HTMLCanvasElement.prototype.getContext = function getContext(kind, ...rest) {
            return kind.startsWith('webgl') ? null : original.call(this, kind, ...rest);
          };
        },
        /WebGL 2/,
      ],
    ];
    for (const [script, expected] of cases) {
      const page = await site.blank();
      await page.addInitScript(script);
      await page.goto(site.url);
      await page.waitForFunction(() => document.querySelector('#status').classList.contains('problem'));
      assert.match(await page.textContent('#status'), expected);
      assert.ok(await page.isVisible('#about'));
      assert.ok(!(await page.isVisible('#skip')), 'there is nothing to skip to');
      assert.match(await page.evaluate(() => window.marginscope.apply({ type: 'play' })), /not ready/);
      await page.context().close();
    }
  });

  it('says without scripts that it needs them', { skip: without('go without scripts') }, async () => {
    const page = await site.blank({ javaScriptEnabled: false });
    await page.goto(site.url);
    assert.match(await page.textContent('noscript'), /needs JavaScript/);
    assert.ok(await page.isVisible('noscript'));
    assert.ok(await page.isVisible('#about'));
    await page.context().close();
  });

  it('draws the same picture after the graphics driver took the canvas away and gave it back', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 4 });
    const picture = async () => {
      await quiet(page);
      return pictureOf(page.locator('canvas').first());
    };
    const before = await picture();
    await page.evaluate(() => {
      const context = document.querySelector('canvas').getContext('webgl2');
      window.lender = context.getExtension('WEBGL_lose_context');
      window.lender.loseContext();
    });
    await apply(page, { type: 'step', count: -1 });
    await apply(page, { type: 'step', count: 1 });
    await quiet(page);
    await page.evaluate(() => window.lender.restoreContext());
    await eventually('the picture is the same again', picture, (now) => now.equals(before));
    await site.close(page);
  });

  it('looks as it should: screenshots to look at', async () => {
    const wide = { width: 1440, height: 900 };
    const sizes = [
      ['wide-light', wide, 'light', { deviceScaleFactor: 1 }],
      ['wide-dark', wide, 'dark', { deviceScaleFactor: 1 }],
      ['tablet', { width: 820, height: 1180 }, 'light', { hasTouch: true, deviceScaleFactor: 2 }],
      ['phone', { width: 390, height: 844 }, 'light', { hasTouch: true, isMobile: true, deviceScaleFactor: 3 }],
    ];
    for (const [name, viewport, colorScheme, options] of sizes) {
      const page = await site.open('', { viewport, colorScheme, ...options });
      const take = async (what) => {
        await quiet(page);
        await pictureOf(page, { path: join(screenshots, `${name}-${what}.png`) });
      };
      await take('opening');
      await apply(page, { type: 'step', count: 4 });
      await take('separated');
      await apply(page, { type: 'problem', text: 'overlap' });
      await apply(page, { type: 'split-validation', fraction: 0.3 });
      await apply(page, { type: 'step', count: 30 });
      await apply(page, { type: 'seek', iteration: 14 });
      await take('overlap');
      await site.close(page);
    }
    const page = await site.open('', { deviceScaleFactor: 1 });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await pictureOf(page, { path: join(screenshots, 'mirror.png') });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('Enter');
    await pictureOf(page, { path: join(screenshots, 'help.png') });
    await site.close(page);
  });
});
