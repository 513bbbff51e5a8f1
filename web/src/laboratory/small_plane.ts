// A small plane: the patterns with the labels that a machine is asked to learn, and its surface.

import { element, setText } from '../dom';
import type { BoundFit, Picture } from './protocol';

const markRadius = 5; // CSS pixels

interface Colours {
  plus: string;
  minus: string;
  card: string;
  ink: string;
}

/** The colours of the page's theme. */
function themeColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { plus: token('class-plus'), minus: token('class-minus'), card: token('card'), ink: token('ink') };
}

/** Drawn by the processor: these pictures are small, and the graphics card is the playground's. */
function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}

export class SmallPlane {
  readonly #canvas = element('canvas', { class: 'small-plane', role: 'img' });
  readonly #caption = element('figcaption');
  readonly node = element('figure', {}, this.#canvas, this.#caption);
  #shown: { picture: Picture; labels: number[]; fit: BoundFit } | null = null;

  constructor() {
    // Also when the dialog is opened again, perhaps with the colours of another theme.
    new ResizeObserver(() => {
      this.#draw();
    }).observe(this.#canvas);
  }

  /** Shows what `fit` made of `labels`; the given labels tell which of them are swapped. */
  show(title: string, picture: Picture, labels: number[], fit: BoundFit): void {
    setText(this.#caption, title);
    this.#canvas.setAttribute('aria-label', title);
    this.#shown = { picture, labels, fit };
    this.#draw();
  }

  #draw(): void {
    const width = this.#canvas.clientWidth;
    if (!this.#shown || width === 0) return;
    const { picture, labels, fit } = this.#shown;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    this.#canvas.width = this.#canvas.height = Math.round(width * ratio);
    const pen = penOf(this.#canvas);
    if (!pen) return;
    pen.scale(ratio, ratio);
    const colours = themeColours();
    pen.fillStyle = colours.card;
    pen.fillRect(0, 0, width, width);
    const x = (value: number) => ((value - picture.x0) / (picture.x1 - picture.x0)) * width;
    const y = (value: number) => width - ((value - picture.y0) / (picture.y1 - picture.y0)) * width;
    if (picture.columns > 0) this.#surface(pen, picture, fit.surface, width, colours);
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const line of fit.boundary) {
      for (let i = 0; i < line.length; i += 2) {
        const place: [number, number] = [x(line[i] ?? 0), y(line[i + 1] ?? 0)];
        if (i === 0) pen.moveTo(...place);
        else pen.lineTo(...place);
      }
    }
    pen.stroke();
    picture.x.forEach((at, i) => {
      const label = labels[i] ?? 0;
      const wrong = !((fit.outputs[i] ?? 0) * label > 0);
      this.#mark(pen, x(at), y(picture.y[i] ?? 0), label, label !== picture.label[i], wrong, colours);
    });
  }

  #surface(pen: CanvasRenderingContext2D, { columns, rows }: Picture, values: number[], width: number, colours: Colours): void {
    const image = document.createElement('canvas');
    image.width = columns;
    image.height = rows;
    const small = penOf(image);
    if (!small) return;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const f = values[r * columns + c] ?? 0;
        // As strong as on the playground's plane, whose margins are at 1.
        const strength = Math.abs(f);
        small.globalAlpha = (0.46 * strength) / (strength + 1.6);
        small.fillStyle = f > 0 ? colours.plus : colours.minus;
        small.fillRect(c, rows - 1 - r, 1, 1);
      }
    }
    pen.imageSmoothingEnabled = true;
    // The lattice reaches to the edges, a pixel of the image lies around its value.
    const step = width / (columns - 1);
    pen.drawImage(image, -step / 2, -step / 2, width + step, width + step);
  }

  /** Shape and colour are the label to learn; a ring tells that it is swapped, a cross that it is not learned. */
  #mark(pen: CanvasRenderingContext2D, x: number, y: number, label: number, swapped: boolean, wrong: boolean, colours: Colours): void {
    pen.fillStyle = label > 0 ? colours.plus : colours.minus;
    pen.strokeStyle = colours.card;
    pen.lineWidth = 1;
    pen.beginPath();
    if (label > 0) pen.arc(x, y, markRadius, 0, 2 * Math.PI);
    else pen.rect(x - markRadius + 0.5, y - markRadius + 0.5, 2 * markRadius - 1, 2 * markRadius - 1);
    pen.fill();
    pen.stroke();
    pen.strokeStyle = colours.ink;
    if (swapped) {
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.arc(x, y, markRadius + 3, 0, 2 * Math.PI);
      pen.stroke();
    }
    if (wrong) {
      pen.lineWidth = 2;
      pen.beginPath();
      pen.moveTo(x - 3, y - 3);
      pen.lineTo(x + 3, y + 3);
      pen.moveTo(x - 3, y + 3);
      pen.lineTo(x + 3, y - 3);
      pen.stroke();
    }
  }
}
