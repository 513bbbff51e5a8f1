// SVG elements, and the scales of small charts.

const space = 'http://www.w3.org/2000/svg';

export function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

export interface Scale {
  (value: number): number;
  ticks: number[];
}

/** Maps [from, to], widened to round numbers, to [start, end] in pixels. */
export function scale(from: number, to: number, start: number, end: number): Scale {
  const span = to > from ? to - from : Math.abs(from) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = power * ([1, 2, 5, 10].find((factor) => span / (power * factor) <= 4) ?? 10);
  const low = Math.floor(from / step) * step;
  const high = Math.max(Math.ceil(to / step) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  const map = (value: number) => start + ((value - low) / (high - low)) * (end - start);
  return Object.assign(map, { ticks });
}
