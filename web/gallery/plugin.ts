// The gallery: `virtual:gallery` for the page's own panel, and the content of gallery.html, which needs no script. Each
// scene is drawn by the core, in light and in dark, when the site is built; one that it refuses ends the build.

import type { Plugin } from 'vite';
import { Refused, report, thumbnail } from '../site/command_line';
import { escaped, tag } from '../site/markup';
import { galleryFile, readGallery, type GalleryScene } from './scenes';

const listId = 'virtual:gallery';

async function drawn({ id, scene, picture }: GalleryScene, dark: boolean): Promise<string> {
  try {
    return await thumbnail(scene, picture, dark);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Error(`assets/gallery.yaml: the scene ${id} is refused: ${error.message}`, { cause: error });
  }
}

/** A picture without an iteration is of where the run stops, and the page opens the scene where it begins. */
async function checkIteration({ id, scene }: GalleryScene): Promise<void> {
  if (scene.includes('&iteration=')) return;
  const reported = (await report(scene)) as { iterations: number } | { machines: { iterations: number }[] };
  const iterations = 'machines' in reported ? Math.max(...reported.machines.map((each) => each.iterations)) : reported.iterations;
  if (iterations > 0) {
    throw new Error(`assets/gallery.yaml: the scene ${id} runs for ${String(iterations)} iterations; say with &iteration=… which one it shows.`);
  }
}

const fileOf = (id: string, dark: boolean) => `gallery/${id}${dark ? '-dark' : ''}.svg`;

function cardOf({ id, title, text, scene, view }: GalleryScene): string {
  const dark = tag('source', { srcset: `./${fileOf(id, true)}`, media: '(prefers-color-scheme: dark)' });
  const light = tag('img', { src: `./${fileOf(id, false)}`, alt: '', loading: 'lazy', width: 320, height: 240 });
  const link = tag('a', { href: `./index.html?view=${view || 'points'}#${scene}` }, tag('picture', {}, dark, light), tag('strong', {}, escaped(title)));
  return tag('li', { id }, link, tag('p', {}, escaped(text)));
}

function pageContent(): string {
  return readGallery()
    .map(({ idea, scenes }) => tag('section', {}, tag('h2', {}, escaped(idea)), tag('ul', { class: 'cards' }, ...scenes.map(cardOf))))
    .join('\n');
}

export function galleryPlugin(): Plugin {
  return {
    name: 'gallery',
    enforce: 'pre',
    resolveId: (id) => (id === listId ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${listId}`) return null;
      this.addWatchFile(galleryFile);
      const ideas = readGallery().map(({ idea, scenes }) => ({
        idea,
        scenes: scenes.map(({ id: name, title, text, scene, view }) => ({
          ...{ id: name, title, text, scene, view },
          pictures: [false, true].map((dark) => `./${fileOf(name, dark)}`),
        })),
      }));
      return `export const ideas = ${JSON.stringify(ideas)};`;
    },
    async generateBundle() {
      for (const scene of readGallery().flatMap(({ scenes }) => scenes)) {
        await checkIteration(scene);
        for (const dark of [false, true]) {
          this.emitFile({ type: 'asset', fileName: fileOf(scene.id, dark), source: await drawn(scene, dark) });
        }
      }
    },
    configureServer(server) {
      // Those that somebody looks at, as they are now.
      server.middlewares.use((request, response, next) => {
        const asked = /^\/gallery\/([\w-]+?)(-dark)?\.svg$/.exec(request.url ?? '');
        const scene = readGallery()
          .flatMap(({ scenes }) => scenes)
          .find(({ id }) => id === asked?.[1]);
        if (!asked || !scene) {
          next();
          return;
        }
        drawn(scene, asked[2] !== undefined).then((svg) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(svg);
        }, next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!-- gallery -->', pageContent),
    },
  };
}
