// A bound as it is made: its terms, its running mean, and what the machine makes of swapped labels.

import { element, setDisabled, setHidden, setText } from '../dom';
import { button, selectControl } from '../mirror/control';
import { numberText, percentText } from '../mirror/format';
import type { Description } from '../playground';
import { EstimateChart } from './estimate_chart';
import { KindChoice } from './kind_choice';
import { bringIntoView } from './narrow';
import { Origin } from './origin';
import type { BoundFit, BoundState, LaboratoryCatalogue, Order, Picture } from './protocol';
import { SmallPlane } from './small_plane';

const paces = [
  { value: '150', label: 'slowly enough to watch' },
  { value: '700', label: 'very slowly' },
  { value: '0', label: 'as fast as it can' },
];

const emptyText = 'The bound, what it adds up from and how sure that is appear here.';

export class BoundView {
  readonly node: HTMLElement;
  readonly #kind: KindChoice;
  readonly #describe: () => Description;
  readonly #send: (order: Order) => void;
  readonly #start: HTMLButtonElement;
  readonly #open: HTMLButtonElement;
  readonly #progress = element('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly #former = element('p', { class: 'former', role: 'status' });
  readonly #value = element('data', { class: 'value' });
  readonly #bar = element('div', { class: 'sum', 'aria-hidden': 'true' });
  readonly #summands = element('dl', { class: 'terms' });
  readonly #others = element('dl', { class: 'terms' });
  readonly #details = element('details', {}, element('summary', {}, 'What they are made of'), this.#others);
  readonly #sentences = element('div', { class: 'sentences', role: 'status' }, element('p', { class: 'hint' }, emptyText));
  readonly #free = new SmallPlane();
  readonly #constrained = new SmallPlane();
  readonly #chart = new EstimateChart();
  readonly #swap = element('div', { class: 'swap' });
  readonly #intro = element(
    'details',
    { class: 'intro', open: true },
    element('summary', {}, element('h2', {}, 'Can this machine learn noise?')),
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
      'How much noise could be learned at most, nobody computes: what the algorithm learns is an estimate of that ' +
        'maximum from below.',
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
  readonly #picture = element('div', { class: 'picture' }, this.#intro, this.#swap);
  #pause = Number(paces[0]?.value);
  #working = false;
  #origin: Origin | null = null;

