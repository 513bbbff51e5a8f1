// The page "How close do we get": all results are in it, it stands alone, and it fits every screen.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildFolder, projectRoot } from '../../wasm/toolchain/paths.mjs';
import { pictureOf, Site, skip } from './support/site.mjs';

const screenshots = join(buildFolder, 'screenshots');
mkdirSync(screenshots, { recursive: true });

const folder = join(projectRoot, 'web/reproduction/results');
const filesWith = (ending) => readdirSync(folder).filter((name) => name.endsWith(ending));
const results = filesWith('.json').map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

describe('the page “How close do we get”', { skip }, () => {
  const site = new Site();

  async function open(options) {
    const page = await site.blank(options);
    await page.goto(`${site.url}reproduction.html`);
    return page;
  }

  /** What the tables of an experiment hold, cell by cell, and the rest that is asked about them. */
  function tablesOf(page) {
    return page.evaluate(() =>
      [...document.querySelectorAll('section section')].map((section) => ({
        experiment: section.querySelector('h3').id,
        cells: [...section.querySelectorAll('td')]
          .filter((cell) => cell.querySelector('.here'))
          .map((cell) => ({
            dataset: cell.closest('tbody').querySelector('th').textContent,
            here: cell.querySelector('.here').textContent,
            printed: cell.querySelector('.printed')?.textContent ?? null,
            verdict: cell.querySelector('.verdict')?.textContent ?? '',
            noteThere: [...cell.querySelectorAll('.verdict a')].every((link) => document.querySelector(link.getAttribute('href'))),
            notes: cell.querySelectorAll('.verdict a').length,
          })),
      })),
    );
  }

  it('has every cell of every result, beside what is printed, and the cause of what differs', async () => {
    const page = await open();
    const tables = await tablesOf(page);
    assert.ok(results.length > 0, 'there are results');
    assert.deepEqual(tables.map(({ experiment }) => experiment).sort(), results.map(({ experiment }) => experiment).sort());
    const sorted = (cells) => cells.map((cell) => JSON.stringify(cell)).sort();
    for (const { experiment, cells } of results) {
      const shown = tables.find((table) => table.experiment === experiment).cells;
      const plain = (text) => text.replace(/\*$/, '').replace(/^printed /, '');
      const minus = (text) => text.replaceAll('-', '−');
      assert.deepEqual(
        sorted(shown.map(({ dataset, here, printed }) => [dataset, plain(here), printed === null ? null : plain(printed)])),
        sorted(cells.map((cell) => [cell.dataset, minus(cell.text), cell.published_text === null ? null : minus(cell.published_text)])),
        experiment,
      );
      const count = (word) => shown.filter(({ verdict }) => verdict.includes(word)).length;
      assert.equal(count('as printed'), cells.filter((cell) => cell.verdict === 'as printed').length, experiment);
      assert.equal(count('differs'), cells.filter((cell) => cell.verdict === 'differs').length, experiment);
      const explained = shown.filter(({ notes, noteThere }) => notes === 1 && noteThere).length;
      assert.equal(explained, cells.filter((cell) => cell.cause !== undefined).length, experiment);
    }
    // What is derived from print is not called printed, and each method says what it is.
    const derived = results.flatMap(({ cells }) => cells).filter(({ verdict }) => verdict === 'derived from print').length;
    assert.ok(derived > 0);
    assert.equal(tables.flatMap(({ cells }) => cells).filter(({ verdict, printed }) => verdict.includes('derived') && !printed.startsWith('printed')).length, derived);
    const methods = await page.evaluate(() => [...document.querySelectorAll('.methods dd')].map((node) => node.textContent));
    assert.deepEqual(methods, (await page.evaluate(() => [...document.querySelectorAll('section section h3')].map(({ id }) => id))).flatMap((id) =>
      results.find(({ experiment }) => experiment === id).about.methods.map(({ meaning }) => meaning)));
    // A note begins with a capital letter, or with a symbol as it is.
    const beginnings = await page.evaluate(() => [...document.querySelectorAll('.notes li')].map((note) => note.textContent.trim()[0]));
    assert.ok(beginnings.includes('μ'));
    assert.deepEqual(beginnings.filter((letter) => !/[A-Zμ]/.test(letter)), []);
    await site.close(page);
  });

  it('shows every figure, with a name, in the page’s own colours', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open({ colorScheme });
      const figures = await page.evaluate(() => {
        const hex = (colour) => `#${colour.match(/\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
        const root = window.getComputedStyle(document.documentElement);
        return {
          names: [...document.querySelectorAll('figure svg')].map((svg) => svg.querySelector('title').textContent),
          ink: hex(window.getComputedStyle(document.querySelector('figure svg')).color),
          own: root.getPropertyValue('--ink'),
          ground: hex(window.getComputedStyle(document.querySelector('figure svg .ground')).fill),
          card: root.getPropertyValue('--card'),
        };
      });
      const written = filesWith('.svg').map((name) => /<title>(.*)<\/title>/.exec(readFileSync(join(folder, name), 'utf8'))[1]);
      assert.deepEqual([...figures.names].sort(), written.map((name) => name.replaceAll('&amp;', '&')).sort());
      // Where a build shortens #ffffff it is still that colour.
      const long = (colour) => colour.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
      assert.equal(figures.ink, long(figures.own));
      assert.equal(figures.ground, long(figures.card));
      await site.close(page);
    }
  });

  it('is reached from the playground and leads back, and has no script but that of its contrast', async () => {
    const page = await site.open();
    await page.keyboard.press('?');
    await page.locator('#help').getByRole('link', { name: 'How close do we get' }).click();
    await page.waitForURL(`${site.url}reproduction.html`);
    assert.equal(await page.locator('h1').innerText(), 'How close do we get');
    const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1)));
    assert.ok(scripts.every((name) => name.startsWith('contrast-')), scripts.join());
    await page.getByRole('link', { name: 'Marginscope' }).click();
    await page.waitForFunction(() => window.marginscope?.ready);
    await site.close(page);
  });

  it('every link of the contents leads somewhere, and every box that scrolls takes the focus', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    const lost = await page.evaluate(() => [
      ...[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href')).filter((href) => !document.querySelector(href)),
      ...[...document.querySelectorAll('*')]
        .filter((node) => node.scrollWidth > node.clientWidth && window.getComputedStyle(node).overflowX === 'auto' && node.tabIndex < 0)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    ]);
    assert.deepEqual(lost, []);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length, 'an identifier is there twice');
    await site.close(page);
  });

  it('fits narrow and wide windows, with all numbers open: screenshots to look at', async () => {
    for (const [name, width, colorScheme] of [
      ['phone', 390, 'light'],
      ['wide-light', 1440, 'light'],
      ['wide-dark', 1440, 'dark'],
    ]) {
      const page = await open({ viewport: { width, height: 900 }, colorScheme });
      await page.evaluate(() => document.querySelectorAll('details').forEach((node) => node.setAttribute('open', '')));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, name);
      await page.evaluate(() => document.fonts.ready);
      await pictureOf(page, { path: join(screenshots, `reproduction-${name}.png`) });
      await site.close(page);
    }
  });
});
