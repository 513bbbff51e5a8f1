// `import sum from './some.wasm?sum'`: what the bytes of a file add up to (src/whole.ts).

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { sumOf } from './src/whole';

const query = '?sum';

export function sumPlugin(): Plugin {
  return {
    name: 'sum',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(query)) return null;
      const file = await this.resolve(id.slice(0, -query.length), importer);
      return file && `${file.id}${query}`;
    },
    load(id) {
      if (!id.endsWith(query)) return null;
      const file = id.slice(0, -query.length);
      this.addWatchFile(file);
      return `export default ${String(sumOf(readFileSync(file)))};`;
    },
  };
}
