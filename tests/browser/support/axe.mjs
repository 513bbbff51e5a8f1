// What axe-core finds on a page by WCAG 2.2, levels A and AA.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../wasm/toolchain/paths.mjs';

const source = readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with a line for each fault of what `selector` holds. */
export async function accessible(page, selector = 'html') {
  await page.evaluate(source);
  const faults = await page.evaluate(
    async ([within, rules]) => {
      const { violations } = await window.axe.run(within, { runOnly: { type: 'tag', values: rules } });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
    },
    [selector, tags],
  );
  assert.deepEqual(faults, []);
}
