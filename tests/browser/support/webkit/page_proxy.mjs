// A page as Playwright's WebKit has it, made of one of a stock WebKit: its inspector knows most of what Playwright asks for, and
// what it does not know is answered here, by scripts in the page and by the browser's automation.

import { inPage } from './in_page.mjs';

// Script in the page tells where it has come to without a new document: WebKit's inspector does not.
const ARRIVED = 'marginscope-tests-arrived';

// What Playwright switches in its own WebKit, and what does not matter here.
const ACCEPTED = new Set([
  'Dialog.enable',
  'Emulation.setActiveAndFocused',
  'Emulation.setAuthCredentials',
  'Emulation.setOrientationOverride',
  'Network.setEmulateOfflineState',
  'Page.overrideSetting',
  'Page.overrideUserAgent',
  'Page.setForcedColors',
  'Page.setInterceptFileChooserDialog',
  'Page.setTouchEmulationEnabled',
  'Page.updateScrollingState',
]);

const VIRTUAL_KEYS = {
  Alt: 'Alternate',
  ArrowDown: 'DownArrow',
  ArrowLeft: 'LeftArrow',
  ArrowRight: 'RightArrow',
  ArrowUp: 'UpArrow',
  Enter: 'Return',
};
for (const same of ['Backspace', 'Control', 'Delete', 'End', 'Escape', 'Home', 'Insert', 'Meta', 'PageDown', 'PageUp', 'Shift', 'Tab']) {
  VIRTUAL_KEYS[same] = same;
}
for (let i = 1; i <= 12; i += 1) VIRTUAL_KEYS[`F${i}`] = `Function${i}`;

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];
const modifiersOf = (mask) => MODIFIERS.filter((_, bit) => mask & (1 << bit));

// The world that Playwright wants for itself is the page's own. Its contexts have numbers of their own.
const UTILITY = 1_000_000;

export class PageProxy {
  #channel;
  #automate;
  #handle;
  #emit;
  #target = null;
  #frames = new Set();
  #withFrames = new Set(); // the targets whose frames Playwright knows
  #mainFrame = null;
  #contexts = new Map();
  #utilityWorld = null;
  #scriptEnabled = true;
  #bootstrap = '';
  #own = new Map();
  #lastOwn = 0;
  #navigations = [];
  #lastInput = Promise.resolve();
  #held = { char: null, virtual: new Set() };

  constructor({ channel, automate, handle, emit }) {
    this.#channel = channel;
    this.#automate = automate;
    this.#handle = handle;
    this.#emit = emit;
    channel.onEvent = (event) => this.#receive(event);
    void channel.send('Target.setPauseOnStart', { pauseOnStart: true });
  }

