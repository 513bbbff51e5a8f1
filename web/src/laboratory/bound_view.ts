// A bound as it is made: its terms, its running mean, and what the machine makes of swapped labels.

import { element, setDisabled, setHidden, setText } from '../dom';
import { button, selectControl } from '../mirror/control';
import { numberText, percentText } from '../mirror/format';
import type { Description } from '../playground';
import { Before } from './before';
import { EstimateChart } from './estimate_chart';
import { KindChoice, preselectedOf } from './kind_choice';
import { bringIntoView } from './narrow';
import { Origin } from './origin';
import type { BoundFit, BoundState, LaboratoryCatalogue, Order, Picture, Prospect } from './protocol';
import { SmallPlane } from './small_plane';
import { Work } from './work';

const paces = [
  { value: '150', label: 'slowly enough to watch' },
  { value: '700', label: 'very slowly' },
  { value: '0', label: 'as fast as it can' },
];

export class BoundView {
  readonly node: HTMLElement;
  readonly #kind: KindChoice;
  readonly #describe: () => Description;
  readonly #send: (order: Order) => void;
  readonly #work: Work;
  readonly #before: Before;
  readonly #origin: Origin;
  readonly #open: HTMLButtonElement;
  readonly #value = element('data', { class: 'value' });
  readonly #bar = element('div', { class: 'sum', 'aria-hidden': 'true' });
  readonly #summands = element('dl', { class: 'terms' });
  readonly #others = element('dl', { class: 'terms' });
  readonly #details = element('details', {}, element('summary', {}, 'What they are made of'), this.#others);
  readonly #sentences = element('div', { class: 'sentences', role: 'status' });
  readonly #free = new SmallPlane();
  readonly #constrained = new SmallPlane();
  readonly #chart = new EstimateChart();
  readonly #swap = element('div', { class: 'swap' });
  readonly #swapText = element('p');
  readonly #picture: HTMLElement;
  #pause = Number(paces[0]?.value);

  /** `tell` says what a result is made of, `ask` asks what there would be to do. */
  constructor(catalogue: LaboratoryCatalogue, describe: () => Description, tell: (now: Description) => string, send: (order: Order) => void, ask: () => void) {
    this.#describe = describe;
    this.#origin = new Origin(tell);
    this.#send = send;
    this.#kind = new KindChoice('Bound', catalogue.bounds, preselectedOf(catalogue.bounds), ask);
    this.#before = new Before(this.#kind, (sentence) => {
      this.#work.refuse(sentence);
    });
    this.#picture = element('div', { class: 'picture' }, this.#before.intro, this.#swap);
    const pace = selectControl('Swaps are made', '', paces, (value) => {
      this.#pause = Number(value);
      this.#send({ type: 'pause', pause: this.#pause });
      return null;
    });
    this.#work = new Work(
      'Make the bound',
      this.#sentences,
      () => {
        this.#begin();
      },
      () => {
        this.#send({ type: 'stop' });
      },
    );
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
    for (const node of [this.#swap, this.#details, this.#chart.node, this.#value, this.#bar]) node.hidden = true;
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      element('div', { class: 'settings' }, this.#kind.node, pace.node),
      this.#work.node,
      this.#picture,
      element(
        'div',
        { class: 'outcome' },
        this.#before.plan,
        this.#origin.node,
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
    this.#origin.begin(now);
    this.#send({ type: 'bound', scene: now.scene, bound: this.#kind.text, pause: this.#pause });
  }

  /** The worker forgets the result before, so the page does, too. */
  #clear(): void {
    this.#work.clear();
    this.#origin.forget();
    this.#sentences.replaceChildren();
    for (const list of [this.#summands, this.#others]) list.replaceChildren();
    for (const node of [this.#swap, this.#details, this.#chart.node, this.#value, this.#bar]) setHidden(node, true);
    this.#before.setShown(true);
  }

  /** Tells whether the result is of the scene that is open. */
  suit(now: Description): void {
    this.#origin.suit(now);
  }

  get kind(): string {
    return this.#kind.text;
  }

  showScene(...scene: Parameters<Before['showScene']>): void {
    this.#before.showScene(...scene);
  }

  /** True where the kind that was chosen does not fit and another one took its place. */
  takeProspect({ unfit, bound }: Prospect): boolean {
    this.#before.showPlan(bound, unfit);
    return this.#kind.suit(unfit);
  }

  refuse(sentence: string): void {
    this.#clear();
    this.#work.refuse(sentence);
  }

  /** Nothing more will come. */
  end(): void {
    this.#work.end();
    setDisabled(this.#open, true);
  }

  show(state: BoundState, picture: Picture, working: boolean): void {
    this.#work.show(state.fraction, working);
    setDisabled(this.#open, working);
    setHidden(this.#value, state.value === null);
    setText(this.#value, `Error ≤ ${percentText(state.value, 3)}`);
    this.#value.value = String(state.value);
    this.#value.classList.toggle('empty', state.value !== null && state.value >= 0.5);
    this.#showTerms(state);
    this.#sentences.replaceChildren(...state.sentences.map((text) => element('p', {}, text)));
    setHidden(this.#chart.node, state.swaps < 2 || state.swaps_done === 0);
    this.#chart.show(state);
    if (this.#before.isShown) this.#before.setShown(false);
    const first = this.#swap.hidden && state.swap !== null;
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
    setText(this.#swapText, swap.text);
    const norm = (fit: BoundFit) => (fit.squared_norm === null ? '' : `, ‖f‖² = ${numberText(fit.squared_norm)}`);
    const wrong = (fit: BoundFit) => `${percentText(fit.training_error, 3)} wrong${norm(fit)}`;
    const free = swap.constrained ? `Classical: ${wrong(swap.free)}` : wrong(swap.free);
    // First, because it changes the width of the other.
    setHidden(this.#constrained.node, swap.constrained === null);
    this.#free.show(free, picture, swap.free.painting, swap.label);
    if (!swap.constrained) return;
    const { C, reductions } = swap.constrained;
    const how =
      reductions > 0
        ? ` ≤ ${numberText(state.squared_norm)} with C = ${numberText(C)} (reduced ${String(reductions)} ×)`
        : ', within the limit as it is';
    this.#constrained.show(`Precise: ${wrong(swap.constrained)}${how}`, picture, swap.constrained.painting, swap.label);
  }
}
