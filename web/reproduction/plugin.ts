// The page "How close do we get" is written when the site is built: it needs no script, nobody waits for it, and what
// it shows is in the page itself for whoever reads or searches it.

import type { Plugin } from 'vite';
import { pageContent } from './page';
import { figureStyles } from './results';

export function reproductionPlugin(): Plugin {
  return {
    name: 'reproduction',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('/reproduction/page.css') ? code.replace('@figures;', figureStyles) : null;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!-- results -->', pageContent),
    },
  };
}
