// The service worker with the list of what the site consists of, and the manifest and icons by which it can be installed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';
import { tokenColour } from '../theme_plugin';

const source = join(import.meta.dirname, 'service_worker.ts');
const icons = join(import.meta.dirname, '..', '..', 'assets', 'icons');

const sha256 = (content: string | Buffer) => createHash('sha256').update(content);
const digest = (content: string | Buffer) => sha256(content).digest('hex').slice(0, 16);

interface SiteFile {
  url: string;
  revision: string | null;
  integrity: string;
}

/** All of a folder. Nothing is kept that is not of this version. */
function filesIn(folder: string): SiteFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const url = relative(folder, path).split(sep).join('/');
      const content = readFileSync(path);
      // The names in assets have the digest of their content in them.
      return { url, revision: url.startsWith('assets/') ? null : digest(content), integrity: `sha256-${sha256(content).digest('base64')}` };
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

/**
 * Tells which of these files are kept from the beginning: all but pictures, of which there are three times as many bytes as a device is
 * asked to keep. Those between which a lesson lets its reader choose are kept, too: without them nobody could answer.
 */
function keptAtOnce(folder: string, files: SiteFile[]): (file: SiteFile) => boolean {
  const scripts = files.filter(({ url }) => /^assets\/.*\.js$/.test(url)).map(({ url }) => readFileSync(join(folder, url), 'utf8'));
  const isAsked = (url: string) => url.startsWith('lessons/') && scripts.some((script) => script.includes(url));
  return ({ url }) => !url.endsWith('.svg') || url.startsWith('assets/') || isAsked(url);
}

export function offlinePlugin(): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) => ({
        // Pages to read need nothing but their style, which a browser loads from a file, too, if not asked where it is from.
        html: filename.endsWith('index.html') ? html : html.replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
        tags: [{ tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' }],
      }),
    },
    generateBundle(_, bundle) {
      const icon = Object.keys(bundle).find((name) => /favicon.*\.svg$/.test(name));
      if (icon === undefined) throw new Error('The site has no favicon to install it with.');
      const png = (name: string, size: number) => {
        const fileName = `icon-${name}.png`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(icons, `${name}.png`)) });
        return { src: `./${fileName}`, sizes: `${String(size)}x${String(size)}`, type: 'image/png' };
      };
      const manifest = {
        id: './index.html',
        name: 'Marginscope',
        short_name: 'Marginscope',
        description: 'See a classifier learn, one iteration at a time.',
        start_url: './index.html',
        scope: './',
        display: 'standalone',
        background_color: tokenColour('ground', 'light'),
        theme_color: tokenColour('ground', 'light'),
        icons: [
          { src: `./${icon}`, sizes: 'any', type: 'image/svg+xml' },
          png('192', 192),
          png('512', 512),
          { ...png('maskable', 512), purpose: 'maskable' },
        ],
      };
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: `${JSON.stringify(manifest, null, 2)}\n` });
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const all = filesIn(folder);
      const isKept = keptAtOnce(folder, all);
      const files = all.filter(isKept);
      const pictures = Object.fromEntries(all.filter((file) => !isKept(file)).map(({ url, integrity }) => [url, integrity]));
      const colours = (['light', 'dark'] as const).map((theme) => [tokenColour('ground', theme), tokenColour('ink', theme)]);
      await build({
        configFile: false,
        logLevel: 'warn',
        define: {
          __FILES__: JSON.stringify(files),
          __PICTURES__: JSON.stringify(pictures),
          __COLOURS__: JSON.stringify(colours),
          __VERSION__: JSON.stringify(digest(JSON.stringify(all))),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service_worker.js' } },
        },
      });
    },
  };
}
