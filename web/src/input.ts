// Mouse, pen, touch and keyboard to the canvas, and its size.

import type { App } from '#wasm/marginscope.mjs';
import { byId, isSpokenFor } from './dom';
import type { Playground } from './playground';
import { isUnwanted } from './single_keys';

const longPress = 500; // milliseconds
const tapRadius = 10; // CSS pixels a finger may wander and still tap
const pixelsPerNotch = 100; // of a mouse wheel
const linesPerNotch = 3;

/** The app's button numbers: left, right, middle. */
const left = 0;
const right = 1;
const buttonOf = [left, 2, right]; // by PointerEvent.button

/** A wheel's movement in notches, away from the person counted positive. */
function notches(event: WheelEvent): [number, number] {
  const size =
    event.deltaMode === WheelEvent.DOM_DELTA_PIXEL
      ? pixelsPerNotch
      : event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? linesPerNotch
        : 1;
  return [-event.deltaX / size, -event.deltaY / size];
}

type Place = [x: number, y: number]; // CSS pixels from the canvas' corner

/** What the canvas lies in, which scrolls where the window is lower than the canvas can be. */
class Stage {
  readonly #playground: Playground;
  readonly #node: HTMLElement;

  constructor(playground: Playground, node: HTMLElement) {
    this.#playground = playground;
    this.#node = node;
    // What lies over the plane comes along.
    node.addEventListener('scroll', () => {
      playground.wake();
    });
  }

  /** Whether it is moved from there: above and below the plane and its panels, where nothing else is. */
  isMovedFrom({ clientY }: MouseEvent): boolean {
    if (this.#node.scrollHeight <= this.#node.clientHeight || this.#playground.fault !== null) return false;
    const { top, height } = this.#playground.describe().plane;
    return clientY < top || clientY > top + height;
  }

  scrollBy(distance: number): void {
    this.#node.scrollTop += distance;
  }
}

/** The app, for input that comes now. */
function appNow({ app }: Playground): App {
  app.pass_time(performance.now() / 1000);
  return app;
}

class Pointer {
  readonly #playground: Playground;

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  placeOf(event: MouseEvent): Place {
    const corner = this.#playground.canvas.getBoundingClientRect();
    return [event.clientX - corner.left, event.clientY - corner.top];
  }

  /** Hands it to the app. Once that has stopped the mouse still leaves the canvas, since a dialog lies over it, and a drag ends. */
  #tell(act: (app: App) => void): void {
    if (this.#playground.fault === null) act(appNow(this.#playground));
  }

  move(to: Place, touch: boolean): void {
    this.#tell((app) => {
      app.pointer(...to, touch);
      this.#playground.wake();
    });
  }

  press(button: number, at: Place, touch: boolean, shift = false): void {
    this.move(at, touch);
    this.#tell((app) => {
      app.button(button, true, shift);
      this.#playground.tellInput();
    });
  }

  release(button: number): void {
    this.#tell((app) => {
      app.button(button, false, false);
      this.#playground.tellInput();
    });
  }

  /** What it presses by resting where it is; nothing: null. */
  heldButton(): number | null {
    if (this.#playground.fault !== null) return null;
    const button = this.#playground.app.held_button();
    return button < 0 ? null : button;
  }

  wheel(dx: number, dy: number): void {
    this.#tell((app) => {
      app.wheel(dx, dy);
      this.#playground.wake();
    });
  }

  leave(): void {
    this.#tell((app) => {
      app.pointer_leave();
      this.#playground.wake();
    });
  }
}

function connectMouse(canvas: HTMLCanvasElement, pointer: Pointer, stage: Stage) {
  const isTouch = (event: PointerEvent) => event.pointerType === 'touch';
  canvas.addEventListener('pointermove', (event) => {
    if (isTouch(event)) return;
    // With those before it that the page had no time for: what is drawn by hand goes along all of them. Not every browser tells them.
    const before = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
    for (const each of [...before, event]) pointer.move(pointer.placeOf(each), false);
  });
  // A drag may leave the canvas, and browsers differ in whether they tell of that before its end or after.
  const held = new Set<number>();
  canvas.addEventListener('pointerleave', (event) => {
    if (!isTouch(event) && held.size === 0) pointer.leave();
  });
  let isDown = false;
  canvas.addEventListener('pointerdown', (event) => {
    if (isTouch(event)) return;
    isDown = true;
    canvas.setPointerCapture(event.pointerId);
  });
  let touchUntil = 0;
  canvas.addEventListener('pointerup', (event) => {
    if (isTouch(event)) touchUntil = event.timeStamp + longPress;
    else isDown = false;
  });
  // A second button that is pressed while the first is down arrives as a pointermove; mouse events tell each
  // apart. After a tap browsers send them, too, but the tap has been dealt with.
  const button = (event: MouseEvent) => (event.timeStamp < touchUntil ? undefined : buttonOf[event.button]);
  canvas.addEventListener('mousedown', (event) => {
    const index = button(event);
    if (index === undefined) return;
    held.add(index);
    pointer.press(index, pointer.placeOf(event), false, event.shiftKey);
  });
  canvas.addEventListener('mouseup', (event) => {
    const index = button(event);
    if (index === undefined) return;
    held.delete(index);
    pointer.move(pointer.placeOf(event), false);
    pointer.release(index);
    if (held.size === 0 && !canvas.matches(':hover')) pointer.leave();
  });
  // The browser has taken the pointer for something of its own, and no button is told to be let go any more. Where the
  // person let go, a capture is lost as well, in some browsers before the mouse event that says so.
  for (const taken of ['pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(taken, (event) => {
      if (isTouch(event) || !isDown) return;
      isDown = false;
      for (const index of held) pointer.release(index);
      held.clear();
      pointer.leave();
    });
  }
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (stage.isMovedFrom(event)) return;
      event.preventDefault();
      pointer.move(pointer.placeOf(event), false);
      pointer.wheel(...notches(event));
    },
    { passive: false },
  );
}

