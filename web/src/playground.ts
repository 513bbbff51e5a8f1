// The playground as the rest of the page sees it: draws only when there is something to draw, tells when
// something changed, and is what `window.marginscope` speaks to.

import { faultSentence, reopen, showFault } from './fault';
import { addMessage, showMessage } from './messages';
import type { App, Catalogue, Command, MainModule, RawDescription, ViewDescription } from './module';
import { places } from './wishes';

export interface Point {
  x: number;
  /** In regression on one feature the target. */
  y: number;
  /** The class; null in regression. */
  label: number | null;
  /** The value to predict; null in classification. */
  target: number | null;
  part: 'training' | 'validation';
  /** The class that the machine predicts; null where it predicts none, and in regression. */
  predicted: number | null;
}

/** By identifier; a number that does not exist is null. */
type Quantities = Record<string, (number | null)[]>;

export type Description = Omit<RawDescription, 'points' | 'quantities' | 'machines'> & {
  /** All points, in the order of their indices. */
  points: Point[];
  /** The values of what the algorithm publishes, row by row. */
  quantities: Quantities;
  /** Each of several machines; empty where there is one. All that stands beside is about the chosen one. */
  machines: (Omit<RawDescription['machines'][number], 'quantities'> & { quantities: Quantities })[];
  /** Index of the training pattern of each point, −1 for a validation point. */
  patterns: number[];
  /** What the plane's card shows. */
  view: ViewDescription;
};

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function quantitiesOf(values: Record<string, number[]>): Quantities {
  return Object.fromEntries(Object.entries(values).map(([id, list]) => [id, list.map(numberOrNull)]));
}

/** A field that a command may hold; anything else could run code of its own while it is read. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'number');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Embind's own complaint about an argument, before anything was called. */
function isWrongArgument(error: unknown): boolean {
  return error instanceof Error && error.name === 'BindingError';
}

/** The app, whose functions call `stop` where they trap. */
function guarded(app: App, stop: (error: unknown) => void): App {
  return new Proxy(app, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        try {
          return Reflect.apply(member, target, values);
        } catch (error) {
          if (!isWrongArgument(error)) stop(error);
          throw error;
        }
      };
    },
  });
}

const opening = new Set<unknown>(['csv', 'problem', 'replace', 'scene']); // commands
const canvasComesBack = 3000; // milliseconds, usually

/** What the points of a scene are called, at the beginning of a sentence. */
export function nameOf({ name }: Pick<Description, 'name'>): string {
  return name || 'Own points';
}

export class Playground {
  readonly #module: MainModule;
  readonly #app: App;
  readonly #canvas: HTMLCanvasElement;
  #catalogue: Catalogue | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #frameListeners = new Set<() => void>();
  readonly #inputListeners = new Set<() => void>();
  #frameIsDue = false;
  #seenVersion = -1;
  #fault: string | null = null;
  #tellStop: (sentence: string) => void = () => undefined;

  /** Comes with the sentence that says why, when the playground stops for good. */
  readonly stopped = new Promise<string>((resolve) => {
    this.#tellStop = resolve;
  });

