import { after } from 'node:test';
import { createServer } from 'vite';
import { projectRoot } from '../../../wasm/toolchain/paths.mjs';

// Not the site's own server: modules alone, which may import others later.
const server = await createServer({
  configFile: false,
  root: projectRoot,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
after(() => server.close());

/** A TypeScript module of the site. */
export function load(file) {
  return server.ssrLoadModule(`/${file}`);
}
