// The playground as a frame in a page of another origin, under a strict policy: parts, messages, height.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { URLSearchParams } from 'node:url';
import { eventually, ready, Site, skip } from './support/site.mjs';

// What a careful school would send: a script of its own, frames of one origin, and nothing else.
const script = `
  window.heard = [];
  addEventListener('message', ({ data, origin }) => { heard.push({ data, origin }); });
  window.say = (message, origin) => document.querySelector('iframe').contentWindow.postMessage(message, origin);
`;

class Host {
  #server = createServer((request, response) => {
    const address = new URL(request.url, 'http://host').searchParams;
    const frame = address.get('frame') ?? '';
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-host'; style-src 'nonce-host'; img-src data:; frame-src ${frame && new URL(frame).origin}; base-uri 'none'; form-action 'none'`,
      'referrer-policy': address.get('referrer') ?? 'strict-origin-when-cross-origin',
    });
    response.end(
      `<!doctype html><html lang="en"><title>A lecture</title><link rel="icon" href="data:,"><style nonce="host">iframe { width: 700px; height: 400px; }</style>` +
        `<script nonce="host">${script}</script><iframe title="Marginscope" src="${frame.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe></html>`,
    );
  });

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }
  stop() {
    this.#server.close();
  }
  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }
  /** The address of a page with this frame. */
  page(frame, referrer) {
    return `${this.origin}/?${new URLSearchParams({ frame, ...(referrer && { referrer }) })}`;
  }
}

const scene = 'v=1&problem=four-points&algorithm=hk';

