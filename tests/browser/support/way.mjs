// The way from the server to the pages, on which files may come to harm. It is the same to every engine, whoever asks: the page, a worker
// of it, or the page while it waits.

import { once } from 'node:events';
import { createServer, request } from 'node:http';

export class Way {
  #server = null;
  #port = 0;
  #source = null;
  #damages = [];

  /** Leads from this server to the pages, at an address that stays. */
  async leadFrom(url) {
    this.#source = new URL(url);
    if (this.#server) return;
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = this.#server.address().port;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}${this.#source.pathname}`;
  }

  /** From now on files whose addresses match come like this (damage.mjs), of their content and the answer: all of them, or so many. */
  damage(files, happen, times = Infinity) {
    this.#damages.push({ files, happen, times });
  }

  /** All come whole again. */
  mend() {
    this.#damages = [];
  }

  /** Nobody answers from then on. */
  async close() {
    if (!this.#server) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    this.#server = null;
    await closed;
  }

  #pass(asked, answer) {
    const damage = this.#damages.find(({ files, times }) => times > 0 && files.test(asked.url));
    if (damage) damage.times -= 1;
    const { hostname, port } = this.#source;
    const headers = { ...asked.headers };
    // What is damaged is what the page sees.
    if (damage) delete headers['accept-encoding'];
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, async (source) => {
      if (!damage) {
        answer.writeHead(source.statusCode, source.headers);
        source.pipe(answer);
        return;
      }
      const { status, body } = await damage.happen(Buffer.concat(await source.toArray()), answer);
      if (!body) {
        answer.destroy();
        return;
      }
      answer.writeHead(status, { 'content-type': source.headers['content-type'], 'content-length': body.length, 'cache-control': 'no-store' });
      answer.end(body);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }
}
