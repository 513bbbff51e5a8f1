// What the heads of all pages have in common, the policy of what they may load included, is in one file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const head = readFileSync(join(import.meta.dirname, 'src', 'head.html'), 'utf8').trimEnd();

export function headPlugin(): Plugin {
  return {
    name: 'head',
    enforce: 'pre',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!-- head -->', head) },
  };
}