  /** What Playwright sends to the page, or, in a message to a target, to its current process. */
  async command(method, params = {}) {
    if (method === 'Target.sendMessageToTarget') {
      const { targetId } = params;
      const { id, method: inner, params: rest = {} } = JSON.parse(params.message);
      void this.#inTarget(targetId, inner, rest).then(
        (result) => this.#toPlaywright(targetId, { id, result }),
        (error) => this.#toPlaywright(targetId, { id, error: { message: error.message } }),
      );
      return {};
    }
    if (ACCEPTED.has(method)) return {};
    const own = this.#commands[method];
    return own ? own(params) : this.#channel.send(method, params);
  }

  #commands = {
    'Emulation.setDeviceMetricsOverride': ({ width, height }) => this.#resize(width, height),
    'Emulation.setJavaScriptEnabled': ({ enabled }) => {
      this.#scriptEnabled = enabled;
      return this.#applyScriptEnabled(this.#target);
    },
    'Target.activate': () => this.#automate('switchToBrowsingContext', { browsingContextHandle: this.#handle }),
    'Input.dispatchMouseEvent': (event) => this.#inTurn(() => this.#mouse(event)),
    'Input.dispatchKeyEvent': (event) => this.#inTurn(() => this.#key(event)),
    // Automation has neither a wheel nor fingers on this platform.
    'Input.dispatchWheelEvent': (event) => this.#inTurn(() => this.#done(inPage.wheel, event)),
    'Runtime.evaluate': ({ contextId, ...rest }, targetId) =>
      this.#ask(targetId, 'Runtime.evaluate', { contextId: contextId > UTILITY ? contextId - UTILITY : contextId, ...rest }),
    'Page.createUserWorld': ({ name }, targetId) => {
      this.#utilityWorld = name;
      for (const context of this.#contexts.values()) this.#utilityContext(targetId, context);
      return {};
    },
    'Page.getResourceTree': async (params, targetId) => {
      const tree = await this.#ask(targetId, 'Page.getResourceTree', params);
      this.#know(tree.frameTree);
      this.#withFrames.add(targetId);
      return tree;
    },
    'Page.setBootstrapScript': ({ source }, targetId) => {
      this.#bootstrap = `${source};(${inPage.reportArrivals})(${JSON.stringify(ARRIVED)})`;
      return this.#ask(targetId, 'Page.setBootstrapScript', { source: this.#bootstrap });
    },
    'Page.snapshotRect': (rect, targetId) => this.#picture(rect, targetId),
    'Page.insertText': ({ text }) => this.#done(inPage.insertText, text),
    'Page.goBack': () => this.#done(inPage.goInHistory, -1),
    'Page.goForward': () => this.#done(inPage.goInHistory, 1),
    'DOM.getContentQuads': async ({ objectId }, targetId) => ({ quads: await this.#quads(targetId, objectId) }),
    'DOM.scrollIntoViewIfNeeded': async ({ objectId, rect }, targetId) => {
      const error = await this.#onNode(targetId, objectId, inPage.scrollIntoView, rect);
      if (error) throw new Error(error);
      return {};
    },
    // A node is the same in Playwright's world, which is the page's own.
    'DOM.resolveNode': async ({ objectId, frameId }, targetId) => ({
      object: frameId ? await this.#frameElement(targetId, frameId) : await this.#call(targetId, objectId, inPage.itself),
    }),
    'DOM.describeNode': async ({ objectId }, targetId) => ({
      contentFrameId: await this.#contentFrame(targetId, objectId),
      ownerFrameId: this.#frameOfObject(objectId),
    }),
  };

  #inTarget(targetId, method, params) {
    if (ACCEPTED.has(method)) return Promise.resolve({});
    const own = this.#commands[method];
    return own ? Promise.resolve(own(params, targetId)) : this.#ask(targetId, method, params);
  }

  /** A command to a process of the page, of our own or of Playwright's. */
  #ask(targetId, method, params = {}) {
    this.#lastOwn += 1;
    const id = this.#lastOwn;
    const answer = new Promise((resolve, reject) => this.#own.set(id, { resolve, reject }));
    void this.#channel
      .send('Target.sendMessageToTarget', { targetId, message: JSON.stringify({ id, method, params }) })
      .catch((error) => this.#own.get(id)?.reject(error));
    return answer;
  }

  /** What a script in the page gives, as a value; of a promise what it comes to. */
  async #evaluate(script, argument) {
    const { result: page } = await this.#ask(this.#target, 'Runtime.evaluate', { expression: 'window' });
    const { result, wasThrown } = await this.#ask(this.#target, 'Runtime.callFunctionOn', {
      objectId: page.objectId,
      functionDeclaration: String(script),
      arguments: argument === undefined ? [] : [{ value: argument }],
      returnByValue: true,
      emulateUserGesture: true,
      awaitPromise: true,
    });
    if (wasThrown) throw new Error(result.description);
    return result.value;
  }

  async #done(script, argument) {
    await this.#evaluate(script, argument);
    return {};
  }

  async #call(targetId, objectId, script, argument, returnByValue = false) {
    const { result, wasThrown } = await this.#ask(targetId, 'Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: String(script),
      arguments: argument === undefined ? [] : [{ value: argument }],
      returnByValue,
    });
    if (wasThrown) throw new Error(result.description);
    return result;
  }

  async #onNode(targetId, objectId, script, argument) {
    return (await this.#call(targetId, objectId, script, argument, true)).value;
  }

  #frameOfObject(objectId) {
    return this.#contexts.get(JSON.parse(objectId).injectedScriptId)?.frameId;
  }

  /** Which frame of the page's own a frame is; those have no frames in turn. */
  async #whichFrame(targetId, { id }) {
    const { result } = await this.#ask(targetId, 'Runtime.evaluate', { contextId: id, expression: `(${inPage.whichFrame})()`, returnByValue: true });
    return result.value;
  }

  /** Where a node is, in the page's coordinates. */
  async #quads(targetId, objectId) {
    const quads = await this.#onNode(targetId, objectId, inPage.quads);
    const context = this.#contexts.get(JSON.parse(objectId).injectedScriptId);
    if (!context || context.frameId === this.#mainFrame) return quads;
    const [left, top] = await this.#evaluate(inPage.corner, await this.#whichFrame(targetId, context));
    return quads.map((quad) => quad.map((value, i) => value + (i % 2 === 0 ? left : top)));
  }

  /** The frame that a frame's element holds. */
  async #contentFrame(targetId, objectId) {
    for (const context of this.#contexts.values()) {
      if (context.frameId === this.#mainFrame) continue;
      const which = await this.#whichFrame(targetId, context);
      if (await this.#onNode(targetId, objectId, inPage.isFrame, which)) return context.frameId;
    }
    return undefined;
  }

  async #frameElement(targetId, frameId) {
    const context = [...this.#contexts.values()].find((one) => one.frameId === frameId);
    const expression = `(${inPage.frame})(${await this.#whichFrame(targetId, context)})`;
    const { result } = await this.#ask(targetId, 'Runtime.evaluate', { expression });
    return result;
  }

  // ---- What the page says.

  #receive({ method, params }) {
    if (method === 'Target.targetCreated') {
      if (!this.#target || !params.targetInfo.isProvisional) this.#target = params.targetInfo.targetId;
      void this.#applyScriptEnabled(params.targetInfo.targetId);
    }
    if (method === 'Target.didCommitProvisionalTarget') this.#target = params.newTargetId;
    if (method !== 'Target.dispatchMessageFromTarget') {
      this.#emit(method, params);
      return;
    }
    const message = JSON.parse(params.message);
    if (message.id) this.#answer(message);
    else this.#event(params.targetId, message);
  }

  #answer({ id, result, error }) {
    const { resolve, reject } = this.#own.get(id);
    this.#own.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  /** Nobody answers any more: the page's process has ended. */
  crashed() {
    for (const { reject } of this.#own.values()) reject(new Error('the page crashed'));
    this.#own.clear();
    this.#emit('Target.targetDestroyed', { targetId: this.#target, crashed: true });
  }

  #toPlaywright(targetId, message) {
    this.#emit('Target.dispatchMessageFromTarget', { targetId, message: JSON.stringify(message) });
  }

  #event(targetId, message) {
    const { method, params } = message;
    // What becomes of frames before Playwright has their tree, is in the tree: it takes no news of frames that it does not know.
    const isTaken = !method.startsWith('Page.') || this.#withFrames.has(targetId);
    const pass = (name, rest) => {
      if (isTaken) this.#toPlaywright(targetId, { method: name, params: rest });
    };
    if (method === 'Console.messageAdded' && params.message.parameters?.[0]?.value === ARRIVED) {
      pass('Page.navigatedWithinDocument', { frameId: this.#mainFrame, url: params.message.parameters[1].value });
      return;
    }
    if (method === 'Page.loadEventFired' || method === 'Page.domContentEventFired') {
      pass(method, { ...params, frameId: this.#mainFrame });
      return;
    }
    if (method === 'Page.frameStartedLoading') pass('Page.willCheckNavigationPolicy', params);
    if (method === 'Page.frameNavigated') this.#navigated(params.frame, pass);
    if (method === 'Page.frameDetached') this.#frames.delete(params.frameId);
    pass(method, params);
    if (method === 'Page.frameStoppedLoading' && params.frameId !== this.#mainFrame) {
      pass('Page.domContentEventFired', { frameId: params.frameId });
      pass('Page.loadEventFired', { frameId: params.frameId });
    }
    if (method === 'Runtime.executionContextCreated') {
      this.#contexts.set(params.context.id, params.context);
      if (this.#utilityWorld) this.#utilityContext(targetId, params.context);
    }
  }

  #navigated({ id, parentId, loaderId }, pass) {
    if (!parentId) {
      this.#mainFrame = id;
      this.#frames.clear();
      for (const arrived of this.#navigations.splice(0)) arrived(loaderId);
    } else if (!this.#frames.has(id)) {
      pass('Page.frameAttached', { frameId: id, parentFrameId: parentId });
    }
    this.#frames.add(id);
    for (const context of [...this.#contexts.values()]) {
      if (context.frameId === id) this.#contexts.delete(context.id);
    }
  }

  #know({ frame, childFrames = [] }) {
    if (!frame.parentId) this.#mainFrame = frame.id;
    this.#frames.add(frame.id);
    for (const child of childFrames) this.#know(child);
  }

  #utilityContext(targetId, { id, frameId }) {
    const context = { id: id + UTILITY, type: 'user', name: this.#utilityWorld, frameId };
    this.#toPlaywright(targetId, { method: 'Runtime.executionContextCreated', params: { context } });
  }

  #applyScriptEnabled(targetId) {
    if (this.#scriptEnabled) return {};
    return this.#ask(targetId, 'Page.overrideSetting', { setting: 'ScriptEnabled', value: false });
  }

  // ---- What somebody does with the page.

  /** Goes to an address; answers with the new document's loader, or with nothing where the document stays. */
  async navigate(url) {
    const here = await this.#evaluate(inPage.address);
    const [target, fragment] = url.split('#');
    if (fragment !== undefined && here !== url && String(here).split('#')[0] === target) {
      await this.#ask(this.#target, 'Page.navigate', { url });
      return {};
    }
    const arrival = new Promise((resolve) => this.#navigations.push(resolve));
    await this.#ask(this.#target, 'Page.navigate', { url });
    return { loaderId: await arrival };
  }

  /** Automation takes one event after the other; Playwright does not wait for the answers. */
  #inTurn(act) {
    const mine = this.#lastInput.then(act);
    this.#lastInput = mine.catch(() => {});
    return mine;
  }

  async #resize(width, height) {
    // Without a window manager the window below the pointer has the keyboard. The pointer rests in the middle of the screen.
    const { width: screenWidth, height: screenHeight } = await this.#evaluate(inPage.screenSize);
    const origin = { x: Math.round((screenWidth - width) / 2), y: Math.round((screenHeight - height) / 2) };
    await this.#automate('setWindowFrameOfBrowsingContext', { handle: this.#handle, origin, size: { width, height } });
    return {};
  }

  /** The inspector's pictures have no WebGL. Automation's have, and are of all that the window shows, as soon as it shows something anew. */
  async #picture({ x, y, width, height, coordinateSystem }, targetId) {
    if (coordinateSystem === 'Page') return this.#ask(targetId, 'Page.snapshotRect', { x, y, width, height, coordinateSystem });
    const picture = this.#automate('takeScreenshot', { handle: this.#handle, clipToViewport: true });
    const [{ data }] = await Promise.all([picture, this.#evaluate(inPage.showAgain)]);
    return { dataURL: await this.#evaluate(inPage.crop, { data, x, y, width, height }) };
  }

  async #mouse({ type, button, x, y, modifiers }) {
    await this.#automate('performMouseInteraction', {
      handle: this.#handle,
      position: { x, y },
      button: type === 'move' ? 'None' : `${button[0].toUpperCase()}${button.slice(1)}`,
      interaction: `${type[0].toUpperCase()}${type.slice(1)}`,
      modifiers: modifiersOf(modifiers),
    });
    return {};
  }

  /** Automation is told which keys are down, and makes the events. */
  async #key({ type, key }) {
    const virtual = VIRTUAL_KEYS[key];
    if (virtual && type === 'keyDown') this.#held.virtual.add(virtual);
    else if (virtual) this.#held.virtual.delete(virtual);
    else this.#held.char = type === 'keyDown' ? key : null;
    const { char } = this.#held;
    const state = { sourceId: 'keys', pressedVirtualKeys: [...this.#held.virtual], ...(char ? { pressedCharKey: char } : {}) };
    await this.#automate('performInteractionSequence', {
      handle: this.#handle,
      inputSources: [{ sourceId: 'keys', sourceType: 'Keyboard' }],
      steps: [{ states: [state] }],
    });
    return {};
  }
}
