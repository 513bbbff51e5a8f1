// npm start: builds the page and serves it.
//   npm start -- --port 3000

import { parseArgs } from 'node:util';
import { buildPage } from './build.mjs';
import { main, Refusal, say } from './log.mjs';
import { serveFolder } from './static_server.mjs';

const DEFAULT_PORT = 8080;

function requestedPort() {
  let port;
  try {
    ({ port } = parseArgs({ options: { port: { type: 'string' } } }).values);
  } catch (error) {
    throw new Refusal(`${error.message} The one option is --port NUMBER.`);
  }
  if (port === undefined) return { port: DEFAULT_PORT, tryNext: true };
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Refusal(`--port ${port}: a port is a number from 1 to 65535.`);
  }
  return { port: Number(port), tryNext: false };
}

await main(async () => {
  const choice = requestedPort();
  const folder = await buildPage();
  const { url } = await serveFolder(folder, choice);
  say(`\nMarginscope is at ${url} (Ctrl+C ends it)`);
});
