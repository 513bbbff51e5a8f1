// The browsers that the tests run in. One suite is written for Playwright's pages, and Playwright drives all three: its own way in
// Chromium, over WebDriver BiDi in a stock Firefox, and over WebKit's inspector in WebKitGTK's small browser. Where it expects a
// browser of its own, a program stands in that browser's place (firefox/bridge.mjs, webkit/bridge.mjs).

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, firefox, webkit } from 'playwright-core';
import { findBrowser } from '../../../wasm/toolchain/system_packages.mjs';
import { openScreen } from './screen.mjs';

const bridge = (engine) => fileURLToPath(new URL(`${engine}/bridge.mjs`, import.meta.url));

// Headless, with WebGL by software.
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

// WebGL by software, which Firefox makes only on a screen.
const FIREFOX_PREFERENCES = {
  'webgl.force-enabled': true,
  'webgl.out-of-process': false,
  'gfx.x11-egl.force-enabled': true,
  'gfx.webrender.software': true,
  'widget.dmabuf.enabled': false,
  // A page may read the clipboard, without a person who is asked.
  'dom.events.testing.asyncClipboard': true,
  // What comes down is told without a panel, which would have the keyboard.
  'browser.download.alwaysOpenPanel': false,
  // Playwright would let a page that is opened as a file read others.
  'security.fileuri.strict_origin_policy': true,
  // Going back loads a page anew: Playwright waits for that.
  'browser.sessionhistory.max_total_viewers': 0,
};

// What tests, which are not about time, have otherwise than everybody.
const FOR_TESTS = {
  // The texts of a page are drawn, and its layers put together, without a detour by WebGL's software.
  chromium: ['--disable-gpu-rasterization', '--disable-gpu-compositing'],
  // No process is started ahead for a page that may never come.
  firefox: { 'dom.ipc.processPrelaunch.enabled': false },
  // JavaScriptCore (WebKitGTK 2.50.6 on x86-64) keeps values below the machine's stack pointer that it still needs, farther than the 128
  // bytes that a signal leaves alone: for one, where its interpreter was in the module, while a call with seven parameters returns. And it
  // sends the page's thread a signal for each function that another thread has compiled. About one visit in 700 stopped so, at an access
  // out of bounds. Where that thread waits for what is compiled, no signal comes amid a module. The second compiler would only take time.
  webkit: { JSC_useConcurrentJIT: '0', JSC_useOMGJIT: '0' },
};

// Playwright tells other engines of light and dark alone, and has the accessibility tree of Chromium alone.
const ONLY_CHROMIUM = {
  preferences: 'In this engine no page can be told that the system prefers more contrast or has colours of its own.',
  tree: 'This engine does not hand out its accessibility tree.',
  devtools: 'Chromium alone has its protocol.',
  'move while busy': 'In this engine it is the page itself that moves the pointer for Playwright, when it has time.',
};

// How many pixels of the screen there are to one of the page, where tests are not about time or pictures: a quarter of them to draw.
const FEWER_PIXELS = 0.5;

/** Lets a page believe that its screen is so coarse: its canvas is. */
function tellPixels(ratio) {
  Object.defineProperty(window, 'devicePixelRatio', { get: () => ratio });
}

/** Playwright would set a field's value, after which Firefox tells nobody that somebody changed it. */
function typeIntoFields() {
  const type = (text) => {
    const { activeElement } = document;
    if (activeElement instanceof window.HTMLIFrameElement) return activeElement;
    document.execCommand('insertText', false, text);
    return undefined;
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => type, set: () => {} });
}

