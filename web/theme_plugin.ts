// The canvas' colours for the page around it: wasm/app/theme.cpp is where they stand. In a style sheet
// `@tokens light;` becomes the custom properties of the light theme, in the page's HTML {{ground dark}} is the
// colour of that name.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../wasm/app/theme.cpp');

/** Where a token stands in a theme. The stop's violet is not among them: on the page it would mean something else. */
const classes = 8;
const places: Record<string, string> = {
  ground: '\\.ground = ',
  card: '\\.card = ',
  hairline: '\\.hairline = ',
  ink: '\\.ink = ',
  soft: '\\.soft = ',
};
for (let k = 0; k < classes; k += 1) places[`class-${String(k)}`] = `\\.classes = \\{(?:rgb\\(\\w+\\),\\s*){${String(k)}}`;

/** Each token with its colour. */
function tokensOf(theme: string): [name: string, colour: string][] {
  const body = new RegExp(`Theme ${theme}_theme\\(\\) \\{(.*?)\\n\\}`, 's').exec(readFileSync(source, 'utf8'))?.[1] ?? '';
  return Object.entries(places).map(([name, place]) => {
    const colour = new RegExp(`${place}rgb\\(0x([0-9a-f]{6})\\)`).exec(body)?.[1];
    if (colour === undefined) throw new Error(`${source} has no colour ${name} in its ${theme} theme.`);
    return [name, `#${colour}`];
  });
}

export function themePlugin(): Plugin {
  return {
    name: 'theme',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      this.addWatchFile(source);
      return code.replace(/@tokens (\w+);/g, (_, theme: string) =>
        tokensOf(theme)
          .map(([name, colour]) => `--${name}: ${colour};`)
          .join('\n  '),
      );
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+) (\w+)\}\}/g, (_, wanted: string, theme: string) => {
          const colour = tokensOf(theme).find(([name]) => name === wanted)?.[1];
          if (colour === undefined) throw new Error(`index.html asks for a colour ${wanted}, which the page does not have.`);
          return colour;
        }),
    },
  };
}
