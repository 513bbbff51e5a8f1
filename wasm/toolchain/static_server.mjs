// A small static file server: what `npm start` and the browser tests serve dist/ with.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { Refusal } from './log.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const LAST_PORT = 65535;

function fileFor(folder, address, base) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(base)) return null;
  const file = normalize(join(folder, path.slice(base.length)));
  if (file !== folder && !file.startsWith(folder + sep)) return null;
  if (!existsSync(file)) return null;
  if (!statSync(file).isDirectory()) return file;
  const index = join(file, 'index.html');
  return path.endsWith('/') && existsSync(index) ? index : null;
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server.address().port);
    });
  });
}

/// Serves `folder` below the path `base` ('/' or '/some/where/'). Port 0 takes any free one; `tryNext` goes on
/// to the next port while one is taken. Returns `{url, close}`.
export async function serveFolder(folder, { port = 0, tryNext = false, base = '/' } = {}) {
  const root = normalize(folder);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405).end();
      return;
    }
    const file = fileFor(root, request.url, base);
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'content-length': statSync(file).size,
      'cache-control': 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  for (let candidate = port; ; ++candidate) {
    try {
      const taken = await listen(server, candidate);
      const close = () =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        });
      return { url: `http://127.0.0.1:${taken}${base}`, close };
    } catch (error) {
      const next = tryNext && error.code === 'EADDRINUSE' && candidate < LAST_PORT;
      if (!next) throw new Refusal(`cannot serve on port ${candidate}: ${error.message}.`);
    }
  }
}
