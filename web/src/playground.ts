// The playground as the rest of the page sees it: draws only when there is something to draw, tells when
// something changed, and is what `window.marginscope` speaks to.

import type { App, Catalogue, Command, RawDescription } from './module';

export interface Point {
  x: number;
  /** In regression on one feature the target. */
  y: number;
  /** The class; null in regression. */
  label: number | null;
  /** The value to predict; null in classification. */
  target: number | null;
  part: 'training' | 'validation';
}

export type Description = Omit<RawDescription, 'points'> & {
  points: Point[];
  /** Index of the training pattern of each point, −1 for a validation point. */
  patterns: number[];
};

/** A field that a command may hold; anything else could run code of its own while it is read. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'number');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

export class Playground {
  readonly #app: App;
  readonly #canvas: HTMLCanvasElement;
  readonly #listeners: (() => void)[] = [];
  readonly #frameListeners: (() => void)[] = [];
  #frameIsDue = false;
  #seenVersion = -1;

  constructor(
    app: App,
    canvas: HTMLCanvasElement,
    readonly catalogue: Catalogue,
    readonly linkRefusal: (link: string) => string | null,
  ) {
    this.#app = app;
    this.#canvas = canvas;
    // A driver that restarts takes the canvas' memory with it. The browser gives it back to those who want it.
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      app.restore_graphics();
      this.wake();
    });
  }

  get app(): App {
    return this.#app;
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  /** Calls back after a frame in which the session changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back after every frame. */
  onFrame(listener: () => void): void {
    this.#frameListeners.push(listener);
  }

  /** Asks for a frame: something came that may change the picture. */
  wake(): void {
    if (this.#frameIsDue) return;
    this.#frameIsDue = true;
    requestAnimationFrame((now) => {
      this.#frameIsDue = false;
      this.drawNow(now);
    });
  }

  /** Draws without waiting for the screen, `now` in milliseconds. */
  drawNow(now = performance.now()): void {
    if (this.#app.frame(now / 1000)) this.wake();
    for (const listener of this.#frameListeners) listener();
    const version = this.#app.version();
    if (version !== this.#seenVersion) {
      this.#seenVersion = version;
      for (const listener of this.#listeners) listener();
    }
  }

  describe(): Description {
    const { points: columns, ...raw } = this.#app.describe();
    const regression = raw.task === 'regression';
    const points = columns.x.map((x, i): Point => {
      const value = columns.label[i] ?? NaN;
      return {
        x,
        y: columns.y[i] ?? NaN,
        label: regression ? null : value,
        target: regression ? value : null,
        part: columns.validation[i] ? 'validation' : 'training',
      };
    });
    const corner = this.#canvas.getBoundingClientRect();
    raw.plane.left += corner.left;
    raw.plane.top += corner.top;
    return { ...raw, points, patterns: columns.pattern };
  }

  /** Carries out a command of the page's own. Null, or the sentence that says why not. */
  send(command: Command): string | null {
    return this.apply(command);
  }

  /** The same for whatever anybody sends. Never throws. */
  apply(command: unknown): string | null {
    try {
      const entries = command !== null && typeof command === 'object' ? Object.entries(command) : [];
      return this.#app.apply(Object.fromEntries(entries.filter(([, value]) => isPlain(value))));
    } catch (error) {
      return `This command could not be read: ${String(error)}.`;
    } finally {
      this.wake();
    }
  }
}
