// npm start: builds the page and serves it.
//   npm start -- --port 3000

import { buildPage } from './build.mjs';
import { main, say } from './log.mjs';
import { requestedPort } from './port.mjs';
import { serveFolder } from './server.mjs';

await main(async () => {
  const choice = requestedPort();
  const { url, close } = await serveFolder(await buildPage(), choice);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => close().then(() => process.exit()));
  say(`\nMarginscope is at ${url} (Ctrl+C ends it)`);
});
