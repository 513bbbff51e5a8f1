// The running mean of the complexity term over the swaps, with its standard error.

import { element } from '../dom';
import { percentText } from '../mirror/format';
import type { BoundState } from './protocol';
import { scale, svg } from '../svg';

const width = 320;
const height = 150;
const margin = { left: 44, right: 22, top: 8, bottom: 22 };

interface Estimate {
  swaps: number;
  complexity: number;
  error: number;
}

function seriesOf({ running }: BoundState['classical']): Estimate[] {
  return running.swaps.map((swaps, i) => ({
    swaps,
    complexity: running.complexity[i] ?? 0,
    error: running.standard_error[i] ?? 0,
  }));
}

export class EstimateChart {
  readonly #chart = svg('svg', { viewBox: `0 0 ${String(width)} ${String(height)}`, role: 'img', class: 'chart' });
  readonly #legend = element('p', { class: 'hint legend' });
  readonly node = element('figure', {}, element('figcaption', {}, 'Complexity 1 − 2ν̄, running mean ± standard error'), this.#chart, this.#legend);

  show(state: BoundState): void {
    const { swaps } = state;
    const classical = seriesOf(state.classical);
    const precise = seriesOf(state.precise);
    const all = [...classical, ...precise];
    if (all.length === 0) return;
    const low = Math.min(0, ...all.map(({ complexity, error }) => complexity - error));
    const high = Math.max(...all.map(({ complexity, error }) => complexity + error));
    const x = scale(0, swaps, margin.left, width - margin.right);
    const y = scale(low, high, height - margin.bottom, margin.top);
    const parts: SVGElement[] = [];
    for (const tick of y.ticks) {
      parts.push(
        svg('line', { x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick), class: 'grid' }),
        svg('text', { x: margin.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, percentText(Number(tick.toPrecision(6)))),
      );
    }
    for (const tick of x.ticks) {
      parts.push(svg('text', { x: x(tick), y: height - 6, 'text-anchor': 'middle' }, String(tick)));
    }
    for (const [name, series] of Object.entries({ classical, precise })) {
      const upper = series.map((at) => `${String(x(at.swaps))},${String(y(at.complexity + at.error))}`);
      const lower = series.map((at) => `${String(x(at.swaps))},${String(y(at.complexity - at.error))}`);
      const middle = series.map((at) => `${String(x(at.swaps))},${String(y(at.complexity))}`);
      parts.push(
        svg('polygon', { points: [...upper, ...lower.reverse()].join(' '), class: `band ${name}` }),
        svg('polyline', { points: middle.join(' '), class: `line ${name}` }),
      );
    }
    this.#chart.replaceChildren(...parts);
    // One swap alone has no standard error.
    const said = (name: string, { complexity, standard_error: error }: BoundState['classical']) =>
      complexity === null ? [] : [[name, percentText(complexity, 3), error === null ? '' : `± ${percentText(error, 3)}`].filter(Boolean).join(' ')];
    const text = [
      ...said(precise.length > 0 ? 'classical (solid)' : '', state.classical),
      ...said('precise (dashed)', state.precise),
    ].join(' · ');
    this.#legend.textContent = text;
    this.#chart.setAttribute('aria-label', `After ${String(all.at(-1)?.swaps ?? 0)} of ${String(swaps)} swaps: ${text}`);
  }
}
