import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { galleryPlugin } from './web/gallery/plugin';
import { headPlugin } from './web/head_plugin';
import { lessonsPlugin } from './web/lessons/plugin';
import { offlinePlugin } from './web/offline/plugin';
import { referencePlugin } from './web/reference/plugin';
import { reproductionPlugin } from './web/reproduction/plugin';
import { documentPlugin } from './web/site/document_plugin';
import { sumPlugin } from './web/sum_plugin';
import { themePlugin } from './web/theme_plugin';

const root = join(import.meta.dirname, 'web');
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

/** What `npm run dev` has otherwise: another module than the one to fetch early, and Vite's way to exchange styles. */
const development: Plugin = {
  name: 'marginscope-development',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace(/<link rel="preload"[^>]*\.wasm"[^>]*>/, '')
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "connect-src 'self' ws:"),
  },
};

export default defineConfig({
  root,
  // One after the other on a page's text: frame, head, contents, colours.
  plugins: [documentPlugin(), headPlugin(), galleryPlugin(), lessonsPlugin(), referencePlugin(), reproductionPlugin(), themePlugin(), sumPlugin(), offlinePlugin(), development],
  // The modules and the packages are beside the page's own folder.
  server: { fs: { allow: [import.meta.dirname] } },
  // Relative addresses: the page works from any folder of any server.
  base: './',
  worker: { format: 'es', plugins: () => [sumPlugin()] },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy allows neither data: addresses nor scripts inside the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: pages.map((name) => join(root, name)),
      // What the playground has in common with the parts that come later, in one file: several small ones are larger.
      output: { codeSplitting: { groups: [{ name: 'shared', test: /web\/src\/(autosave|dom|fault|files|kept|messages|wasm_file|whole|talk\/kinds)\.ts$|preload-helper/ }] } },
    },
  },
});
