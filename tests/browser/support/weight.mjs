// What a visit weighs: bytes of what came from the server, compressed as servers do.

import { gzipSync } from 'node:zlib';
import { eventually, ready } from './site.mjs';

export const compressed = (content) => gzipSync(content, { level: 9 }).length;

/**
 * Makes a first visit on a blank page, until the playground is ready and nothing more is asked for: the second part of the module comes
 * when nothing was asked for a while, so what is before it is the visit. Gives `second`, how that part was asked for, and
 * `files`, a name and the bytes of each.
 */
export async function firstVisit(page, url) {
  const requests = [];
  page.on('request', (request) => requests.push(request));
  const second = page.waitForRequest(/marginscope\.deferred[^/]*\.wasm$/);
  await page.goto(url);
  await ready(page);
  requests.splice(requests.indexOf(await second));
  const files = await Promise.all(
    requests.map(async (request) => ({
      name: request.url().slice(url.length) || 'index.html',
      bytes: compressed(await (await request.response()).body()),
    })),
  );
  return { second: (await second).resourceType(), files };
}

/** Bytes of all that the site keeps on the device, once it has been open for a while. */
export async function keptBytes(page, url) {
  await page.goto(url);
  await ready(page);
  const contents = await eventually('the site is kept', () =>
    page.evaluate(async () => {
      const registration = await window.navigator.serviceWorker.getRegistration();
      if (registration?.active?.state !== 'activated') return null;
      const all = [];
      for (const name of await window.caches.keys()) {
        const cache = await window.caches.open(name);
        for (const request of await cache.keys()) {
          const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
          // Text in pieces of a length that a call takes.
          let text = '';
          for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
          all.push(window.btoa(text));
        }
      }
      return all;
    }),
  );
  return contents.reduce((sum, content) => sum + compressed(Buffer.from(content, 'base64')), 0);
}