describe('a frame in another page', { skip }, () => {
  const site = new Site();
  const host = new Host();
  before(() => host.start());
  after(() => host.stop());

  /** The host's page with the playground in it, and the playground's own frame. */
  async function openIn(address, referrer) {
    const page = await site.blank();
    await page.goto(host.page(address, referrer));
    const frame = await eventually('the frame is there', () => page.frames().find((each) => each.url().startsWith(site.url)));
    await ready(frame);
    return { page, frame };
  }
  const framed = (parts, hosts) => `${site.url}?embed=${parts}${hosts ? `&hosts=${encodeURIComponent(hosts)}` : ''}#${scene}`;
  const heard = (page, kind) => page.evaluate((what) => window.heard.filter(({ data }) => data.marginscope === what), kind);
  const hears = (page, kind, condition = () => true) =>
    eventually(`the host hears ${kind}`, async () => (await heard(page, kind)).find(({ data }) => condition(data)));

  /** Sends a message and gives the answer's data. */
  async function ask(page, message) {
    const id = `${Math.random()}`;
    await page.evaluate(([sent, to]) => window.say(sent, to), [{ ...message, id }, new URL(site.url).origin]);
    return (await hears(page, 'answer', (data) => data.id === id)).data;
  }

  it('tells that it is ready and how high it would be, takes commands and describes itself', async () => {
    const { page } = await openIn(framed('transport,sentence', host.origin));
    const { origin } = await hears(page, 'ready');
    assert.equal(origin, new URL(site.url).origin);
    const { data } = await hears(page, 'height');
    assert.ok(data.height > 400 && data.height < 1200, `${data.height}`);

    const { description } = await ask(page, { marginscope: 'describe' });
    assert.equal(description.scene, (await ask(page, { marginscope: 'describe' })).description.scene);
    assert.equal(description.points.length, 4);
    assert.deepEqual((await ask(page, { marginscope: 'apply', command: { type: 'step', count: 3 } })).refusal, null);
    const now = (await ask(page, { marginscope: 'describe' })).description;
    assert.equal(now.iteration, description.iteration + 3);
    const { refusal } = await ask(page, { marginscope: 'apply', command: { type: 'algorithm', id: 'magic' } });
    assert.match(refusal, /magic/);
    for (const command of [undefined, null, 7, 'step', [], { type: { step: 1 } }, { type: 'step', count: [[1]] }]) {
      const answer = await ask(page, { marginscope: 'apply', command });
      assert.equal(typeof answer.refusal, 'string', JSON.stringify(command));
    }
    assert.equal((await ask(page, { marginscope: 'describe' })).description.iteration, now.iteration);
    await site.close(page);
  });

  it('a playground that has stopped answers whatever it is asked with the reason', async () => {
    const { page, frame } = await openIn(framed('transport,sentence', host.origin));
    await hears(page, 'ready');
    await frame.evaluate(() => {
      window.WebGL2RenderingContext.prototype.drawElements = () => {
        throw new Error('WebGL broke down');
      };
      window.marginscope.apply({ type: 'step', count: 1 });
    });
    await eventually('it has stopped', () => frame.evaluate(() => document.getElementById('fault').open));
    for (const message of [{ marginscope: 'describe' }, { marginscope: 'apply', command: { type: 'step', count: 1 } }]) {
      assert.match((await ask(page, message)).refusal, /WebGL broke down/);
    }
    await page.context().close();
  });

  it('another width has another height', async () => {
    const { page } = await openIn(framed('transport,charts', host.origin));
    const { data } = await hears(page, 'height');
    await page.evaluate(() => {
      document.querySelector('iframe').width = '380';
      document.querySelector('style').textContent = 'iframe { width: 380px; height: 400px; }';
    });
    await hears(page, 'height', ({ height }) => height !== data.height);
    await site.close(page);
  });

  it('origins that the link does not name are neither heard nor told anything', async () => {
    for (const hosts of ['', 'https://school.example', `https://school.example,${new URL(site.url).origin}`]) {
      const { page, frame } = await openIn(framed('transport', hosts));
      const before = await frame.evaluate(() => window.marginscope.describe().iteration);
      await page.evaluate(([sent, to]) => window.say(sent, to), [{ marginscope: 'apply', id: 1, command: { type: 'step', count: 1 } }, new URL(site.url).origin]);
      // What was sent before this has arrived when this has.
      await frame.evaluate(() => new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => { if (data === 'last') resolve(); });
        window.postMessage('last', window.location.origin);
      }));
      assert.equal(await frame.evaluate(() => window.marginscope.describe().iteration), before, hosts);
      assert.deepEqual(await page.evaluate(() => window.heard), [], hosts);
      await site.close(page);
    }
  });

  it('a host that sends no referrer is known by its messages', async () => {
    const { page } = await openIn(framed('transport', `https://school.example,${host.origin}`), 'no-referrer');
    await hears(page, 'ready');
    assert.equal((await ask(page, { marginscope: 'describe' })).description.algorithm, 'hk');
    await site.close(page);
  });

  it('shows the parts that are asked for, keeps nothing on the device, and opens as a whole', async () => {
    const { page, frame } = await openIn(framed('', ''));
    const plane = await frame.evaluate(() => window.marginscope.describe().plane);
    assert.ok(plane.width > 600, 'nothing stands beside the plane');
    await frame.evaluate(() => window.marginscope.apply({ type: 'step', count: 1 }));
    await frame.waitForFunction((old) => window.location.hash !== `#${old}`, scene);
    assert.equal(await frame.evaluate(() => Object.keys(window.localStorage).some((key) => key.includes('scene'))), false);
    const link = await frame.evaluate(() => window.location.hash);
    const element = await frame.frameElement();
    const box = await element.boundingBox();
    const [whole] = await Promise.all([
      page.context().waitForEvent('page'),
      page.mouse.click(box.x + box.width - 40, box.y + 28),
    ]);
    await whole.waitForURL((url) => url.href.startsWith(site.url));
    assert.equal(new URL(whole.url()).search, '');
    assert.equal(new URL(whole.url()).hash, link);
    await site.close(page);
  });

  it('a part or an origin that does not exist is said, and the usual ones are there', async () => {
    const page = await site.blank();
    const notice = async (query) => {
      await page.goto('about:blank');
      await page.goto(`${site.url}?${query}#${scene}`);
      await ready(page);
      return page.evaluate(() => window.marginscope.describe().notice);
    };
    assert.match(await notice('embed=toolbar'), /"toolbar" is no part of the playground; a part is transport, menus/);
    assert.match(await notice('embed&hosts=school.example'), /name “school.example”, which is no origin such as https:\/\/school.example/);
    assert.match(await notice('embed&hosts=https://school.example/course'), /which is no origin/);
    assert.match(await notice('embed&hosts=*'), /name “\*”, which is no origin/);
    assert.equal(await notice('embed&hosts=https://school.example'), null);
    await site.close(page);
  });

  it('a lesson in a frame can be taken', async () => {
    const { page, frame } = await openIn(`${site.url}?embed&lesson=01-least-squares-can-fail`);
    await frame.locator('#side .step').waitFor();
    await frame.locator('#side').getByRole('button', { name: 'Next', exact: true }).click();
    await eventually('the second step is there', () => frame.locator('#side .step .soft').first().textContent(), (text) => text.startsWith('Step 2 '));
    await site.close(page);
  });
});
