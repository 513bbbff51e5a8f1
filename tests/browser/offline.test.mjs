// The site without a network, in a new version, and forgotten.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { distFolder } from '../../wasm/toolchain/paths.mjs';
import { core, damages, reasons } from './support/damage.mjs';
import { apply, copyOfSite, describePage, eventually, filesBelow, framesGoBy, ready, rewrite, says, Site, skip, until, without } from './support/site.mjs';

const sha256 = (content) => createHash('sha256').update(content);

/** The site as it would be with another title, and with other programs and styles. */
function otherVersion() {
  const folder = copyOfSite();
  // Their files have other names, as everything that names one of them does.
  const names = filesBelow(folder)
    .filter((name) => /-[\w-]{8}\.(js|css|wasm)$/.test(name))
    .map((name) => basename(name));
  const renamed = (text) => names.reduce((now, name) => now.replaceAll(name, name.replace(/([\w-]{3})[\w-]{5}\.(?=\w+$)/, 'later$1.')), text);
  rewrite(folder, /\.(html|js|css)$/, renamed);
  for (const name of filesBelow(folder)) {
    if (renamed(name) !== name) renameSync(join(folder, name), join(folder, renamed(name)));
  }
  rewrite(folder, /^index\.html$/, (text) => text.replace('<title>Marginscope</title>', '<title>Another version</title>'));
  // The list of the service worker follows.
  rewrite(folder, /^service_worker\.js$/, (text) => {
    assert.match(text, /laboratory-later...\.wasm/);
    return text.replace(
      /(url:["'`])([^"'`]+)(["'`],revision:)(null|["'`]\w+["'`])(,integrity:["'`]sha256-)[\w+/=]+/g,
      (_, before, url, middle, revision, after) => {
        const content = readFileSync(join(folder, url));
        const last = revision === 'null' ? revision : `"${sha256(content).digest('hex').slice(0, 16)}"`;
        return before + url + middle + last + after + sha256(content).digest('base64');
      },
    );
  });
  return folder;
}

/** The site as it would be with other pictures, its service worker the same. */
function otherPictures() {
  const folder = copyOfSite();
  rewrite(folder, /^gallery\/.*\.svg$/, (text) => text.replace('<svg', '<svg data-version="later"'));
  return folder;
}

/** What the pictures of a part of the page are: whether each is there, and the text of the first. */
function picturesOf(part) {
  return part.evaluate(async (node) => {
    const all = [...node.querySelectorAll('img')].filter((each) => each.checkVisibility());
    for (const each of all) each.loading = 'eager';
    await Promise.all(all.map((each) => each.decode().catch(() => undefined)));
    return { count: all.length, broken: all.filter(({ naturalWidth }) => naturalWidth === 0).length, first: all[0] && (await (await fetch(all[0].currentSrc)).text()) };
  });
}

/** Opens the gallery beside the canvas. */
async function openGallery(page) {
  await page.locator('#mirror').getByRole('button', { name: 'Lessons and gallery', exact: true }).press('Enter');
  await page.locator('#side').getByRole('button', { name: 'Gallery', exact: true }).click();
  await page.locator('#side .cards img').first().waitFor();
}

/** Waits until the site is kept. */
async function kept(page) {
  await eventually('the site is kept', () =>
    page.evaluate(async () => {
      const registration = await window.navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated' && window.navigator.serviceWorker.controller !== null;
    }),
  );
}

const laboratoryOf = (page) => page.locator('#laboratory');

/** Opens a part that no visit has asked for yet. */
async function openLaboratory(page) {
  await page.locator('#mirror').getByRole('button', { name: 'Laboratory', exact: true }).press('Enter');
  await page.getByRole('tab', { name: 'Bound' }).waitFor();
}

/** Opens the help and waits until it says so of the device. */
async function helpSays(page, what) {
  await page.locator('#canvas').press('?');
  await eventually('the help says so', () => page.locator('#help-kept').textContent(), (text) => what.test(text));
}

async function closeHelp(page) {
  await page.keyboard.press('Escape');
  // The dialog gives the focus back in a task of its own.
  await eventually('the help is closed', () => page.evaluate(() => document.querySelector('dialog[open]') === null && document.activeElement?.id === 'canvas'));
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
      await openLaboratory(page);
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('what a lesson lets choose between is kept, and words stand in the place of other pictures until they were seen', async () => {
    const page = await open();
    await kept(page);
    await site.stopServing();
    try {
      await page.goto(`${site.url}?lesson=01&step=2`);
      await ready(page);
      const answers = page.locator('#side .answers');
      await answers.locator('img').first().waitFor();
      const { broken, first } = await picturesOf(answers);
      assert.equal(broken, 0);
      assert.match(first, /The plane of points/);
      await openGallery(page);
      const gallery = await picturesOf(page.locator('#side'));
      assert.ok(gallery.count > 10 && gallery.broken === 0, JSON.stringify(gallery));
      assert.match(gallery.first, /This picture is not kept here:/);
      for (const name of ['gallery.html', 'reference.html', 'lessons.html']) {
        await page.goto(site.url + name);
        const pictures = await picturesOf(page.locator('main'));
        assert.ok(pictures.count > 0 && pictures.broken === 0, `${name}: ${JSON.stringify(pictures)}`);
      }
      await site.serve(distFolder);
      await page.goto(`${site.url}gallery.html`);
      assert.doesNotMatch((await picturesOf(page.locator('main'))).first, /not kept here/);
      // It is kept some time after it is shown.
      const isKept = () => page.locator('main').evaluate(async (node) => Boolean(await window.caches.match([...node.querySelectorAll('img')].find((each) => each.checkVisibility()).currentSrc)));
      await eventually('the first picture is kept', isKept);
      await site.stopServing();
      await page.reload();
      assert.doesNotMatch((await picturesOf(page.locator('main'))).first, /not kept here/);
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('no picture of another version is shown or kept', async () => {
    const page = await open();
    await kept(page);
    await site.serve(otherPictures());
    try {
      await openGallery(page);
      const { first } = await picturesOf(page.locator('#side'));
      assert.match(first, /This picture is not kept here:/);
      const ofPictures = () => page.evaluate(async () => Promise.all((await window.caches.keys()).filter((name) => name.includes('pictures')).map(async (name) => (await (await window.caches.open(name)).keys()).length)));
      assert.deepEqual((await ofPictures()).filter((count) => count > 0), []);
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('the first visit itself needs none once the site is kept', async () => {
    const page = await open();
    await kept(page);
    await site.stopServing();
    try {
      await helpSays(page, /needs no network any more/);
      await closeHelp(page);
      await openLaboratory(page);
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
      // What a message offers beside it stays.
      await beside.locator('#mirror').getByRole('button', { name: 'Scenes for a class', exact: true }).press('Enter');
      const list = beside.locator('#side');
      await list.getByRole('button', { name: 'Add this scene', exact: true }).click();
      await list.getByRole('button', { name: 'Remove scene 1', exact: true }).click();
      await beside.getByRole('button', { name: 'Bring it back', exact: true }).waitFor();
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Open it', exact: true }).click();
      await loaded;
      await eventually('the new version is there', () => page.title(), (title) => title === 'Another version');
      await ready(page);
      await until(page, 'the scene is as it was', (now) => now.scene === scene);
      await beside.getByText('A new version of this page was opened beside it.').waitFor();
      await beside.getByRole('button', { name: 'Bring it back', exact: true }).waitFor();
      // That of before goes on with its own parts, which the server has no more.
      await openLaboratory(beside);
      assert.equal(await beside.title(), 'Marginscope');
      await laboratoryOf(beside).getByRole('button', { name: 'Close' }).click();
      await beside.getByRole('button', { name: 'Open it here, too' }).click();
      await eventually('the new version is here, too', () => beside.title(), (title) => title === 'Another version');
      await ready(beside);
      await openLaboratory(beside);
      // What was kept of the old one goes once no page is open that may be of it.
      await page.close();
      await beside.goto('about:blank');
      await beside.goto(site.url);
      await ready(beside);
      const files = () =>
        beside.evaluate(async () => {
          const caches = await Promise.all((await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()));
          return caches.flat().map(({ url }) => url).filter((url) => /laboratory-[^/]*\.wasm/.test(url)).map((url) => url.split('/').at(-1));
        });
      await eventually('only the new one is kept', files, (now) => now.length === 1 && now[0].startsWith('laboratory-later'));
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('a new version that waits is kept whole, and is there without a network when the old one is closed', async () => {
    const page = await open();
    await kept(page);
    await site.serve(otherVersion());
    try {
      await page.reload();
      await ready(page);
      await page.getByText('A new version of this page is ready.').waitFor();
      await page.goto('about:blank');
      await site.stopServing();
      // A page that is opened before the browser has let the old one go is of the old version, and so is all that it is led to.
      await eventually('the new version is there', async () => {
        await page.goto('about:blank');
        await page.goto(site.url);
        return page.title();
      }, (title) => title === 'Another version');
      await ready(page);
      await openLaboratory(page);
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('what is kept is forgotten when somebody says so', async () => {
    const page = await open();
    await kept(page);
    // Of another site, below this one's address.
    const another = await page.evaluate(async () => {
      window.localStorage.setItem('of-another-page', '1');
      const { scope } = await window.navigator.serviceWorker.getRegistration();
      const name = `workbox-precache-v2-${scope}another/`;
      await window.caches.open(name);
      return name;
    });
    await apply(page, { type: 'problem', text: 'moons' });
    await eventually('the scene is kept', () => page.evaluate(() => Object.keys(window.localStorage).some((key) => key.startsWith('marginscope-scene-'))));
    await page.locator('#canvas').press('?');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await says(page, 'Nothing is kept on this device any more.');
    const left = await page.evaluate(async () => [
      await window.navigator.serviceWorker.getRegistration(),
      await window.caches.keys(),
      Object.keys(window.localStorage),
    ]);
    assert.deepEqual(left, [undefined, [another], ['of-another-page']]);
    // This page has had its turn.
    await helpSays(page, /not kept on this device yet: with a network it is, once the page is loaded again\.$/);
    assert.deepEqual(await page.evaluate(() => window.caches.keys()), [another]);
    await site.close(page);
  });

  it('opened as a file the playground says why it does not start, and pages to read can be read', { skip: without('open files') }, async () => {
    const page = await open();
    await page.goto(String(pathToFileURL(join(distFolder, 'index.html'))));
    assert.match(await page.locator('body').innerText(), /could not load its parts: a browser takes them from a web server, not from files/);
    await page.goto(String(pathToFileURL(join(distFolder, 'teachers.html'))));
    assert.equal(await page.locator('main').evaluate((main) => window.getComputedStyle(main).maxWidth), '1120px');
    await page.context().close();
  });

  it('what is forgotten in one window is not taken from another that is open', async () => {
    const page = await open();
    await kept(page);
    const beside = await page.context().newPage();
    await beside.goto(site.url);
    await ready(beside);
    await apply(beside, { type: 'step', count: 2 });
    const { scene } = await describePage(beside);
    await page.locator('#canvas').press('?');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await says(page, 'Nothing is kept on this device any more.');
    assert.equal((await describePage(beside)).scene, scene);
    await openLaboratory(beside);
    await site.close(page);
  });

  it('what is still being kept is forgotten, too', async () => {
    let letCome;
    const gate = new Promise((resolve) => {
      letCome = resolve;
    });
    site.way.damage(/\/teachers\.html/, async (body) => {
      await gate;
      return { status: 200, body };
    });
    const page = await open();
    await eventually('the site is being kept', () => page.evaluate(async () => Boolean((await window.navigator.serviceWorker.getRegistration())?.installing)));
    await page.locator('#canvas').press('?');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    const done = 'Nothing is kept on this device any more.';
    await framesGoBy(page);
    assert.ok(!(await page.locator('#toast-text').textContent()).includes(done));
    letCome();
    await says(page, done);
    site.way.mend();
    const left = await page.evaluate(async () => [await window.navigator.serviceWorker.getRegistration(), await window.caches.keys()]);
    assert.deepEqual(left, [undefined, []]);
    await site.close(page);
  });

  it('what is being completed is forgotten, too', async () => {
    // The second time that the worker asks for it the server lets it wait until it gives up.
    let became = '';
    site.way.damage(/\/teachers\.html/, async (body, answer) => {
      if (became === '') {
        became = 'kept';
        return { status: 200, body };
      }
      became = 'asked for again';
      await once(answer, 'close');
      became = 'given up';
      return {};
    });
    const page = await open();
    await kept(page);
    // The device loses it, and the help asks the worker to complete the site.
    await page.evaluate(async () => {
      for (const name of await window.caches.keys()) {
        const cache = await window.caches.open(name);
        for (const request of await cache.keys()) if (request.url.includes('/teachers.html')) await cache.delete(request);
      }
    });
    await page.locator('#canvas').press('?');
    await eventually('the file is asked for again', () => became, (what) => what === 'asked for again');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await eventually('the file is given up', () => became, (what) => what === 'given up');
    await says(page, 'Nothing is kept on this device any more.');
    site.way.mend();
    const left = await page.evaluate(async () => [await window.navigator.serviceWorker.getRegistration(), await window.caches.keys()]);
    assert.deepEqual(left, [undefined, []]);
    await site.close(page);
  });

  it('after one of two windows has let the site be forgotten it is kept again, whole', async () => {
    const page = await open();
    await kept(page);
    const files = () => page.evaluate(async () => (await Promise.all((await window.caches.keys()).map(async (name) => (await (await window.caches.open(name)).keys()).length))).reduce((sum, count) => sum + count, 0));
    const all = await files();
    const beside = await page.context().newPage();
    await beside.goto(site.url);
    await ready(beside);
    await page.bringToFront();
    await page.locator('#canvas').press('?');
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await says(page, 'Nothing is kept on this device any more.');
    await page.reload();
    await ready(page);
    await eventually('all is kept again', files, (count) => count === all);
    await beside.close();
    await page.reload();
    await ready(page);
    await site.stopServing();
    try {
      await helpSays(page, /needs no network any more/);
      await closeHelp(page);
      await page.reload();
      await ready(page);
      await openLaboratory(page);
    } finally {
      await site.serve(distFolder);
    }
    await page.context().close();
  });

  it('can be installed', async () => {
    const page = await open();
    await kept(page);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector('link[rel=manifest]').href;
      const { icons, ...about } = await (await fetch(link)).json();
      const seen = icons.map(async ({ src, sizes, type, purpose = 'any' }) => {
        const response = await fetch(new URL(src, link));
        const { width, height } = await window.createImageBitmap(await response.blob()).catch(() => ({ width: 0, height: 0 }));
        return { size: type === 'image/svg+xml' ? sizes : `${width}x${height}`, sizes, type, served: response.headers.get('content-type'), purpose };
      });
      return { ...about, start: new URL(about.start_url, link).href, icons: await Promise.all(seen) };
    });
    assert.equal(manifest.start, `${site.url}index.html`);
    assert.equal(manifest.display, 'standalone');
    assert.equal(manifest.name, 'Marginscope');
    for (const { size, sizes, type, served } of manifest.icons) {
      assert.equal(size, sizes);
      assert.equal(served, type);
    }
    const png = manifest.icons.filter(({ type }) => type === 'image/png').map(({ size, purpose }) => `${size} ${purpose}`);
    assert.deepEqual(png, ['192x192 any', '512x512 any', '512x512 maskable']);
    await site.close(page);
  });

  it('can be installed in the opinion of Chromium', { skip: without('devtools') }, async () => {
    const page = await open();
    await kept(page);
    const devtools = await page.context().newCDPSession(page);
    assert.deepEqual((await devtools.send('Page.getAppManifest')).errors, []);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A context of a test is a private window, which installs nothing.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
    await site.close(page);
  });

  it('from a stick, with the server that Python has, everything is there', async (context) => {
    const server = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '0'], { cwd: distFolder, stdio: ['ignore', 'pipe', 'ignore'] });
    const address = await new Promise((resolve) => {
      server.on('error', () => {
        resolve(null);
      });
      server.stdout.once('data', (line) => {
        resolve(/\((http:[^)]*)\)/.exec(String(line))[1]);
      });
    });
    if (address === null) {
      context.skip('there is no python3 here');
      return;
    }
    const page = await site.blank({ serviceWorkers: 'allow' });
    try {
      await page.goto(address);
      await ready(page);
      await apply(page, { type: 'algorithm', id: 'smo' });
      await openLaboratory(page);
      await kept(page);
    } finally {
      server.kill();
    }
    await page.reload();
    await ready(page);
    await openLaboratory(page);
    await site.close(page);
  });

  it('at an address without https it does what it can, says what it cannot, and knows a damaged file', { skip: without('invent hosts') }, async () => {
    const page = await site.blank({ serviceWorkers: 'allow' });
    const school = 'http://school.example/';
    const lead = (from) =>
      from.route(`${school}**`, async (route) => {
        const headers = Object.entries(route.request().headers()).filter(([name]) => name !== 'host');
        const response = await route.fetch({ url: route.request().url().replace(school, site.url), headers: Object.fromEntries(headers) });
        await route.fulfill({ response });
      });
    await lead(page);
    await page.goto(school);
    await ready(page);
    assert.equal(await page.evaluate(() => window.isSecureContext), false);
    await apply(page, { type: 'algorithm', id: 'smo' });
    await helpSays(page, /not kept on this device, which a browser does for addresses with https alone/);
    await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
    await says(page, 'Nothing is kept on this device any more.');
    await openLaboratory(page);
    await laboratoryOf(page).getByRole('button', { name: 'Close' }).click();
    await site.close(page);

    const other = await site.blank();
    await lead(other);
    site.way.damage(core.first, damages['has a bit turned']);
    await other.goto(school);
    await assert.rejects(ready(other), reasons['has a bit turned']);
    site.way.mend();
    await site.leave(other);
  });

  it('where the browser keeps nothing, as in some private windows, everything else is there', async () => {
    const denied = () => {
      const refuse = () => {
        throw new window.DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse });
      const { serviceWorker } = window.navigator;
      if (!serviceWorker) return; // an empty page
      serviceWorker.register = () => Promise.reject(new window.DOMException('denied', 'SecurityError'));
      serviceWorker.getRegistration = () => Promise.reject(new window.DOMException('denied', 'SecurityError'));
    };
    const missing = () => {
      delete window.Navigator.prototype.serviceWorker;
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) delete window[name];
    };
    for (const [script, said] of [[denied, /not kept on this device yet/], [missing, /keeps no site on the device/]]) {
      const page = await site.blank({ serviceWorkers: 'allow' });
      await page.addInitScript(script);
      await page.goto(site.url);
      await ready(page);
      await apply(page, { type: 'algorithm', id: 'smo' });
      await page.getByText('This browser does not keep your scene for the next visit').waitFor();
      await helpSays(page, said);
      await page.getByRole('button', { name: 'Forget what is kept on this device' }).click();
      await says(page, 'Nothing is kept on this device any more.');
      await openLaboratory(page);
      await site.close(page);
    }
  });
});
