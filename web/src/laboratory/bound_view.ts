// A bound as it is made: its terms, its running mean, and what the machine makes of swapped labels.

import { element, setDisabled, setHidden, setText } from '../dom';
import { button, selectControl } from '../mirror/control';
import { numberText, percentText } from '../mirror/format';
import { EstimateChart } from './estimate_chart';
import { KindChoice } from './kind_choice';
import type { BoundFit, BoundState, LaboratoryCatalogue, Order, Picture } from './protocol';
import { SmallPlane } from './small_plane';

const paces = [
  { value: '150', label: 'slowly enough to watch' },
  { value: '700', label: 'very slowly' },
  { value: '0', label: 'as fast as it can' },
];

/** The terms that add up to the value, where it is a sum. */
const summands = ['training_error', 'complexity', 'penalty'];

export class BoundView {
  readonly node: HTMLElement;
  readonly #kind: KindChoice;
  readonly #scene: () => string;
  readonly #send: (order: Order) => void;
  readonly #start: HTMLButtonElement;
  readonly #open: HTMLButtonElement;
  readonly #progress = element('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly #value = element('p', { class: 'value' });
  readonly #bar = element('div', { class: 'sum', 'aria-hidden': 'true' });
  readonly #summands = element('dl', { class: 'terms' });
  readonly #others = element('dl', { class: 'terms' });
  readonly #details = element('details', {}, element('summary', {}, 'What they are made of'), this.#others);
  readonly #sentences = element('div', { class: 'sentences', role: 'status' });
  readonly #free = new SmallPlane();
  readonly #constrained = new SmallPlane();
  readonly #chart = new EstimateChart();
  readonly #swap = element('div', { class: 'swap' });
  readonly #intro = element(
    'div',
    { class: 'intro' },
    element('h2', {}, 'Can this machine learn noise?'),
    element(
      'p',
      {},
      'A small training error proves little of a machine that could have learned anything. So half of the labels are ' +
        'turned round at random, again and again, and the machine has to learn what is now noise. If it gets half of ' +
        'them wrong, it learned nothing of it, and its success on the given labels counts. If it gets none wrong, it ' +
        'would have learned any labels, and its success says nothing.',
    ),
    element(
      'p',
      {},
      'The precise form adds one condition: the machine may not become more complex, by its norm ‖f‖, than the given ' +
        'labels made it. C is reduced until that holds, so that the machine learns less of the noise.',
    ),
    element(
      'p',
      {},
      'Compression and half flip need no random swaps: one counts how few patterns carry the machine, the other flips ' +
        'the second half of the labels once.',
    ),
  );
  readonly #swapText = element('p');
  #pause = Number(paces[0]?.value);
  #working = false;

  constructor(catalogue: LaboratoryCatalogue, scene: () => string, send: (order: Order) => void) {
    this.#scene = scene;
    this.#send = send;
    const [first, ...rest] = catalogue.bounds;
    if (!first) throw new Error('There is no kind of bound.');
    this.#kind = new KindChoice('Bound', [first, ...rest]);
    this.#kind.choose('precise-maximal-discrepancy');
    const pace = selectControl('Swaps are made', '', paces, (value) => {
      this.#pause = Number(value);
      this.#send({ type: 'pause', pause: this.#pause });
      return null;
    });
    this.#start = button('Make the bound', () => {
      if (this.#working) this.#send({ type: 'stop' });
      else this.#begin();
    });
    this.#open = button('Open these labels in the playground', () => {
      this.#send({ type: 'swapped-scene' });
    });
    this.#swap.append(
      this.#swapText,
      element('div', { class: 'planes' }, this.#free.node, this.#constrained.node),
      element(
        'p',
        { class: 'hint' },
        'Shape and colour are the label that the machine is asked to learn. A ring marks a swapped label, a cross a pattern that the machine gets wrong.',
      ),
      this.#open,
    );
    this.#swap.hidden = true;
    this.#details.hidden = true;
    this.#chart.node.hidden = true;
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      element('div', { class: 'settings' }, this.#kind.node, pace.node, this.#start, this.#progress, this.#problem),
      element('div', { class: 'picture' }, this.#intro, this.#swap),
      element(
        'div',
        { class: 'outcome' },
        this.#value,
        this.#bar,
        this.#summands,
        this.#sentences,
        this.#chart.node,
        this.#details,
      ),
    );
  }

  #begin(): void {
    setText(this.#problem, '');
    this.#chart.clear();
    this.#send({ type: 'bound', scene: this.#scene(), bound: this.#kind.text, pause: this.#pause });
  }

  refuse(sentence: string): void {
    this.#setWorking(false);
    setText(this.#problem, `${sentence}.`);
  }

  #setWorking(working: boolean): void {
    this.#working = working;
    setText(this.#start, working ? 'Stop' : 'Make the bound');
    setDisabled(this.#open, working);
  }

  show(state: BoundState, picture: Picture, working: boolean): void {
    this.#setWorking(working);
    this.#progress.value = state.fraction;
    setText(this.#value, state.value === null ? '' : `Error ≤ ${percentText(state.value, 3)}`);
    this.#value.classList.toggle('empty', state.value !== null && state.value >= 1);
    this.#showTerms(state);
    this.#sentences.replaceChildren(...state.sentences.map((text) => element('p', {}, text)));
    setHidden(this.#chart.node, state.swaps < 2);
    if (state.swaps >= 2) this.#chart.add(state);
    setHidden(this.#swap, state.swap === null);
    setHidden(this.#intro, state.swap !== null);
    if (state.swap) this.#showSwap(state, state.swap, picture);
  }

  #showTerms(state: BoundState): void {
    const parts = state.terms.filter(({ id, value }) => summands.includes(id) && value !== null);
    const whole = Math.max(
      1.05,
      parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0),
    );
    setHidden(this.#bar, parts.length < 2);
    const blocks = parts.map(({ id, value }) => {
      const block = element('span', { class: id });
      block.style.width = `${String((100 * Math.max(0, value ?? 0)) / whole)}%`;
      return block;
    });
    const limit = element('span', { class: 'limit' });
    limit.style.left = `${String(100 / whole)}%`;
    this.#bar.replaceChildren(...blocks, limit);
    const rows = (terms: BoundState['terms']) =>
      terms.flatMap(({ id, symbol, meaning, value }) => [
        element('dt', { class: id }, symbol),
        element('dd', {}, element('b', {}, this.#termText(id, value)), ` ${meaning}`),
      ]);
    const others = state.terms.filter((term) => !parts.includes(term));
    this.#summands.replaceChildren(...rows(parts));
    this.#others.replaceChildren(...rows(others));
    setHidden(this.#details, others.length === 0);
  }

  #termText(id: string, value: number | null): string {
    return ['support', 'patterns', 'subsets', 'squared_norm'].includes(id) ? numberText(value) : percentText(value, 3);
  }

  #showSwap(state: BoundState, swap: NonNullable<BoundState['swap']>, picture: Picture): void {
    const swapped = swap.labels.filter((label, i) => label !== picture.label[i]).length;
    const which = state.applied === 'half-flip' ? 'The second half of the labels is flipped' : `Swap ${String(state.swaps_done)} of ${String(state.swaps)}`;
    setText(
      this.#swapText,
      `${which}: ${String(swapped)} of ${String(swap.labels.length)} labels are turned round, and the machine gets ` +
        `${percentText(swap.free.training_error, 3)} of them wrong. 50 % would be nothing learned, 0 % all of the noise.`,
    );
    const norm = (fit: BoundFit) => (fit.squared_norm === null ? '' : `, ‖f‖² = ${numberText(fit.squared_norm)}`);
    const wrong = (fit: BoundFit) => `${percentText(fit.training_error, 3)} wrong${norm(fit)}`;
    const free = swap.constrained ? `Classical: ${wrong(swap.free)}` : wrong(swap.free);
    this.#free.show(free, picture, swap.labels, swap.free);
    setHidden(this.#constrained.node, swap.constrained === null);
    if (!swap.constrained) return;
    const { C, reductions } = swap.constrained;
    const how =
      reductions > 0
        ? ` ≤ ${numberText(state.squared_norm)} with C = ${numberText(C)} (reduced ${String(reductions)} ×)`
        : ', within the limit as it is';
    this.#constrained.show(`Precise: ${wrong(swap.constrained)}${how}`, picture, swap.labels, swap.constrained);
  }
}
