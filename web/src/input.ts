// Mouse, pen, touch and keyboard to the canvas, and its size.

import { takesText } from './dom';
import type { Playground } from './playground';

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

function connectMouse({ app, canvas }: Playground, wake: () => void, point: (event: MouseEvent) => [number, number]) {
  const isTouch = (event: PointerEvent) => event.pointerType === 'touch';
  canvas.addEventListener('pointermove', (event) => {
    if (isTouch(event)) return;
    app.pointer(...point(event), false);
    wake();
  });
  canvas.addEventListener('pointerleave', (event) => {
    if (isTouch(event) || canvas.hasPointerCapture(event.pointerId)) return;
    app.pointer_leave();
    wake();
  });
  // A second button pressed while the first is down arrives as a pointermove; mouse events tell each apart.
  canvas.addEventListener('pointerdown', (event) => {
    if (!isTouch(event)) canvas.setPointerCapture(event.pointerId);
  });
  let touchUntil = 0;
  canvas.addEventListener('pointerup', (event) => {
    if (isTouch(event)) touchUntil = event.timeStamp + longPress;
  });
  const button = (down: boolean) => (event: MouseEvent) => {
    // Browsers send mouse events after a tap, too; the tap has been dealt with.
    if (event.timeStamp < touchUntil) return;
    const index = buttonOf[event.button];
    if (index === undefined) return;
    app.pointer(...point(event), false);
    app.button(index, down);
    wake();
  };
  canvas.addEventListener('mousedown', button(true));
  canvas.addEventListener('mouseup', button(false));
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      app.pointer(...point(event), false);
      app.wheel(...notches(event));
      wake();
    },
    { passive: false },
  );
}

/**
 * A finger may mean a tap, a drag or a long press, and two fingers a zoom: the press reaches the app only
 * when it is clear which. A tap presses and releases, a drag presses where it began, a long press is the
 * right button, a pinch is the wheel.
 */
function connectTouch({ app, canvas }: Playground, wake: () => void, point: (event: MouseEvent) => [number, number]) {
  const fingers = new Map<number, [number, number]>();
  let state: 'idle' | 'undecided' | 'dragging' | 'pinching' | 'done' = 'idle';
  let began: [number, number] = [0, 0];
  let spread = 0;
  let timer = 0;

  const middle = (): [number, number] => {
    const all = [...fingers.values()];
    const sum = all.reduce<[number, number]>((total, at) => [total[0] + at[0], total[1] + at[1]], [0, 0]);
    return [sum[0] / all.length, sum[1] / all.length];
  };
  const spreadNow = () => {
    const [first, second] = [...fingers.values()];
    return first && second ? Math.hypot(first[0] - second[0], first[1] - second[1]) : 0;
  };
  const press = (button: number, at: [number, number]) => {
    app.pointer(...at, true);
    app.button(button, true);
  };
  const settle = (next: typeof state) => {
    clearTimeout(timer);
    state = next;
    wake();
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, point(event));
    if (fingers.size === 1) {
      began = point(event);
      app.pointer(...began, true);
      settle('undecided');
      timer = window.setTimeout(() => {
        press(right, began);
        app.button(right, false);
        settle('done');
      }, longPress);
    } else if (fingers.size === 2 && state !== 'done') {
      if (state === 'dragging') app.button(left, false);
      spread = spreadNow();
      settle('pinching');
    }
  });

  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' || !fingers.has(event.pointerId)) return;
    const at = point(event);
    fingers.set(event.pointerId, at);
    if (state === 'undecided' && Math.hypot(at[0] - began[0], at[1] - began[1]) > tapRadius) {
      press(left, began);
      settle('dragging');
    }
    if (state === 'dragging') {
      app.pointer(...at, true);
      wake();
    } else if (state === 'pinching' && fingers.size === 2) {
      const now = spreadNow();
      app.pointer(...middle(), true);
      // Twice the distance is seven notches, as with a wheel that grows the view by a tenth each.
      if (spread > 0 && now > 0) app.wheel(0, Math.log(now / spread) / Math.log(1.1));
      spread = now;
      wake();
    }
  });

  const lift = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' || !fingers.delete(event.pointerId)) return;
    if (state === 'undecided' && event.type === 'pointerup') {
      press(left, began);
      app.button(left, false);
      settle('done');
    } else if (state === 'dragging') {
      app.button(left, false);
      settle('done');
    } else {
      settle('done');
    }
    if (fingers.size === 0) {
      state = 'idle';
      app.pointer_leave();
    }
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
}

function connectKeyboard({ app }: Playground, wake: () => void) {
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab' || event.isComposing || event.defaultPrevented) return;
    if (takesText(event.target) || document.querySelector('dialog[open]')) return;
    // A button or link that has the focus is pressed by these keys.
    const pressable = event.target instanceof Element && event.target.closest('button, a, summary, input');
    if (pressable && (event.key === ' ' || event.key === 'Enter')) return;
    if (app.key(event.key, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey)) event.preventDefault();
    wake();
  });
}

function connectSize({ app, canvas }: Playground, wake: () => void) {
  const resize = () => {
    app.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
    wake();
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
  resize();
}

export function connectInput(playground: Playground): void {
  const wake = () => {
    playground.wake();
  };
  const point = (event: MouseEvent): [number, number] => {
    const corner = playground.canvas.getBoundingClientRect();
    return [event.clientX - corner.left, event.clientY - corner.top];
  };
  connectMouse(playground, wake, point);
  connectTouch(playground, wake, point);
  connectKeyboard(playground, wake);
  connectSize(playground, wake);
}
