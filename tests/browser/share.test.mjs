// What the dialog "Share" hands out: the link, its code for a camera, and a frame.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import decodeQR from 'qr/decode.js';
import { accessible } from './support/axe.mjs';
import { apply, describePage, eventually, ready, says, Site, skip, without } from './support/site.mjs';

const dialog = (page) => page.locator('#share');
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click();
const frameCode = (page) => dialog(page).getByLabel('Code of the frame').inputValue();

async function openShare(page) {
  await page.locator('#mirror').getByRole('button', { name: 'Link, QR code and frame', exact: true }).press('Enter');
  await dialog(page).waitFor();
}

/** What a camera reads from the code. */
async function scanned(page) {
  const { width, height, data } = await dialog(page)
    .locator('svg')
    .evaluate(async (svg) => {
      const image = new window.Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(new window.XMLSerializer().serializeToString(svg))}`;
      await image.decode();
      const modules = svg.viewBox.baseVal.width;
      const size = modules * 4;
      const canvas = new window.OffscreenCanvas(size + 32, size + 32);
      const context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, size + 32, size + 32);
      context.drawImage(image, 16, 16, size, size);
      const pixels = context.getImageData(0, 0, size + 32, size + 32);
      return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
    });
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) });
}

describe('sharing', { skip }, () => {
  const site = new Site();

  it('the link, the code and the frame hold the scene', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=smo', { permissions: ['clipboard-read', 'clipboard-write'] });
    await apply(page, { type: 'step', count: 3 });
    const { scene } = await describePage(page);
    await openShare(page);
    const link = `${site.url}#${scene}`;
    assert.equal(await dialog(page).getByLabel('Link', { exact: true }).inputValue(), link);
    assert.equal(await scanned(page), link);
    await press(page, 'Copy the link');
    await says(page, 'Link copied.');
    assert.equal(await page.evaluate(() => window.navigator.clipboard.readText()), link);
    await site.close(page);
  });

  it('the frame has the parts and the hosts that are chosen, and opens as it says', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=smo');
    await openShare(page);
    assert.match(await frameCode(page), /\?embed=transport,sentence#v=1&amp;/);
    await dialog(page).getByLabel('charts', { exact: true }).check();
    await dialog(page).getByLabel('what is said of the iteration').uncheck();
    await dialog(page).getByLabel('Sites whose pages may send commands').fill('https://school.example');
    const code = await frameCode(page);
    const source = await page.evaluate((html) => {
      const frame = new window.DOMParser().parseFromString(html, 'text/html').querySelector('iframe');
      return { src: frame.src, title: frame.title, children: frame.parentElement.children.length };
    }, code);
    assert.equal(source.title, 'Marginscope: Moons');
    assert.equal(source.children, 1);
    assert.match(source.src, /\?embed=transport,charts&hosts=https%3A%2F%2Fschool\.example#v=1&/);
    const framed = await site.blank();
    await framed.goto(source.src);
    await ready(framed);
    const now = await describePage(framed);
    assert.equal(now.notice, null);
    assert.equal(now.scene, (await describePage(page)).scene);
    await site.close(framed);
    await site.close(page);
  });

  it('what is too long for a code, or for a link, is said', async () => {
    const page = await site.open();
    const points = (count) => `x,y,label\n${Array.from({ length: count }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2 ? 1 : -1}`).join('\n')}\n`;
    await apply(page, { type: 'csv', text: points(400), name: 'many.csv' });
    await openShare(page);
    assert.match(await dialog(page).locator('> .problem').textContent(), /too long for a QR code, which holds 2953 characters/);
    assert.equal(await dialog(page).locator('svg').count(), 0);
    await press(page, 'Close');
    await apply(page, { type: 'problem', text: 'moons' });
    await openShare(page);
    assert.equal(await dialog(page).locator('> .problem').isVisible(), false);
    assert.equal(await dialog(page).locator('svg').count(), 1);
    await site.close(page);
  });

  it('of a scene that is too long for a link neither link nor frame is offered, but a file; a frame’s address has its own length', async () => {
    const page = await site.open();
    const points = (count) => `x,y,label\n${Array.from({ length: count }, (_, i) => `${(i * 7) % 1000},${(i * 13) % 997},${i % 2 ? 1 : -1}`).join('\n')}\n`;
    await apply(page, { type: 'csv', text: points(3000), name: 'many.csv' });
    await openShare(page);
    const said = await dialog(page).locator('> .problem').textContent();
    assert.match(said, /too long for a link: \d+ characters, of at most 16000.*\.$/);
    const link = dialog(page).getByLabel('Link', { exact: true });
    const code = dialog(page).getByLabel('Code of the frame');
    for (const one of [link, code, dialog(page).getByRole('button', { name: /^Copy/ }).first()]) assert.equal(await one.isVisible(), false);
    assert.equal(await dialog(page).locator('svg').count(), 0);
    const download = page.waitForEvent('download');
    await press(page, 'Save as a file');
    assert.equal((await download).suggestedFilename(), 'scene.txt');

    await apply(page, { type: 'problem', text: 'moons' });
    await openShare(page);
    assert.ok(await link.isVisible());
    assert.equal(await dialog(page).getByRole('button', { name: 'Save as a file' }).isVisible(), false);
    const hosts = dialog(page).getByLabel('Sites whose pages may send commands');
    await hosts.fill('a'.repeat(16_000));
    await dialog(page).getByText('too long for a link').waitFor();
    assert.equal(await code.isVisible(), false);
    assert.ok(await link.isVisible());
    await hosts.fill('');
    assert.match(await frameCode(page), /^<iframe/);
    assert.ok(await code.isVisible());
    await site.close(page);
  });

  it('the code is black on white, also in the colours of the system', { skip: without('preferences') }, async () => {
    const page = await site.open('', { colorScheme: 'dark', forcedColors: 'active' });
    await openShare(page);
    const colours = () => dialog(page).locator('.code').evaluate((node) => [window.getComputedStyle(node).backgroundColor, window.getComputedStyle(node.querySelector('svg')).fill]);
    const style = () => page.evaluate(() => [...document.styleSheets].some(({ href }) => /contrast-/.test(href ?? '')));
    await eventually('the sheet of these colours is there', style);
    assert.deepEqual(await colours(), ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await site.close(page);
  });

  it('it is accessible, light and dark, on a phone, and closes by Escape', async () => {
    for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { viewport: { width: 390, height: 844 } }]) {
      const page = await site.open('', options);
      await openShare(page);
      await accessible(page, '#share');
      const box = await dialog(page).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= (options.viewport?.width ?? 1440));
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await site.close(page);
    }
  });
});
