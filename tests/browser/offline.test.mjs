// The site without a network, in a new version, and forgotten.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { distFolder } from '../../wasm/toolchain/paths.mjs';
import { apply, describePage, eventually, ready, Site, skip, until } from './support/site.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-offline-'));
after(() => {
  rmSync(work, { recursive: true, force: true });
});

/** The site as it would be with another title. */
function otherVersion() {
  const folder = join(work, 'dist');
  cpSync(distFolder, folder, { recursive: true });
  const edit = (name, change) => {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    const changed = change(text);
    assert.notEqual(changed, text, name);
    writeFileSync(file, changed);
  };
  edit('index.html', (text) => text.replace('<title>Marginscope</title>', '<title>Another version</title>'));
  edit('service_worker.js', (text) => text.replace(/("?url"?:\s*["'`]index\.html["'`],\s*"?revision"?:\s*["'`])\w+/, '$1another'));
  return folder;
}

/** Waits until the site is kept. */
async function kept(page) {
  await eventually('the site is kept', () =>
    page.evaluate(async () => {
      const registration = await window.navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated';
    }),
  );
}

describe('without a network', { skip }, () => {
  const site = new Site();
  const open = async (fragment = '') => site.open(fragment, { serviceWorkers: 'allow' });

  it('everything is there after the first visit', async () => {
    const page = await open('v=1&problem=moons&algorithm=smo:kernel=gaussian');
    await kept(page);
    await site.stopServing();
    try {
      await page.reload();
      await ready(page);
      await apply(page, { type: 'end' });
      assert.equal((await describePage(page)).algorithm, 'smo');
      // Parts that no visit has asked for yet.
      await page.goto(`${site.url}?lesson=03-proof-that-no-line-exists`);
      await ready(page);
      await page.locator('#side .step').waitFor();
      for (const name of ['reference.html', 'teachers.html', '']) {
        await page.goto(site.url + name);
        assert.ok((await page.title()).includes('Marginscope'), name);
      }
      await ready(page);
      await page.locator('#mirror').getByRole('button', { name: 'Laboratory', exact: true }).press('Enter');
      await page.locator('#laboratory').waitFor();
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('a new version is told, opened when somebody asks for it, with the scene, and told beside it', async () => {
    const page = await open('v=1&problem=moons&algorithm=smo:kernel=gaussian');
    await kept(page);
    const beside = await page.context().newPage();
    await beside.goto(site.url);
    await ready(beside);
    await page.reload();
    await ready(page);
    await apply(page, { type: 'step', count: 3 });
    const { scene } = await describePage(page);
    await site.serve(otherVersion());
    try {
      await page.reload();
      await ready(page);
      // The old one, whole, until somebody asks.
      assert.equal(await page.title(), 'Marginscope');
      await page.getByText('A new version of this page is ready.').waitFor();
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Open it', exact: true }).click();
      await loaded;
      await eventually('the new version is there', () => page.title(), (title) => title === 'Another version');
      await ready(page);
      await until(page, 'the scene is as it was', (now) => now.scene === scene);
      await beside.getByText('A new version of this page was opened beside it.').waitFor();
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('what is kept is forgotten when somebody says so', async () => {
    const page = await open();
    await kept(page);
    await page.evaluate(() => window.localStorage.setItem('of-another-page', '1'));
    await apply(page, { type: 'problem', text: 'moons' });
    await eventually('the scene is kept', () => page.evaluate(() => Object.keys(window.localStorage).some((key) => key.startsWith('marginscope-'))));
    await page.locator('#canvas').press('?');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await page.getByText('Nothing is kept on this device any more.').waitFor();
    const left = await page.evaluate(async () => [
      await window.navigator.serviceWorker.getRegistration(),
      (await window.caches.keys()).length,
      Object.keys(window.localStorage),
    ]);
    assert.deepEqual(left, [undefined, 0, ['of-another-page']]);
    await site.close(page);
  });

  it('opened as a file the playground says why it does not start, and pages to read can be read', async () => {
    const page = await open();
    await page.goto(String(pathToFileURL(join(distFolder, 'index.html'))));
    assert.match(await page.locator('body').innerText(), /could not load its parts: a browser takes them from a web server, not from files/);
    await page.goto(String(pathToFileURL(join(distFolder, 'teachers.html'))));
    assert.equal(await page.locator('main').evaluate((main) => window.getComputedStyle(main).maxWidth), '1120px');
    await page.context().close();
  });

  it('can be installed', async () => {
    const page = await open();
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector('link[rel=manifest]').href;
      const { icons, ...about } = await (await fetch(link)).json();
      const icon = await fetch(new URL(icons[0].src, link));
      return { ...about, icon: icon.headers.get('content-type'), start: new URL(about.start_url, link).href };
    });
    assert.equal(manifest.start, `${site.url}index.html`);
    assert.match(manifest.icon, /svg/);
    assert.equal(manifest.display, 'standalone');
    await site.close(page);
  });
});
