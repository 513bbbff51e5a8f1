// The colours of all that is drawn for the page's style sheets: src/picture/colours.h is where they stand. In a style
// sheet `@tokens light;` becomes the custom properties of the light theme, `@strokes light;` those that only charts
// need; in the page's HTML {{ground dark}} is the colour of that name. And for its scripts, as `virtual:look`, what else
// is drawn alike there and on the canvas.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src/picture/colours.h');

type Places = Record<string, string>;

/** Where a token stands in a theme. The stop's violet is not among them: on the page it would mean something else. */
const classes = 8;
const tokens: Places = {
  ground: '\\.ground = ',
  card: '\\.card = ',
  hairline: '\\.hairline = ',
  ink: '\\.ink = ',
  soft: '\\.soft = ',
};
for (let k = 0; k < classes; k += 1) tokens[`class-${String(k)}`] = `\\.classes = \\{(?:0x\\w+,\\s*){${String(k)}}`;

const series = 6;
const strokes: Places = { stop: '\\.stop = ' };
for (let k = 0; k < series; k += 1) strokes[`stroke-${String(k)}`] = `\\.series = \\{(?:0x\\w+,\\s*){${String(k)}}`;

/** Each token with its colour. */
function coloursOf(places: Places, theme: string): [name: string, colour: string][] {
  const body = new RegExp(`Colours ${theme}_colours\\{(.*?)\\};`, 's').exec(readFileSync(source, 'utf8'))?.[1] ?? '';
  return Object.entries(places).map(([name, place]) => {
    const colour = new RegExp(`${place}0x([0-9a-f]{6})`).exec(body)?.[1];
    if (colour === undefined) throw new Error(`${source} has no colour ${name} in its ${theme} theme.`);
    return [name, `#${colour}`];
  });
}

/** The colour of this name. */
export function tokenColour(wanted: string, theme: string): string {
  const colour = coloursOf(tokens, theme).find(([name]) => name === wanted)?.[1];
  if (colour === undefined) throw new Error(`A page asks for a colour ${wanted}, which there is not.`);
  return colour;
}

const look = 'virtual:look';
const drawing = join(import.meta.dirname, '../src/picture/drawing.h');
const planeDrawing = join(import.meta.dirname, '../src/views/plane_drawing.cpp');

/** What stands between two texts of a file. */
function between(file: string, before: string, after: string): string {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(before);
  const to = text.indexOf(after, from);
  if (from < 0 || to < 0) throw new Error(`${file} has nothing between ${before} and ${after}`);
  return text.slice(from + before.length, to);
}

const numbersIn = (text: string) => [...text.matchAll(/(-?[\d.]+)F?/g)].map(([, number]) => Number(number));

/** Of the classes' markers; and how strong the strongest shade of the surface is, by theme. */
function lookText(): string {
  const shapes = between(drawing, 'marker_shapes[] = {', '};').match(/{[^}]*}/g) ?? [];
  const [light, dark] = numbersIn(between(planeDrawing, 'picture::class_tone(shade.winner), {', '}'));
  if (shapes.length !== classes || light === undefined || dark === undefined) {
    throw new Error(`${drawing} has no shape for each of the ${String(classes)} classes, or ${planeDrawing} no shade of a surface for each theme.`);
  }
  return `export const markerShapes = ${JSON.stringify(shapes.map(numbersIn))};
    export const strongestShade = ${JSON.stringify({ light, dark })};`;
}

export function themePlugin(): Plugin {
  return {
    name: 'theme',
    enforce: 'pre',
    resolveId: (id) => (id === look ? `\0${look}` : null),
    load(id) {
      if (id !== `\0${look}`) return null;
      for (const file of [drawing, planeDrawing]) this.addWatchFile(file);
      return lookText();
    },
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      this.addWatchFile(source);
      return code.replace(/@(tokens|strokes) (\w+);/g, (_, group: string, theme: string) =>
        coloursOf(group === 'tokens' ? tokens : strokes, theme)
          .map(([name, colour]) => `--${name}: ${colour};`)
          .join('\n  '),
      );
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+) (\w+)\}\}/g, (_, wanted: string, theme: string) => tokenColour(wanted, theme)),
    },
  };
}
