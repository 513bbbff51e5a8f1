// What axe-core finds on a page by WCAG 2.2, levels A and AA.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../wasm/toolchain/paths.mjs';

const source = readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
// What a theme or a size alone may be at fault with.
const looks = ['color-contrast', 'target-size'];

/** A line for each fault of what `selector` holds; by all rules, or by those alone that are about looks. */
export async function faultsOf(page, selector = 'html', ofLooks = false) {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source);
  return page.evaluate(
    async ([within, runOnly]) => {
      const { violations } = await window.axe.run(within, { runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
    },
    [selector, ofLooks ? { type: 'rule', values: looks } : { type: 'tag', values: tags }],
  );
}

/** Fails where there are such. */
export async function accessible(page, selector) {
  assert.deepEqual(await faultsOf(page, selector), []);
}
