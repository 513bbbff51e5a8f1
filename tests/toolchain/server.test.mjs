// The server of a finished page.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Refusal } from '../../wasm/toolchain/log.mjs';
import { serveFolder } from '../../wasm/toolchain/server.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
// Beside the copies that are served.
const secret = `${work}.txt`;
after(() => {
  rmSync(work, { recursive: true, force: true });
  rmSync(secret, { force: true });
});

/** A small page in a folder of its own: what it says, and a part that is fetched later. */
function page(name, text) {
  const folder = join(work, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<p>${text}</p>`);
  writeFileSync(join(folder, 'assets', `${text}.js`), `export default '${text}';`);
  return folder;
}

/** The address of a folder that is served until the test ends, whichever way. */
async function served(test, folder, options) {
  const { url, close } = await serveFolder(folder, options);
  test.after(close);
  return url;
}

/** The answer to a path as it is written here: fetch would resolve its dots before it asks. */
async function answerTo(url, path) {
  const { hostname, port } = new URL(url);
  const [answer] = await once(get({ hostname, port, path }), 'response');
  const pieces = await answer.setEncoding('utf8').toArray();
  return { status: answer.statusCode, text: pieces.join('') };
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

  it('serves what is in its folder, and nothing else', async (test) => {
    const folder = page('closed', 'inside');
    writeFileSync(secret, 'not for everybody');
    symlinkSync(secret, join(folder, 'link.txt'));
    const url = await served(test, folder);
    assert.match((await answerTo(url, '/index.html')).text, /inside/);
    const beside = ['../', '%2e%2e/', '..%2f', '%2e%2e%2f', 'assets/../../', '..\\'].map((up) => up + basename(secret));
    for (const path of ['link.txt', 'nothing.js', '%00', encodeURI(secret), ...beside]) {
      const { status, text } = await answerTo(url, `/${path}`);
      assert.ok(status >= 400, `${path}: ${status}`);
      assert.doesNotMatch(text, /not for everybody/);
    }
    assert.match(new URL(url).hostname, /^127\.0\.0\.1$/);
  });

  it('takes the next port where the usual one is taken, and refuses one that was asked for', async (test) => {
    const folder = page('ports', 'port');
    const port = Number(new URL(await served(test, folder)).port);
    const next = await served(test, folder, { port, tryNext: true });
    assert.ok(Number(new URL(next).port) > port);
    await assert.rejects(serveFolder(folder, { port }), (error) => error instanceof Refusal && error.message.includes(String(port)));
  });
});