  constructor(module: MainModule, app: App, canvas: HTMLCanvasElement) {
    this.#module = module;
    this.#app = guarded(app, (error) => {
      this.#stop(app, error);
    });
    this.#canvas = canvas;
    // What was chosen since the last frame is kept, too.
    addEventListener('pagehide', () => {
      if (this.#fault === null) this.#tellFrame();
    });
    // A driver that restarts takes the canvas' memory with it. The browser gives it back to those who want it, if it can.
    let timer = 0;
    const tell = () => {
      timer = 0;
      addMessage('The browser has taken the canvas away and not given it back: nothing is drawn. Your points and settings are still there.', {
        label: 'Load the page again with them',
        run: () => {
          reopen(this.app.scene_text());
        },
      });
    };
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      timer = window.setTimeout(tell, canvasComesBack);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      if (this.#fault !== null) return;
      if (timer === 0) showMessage('The canvas is back.');
      clearTimeout(timer);
      if (!this.app.restore_graphics()) tell();
      this.wake();
    });
  }

  /** Throws once the playground has stopped. */
  get app(): App {
    if (this.#fault !== null) throw new Error(this.#fault);
    return this.#app;
  }

  /** The sentence that says why the playground has stopped for good; null while it goes on. */
  get fault(): string | null {
    return this.#fault;
  }

  /** After a trap the core may be amid anything: it is asked for its scene, and then for nothing any more. */
  #stop(app: App, error: unknown): void {
    if (this.#fault !== null) return;
    this.#fault = faultSentence(error);
    // The sentence is for those who use the page; where it happened is for those who mend it.
    console.error(error instanceof Error ? `${String(error)}\n${String(error.stack)}` : error);
    let scene: string | null;
    try {
      scene = app.scene_text();
    } catch {
      scene = location.hash.slice(1) || null;
    }
    showFault(this.#fault, scene);
    this.#tellStop(this.#fault);
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  /** What there is to choose from. It is long, and made when it is first asked for, which is not before the first frame. */
  get catalogue(): Catalogue {
    return (this.#catalogue ??= this.#module.catalogue());
  }

  /** Null, or the sentence that says why a link is too long. */
  linkRefusal(link: string): string | null {
    return this.#module.link_refusal(link.length);
  }

  /** Calls back after a frame in which the session changed, until what it returns is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back after every frame, and before the page is left, likewise. */
  onFrame(listener: () => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  /** Calls back, besides, as soon as a press or a key has been dealt with: what a browser grants only while it hands one out. */
  onInput(listener: () => void): void {
    this.#inputListeners.add(listener);
  }

  /** A button of the pointer, pressed or let go, or a key has been dealt with. */
  tellInput(): void {
    for (const listener of this.#inputListeners) listener();
    this.wake();
  }

  /** Asks for a frame: something came that may change the picture. */
  wake(): void {
    if (this.#frameIsDue || this.#fault !== null) return;
    this.#frameIsDue = true;
    requestAnimationFrame((now) => {
      this.#frameIsDue = false;
      if (this.#fault === null) this.#draw(now);
    });
  }

  #tellFrame(): void {
    for (const listener of this.#frameListeners) listener();
  }

  #draw(now: number): void {
    if (this.app.frame(now / 1000)) this.wake();
    this.#tellFrame();
    const version = this.#app.version();
    if (version !== this.#seenVersion) {
      this.#seenVersion = version;
      for (const listener of this.#listeners) listener();
    }
  }

  describe(): Description {
    const { points: columns, ...raw } = this.app.describe();
    const quantities = quantitiesOf(raw.quantities);
    const machines = raw.machines.map((each) => ({ ...each, quantities: quantitiesOf(each.quantities) }));
    const regression = raw.task === 'regression';
    const points = columns.x.map((x, i): Point => {
      const value = columns.label[i] ?? NaN;
      return {
        x,
        y: columns.y[i] ?? NaN,
        label: regression ? null : value,
        target: regression ? value : null,
        part: columns.validation[i] ? 'validation' : 'training',
        predicted: numberOrNull(columns.predicted[i] ?? NaN),
      };
    });
    const corner = this.#canvas.getBoundingClientRect();
    raw.plane.left += corner.left;
    raw.plane.top += corner.top;
    return { ...raw, points, quantities, machines, patterns: columns.pattern, view: this.app.view() };
  }

  /** Carries out a command of the page's own. Null, or the sentence that says why not. */
  send(command: Command): string | null {
    return this.apply(command);
  }

  /** The same for a press that has no place of its own for a refusal: it becomes the session's notice. */
  press(command: Command): void {
    const refusal = this.apply(command);
    if (refusal !== null) this.tell(refusal);
  }

  /** Makes a sentence the session's notice. */
  tell(sentence: string): void {
    if (this.#fault !== null) return;
    this.#app.notify(sentence);
    this.wake();
  }

  /** The same for whatever anybody sends. Never throws. */
  apply(command: unknown): string | null {
    if (this.#fault !== null) return this.#fault;
    try {
      const entries = command !== null && typeof command === 'object' ? Object.entries(command) : [];
      const given = Object.fromEntries(entries.filter(([, value]) => isPlain(value)));
      if (opening.has(given.type)) places.scene.want();
      return this.#app.apply(given);
    } catch (error) {
      return this.fault ?? `This command could not be read: ${String(error)}.`;
    } finally {
      this.wake();
    }
  }
}
