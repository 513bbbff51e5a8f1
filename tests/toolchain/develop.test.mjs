// `npm run dev`: the page that Vite makes from its sources, and what is followed beside it.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createServer } from 'vite';
import { followSources } from '../../wasm/toolchain/develop.mjs';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
after(() => {
  rmSync(work, { recursive: true, force: true });
});

describe('the page in development', () => {
  it('follows whatever its module is made of, and nothing else', { timeout: 60_000 }, async () => {
    const sources = [
      'CMakeLists.txt', 'src/core/run.cpp', 'src/core/run.h', 'src/solvers/every_algorithm.def', 'wasm/bindings.cpp',
      'wasm/toolchain/playground.cmake', 'assets/fonts/text.ttf',
    ];
    const write = (path, text) => {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    };
    for (const path of [...sources, 'README.md', 'src/notes.txt', 'build/x.cpp']) write(path, 'before');
    const news = new EventEmitter();
    const seen = new Set();
    const close = followSources(work, (path) => {
      seen.add(path);
      news.emit('changed');
    });
    for (const path of ['README.md', 'src/notes.txt', 'build/x.cpp', ...sources]) write(path, 'after');
    while (seen.size < sources.length) await once(news, 'changed');
    assert.deepEqual([...seen].sort(), [...sources].sort());
    close();
  });

  it('may exchange styles, and does not fetch the module of the finished page', async () => {
    const server = await createServer({
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'silent',
      server: { middlewareMode: true, watch: null, ws: false },
    });
    const read = (file) => readFileSync(join(projectRoot, 'web', file), 'utf8');
    const head = read('src/head.html');
    const html = await server.transformIndexHtml('/index.html', read('index.html')).finally(() => server.close());
    const policy = (text) => /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(text)[1];
    assert.match(policy(html), /style-src 'self' 'unsafe-inline'.*connect-src 'self' ws:/);
    assert.match(policy(head), /script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    assert.equal(/script-src[^;]*/.exec(policy(html))[0], /script-src[^;]*/.exec(policy(head))[0]);
    assert.doesNotMatch(html, /build\/wasm\//);
  });
});
