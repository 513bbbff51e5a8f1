// The library in a browser: its files from any server, on a page that allows nothing made from text.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { libraryFolder } from '../../wasm/toolchain/paths.mjs';
import { serveFolder } from '../../wasm/toolchain/server.mjs';
import { findBrowser } from '../../wasm/toolchain/system_packages.mjs';
import { emptyFolder } from './support/project.mjs';

const found = findBrowser('chromium');

describe('the library in a browser', { skip: found.reason ?? false }, () => {
  let site, browser;
  before(async () => {
    const folder = emptyFolder('site');
    cpSync(libraryFolder, join(folder, 'marginscope'), { recursive: true });
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:">
<link rel="icon" href="data:,"><script type="module" src="page.js"></script>`,
    );
    writeFileSync(
      join(folder, 'page.js'),
      `import { load } from './marginscope/index.js';
const marginscope = await load();
const data = marginscope.problem('xor');
const machine = marginscope.machine(data, { algorithm: { id: 'smo', C: 100, kernel: { id: 'gaussian', sigma: 1 } } });
const stop = await machine.train({ sliceMs: 1 });
window.told = { reason: stop.reason, ...machine.record() };
`,
    );
    site = await serveFolder(folder, { base: '/some/where/' });
    browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  it('loads and trains', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(site.url);
    await page.waitForFunction(() => window.told).catch((error) => assert.fail([error.message, ...problems].join('\n')));
    const told = await page.evaluate(() => window.told);
    assert.deepEqual(problems, []);
    assert.equal(told.training_error, 0);
    assert.ok(told.iteration > 0 && told.reason.length > 0);
  });
});