  constructor(catalogue: LaboratoryCatalogue, describe: () => Description, send: (order: Order) => void) {
    this.#describe = describe;
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
    for (const node of [this.#swap, this.#details, this.#chart.node, this.#former, this.#progress]) node.hidden = true;
    for (const node of [this.#value, this.#bar]) node.hidden = true;
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      element('div', { class: 'settings' }, this.#kind.node, pace.node),
      element('div', { class: 'go' }, this.#start, this.#progress, this.#problem),
      this.#picture,
      element(
        'div',
        { class: 'outcome' },
        this.#former,
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
    this.#clear();
    const now = this.#describe();
    this.#origin = new Origin(now);
    this.#send({ type: 'bound', scene: now.scene, bound: this.#kind.text, pause: this.#pause });
  }

  /** The worker forgets the result before, so the page does, too. */
  #clear(): void {
    setText(this.#problem, '');
    this.#origin = null;
    this.#sentences.replaceChildren(element('p', { class: 'hint' }, emptyText));
    for (const list of [this.#summands, this.#others]) list.replaceChildren();
    for (const node of [this.#swap, this.#details, this.#chart.node, this.#former]) setHidden(node, true);
    for (const node of [this.#value, this.#bar, this.#progress]) setHidden(node, true);
    this.#intro.open = true;
  }

  /** Tells whether the result is of the scene that is open. */
  suit(now: Description): void {
    const former = this.#origin?.formerText(now) ?? '';
    setText(this.#former, former);
    setHidden(this.#former, former === '');
  }

  /** Kinds that do not fit the scene, with the reasons. */
  disable(reasons: Record<string, string>): void {
    this.#kind.suit(reasons);
  }

  refuse(sentence: string): void {
    this.#setWorking(false);
    this.#clear();
    setText(this.#problem, sentence);
  }

  /** Nothing more will come. */
  end(): void {
    this.#setWorking(false);
    setDisabled(this.#start, true);
    setDisabled(this.#open, true);
  }

  #setWorking(working: boolean): void {
    this.#working = working;
    setText(this.#start, working ? 'Stop' : 'Make the bound');
    setDisabled(this.#open, working);
    // Read out once it is done, not ten times a second.
    this.#sentences.setAttribute('aria-busy', String(working));
  }

  show(state: BoundState, picture: Picture, working: boolean): void {
    this.#setWorking(working);
    setHidden(this.#progress, false);
    this.#progress.value = state.fraction;
    setHidden(this.#value, state.value === null);
    setText(this.#value, `Error ≤ ${percentText(state.value, 3)}`);
    this.#value.value = String(state.value);
    this.#value.classList.toggle('empty', state.value !== null && state.value >= 0.5);
    this.#showTerms(state);
    this.#sentences.replaceChildren(...state.sentences.map((text) => element('p', {}, text)));
    setHidden(this.#chart.node, state.swaps < 2 || state.swaps_done === 0);
    this.#chart.show(state);
    // The explanation makes room for what it explains, and can be opened again.
    const first = this.#swap.hidden && state.swap !== null;
    if (first) this.#intro.open = false;
    setHidden(this.#swap, state.swap === null);
    if (first) bringIntoView(this.#picture);
    if (state.swap) this.#showSwap(state, state.swap, picture);
  }

  #showTerms(state: BoundState): void {
    const parts = state.terms.filter(({ summand, value }) => summand && value !== null);
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
      terms.flatMap(({ id, symbol, meaning, value, fraction }) => [
        element('dt', { class: id }, symbol),
        element(
          'dd',
          {},
          element('data', { value: String(value) }, fraction ? percentText(value, 3) : numberText(value)),
          ` ${meaning}`,
        ),
      ]);
    const others = state.terms.filter((term) => !parts.includes(term));
    this.#summands.replaceChildren(...rows(parts));
    this.#others.replaceChildren(...rows(others));
    setHidden(this.#details, others.length === 0);
  }

  #showSwap(state: BoundState, swap: NonNullable<BoundState['swap']>, picture: Picture): void {
    const swapped = swap.labels.filter((label, i) => label !== picture.label[i]).length;
    const which = state.applied === 'half-flip' ? 'The second half of the labels is flipped' : `Swap ${String(state.swaps_done)} of ${String(state.swaps)}`;
    setText(
      this.#swapText,
      `${which}: ${String(swapped)} of ${String(swap.labels.length)} labels are turned round, and the machine gets ` +
        `${percentText(swap.free.training_error, 3)} of all patterns wrong. 50 % would be nothing learned, 0 % all of the noise.`,
    );
    const norm = (fit: BoundFit) => (fit.squared_norm === null ? '' : `, ‖f‖² = ${numberText(fit.squared_norm)}`);
    const wrong = (fit: BoundFit) => `${percentText(fit.training_error, 3)} wrong${norm(fit)}`;
    const free = swap.constrained ? `Classical: ${wrong(swap.free)}` : wrong(swap.free);
    // First, because it changes the width of the other.
    setHidden(this.#constrained.node, swap.constrained === null);
    this.#free.show(free, picture, swap.labels, swap.free);
    if (!swap.constrained) return;
    const { C, reductions } = swap.constrained;
    const how =
      reductions > 0
        ? ` ≤ ${numberText(state.squared_norm)} with C = ${numberText(C)} (reduced ${String(reductions)} ×)`
        : ', within the limit as it is';
    this.#constrained.show(`Precise: ${wrong(swap.constrained)}${how}`, picture, swap.labels, swap.constrained);
  }
}