const ENGINES = {
  chromium: {
    // What a browser is started for; pages that need something else have a browser of their own.
    kind: () => '',
    launch: (path, _, changes = []) => chromium.launch({ executablePath: path, args: [...CHROMIUM_FLAGS, ...changes] }),
    version: (_, browser) => `Chromium ${browser.version()}`,
    // What a page still fetched ahead of need is given up where it is left.
    harmless: /^net::ERR_ABORTED/,
    cannot: {},
  },
  firefox: {
    kind: ({ hasTouch }) => (hasTouch ? 'touch' : ''),
    launch: (path, kind, changes) =>
      firefox.launch({
        channel: 'moz-firefox',
        executablePath: bridge('firefox'),
        headless: false,
        firefoxUserPrefs: { ...FIREFOX_PREFERENCES, ...changes, 'dom.w3c_touch_events.enabled': kind === 'touch' ? 1 : 0 },
        env: { ...process.env, FIREFOX: path, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_ENABLE_WAYLAND: '0' },
      }),
    initScript: typeIntoFields,
    version: (_, browser) => `Firefox ${browser.version()}`,
    // Of a font that a page which is left was waiting for there are two more; the last has the first one as a number.
    harmless: /^NS_BINDING_ABORTED|^NS_ERROR_UNEXPECTED .*\.ttf$|^download failed \(font-.* status=2152398850 /,
    cannot: { ...ONLY_CHROMIUM, 'go without scripts': 'Playwright cannot switch off a page’s scripts over WebDriver BiDi.' },
  },
  webkit: {
    kind: ({ deviceScaleFactor = 1 }) => String(deviceScaleFactor),
    launch: (path, kind, changes) =>
      webkit.launch({
        executablePath: bridge('webkit'),
        headless: false,
        env: { ...process.env, ...changes, MINIBROWSER: path, MINIBROWSER_SCALE: kind },
      }),
    // Playwright takes it for its own WebKit.
    version: async (program) => {
      const screen = await openScreen();
      const { stdout } = await promisify(execFile)(program, ['--version'], { env: { ...process.env, DISPLAY: screen.display } });
      screen.close();
      return stdout.trim();
    },
    // Of what the script of a page that is left was fetching WebKit says that it was not allowed to. A window that gets another size while
    // much is to do is laid out by its new width and its old media queries first; what those alter is told of in the next frame, with this error.
    harmless: /^Load request cancelled|due to access control checks\.$|^ResizeObserver loop completed with undelivered notifications\.$/,
    cannot: {
      ...ONLY_CHROMIUM,
      'go without scripts': 'WebKit’s inspector runs no script of its own either where a page’s scripts are switched off.',
      'be coarse': 'A screen of WebKitGTK’s has a whole number of pixels to one of a page.',
      'be narrow': 'A window of MiniBrowser’s is 334 pixels wide at the least.',
      'open files': 'WebKit does not go to a file from where automation begins.',
      'choose files': 'WebKit’s inspector does not tell of a dialog that asks for a file.',
      'invent hosts': 'In WebKit no test can answer for a host that there is not.',
      'load again what was missing': 'WebKitGTK does not ask again for a script that was not there for another, when the page is loaded again.',
    },
  },
};

export const engine = process.env.MARGINSCOPE_ENGINE ?? 'chromium';
if (!(engine in ENGINES)) throw new Error(`MARGINSCOPE_ENGINE is ${engine}; the engines are ${Object.keys(ENGINES).join(', ')}.`);

const { kind, launch, initScript, version, harmless, cannot } = ENGINES[engine];
const { path, reason } = findBrowser(engine);

/** False, or the sentence that says why nothing can be tried in this engine. */
export const skip = path ? false : reason;

/** For a test's `skip`: false, or the sentence that says why it cannot be tried in this engine. */
export const without = (...abilities) => abilities.map((ability) => cannot[ability]).find(Boolean) ?? false;

/**
 * Whether an error, and the address where there is one behind it, says nothing against the page: something was not loaded because
 * nobody wanted it any more, or the engine was late by itself.
 */
export const isHarmless = (text) => harmless.test(text);

/** The engine, which makes profiles with Playwright's options and starts browsers for them; what is measured is what everybody has. */
export class Engine {
  #browsers = new Map();
  #changes;
  #pixels;

  constructor({ measured = false } = {}) {
    this.#changes = measured ? undefined : FOR_TESTS[engine];
    this.#pixels = measured ? undefined : FEWER_PIXELS;
  }

  #browserFor(options) {
    const wanted = kind(options);
    if (!this.#browsers.has(wanted)) this.#browsers.set(wanted, launch(path, wanted, this.#changes));
    return this.#browsers.get(wanted);
  }

  async newContext({ javaScriptEnabled = true, permissions = [], deviceScaleFactor = this.#pixels, ...others }) {
    // Where a screen cannot be so coarse, the page alone is told that it is.
    const told = deviceScaleFactor < 1 && without('be coarse');
    const options = { ...others, deviceScaleFactor: told ? undefined : deviceScaleFactor };
    const browser = await this.#browserFor(options);
    // Where scripts cannot be switched off, empty ones come instead: the page does without, but does not know that it has to.
    const emptied = !javaScriptEnabled && without('go without scripts');
    const context = await browser.newContext({
      ...options,
      javaScriptEnabled: javaScriptEnabled || Boolean(emptied),
      // The others are started so that the clipboard may be read.
      permissions: engine === 'chromium' ? permissions : undefined,
    });
    if (emptied) await context.route(/\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    if (initScript) await context.addInitScript(initScript);
    if (told) await context.addInitScript(tellPixels, deviceScaleFactor);
    return context;
  }

  /** Which browser it is, and of which version. */
  async version() {
    return version(path, await this.#browserFor({}));
  }

  async close() {
    await Promise.all([...this.#browsers.values()].map(async (browser) => (await browser).close()));
  }
}
