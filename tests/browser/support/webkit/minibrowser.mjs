// A MiniBrowser of WebKitGTK: a process with a profile of its own, automated and inspected over one socket.

import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder } from '../../../../wasm/toolchain/paths.mjs';
import { spawnBelow } from '../screen.mjs';
import { Wire } from './wire.mjs';

/** A port that nobody listens on. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** What `read` finds in a process that may end, or be somebody else's, meanwhile. */
function ofProcess(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Whether a process has a file open, as one has that still writes it. */
function isOpen(file) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).some((id) => {
    const folder = `/proc/${id}/fd`;
    return ofProcess(() => readdirSync(folder), []).some((number) => ofProcess(() => readlinkSync(join(folder, number))) === file);
  });
}

/** What is sent to one target, with its answers. */
class Channel {
  #wire;
  #at;
  #answers = new Map();
  #lastId = 0;
  onEvent = () => {};

  constructor(wire, at) {
    this.#wire = wire;
    this.#at = at;
    wire.setUp(at);
  }

  send(method, params = {}) {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#wire.send(this.#at, { id, method, params });
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject, method }));
  }

  receive(message) {
    if (message.id === undefined) {
      this.onEvent(message);
      return;
    }
    const answer = this.#answers.get(message.id);
    this.#answers.delete(message.id);
    if (message.error) answer?.reject(new Error(`${answer.method}: ${message.error.message}`));
    else answer?.resolve(message.result);
  }

  /** Nobody answers any more. */
  giveUp(error) {
    for (const { reject } of this.#answers.values()) reject(error);
    this.#answers.clear();
  }
}

export class MiniBrowser {
  #process;
  #ended;
  #folder = mkdtempSync(join(tmpdir(), 'marginscope-webkit-'));
  #watcher = null;
  #wire = null;
  #seen = new Set();
  #channels = new Map();
  #automation = null;
  /** Is called with each page that the browser opens. */
  onPage = () => {};
  /** Is called with the file of each download that has ended, which is removed then. */
  onDownload = () => {};
  /** Is called where the process of its pages has crashed, or the browser itself. */
  onCrash = () => {};

  constructor(program, options) {
    this.ready = this.#start(program, options);
  }

  /**
   * The browser asks nobody where a download shall go. What a server sends has a name of its own while it comes, and where it
   * shall be lies an empty file; what a page has made grows in its place, and nobody says which piece is the last.
   */
  #watchDownloads() {
    const folder = join(this.#folder, 'downloads');
    mkdirSync(folder);
    writeFileSync(join(this.#folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
    const coming = new Set();
    this.#watcher = watch(folder, async (_, name) => {
      const file = join(folder, name);
      if (name.endsWith('.wkdownload') || coming.has(file) || !(statSync(file, { throwIfNoEntry: false })?.size > 0)) return;
      coming.add(file);
      while (isOpen(file)) await sleep(10);
      if (this.#process.killed) return;
      this.onDownload(file);
      rmSync(file); // the next one may have the same name
      coming.delete(file);
    });
  }

  async #start(program, { scale, display }) {
    this.#watchDownloads();
    const port = await freePort();
    // Going back loads a page anew: Playwright waits for that.
    const options = ['--javascript-can-access-clipboard=true', '--enable-page-cache=false'];
    this.#process = spawnBelow(program, ['--automation', ...options], {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: {
        ...process.env,
        HOME: this.#folder,
        XDG_CONFIG_HOME: this.#folder,
        XDG_CACHE_HOME: this.#folder,
        XDG_DATA_HOME: this.#folder,
        // Nothing of a profile: what there is to load, and shaders compiled for this processor.
        GST_REGISTRY_1_0: join(cacheFolder, 'gstreamer-registry.bin'),
        MESA_SHADER_CACHE_DIR: join(cacheFolder, 'shaders'),
        WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${port}`,
        // The tests' own pages only, and as root, for whom the sandbox does not start.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // By software anyway, pages are painted, and shown in their window, sooner without OpenGL in between.
        GDK_GL: 'disable',
        WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        GDK_SCALE: String(scale),
        // Nobody listens to the desktop's accessibility here, nor is there a session.
        GTK_A11Y: 'none',
        NO_AT_BRIDGE: '1',
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      },
    });
    // The inspector does not tell of a page whose process has ended; the browser says it on its standard error.
    createInterface({ input: this.#process.stderr }).on('line', (line) => {
      process.stderr.write(`${line}\n`);
      if (line.includes('WebProcess CRASHED')) this.#crashed('the process of the page crashed');
    });
    let over = false;
    this.#ended = new Promise((resolve) => {
      this.#process.once('close', () => {
        over = true;
        if (!this.#process.killed) this.#crashed('the browser crashed');
        resolve();
      });
    });
    this.#wire = await Wire.open(port, () => over);
    await new Promise((resolve) => {
      this.#wire.onMessage = (target, message) => this.#channels.get(target)?.receive(message);
      this.#wire.onTargets = (targets) => {
        for (const at of targets) {
          if (this.#seen.has(at.target)) continue;
          this.#seen.add(at.target);
          if (at.type === 'WebPage') this.onPage(at);
          if (at.type !== 'Automation') continue;
          this.#automation = this.inspect(at);
          resolve();
        }
      };
      this.#wire.startAutomation();
    });
  }

  #crashed(what) {
    for (const channel of this.#channels.values()) channel.giveUp(new Error(what));
    this.onCrash();
  }

  /** A channel to a page. */
  inspect(at) {
    const channel = new Channel(this.#wire, at);
    this.#channels.set(at.target, channel);
    return channel;
  }

  /** A command of the Automation domain. */
  automate(method, params) {
    return this.#automation.send(`Automation.${method}`, params);
  }

  async close() {
    await this.ready.catch(() => {});
    this.#wire?.close();
    this.#watcher.close();
    this.#process.kill('SIGKILL');
    await this.#ended;
    // What WebKit's other processes still write there comes after they have noticed.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
