// The page of `npm run dev`, which Vite makes from its sources.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createServer } from 'vite';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';

describe('the page in development', () => {
  it('may exchange styles, and does not fetch the module of the finished page', async () => {
    const server = await createServer({
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'silent',
      server: { middlewareMode: true, watch: null, ws: false },
    });
    const source = readFileSync(join(projectRoot, 'web/index.html'), 'utf8');
    const html = await server.transformIndexHtml('/index.html', source).finally(() => server.close());
    const policy = (text) => /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(text)[1];
    assert.match(policy(html), /style-src 'self' 'unsafe-inline'.*connect-src 'self' ws:/);
    assert.match(policy(source), /script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    assert.equal(/script-src[^;]*/.exec(policy(html))[0], /script-src[^;]*/.exec(policy(source))[0]);
    assert.doesNotMatch(html, /build\/wasm\//);
  });
});
