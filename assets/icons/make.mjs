// Draws web/favicon.svg in the sizes in which systems show an installed site.
//   node assets/icons/make.mjs
// A maskable icon fills its square: systems cut it to the shape that they like, a circle at the smallest.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../wasm/toolchain/system_packages.mjs';

const here = import.meta.dirname;
const icon = readFileSync(join(here, '../../web/favicon.svg'), 'utf8');
const full = icon.replace(' rx="7"', '').replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"').replace('width="32" height="32"', 'x="-4" y="-4" width="40" height="40"');

const browser = await chromium.launch({ executablePath: (await findChromium()).path, args: ['--no-sandbox'] });
for (const [name, svg, size] of [['192', icon, 192], ['512', icon, 512], ['maskable', full, 512]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  await page.screenshot({ path: join(here, `${name}.png`), omitBackground: true });
}
await browser.close();
