#!/usr/bin/env node
// Playwright starts its own WebKit as a program that speaks over two pipes. This program stands in its place and drives the
// distribution's: every context is a MiniBrowser of its own, and what the stock inspector does not know is in page_proxy.mjs.

import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename, join } from 'node:path';
import { openScreen } from '../screen.mjs';
import { MiniBrowser } from './minibrowser.mjs';
import { PageProxy } from './page_proxy.mjs';

const FROM_PLAYWRIGHT = 3;
const TO_PLAYWRIGHT = 4;
const { MINIBROWSER: program, MINIBROWSER_SCALE: scale = '1' } = process.env;

const screen = await openScreen();
const output = new Socket({ fd: TO_PLAYWRIGHT });
const say = (message) => output.write(`${JSON.stringify(message)}\0`);

const contexts = new Map();
const pages = new Map();

/** A profile: a browser with a window that Playwright does not know, which opens the others. Those have no toolbar. */
class Context {
  #id;
  #browser = new MiniBrowser(program, { scale, display: screen.display });
  #handles = new Set();
  #pages = new Set();
  #expected = null;
  #opener = null;
  downloadPath = null;

  constructor(id) {
    this.#id = id;
  }

  async start() {
    await this.#browser.ready;
    const { handle } = await this.#browser.automate('createBrowsingContext', { presentationHint: 'Window' });
    this.#opener = handle;
    this.#handles.add(handle);
    this.#browser.onPage = (at) => this.#arrived(at);
    this.#browser.onDownload = (file) => this.#downloaded(file);
    this.#browser.onCrash = () => {
      for (const id of this.#pages) pages.get(id).page.crashed();
    };
  }

  async #arrived(at) {
    const { contexts: open } = await this.#browser.automate('getBrowsingContexts');
    const { handle } = open.find((one) => !this.#handles.has(one.handle));
    this.#handles.add(handle);
    const id = `${this.#id}.${at.target}`;
    const openerId = this.#expected ? undefined : [...this.#pages].at(-1);
    const params = { browserContextId: this.#id, pageProxyId: id, openerId };
    say({ method: 'Playwright.pageProxyCreated', params });
    const page = new PageProxy({
      channel: this.#browser.inspect(at),
      automate: (method, rest) => this.#browser.automate(method, rest),
      handle,
      emit: (method, rest) => say({ pageProxyId: id, method, params: rest }),
    });
    this.#pages.add(id);
    pages.set(id, { page, context: this, handle });
    this.#expected?.(id);
    this.#expected = null;
  }

  async newPage() {
    const opened = new Promise((resolve) => {
      this.#expected = resolve;
    });
    await this.#browser.automate('evaluateJavaScriptFunction', {
      browsingContextHandle: this.#opener,
      function: "function () { window.open('about:blank', '_blank', 'popup,noopener,width=800,height=600'); }",
      arguments: [],
      forceUserGesture: true,
    });
    return { pageProxyId: await opened };
  }

  /** What comes down is told of once it is there. */
  #downloaded(file) {
    const uuid = randomUUID();
    copyFileSync(file, join(this.downloadPath, uuid));
    const tell = (what, params) => say({ method: `Playwright.download${what}`, params: { uuid, ...params } });
    tell('Created', { pageProxyId: [...this.#pages].at(-1), frameId: '', url: '' });
    tell('FilenameSuggested', { suggestedFilename: basename(file) });
    tell('Finished', {});
  }

  async closePage(id) {
    await this.#browser.automate('closeBrowsingContext', { handle: pages.get(id).handle });
    this.#gone(id);
    return {};
  }

  #gone(id) {
    this.#pages.delete(id);
    pages.delete(id);
    say({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId: id } });
  }

  async close() {
    await this.#browser.close();
    for (const id of this.#pages) this.#gone(id);
  }
}

const commands = {
  'Playwright.enable': () => ({}),
  'Playwright.createContext': async () => {
    const browserContextId = `context-${contexts.size + 1}`;
    const context = new Context(browserContextId);
    contexts.set(browserContextId, context);
    await context.start();
    return { browserContextId };
  },
  'Playwright.deleteContext': async ({ browserContextId }) => {
    await contexts.get(browserContextId).close();
    return {};
  },
  'Playwright.createPage': ({ browserContextId }) => contexts.get(browserContextId).newPage(),
  'Playwright.closePage': ({ pageProxyId }) => pages.get(pageProxyId).context.closePage(pageProxyId),
  'Playwright.navigate': ({ pageProxyId, url }) => pages.get(pageProxyId).page.navigate(url),
  'Playwright.setDownloadBehavior': ({ browserContextId, downloadPath }) => {
    contexts.get(browserContextId).downloadPath = downloadPath;
    return {};
  },
  'Playwright.close': () => quit(),
};

async function quit() {
  await Promise.all([...contexts.values()].map((context) => context.close()));
  screen.close();
  process.exit();
}

async function answer({ id, method, params, pageProxyId }) {
  const to = pageProxyId ? { id, pageProxyId } : { id };
  try {
    const result = pageProxyId ? await pages.get(pageProxyId).page.command(method, params) : await commands[method](params);
    say({ ...to, result });
  } catch (error) {
    say({ ...to, error: { message: error.message } });
  }
}

let unread = '';
const input = new Socket({ fd: FROM_PLAYWRIGHT }).setEncoding('utf8');
input.on('data', (text) => {
  const messages = (unread + text).split('\0');
  unread = messages.pop();
  for (const message of messages) void answer(JSON.parse(message));
});
input.on('close', () => void quit());