/**
 * A finger may mean a tap, a drag or a long press, and two fingers a zoom: the press reaches the app only
 * when it is clear which. A tap presses and releases, a drag presses where it began, a pinch is the wheel. The app says
 * what a finger that rests has pressed: the right button, the left one that it goes on with, or nothing so far. Up and
 * down a drag may move the stage instead.
 */
function connectTouch(canvas: HTMLCanvasElement, pointer: Pointer, stage: Stage) {
  const fingers = new Map<number, Place>();
  let state: 'idle' | 'undecided' | 'dragging' | 'scrolling' | 'pinching' | 'done' = 'idle';
  let began: Place = [0, 0];
  let spread = 0;
  let timer = 0;

  const middle = (): Place => {
    const all = [...fingers.values()];
    const sum = all.reduce<Place>((total, at) => [total[0] + at[0], total[1] + at[1]], [0, 0]);
    return [sum[0] / all.length, sum[1] / all.length];
  };
  const spreadNow = () => {
    const [first, second] = [...fingers.values()];
    return first && second ? Math.hypot(first[0] - second[0], first[1] - second[1]) : 0;
  };
  const settle = (next: typeof state) => {
    clearTimeout(timer);
    state = next;
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointer.placeOf(event));
    if (fingers.size === 1) {
      began = pointer.placeOf(event);
      pointer.move(began, true);
      settle('undecided');
      timer = window.setTimeout(() => {
        const button = pointer.heldButton();
        if (button === null) return;
        pointer.press(button, began, true);
        if (button === right) pointer.release(right);
        settle(button === right ? 'done' : 'dragging');
      }, longPress);
    } else if (fingers.size === 2 && state !== 'done') {
      if (state === 'dragging') pointer.release(left);
      spread = spreadNow();
      settle('pinching');
    }
  });

  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' || !fingers.has(event.pointerId)) return;
    const at = pointer.placeOf(event);
    fingers.set(event.pointerId, at);
    const [across, down] = [at[0] - began[0], at[1] - began[1]];
    if (state === 'undecided' && Math.hypot(across, down) > tapRadius) {
      if (Math.abs(down) > Math.abs(across) && stage.isMovedFrom(event)) {
        settle('scrolling');
      } else {
        pointer.press(left, began, true);
        settle('dragging');
      }
    }
    if (state === 'dragging') {
      pointer.move(at, true);
    } else if (state === 'scrolling') {
      // The canvas comes along, so that the finger stays where it began on it.
      stage.scrollBy(-down);
    } else if (state === 'pinching' && fingers.size === 2) {
      const now = spreadNow();
      pointer.move(middle(), true);
      // Twice the distance is about seven notches of a wheel, each of which grows the view by a tenth.
      if (spread > 0 && now > 0) pointer.wheel(0, Math.log(now / spread) / Math.log(1.1));
      spread = now;
    }
  });

  const lift = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' || !fingers.delete(event.pointerId)) return;
    if (state === 'dragging') {
      pointer.release(left);
    } else if (state === 'undecided' && event.type === 'pointerup') {
      pointer.press(left, began, true);
      pointer.release(left);
    }
    settle('done');
    if (fingers.size === 0) {
      settle('idle');
      pointer.leave();
    }
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
}

function connectKeyboard(playground: Playground) {
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab' || playground.fault !== null || isSpokenFor(event)) return;
    // A button or link that has the focus is pressed by these keys.
    const pressable = event.target instanceof Element && event.target.closest('button, a, summary, input');
    if (pressable && (event.key === ' ' || event.key === 'Enter')) return;
    if (isUnwanted(event, playground.canvas)) return;
    if (appNow(playground).key(event.key, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey)) event.preventDefault();
    playground.tellInput();
  });
}

/** Tells the app how large its canvas and the window are. */
export function tellSize(app: App, canvas: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = document.documentElement;
  app.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio, clientWidth, clientHeight);
}

function connectSize(playground: Playground) {
  const { canvas } = playground;
  const resize = () => {
    if (playground.fault !== null) return;
    tellSize(playground.app, canvas);
    playground.wake();
  };
  new ResizeObserver(resize).observe(canvas);
  // The ratio changes with the browser's zoom and when the window moves to another screen.
  const watchRatio = () => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        resize();
        watchRatio();
      },
      { once: true },
    );
  };
  watchRatio();
}

export function connectInput(playground: Playground): void {
  const pointer = new Pointer(playground);
  const stage = new Stage(playground, byId('stage', HTMLElement));
  connectMouse(playground.canvas, pointer, stage);
  connectTouch(playground.canvas, pointer, stage);
  connectKeyboard(playground);
  connectSize(playground);
}
