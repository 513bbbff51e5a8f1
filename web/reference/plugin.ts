// The page "Reference" is written when the site is built, from what the command line lists, so that it cannot differ
// from the program.

import type { Plugin } from 'vite';
import { thumbnail } from '../site/command_line';
import { pageContent } from './page';

export function referencePlugin(): Plugin {
  let made: ReturnType<typeof pageContent> | null = null;
  const content = () => (made ??= pageContent());
  return {
    name: 'reference',
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        return html.includes('<!-- reference -->') ? html.replace('<!-- reference -->', (await content()).html) : html;
      },
    },
    async generateBundle() {
      for (const [id, scene] of (await content()).scenes) {
        for (const dark of [false, true]) {
          this.emitFile({ type: 'asset', fileName: `reference/${id}${dark ? '-dark' : ''}.svg`, source: await thumbnail(scene, 'plane', dark) });
        }
      }
    },
  };
}
