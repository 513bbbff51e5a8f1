// The pages of the reference are written when the site is built, from what the command line lists and prints, so that
// they cannot differ from the program.

import type { Plugin } from 'vite';
import { thumbnail } from '../site/command_line';
import { citationPage } from './citation';
import { commandLinePage } from './command_line';
import { commandsPage } from './commands';
import { referencePage } from './page';

/** Makes a page's content once, when it is first asked for. */
function once<Content>(make: () => Promise<Content>): () => Promise<Content> {
  let made: Promise<Content> | null = null;
  return () => (made ??= make());
}

export function referencePlugin(): Plugin {
  const reference = once(referencePage);
  const contents: Record<string, () => Promise<string>> = {
    reference: async () => (await reference()).html,
    commands: once(commandsPage),
    'command line': once(commandLinePage),
    citation: once(citationPage),
  };
  return {
    name: 'reference',
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        for (const [name, content] of Object.entries(contents)) {
          const place = `<!-- ${name} -->`;
          if (html.includes(place)) {
            const text = await content();
            return html.replace(place, () => text);
          }
        }
        return html;
      },
    },
    async generateBundle() {
      for (const [id, scene] of (await reference()).scenes) {
        for (const dark of [false, true]) {
          this.emitFile({ type: 'asset', fileName: `reference/${id}${dark ? '-dark' : ''}.svg`, source: await thumbnail(scene, 'plane', dark) });
        }
      }
    },
  };
}
