// Fingers on the page. Chromium takes them as a screen would give them. The other engines cannot be told of them, so there a
// script makes the pointer's events: what a finger's browser does by itself, to scroll or to click, does not happen then.

import { engine } from './engines.mjs';

/** Fingers that lie on the page, move together and are lifted, or taken away by the system; each is a place `[x, y]`. */
export function fingersOn(page) {
  return engine === 'chromium' ? new Fingers(page) : new ScriptedFingers(page);
}

/** One finger comes down on a place of the canvas and is lifted: both are sent at once, or on a busy machine it would be held. */
export async function tap(page, place) {
  const finger = fingersOn(page);
  await Promise.all([finger.down(place), finger.up()]);
}

class Fingers {
  #session;

  constructor(page) {
    this.#session = page.context().newCDPSession(page);
  }

  async #send(type, places) {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await (await this.#session).send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  down = (...places) => this.#send('touchStart', places);
  move = (...places) => this.#send('touchMove', places);
  up = () => this.#send('touchEnd', []);
  cancel = () => this.#send('touchCancel', []);
}

class ScriptedFingers {
  #page;

  constructor(page) {
    this.#page = page;
  }

  /** The events of a finger go to where it came down, whatever the page wants to capture. */
  #send(type, places) {
    return this.#page.evaluate(
      ([name, all]) => {
        window.touched ??= new Map();
        const isEnd = name === 'pointerup' || name === 'pointercancel';
        const ids = isEnd ? [...window.touched.keys()] : all.keys();
        for (const id of ids) {
          if (name === 'pointerdown') {
            const target = document.elementFromPoint(...all[id]);
            target.setPointerCapture = () => {};
            window.touched.set(id, { target });
          }
          const finger = window.touched.get(id);
          if (all[id]) finger.at = all[id];
          const [clientX, clientY] = finger.at;
          // Numbers that no real pointer has.
          const init = { pointerId: 1000 + id, pointerType: 'touch', isPrimary: id === 0, clientX, clientY, bubbles: true, cancelable: true };
          finger.target.dispatchEvent(new window.PointerEvent(name, init));
        }
        if (isEnd) window.touched.clear();
      },
      [type, places],
    );
  }

  down = (...places) => this.#send('pointerdown', places);
  move = (...places) => this.#send('pointermove', places);
  up = () => this.#send('pointerup', []);
  cancel = () => this.#send('pointercancel', []);
}
