// Files that do not arrive as they were built, and a playground that fails.

import assert from 'node:assert/strict';
import { describePage, ready } from './site.mjs';

/** The files of the compiled core, as the page asks for them. */
export const core = {
  first: /\/marginscope-[^/]*\.wasm/,
  deferred: /\/marginscope\.deferred-[^/]*\.wasm/,
  laboratory: /\/laboratory-[^/]*\.wasm/,
};

/** What may happen to a file on its way: what comes of it, nothing where nobody answers. */
export const damages = {
  'is not there any more': () => ({ status: 404, body: Buffer.from('gone') }),
  'does not come': () => ({}),
  'is cut short': (body) => ({ status: 200, body: body.subarray(0, body.length - 1000) }),
  'has a bit turned': (body) => {
    const turned = Buffer.from(body);
    // A constant or a text, so that it is a program all the same.
    turned[turned.length - 100] ^= 1;
    return { status: 200, body: turned };
  },
};

/** What the page says of each. */
export const reasons = {
  'is not there any more': /could not be loaded: the server answers 404\./,
  'does not come': /could not be loaded: nobody answers\./,
  'is cut short': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
  'has a bit turned': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
};

/** The next frame ends the playground. */
export function breakDown(page) {
  return page.evaluate(() => {
    window.WebGL2RenderingContext.prototype.drawElements = () => {
      throw new Error('WebGL broke down');
    };
    window.marginscope.apply({ type: 'step', count: 0 });
  });
}

/** By the dialog of a fault: the page is as at a first visit. */
export async function beginAnew(page) {
  const started = page.waitForEvent('load');
  await page.click('#fault-anew');
  await started;
  await ready(page);
  assert.equal((await describePage(page)).points.length, 4);
}
