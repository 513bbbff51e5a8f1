// The pages that are read: they need no script, fit a phone, and every link in them leads somewhere.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { distFolder, projectRoot } from '../../wasm/toolchain/paths.mjs';
import { accessible, faultsOf } from './support/axe.mjs';
import { legible, seldom } from './support/legible.mjs';
import { listed, native, subcommands } from './support/native.mjs';
import { describePage, eventually, resize, Site, skip } from './support/site.mjs';

const documents = readdirSync(distFolder).filter((name) => name.endsWith('.html') && name !== 'index.html');

describe('documents', { skip }, () => {
  const site = new Site();

  for (const name of documents) {
    it(`${name} is whole without scripts, on a phone and on a screen`, async () => {
      const page = await site.blank({ javaScriptEnabled: false });
      await page.goto(site.url + name);
      for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
        await resize(page, viewport);
        assert.equal(await page.locator('h1').count(), 1);
        assert.ok((await page.locator('main').innerText()).length > 500);
        const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(wide <= seen, `${name} is ${wide} pixels wide in a window of ${seen}`);
        assert.equal(await page.locator('main').filter({ hasText: '<!--' }).count(), 0);
      }
      await site.close(page);
    });

    it(`${name} is accessible, light and dark`, async () => {
      const page = await site.blank({ colorScheme: 'light' });
      await page.goto(site.url + name);
      await accessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await faultsOf(page, 'html', true), []);
      await site.close(page);
    });

    it(`nothing of ${name} is lost, in every theme and size`, { skip: seldom }, async () => {
      const page = await site.blank();
      await page.goto(site.url + name);
      await legible(page, name);
      await site.close(page);
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

  it('the links from page to page are 24 pixels high', async () => {
    const page = await site.blank();
    for (const name of documents) {
      await page.goto(site.url + name);
      const low = await page.locator(':is(header, footer) nav a').evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().height < 24).map((link) => link.textContent));
      assert.deepEqual(low, [], name);
    }
    await site.close(page);
  });

  it('nothing that the build puts in its place is left over', async () => {
    for (const name of ['index.html', ...documents]) {
      const text = await (await fetch(site.url + name)).text();
      assert.doesNotMatch(text, /\{\{|<!--/, name);
      assert.equal(text.match(/<meta name="theme-color" content="#[0-9a-f]{6}"/g).length, 2, name);
    }
  });

  for (const [name, least, words, found] of [
    ['reference.html', 45, 'kurtosis moment', 'rule-moment-stationary'],
    ['commands.html', 18, 'duplicate', 'command-duplicate-points'],
    ['command-line.html', 0, 'trace kurtosis', 'file-trace'],
  ]) {
    it(`${name} opens its scenes, and finds entries by their words`, async () => {
      const page = await site.blank();
      await page.goto(site.url + name);
      const scenes = await page.locator('.entry a[href*="#v="]').evaluateAll((all) => all.map((link) => link.getAttribute('href').split('#')[1]));
      assert.ok(scenes.length >= least, `${scenes.length} scenes`);
      for (const scene of new Set(scenes)) await native(scene.includes('&others=') ? 'compare' : 'run', scene);
      const shown = () => page.locator('.entry:visible').count();
      const all = await shown();
      await page.getByLabel('Find').fill(words);
      await eventually('fewer are shown', shown, (count) => count > 0 && count < all);
      assert.match(await page.locator('#found').textContent(), /^\d+ of \d+ entries$/);
      assert.ok(await page.locator(`#${found}`).isVisible());
      await page.getByRole('navigation', { name: 'Pages of the reference' }).getByRole('link').last().click();
      await eventually('the words come along', () => page.getByLabel('Find').inputValue(), (text) => text === words);
      await page.goBack();
      await page.getByLabel('Find').fill('');
      await eventually('all are back', shown, (count) => count === all);
      await site.close(page);
    });
  }

  it('every command, outcome, part of a link, column and word of the command line is in the reference', async () => {
    const missing = [];
    const has = async (name, wanted) => {
      const text = await (await fetch(site.url + name)).text();
      for (const part of wanted) if (!text.includes(part)) missing.push(`${name}: ${part}`);
    };
    const ids = async (what, before) => (await listed(what)).map((id) => `id="${before}-${id}"`);
    await has('commands.html', await ids('commands', 'command'));
    await has('commands.html', (await listed('scene-parts')).map((id) => `<td><code>${id}</code></td>`));
    await has('reference.html', await ids('outcomes', 'outcome'));
    await has('command-line.html', (await subcommands()).map((name) => `id="command-${name}"`));
    await has('command-line.html', (await listed('columns')).map((id) => `<td><code>${id}</code></td>`));
    assert.deepEqual(missing, []);
  });

  it('the keys and what describe() says are in the reference as the playground has them', async () => {
    const playground = await site.open();
    const fields = Object.keys(await describePage(playground));
    await playground.keyboard.press('?');
    await playground.locator('#help').waitFor({ state: 'visible' });
    const keys = await playground.locator('#help .keys div').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    await site.close(playground);
    const page = await site.blank();
    await page.goto(`${site.url}commands.html`);
    const rowsOf = (id) => page.locator(`#${id} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.ok(keys.length > 20);
    assert.deepEqual(await rowsOf('key-bindings'), keys);
    const told = (await rowsOf('description')).map(([name]) => name).filter((name) => !name.includes('.'));
    assert.deepEqual(told.sort(), fields.sort());
    await site.close(page);
  });

  it('the citation has the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    assert.ok((await (await fetch(`${site.url}cite.html`)).text()).includes(`version = &quot;${version}&quot;`));
  });
});
