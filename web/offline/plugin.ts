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

/** All of a folder but pictures, which are kept once they were seen. Nothing is kept that is not of this version. */
function filesIn(folder: string): { url: string; revision: string | null; integrity: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(entry.name.endsWith('.svg') && entry.parentPath !== join(folder, 'assets')))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const url = relative(folder, path).split(sep).join('/');
      const content = readFileSync(path);
      // The names in assets have the digest of their content in them.
      return { url, revision: url.startsWith('assets/') ? null : digest(content), integrity: `sha256-${sha256(content).digest('base64')}` };
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
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
      const files = filesIn(folder);
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { __FILES__: JSON.stringify(files), __VERSION__: JSON.stringify(digest(JSON.stringify(files))) },
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
