import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, 'web');
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

export default defineConfig({
  root,
  // Relative addresses: the page works from any folder of any server.
  base: './',
  worker: { format: 'es' },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy allows neither data: addresses nor scripts inside the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: pages.map((name) => join(root, name)) },
  },
});
