// Vite's server for a finished page. It serves a copy of the folder, so that a build meanwhile takes no file
// away from a page that was loaded before: some of its parts are fetched when they are first needed.

import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from './log.mjs';

/// Serves `folder` as it is now, below the path `base` ('/' or '/some/where/'), to this machine alone. Port 0
/// takes any free one; `tryNext` goes on to the next port while one is taken. Returns `{url, close}`.
export async function serveFolder(folder, { port = 0, tryNext = false, base = '/' } = {}) {
  // npm's packages may have been installed since this program began.
  const { preview } = await import('vite');
  const copy = mkdtempSync(join(tmpdir(), 'marginscope-'));
  const remove = () => {
    rmSync(copy, { recursive: true, force: true });
  };
  process.once('exit', remove);
  cpSync(folder, copy, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  try {
    const server = await preview({
      configFile: false,
      logLevel: 'silent',
      appType: 'mpa',
      root: copy,
      base,
      build: { outDir: '.' },
      preview: { host: '127.0.0.1', port, strictPort: !tryNext },
    });
    const close = async () => {
      await server.close();
      remove();
      process.off('exit', remove);
    };
    return { url: `http://127.0.0.1:${server.httpServer.address().port}${base}`, close };
  } catch (error) {
    throw new Refusal(`cannot serve on port ${port}: ${error.message}.`);
  }
}
