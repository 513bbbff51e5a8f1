// A line that the reader drags over the points, as a guess of where a machine will put its own.

import { element, remove, setDisabled } from '../dom';
import { button } from '../mirror/control';
import type { Description, Point } from '../playground';
import { fixed } from '../sentence';
import { svg } from '../svg';

type Place = [x: number, y: number];

const side = 320; // of the picture, in its own units
const room = 0.12; // around the points, as a part of their extent
const handle = 12;
const keyStep = 8;

/** How many of the points lie on the wrong side of the line from a to b, whose left side is class +1. */
export function wrongOf(points: Point[], a: Place, b: Place): number {
  const left = ({ x, y }: Point) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  return points.filter((point) => (point.label ?? 0) * left(point) <= 0).length;
}

function placeText([x, y]: Place): string {
  return `${fixed(x, 1)}, ${fixed(y, 1)}`;
}

/** The picture with its line, and the button that says it. */
export class LineGuess {
  readonly node: HTMLElement;
  readonly #points: Point[];
  readonly #svg = svg('svg', { viewBox: `0 0 ${String(side)} ${String(side)}`, role: 'group', class: 'guess', 'aria-label': 'The points and your line' });
  readonly #line = svg('line', { class: 'line' });
  readonly #side = svg('polygon', { class: 'positive' });
  readonly #ends: SVGElement[] = [];
  readonly #scale: { x0: number; y0: number; extent: number };
  readonly #tell: () => void;
  #places: [Place, Place];

  constructor({ points }: Description, guess: (wrong: number, of: number) => void) {
    this.#points = points.filter(({ label }) => label !== null);
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const extent = Math.max(right - left, top - bottom, 1e-9) * (1 + 2 * room);
    this.#scale = { x0: (left + right - extent) / 2, y0: (bottom + top - extent) / 2, extent };
    // Downwards through the middle, so that the guess is the reader's own and Tab comes to the upper end first.
    this.#places = [this.#place([side / 2, side / 6]), this.#place([side / 2, (5 * side) / 6])];
    this.#svg.append(this.#side);
    for (const point of this.#points) {
      const [x, y] = this.#pixel([point.x, point.y]);
      const mark =
        (point.label ?? 0) > 0
          ? svg('circle', { cx: x, cy: y, r: 5, class: 'class-0', role: 'img', 'aria-label': `Circle at ${placeText([point.x, point.y])}` })
          : svg('rect', { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: 'class-1', role: 'img', 'aria-label': `Square at ${placeText([point.x, point.y])}` });
      this.#svg.append(mark);
    }
    this.#svg.append(this.#line);
    for (const index of [0, 1] as const) this.#ends.push(this.#end(index));
    this.#svg.append(...this.#ends);
    this.#tell = () => {
      guess(wrongOf(this.#points, ...this.#places), this.#points.length);
    };
    const done = button('This is my line', this.#tell);
    const turn = button('Turn it round', () => {
      this.#places.reverse();
      this.#draw();
    });
    const key = element('p', { class: 'soft' }, 'The shaded side is for the circles. Drag both ends, or move them by the arrow keys.');
    this.node = element('div', {}, this.#svg, key, element('p', { class: 'actions' }, turn, done));
    this.#draw();
  }

  /** Draws this line and says it. */
  show([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: number[]): void {
    this.#places = [
      [x1, y1],
      [x2, y2],
    ];
    this.#draw();
    this.#tell();
  }

  /** The line stays as it is. */
  close(): void {
    for (const each of this.node.querySelectorAll('button')) setDisabled(each, true);
    for (const end of this.#ends) remove(end);
  }

  #pixel([x, y]: Place): Place {
    const { x0, y0, extent } = this.#scale;
    return [((x - x0) / extent) * side, (1 - (y - y0) / extent) * side];
  }

  #place([left, top]: Place): Place {
    const { x0, y0, extent } = this.#scale;
    return [x0 + (left / side) * extent, y0 + (1 - top / side) * extent];
  }

  #end(index: 0 | 1): SVGElement {
    const name = index === 0 ? 'First end of the line' : 'Second end of the line';
    // A slider has one value, which is how far to the right it is; its text says all.
    const { x0, extent } = this.#scale;
    const range = { 'aria-valuemin': x0.toFixed(2), 'aria-valuemax': (x0 + extent).toFixed(2) };
    const circles = ['reach', 'grip'].map((part) => svg('circle', { r: handle, class: part }));
    const end = svg('g', { class: 'end', tabindex: 0, role: 'slider', 'aria-label': name, ...range }, ...circles);
    const moveTo = (pixel: Place) => {
      const inside = (value: number) => Math.min(side, Math.max(0, value));
      this.#places[index] = this.#place([inside(pixel[0]), inside(pixel[1])]);
      this.#draw();
    };
    // The panel would scroll: browsers do not mind a touch-action inside a picture.
    end.addEventListener(
      'touchstart',
      (event) => {
        event.preventDefault();
      },
      { passive: false },
    );
    end.addEventListener('pointerdown', (event) => {
      end.setPointerCapture(event.pointerId);
      event.preventDefault();
      end.focus();
    });
    end.addEventListener('pointermove', (event) => {
      if (!end.hasPointerCapture(event.pointerId)) return;
      const corner = this.#svg.getBoundingClientRect();
      const zoom = side / corner.width;
      moveTo([(event.clientX - corner.left) * zoom, (event.clientY - corner.top) * zoom]);
    });
    end.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = this.#pixel(this.#places[index]);
      moveTo([x + keyStep * (by[0] ?? 0), y + keyStep * (by[1] ?? 0)]);
    });
    return end;
  }

  #draw(): void {
    const [a, b] = this.#places.map((place) => this.#pixel(place)) as [Place, Place];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    // Beyond the border on both ends, and far to the left of the way from the first end to the second.
    const far = (3 * side) / length;
    const start: Place = [a[0] - far * dx, a[1] - far * dy];
    const stop: Place = [b[0] + far * dx, b[1] + far * dy];
    const beside = ([x, y]: Place): Place => [x + far * dy, y - far * dx];
    const set = (node: Element, attributes: Record<string, number | string>) => {
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
    };
    set(this.#line, { x1: start[0], y1: start[1], x2: stop[0], y2: stop[1] });
    set(this.#side, { points: [start, stop, beside(stop), beside(start)].map(String).join(' ') });
    const of = this.#points.length;
    const right = of - wrongOf(this.#points, ...this.#places);
    for (const [index, end] of this.#ends.entries()) {
      const [x, y] = index === 0 ? a : b;
      const place = this.#places[index === 0 ? 0 : 1];
      const text = `${placeText(place)}; ${String(right)} of ${String(of)} on their side`;
      set(end, { transform: `translate(${String(x)} ${String(y)})`, 'aria-valuenow': place[0].toFixed(2), 'aria-valuetext': text });
    }
  }
}
