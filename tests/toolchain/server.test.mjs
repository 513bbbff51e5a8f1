// The server of a finished page.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Refusal } from '../../wasm/toolchain/log.mjs';
import { serveFolder } from '../../wasm/toolchain/server.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
after(() => {
  rmSync(work, { recursive: true, force: true });
});

/** A small page in a folder of its own: what it says, and a part that is fetched later. */
function page(name, text) {
  const folder = join(work, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<p>${text}</p>`);
  writeFileSync(join(folder, 'assets', `${text}.js`), `export default '${text}';`);
  return folder;
}

describe('the server', () => {
  it('gives a page that was loaded before a build the parts of that page', async () => {
    const folder = page('rebuilt', 'first');
    const { url, close } = await serveFolder(folder, { base: '/some/where/' });
    assert.match(await (await fetch(url)).text(), /first/);
    const next = page('next', 'second');
    rmSync(folder, { recursive: true });
    cpSync(next, folder, { recursive: true });
    const part = await fetch(`${url}assets/first.js`);
    assert.equal(part.status, 200);
    assert.match(part.headers.get('content-type'), /javascript/);
    assert.match(await part.text(), /first/);
    await close();
    await assert.rejects(fetch(url));
  });

  it('serves what is in its folder, and nothing else', async () => {
    const folder = page('closed', 'inside');
    writeFileSync(join(work, 'secret.txt'), 'secret');
    symlinkSync(join(work, 'secret.txt'), join(folder, 'link.txt'));
    const { url, close } = await serveFolder(folder);
    for (const path of ['link.txt', 'nothing.js', '%2e%2e/secret.txt', '..%2fsecret.txt', '%00']) {
      const answer = await fetch(url + path);
      assert.ok(answer.status >= 400, `${path}: ${answer.status}`);
      assert.doesNotMatch(await answer.text(), /secret/);
    }
    assert.match(new URL(url).hostname, /^127\.0\.0\.1$/);
    await close();
  });

  it('takes the next port where the usual one is taken, and refuses one that was asked for', async () => {
    const folder = page('ports', 'port');
    const first = await serveFolder(folder);
    const port = Number(new URL(first.url).port);
    const second = await serveFolder(folder, { port, tryNext: true });
    assert.ok(Number(new URL(second.url).port) > port);
    await assert.rejects(serveFolder(folder, { port }), (error) => error instanceof Refusal && error.message.includes(String(port)));
    await second.close();
    await first.close();
  });
});
