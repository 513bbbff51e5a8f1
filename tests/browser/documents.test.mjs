// The pages that are read: they need no script, fit a phone, and every link in them leads somewhere.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { distFolder } from '../../wasm/toolchain/paths.mjs';
import { accessible } from './support/axe.mjs';
import { native } from './support/native.mjs';
import { eventually, Site, skip } from './support/site.mjs';

const documents = readdirSync(distFolder).filter((name) => name.endsWith('.html') && name !== 'index.html');

describe('documents', { skip }, () => {
  const site = new Site();

  for (const name of documents) {
    it(`${name} is whole without scripts, on a phone and on a screen`, async () => {
      for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
        const page = await site.blank({ viewport, javaScriptEnabled: false });
        await page.goto(site.url + name);
        assert.equal(await page.locator('h1').count(), 1);
        assert.ok((await page.locator('main').innerText()).length > 500);
        const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(wide <= seen, `${name} is ${wide} pixels wide in a window of ${seen}`);
        assert.equal(await page.locator('main').filter({ hasText: '<!--' }).count(), 0);
        await site.close(page);
      }
    });

    it(`${name} is accessible, light and dark`, async () => {
      for (const colorScheme of ['light', 'dark']) {
        const page = await site.blank({ colorScheme });
        await page.goto(site.url + name);
        await accessible(page);
        await site.close(page);
      }
    });

    it(`${name}: every link leads somewhere`, async () => {
      const page = await site.blank();
      await page.goto(site.url + name);
      const links = await page.locator('a').evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.href]));
      const files = new Set();
      for (const [written, address] of links) {
        if (written.startsWith('#')) {
          const target = decodeURIComponent(written.slice(1));
          assert.ok(await page.evaluate((id) => document.getElementById(id) !== null, target), `${name} has no ${written}`);
        } else if (address.startsWith(site.url)) {
          files.add(address.replace(/[?#].*/s, ''));
        }
      }
      for (const file of files) assert.equal((await fetch(file)).status, 200, file);
      await site.close(page);
    });
  }

  it('nothing that the build puts in its place is left over', async () => {
    for (const name of ['index.html', ...documents]) {
      const text = await (await fetch(site.url + name)).text();
      assert.doesNotMatch(text, /\{\{|<!--/, name);
      assert.equal(text.match(/<meta name="theme-color" content="#[0-9a-f]{6}"/g).length, 2, name);
    }
  });

  it('the reference opens its scenes, and finds entries by their words', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}reference.html`);
    const scenes = await page.locator('.entry a[href*="index.html#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href').split('#')[1]));
    assert.ok(scenes.length >= 30);
    for (const scene of new Set(scenes)) if (!scene.includes('&others=')) assert.ok((await native('run', scene)).iterations >= 0, scene);
    const shown = () => page.locator('.entry:visible').count();
    const all = await shown();
    await page.getByLabel('Find').fill('kurtosis moment');
    await eventually('fewer are shown', shown, (count) => count > 0 && count < all);
    assert.match(await page.locator('#found').textContent(), /^\d+ of \d+ entries$/);
    assert.ok(await page.locator('#rule-moment-stationary').isVisible());
    await page.getByLabel('Find').fill('');
    await eventually('all are back', shown, (count) => count === all);
    await site.close(page);
  });
});
