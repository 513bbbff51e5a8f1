// A small plane: points with the labels that a machine is asked to learn, and what it makes of the places between them.

import { markerShapes, strongestShade } from 'virtual:look';
import { element, setText } from '../dom';
import type { Painting, Picture } from './protocol';

const markRadius = 5; // CSS pixels

/** The page's theme: its colours, how strong the strongest shade is there, and how large its text is. */
interface Look {
  token: (name: string) => string;
  classColour: (index: number) => string;
  strongest: number;
  scale: number;
}

function presentLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    token,
    classColour: (index) => (index < 0 ? token('soft') : token(`class-${String(index % markerShapes.length)}`)),
    strongest: strongestShade[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'],
    scale: Number(token('scale')) || 1,
  };
}

/** Drawn by the processor: these pictures are small, and the graphics card is the playground's. */
function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}

export class SmallPlane {
  readonly #canvas = element('canvas', { class: 'small-plane', role: 'img' });
  readonly #caption = element('figcaption');
  readonly node = element('figure', {}, this.#canvas, this.#caption);
  #shown: { picture: Picture; label: number[]; painting: Painting | null } | null = null;

  constructor() {
    const draw = () => {
      this.#draw();
    };
    // Also when the dialog is opened again, perhaps with the colours of another theme.
    new ResizeObserver(draw).observe(this.#canvas);
    new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
  }

  /** Shows what a machine made of `label`, nothing where it has learned nothing; the picture's own tell which are swapped. */
  show(title: string, picture: Picture, painting: Painting | null, label = picture.label): void {
    setText(this.#caption, title);
    this.#canvas.setAttribute('aria-label', title);
    this.#shown = { picture, label, painting };
    this.#draw();
  }

  #draw(): void {
    const width = this.#canvas.clientWidth;
    if (!this.#shown || width === 0) return;
    const { picture, label, painting } = this.#shown;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    this.#canvas.width = this.#canvas.height = Math.round(width * ratio);
    const pen = penOf(this.#canvas);
    if (!pen) return;
    pen.scale(ratio, ratio);
    const look = presentLook();
    pen.fillStyle = look.token('card');
    pen.fillRect(0, 0, width, width);
    const x = (value: number) => ((value - picture.x0) / (picture.x1 - picture.x0)) * width;
    const y = (value: number) => width - ((value - picture.y0) / (picture.y1 - picture.y0)) * width;
    if (picture.columns > 0) this.#surface(pen, picture.columns, painting, width, look);
    pen.strokeStyle = look.token('ink');
    pen.lineWidth = 1.5 * look.scale;
    pen.beginPath();
    for (const line of painting?.lines ?? []) {
      for (let i = 0; i < line.length; i += 2) {
        const place: [number, number] = [x(line[i] ?? 0), y(line[i + 1] ?? 0)];
        if (i === 0) pen.moveTo(...place);
        else pen.lineTo(...place);
      }
    }
    pen.stroke();
    picture.x.forEach((at, i) => {
      const asked = label[i] ?? 0;
      const mark = { label: asked, hollow: picture.validation[i] === 1, swapped: asked !== picture.label[i], wrong: painting?.wrong[i] === 1 };
      this.#mark(pen, x(at), y(picture.y[i] ?? 0), mark, look);
    });
  }

  #surface(pen: CanvasRenderingContext2D, columns: number, painting: Painting | null, width: number, look: Look): void {
    if (!painting) {
      // Nothing is learned yet.
      pen.globalAlpha = 0.14;
      pen.fillStyle = look.token('soft');
      pen.fillRect(0, 0, width, width);
      pen.globalAlpha = 1;
      return;
    }
    const image = document.createElement('canvas');
    image.width = image.height = columns;
    const small = penOf(image);
    if (!small) return;
    painting.winner.forEach((winner, i) => {
      if (winner < 0) return;
      small.globalAlpha = look.strongest * (painting.share[i] ?? 0);
      small.fillStyle = look.classColour(winner);
      small.fillRect(i % columns, columns - 1 - Math.floor(i / columns), 1, 1);
    });
    pen.imageSmoothingEnabled = true;
    // The lattice reaches to the edges, a pixel of the image lies around its value.
    const step = width / (columns - 1);
    pen.drawImage(image, -step / 2, -step / 2, width + step, width + step);
  }

  /** Shape and colour are the label to learn; a ring tells that it is swapped, a cross that it is not learned. */
  #mark(
    pen: CanvasRenderingContext2D,
    x: number,
    y: number,
    { label, hollow, swapped, wrong }: { label: number; hollow: boolean; swapped: boolean; wrong: boolean },
    look: Look,
  ): void {
    const radius = markRadius * look.scale;
    const [corners, angle, factor] = markerShapes[Math.max(0, label) % markerShapes.length] ?? [0, 0, 1];
    pen.beginPath();
    if (corners === 0) pen.arc(x, y, radius, 0, 2 * Math.PI);
    for (let i = 0; i < corners; i += 1) {
      const turn = Math.PI * (angle + (2 * i) / corners);
      pen.lineTo(x + Math.cos(turn) * radius * factor, y + Math.sin(turn) * radius * factor);
    }
    pen.closePath();
    const colour = look.classColour(label);
    pen.fillStyle = hollow ? look.token('card') : colour;
    pen.strokeStyle = hollow ? colour : look.token('card');
    pen.lineWidth = (hollow ? 2 : 1) * look.scale;
    pen.fill();
    pen.stroke();
    pen.strokeStyle = look.token('ink');
    if (swapped) {
      pen.lineWidth = 1.5 * look.scale;
      pen.beginPath();
      pen.arc(x, y, radius + 3 * look.scale, 0, 2 * Math.PI);
      pen.stroke();
    }
    if (wrong) {
      const arm = 3 * look.scale;
      pen.lineWidth = 2 * look.scale;
      pen.beginPath();
      pen.moveTo(x - arm, y - arm);
      pen.lineTo(x + arm, y + arm);
      pen.moveTo(x - arm, y + arm);
      pen.lineTo(x + arm, y - arm);
      pen.stroke();
    }
  }
}
