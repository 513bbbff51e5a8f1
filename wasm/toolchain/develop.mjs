// npm run dev: serves the page from its sources and keeps it up to date. Vite sees to what is in web/; a changed
// C++ file makes the module that is quick to make (build/wasm-dev), and then the page loads again.
//   npm run dev -- --port 3000

import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModules } from './build.mjs';
import { main, Refusal, say } from './log.mjs';
import { setUpPackages } from './npm_packages.mjs';
import { projectRoot } from './paths.mjs';
import { requestedPort } from './port.mjs';

// Editors write a file in several steps.
const QUIET_MS = 50;

// What the module is made of: folders, and the names that count in them. Not everything in the project's own
// folder is looked at, which holds what is built.
const SOURCES = [
  { folder: '.', recursive: false, names: /^CMakeLists\.txt$/ },
  { folder: 'src', recursive: true, names: /\.(h|cpp|def)$/ },
  { folder: 'wasm', recursive: true, names: /\.(h|cpp|cmake)$/ },
  { folder: 'assets/fonts', recursive: false, names: /\.ttf$/ },
];

/// Calls `changed` with the path of whatever changes of the module's sources below `root`. Returns what ends that.
export function followSources(root, changed) {
  const watchers = SOURCES.map(({ folder, recursive, names }) =>
    watch(join(root, folder), { recursive }, (event, name) => {
      if (names.test(name ?? '')) changed(join(folder, name));
    }),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/// Runs `work` after each burst of calls of the function that it returns, one run at a time.
function afterEach(work) {
  let timer;
  let running = null;
  let again = false;
  const start = () => {
    if (running) {
      again = true;
      return;
    }
    running = work().finally(() => {
      running = null;
      if (again) {
        again = false;
        start();
      }
    });
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(start, QUIET_MS);
  };
}

/// Makes the modules; a mistake in the sources is shown, and waits to be mended.
async function makeModules() {
  try {
    await buildModules({ preset: 'wasm-dev' });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`${error.detail.trimEnd()}\n${error.message}`);
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { port, tryNext } = requestedPort();
    await setUpPackages();
    const { createServer } = await import('vite');
    await makeModules();
    const server = await createServer({ server: { host: '127.0.0.1', port, strictPort: !tryNext } });
    await server.listen();
    const changed = afterEach(async () => {
      if (await makeModules()) server.ws.send({ type: 'full-reload' });
    });
    followSources(projectRoot, changed);
    say(`\nMarginscope is at ${server.resolvedUrls.local[0]} and follows its sources (Ctrl+C ends it)`);
  });
}
