#!/usr/bin/env node
// Playwright drives a stock Firefox over WebDriver BiDi, but wants three things of it that this Firefox does not know: which colour
// scheme a page shall prefer, a number for each download, and that a page in front has the keyboard, wherever Tab has led before. This
// program stands in Firefox's place, adds those, and passes the rest on. It asks for tabs where Playwright asks for windows, each of
// which takes half a second of the processor's time.

import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { openScreen, spawnBelow } from '../screen.mjs';

const { FIREFOX: program } = process.env;

// Playwright counts its messages from 1. Those that are sent from here are counted from this on.
const OWN_MESSAGES = 2 ** 40;

const screen = await openScreen();
// Firefox's own scripts may be called: they alone can set what a page prefers.
const browser = spawnBelow(program, [...process.argv.slice(2), '--remote-allow-system-access'], {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, DISPLAY: screen.display },
});
browser.on('close', (code) => {
  screen.close();
  process.exit(code ?? 1);
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => browser.kill('SIGKILL'));

createInterface({ input: browser.stderr }).on('line', async (line) => {
  const [, address] = /^WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
  process.stderr.write(address ? `WebDriver BiDi listening on ${await listen(address)}\n` : `${line}\n`);
});

/** An address that stands for the browser's. */
function listen(address) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket, { url }) => new Bridge(socket, new WebSocket(address + url, { maxPayload: 0 })));
  return new Promise((resolve) => server.on('listening', () => resolve(`ws://127.0.0.1:${server.address().port}`)));
}

class Bridge {
  #playwright;
  #firefox;
  #schemes = new Map();
  #downloads = new Map();
  #own = new Map();
  #lastOwn = OWN_MESSAGES;
  // What the browser says is passed on in its order, and a new page only once it prefers what it shall.
  #said;

  constructor(playwright, firefox) {
    this.#playwright = playwright;
    this.#firefox = firefox;
    const open = new Promise((resolve) => firefox.on('open', resolve));
    this.#said = open;
    playwright.on('message', async (data) => {
      await open;
      this.#ask(String(data));
    });
    firefox.on('message', (data) => this.#hear(String(data)));
    playwright.on('close', () => browser.kill('SIGKILL'));
    firefox.on('close', () => playwright.close());
  }

  #ask(text) {
    if (text.includes('"method":"browsingContext.create"')) text = text.replace('"type":"window"', '"type":"tab"');
    const name = Object.keys(this.#commands).find((one) => text.includes(`"method":"${one}"`));
    if (!name) {
      this.#firefox.send(text);
      return;
    }
    const { id, params } = JSON.parse(text);
    void this.#commands[name](params).then(
      () => this.#playwright.send(JSON.stringify({ type: 'success', id, result: {} })),
      (error) => this.#playwright.send(JSON.stringify({ type: 'error', id, error: 'unknown error', message: error.message })),
    );
  }

  #commands = {
    'emulation.setMediaFeaturesOverride': ({ features, userContexts = [], contexts = [] }) => {
      const scheme = features['prefers-color-scheme'] ?? 'none';
      for (const profile of userContexts) this.#schemes.set(profile, scheme);
      return this.#prefer(contexts, scheme);
    },
    'browsingContext.activate': async (params) => {
      await this.#send('browsingContext.activate', params);
      await this.#withPages([params.context], (page) => page.embedderElement.focus());
    },
  };

  #hear(text) {
    const said = JSON.parse(text);
    if (said.id > OWN_MESSAGES) {
      const { resolve, reject } = this.#own.get(said.id);
      this.#own.delete(said.id);
      if (said.error) reject(new Error(`${said.error}: ${said.message}`));
      else resolve(said.result);
      return;
    }
    const page = said.method === 'browsingContext.contextCreated' ? said.params : null;
    const scheme = page && !page.parent ? this.#schemes.get(page.userContext) : null;
    const passed = this.#withDownload(said) ? JSON.stringify(said) : text;
    this.#said = this.#said.then(() => (scheme ? this.#prefer([page.context], scheme) : null)).then(() => this.#playwright.send(passed));
  }

  /** This Firefox does not number the downloads that a page makes itself, and numbers their files where a name is there already. */
  #withDownload({ method, params }) {
    if (method === 'browsingContext.downloadWillBegin') {
      params.download = randomUUID();
      this.#downloads.set(params.url, params);
      return true;
    }
    if (method !== 'browsingContext.downloadEnd') return false;
    const { download, suggestedFilename } = this.#downloads.get(params.url);
    params.download = download;
    if (params.filepath) renameSync(params.filepath, join(dirname(params.filepath), suggestedFilename));
    return true;
  }

  #send(method, params) {
    this.#lastOwn += 1;
    const id = this.#lastOwn;
    this.#firefox.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#own.set(id, { resolve, reject }));
  }

  #prefer(pages, scheme) {
    return this.#withPages(
      pages,
      (page, value) => {
        page.prefersColorSchemeOverride = value;
      },
      scheme,
    );
  }

  /** Has Firefox's own scripts do something with pages, those that are not in a frame. */
  async #withPages(pages, act, argument = null) {
    if (pages.length === 0) return;
    const { contexts } = await this.#send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
    const script = (ids, perform, value) => {
      const { NavigableManager } = globalThis.ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
      for (const id of ids) {
        const page = NavigableManager.getBrowsingContextById(id);
        if (!page.parent) perform(page, value);
      }
    };
    const { exceptionDetails } = await this.#send('script.evaluate', {
      expression: `(${script})(${JSON.stringify(pages)}, ${act}, ${JSON.stringify(argument)})`,
      target: { context: contexts[0].context },
      awaitPromise: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
  }
}
