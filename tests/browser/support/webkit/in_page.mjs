// Scripts for the page, which are sent to it as text: whole functions, therefore, those that are called on a node as well.

export const inPage = {
  address: () => window.location.href,

  screenSize: () => ({ width: window.screen.width, height: window.screen.height }),

  reportArrivals: (name) => {
    if (window.top !== window) return;
    let last = window.location.href;
    const report = () => {
      if (window.location.href === last) return;
      last = window.location.href;
      window.console.debug(name, last);
    };
    for (const way of ['pushState', 'replaceState']) {
      const original = window.history[way];
      window.History.prototype[way] = function (...state) {
        original.apply(this, state);
        report();
      };
    }
    window.addEventListener('popstate', report);
    window.addEventListener('hashchange', report);
  },

  goInHistory: (steps) => window.history.go(steps),

  insertText: (text) => {
    let inside = document;
    while (inside.activeElement?.contentDocument) inside = inside.activeElement.contentDocument;
    inside.execCommand('insertText', false, text);
  },

  wheel: ({ x, y, deltaX, deltaY }) => {
    const init = { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaX, deltaY };
    document.elementFromPoint(x, y).dispatchEvent(new window.WheelEvent('wheel', init));
  },

  /** Has the window shown once more, with nothing else in it. */
  showAgain: () => {
    const layer = document.createElement('div');
    Object.assign(layer.style, { position: 'fixed', width: '1px', height: '1px', willChange: 'transform' });
    document.documentElement.append(layer);
    window.requestAnimationFrame(() => layer.remove());
  },

  /** A part of a picture of the window, which may have more pixels than the page. */
  crop: async ({ data, x, y, width, height }) => {
    const bytes = Uint8Array.from(window.atob(data), (letter) => letter.charCodeAt(0));
    const whole = await window.createImageBitmap(new window.Blob([bytes], { type: 'image/png' }));
    const scale = whole.width / window.innerWidth;
    const part = new window.OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    part.getContext('2d').drawImage(whole, Math.round(-x * scale), Math.round(-y * scale));
    const blob = await part.convertToBlob({ type: 'image/png' });
    return new Promise((resolve) => {
      const reader = new window.FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  },

  itself: function () {
    return this;
  },

  /** Which of its page's frames a window is; none of them where it is the page itself. A frame of another origin may ask this, and no more. */
  whichFrame: () => Array.from({ length: window.parent.length }, (_, i) => window.parent[i]).indexOf(window),

  frame: (which) => [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === window[which]),

  isFrame: function (which) {
    return this.contentWindow === window[which];
  },

  /** Where what a frame shows begins in the page. */
  corner: (which) => {
    const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === window[which]);
    const { left, top } = frame.getBoundingClientRect();
    return [left + frame.clientLeft, top + frame.clientTop];
  },

  /** Where a node is in its own window. */
  quads: function () {
    const element = this.nodeType === 1 ? this : this.parentElement;
    const rects = [...(element?.getClientRects() ?? [])];
    return rects.map(({ left, top, right, bottom }) => [left, top, right, top, right, bottom, left, bottom]);
  },

  scrollIntoView: function (rect) {
    if (!this.isConnected) return 'Node is detached from document';
    if (this.nodeType !== 1 || this.getClientRects().length === 0) return 'Node does not have a layout object';
    const box = this.getBoundingClientRect();
    const left = box.left + (rect?.x ?? 0);
    const top = box.top + (rect?.y ?? 0);
    const right = left + (rect?.width ?? box.width);
    const bottom = top + (rect?.height ?? box.height);
    const { clientWidth, clientHeight } = this.ownerDocument.documentElement;
    const seen = left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight;
    if (!seen) this.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    return undefined;
  },
};
