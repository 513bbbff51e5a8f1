// A model selection as it is made: the criterion over the settings as a surface, every cell a button that
// opens its machine in the playground.

import { element, setDisabled, setHidden, setText } from '../dom';
import { button, selectControl, textControl, type SelectControl } from '../mirror/control';
import { numberText, percentText } from '../mirror/format';
import type { CatalogueField } from '../module';
import type { Description } from '../playground';
import { asSentence } from '../sentence';
import { Before } from './before';
import { KindChoice, preselectedOf } from './kind_choice';
import { bringIntoView } from './narrow';
import { Origin, triedBy } from './origin';
import type { LaboratoryCatalogue, Order, Prospect, SelectionState, SelectionWish } from './protocol';
import { scale, svg } from '../svg';
import { Work } from './work';

type Cell = SelectionState['cells'][number];

/** Axes that suit the machine on the screen: its settings for which usual values are known. */
export function usualAxes(fields: CatalogueField[], settings: Record<string, string>): [string, string] {
  const axes = fields.flatMap(({ id, tries, choices }) => {
    const chosen = choices.find((choice) => choice.id === (settings[id] ?? '').split(':')[0]);
    const own = (chosen?.fields ?? []).filter((inner) => inner.tries !== '');
    return [...(tries ? [`${id}=${tries}`] : []), ...own.map((inner) => `${id}:${inner.id}=${inner.tries}`)];
  });
  return [axes[0] ?? '', axes[1] ?? ''];
}

/** A value as a head: those of the search in two stages have all their digits. */
function shortValue(value: string): string {
  return value.length > 10 && Number.isFinite(Number(value)) ? numberText(Number(value)) : value;
}

/** A cell of the table: a button that opens its machine. */
class CellView {
  readonly node: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #value = element('data');
  readonly #validation = element('small');
  readonly #mark = element('small');
  #said = '';

  constructor(open: () => void) {
    this.#button = button('', open);
    this.#button.disabled = true;
    this.#button.append(this.#value, this.#validation, this.#mark);
    this.node = element('td', {}, this.#button);
  }

  /** Before it is judged. */
  name(settings: string): void {
    this.#button.setAttribute('aria-label', `${settings}; not judged yet`);
  }

  /** `height` is where its value lies between the least, 0, and the largest, 1. */
  update(cell: Cell, settings: string, criterion: string, text: ErrorText, height: number | null, chosen: boolean): void {
    if (!cell.judged) return;
    setDisabled(this.#button, false);
    const share = height === null ? '' : height.toFixed(3);
    if (this.#button.style.getPropertyValue('--height') !== share) this.#button.style.setProperty('--height', share);
    const value = cell.value === null ? '–' : text(cell.value);
    const said = [
      chosen ? `${value}, chosen` : value,
      settings,
      cell.reason || criterion,
      `training error ${text(cell.training_error)}`,
      ...(cell.validation_error === null ? [] : [`validation error ${text(cell.validation_error)}`]),
    ].join('; ');
    if (said === this.#said) return;
    this.#said = said;
    setText(this.#value, value);
    this.#value.value = String(cell.value);
    setText(this.#validation, cell.validation_error === null ? '' : `val. ${text(cell.validation_error)}`);
    setText(this.#mark, chosen ? 'chosen' : '');
    this.node.classList.toggle('chosen', chosen);
    this.#button.title = `${said}. Opens this machine in the playground.`;
    this.#button.setAttribute('aria-label', this.#button.title);
  }
}

function settingsText({ axes }: SelectionState, { settings }: Cell): string {
  return axes.map(({ field }, a) => `${field} = ${settings[a] ?? ''}`).join(', ');
}

type ErrorText = (value: number | null) => string;

export class SelectionView {
  readonly node: HTMLElement;
  readonly #criterion: KindChoice;
  readonly #describe: () => Description;
  readonly #fieldsOf: (algorithm: string) => CatalogueField[];
  readonly #send: (order: Order) => void;
  readonly #work: Work;
  readonly #before: Before;
  readonly #origin: Origin;
  readonly #axes: HTMLElement;
  readonly #axisControls: ReturnType<typeof textControl>[];
  readonly #table = element('table', { class: 'surface', 'aria-label': 'The criterion by settings' });
  readonly #picture: HTMLElement;
  readonly #sentences = element('div', { class: 'sentences', role: 'status' });
  readonly #scatter = element('div');
  #texts: [string, string] = ['', ''];
  #suggested: [string, string] = ['', ''];
  #cells: CellView[] = [];
  #errorText: ErrorText = (value) => percentText(value, 3);
  #twoStage = false;
  readonly #search: SelectControl;
  #planned: Prospect['selection']['state'] = null;

  /** `tell` says what a result is made of, `ask` asks what there would be to do. */
  constructor(
    catalogue: LaboratoryCatalogue,
    describe: () => Description,
    tell: (now: Description) => string,
    fieldsOf: (algorithm: string) => CatalogueField[],
    send: (order: Order) => void,
    ask: () => void,
  ) {
    this.#describe = describe;
    this.#origin = new Origin(tell);
    this.#fieldsOf = fieldsOf;
    this.#send = send;
    const { criteria, bounds } = catalogue;
    this.#criterion = new KindChoice('Criterion', [...criteria, ...bounds], preselectedOf(criteria), ask);
    this.#before = new Before(this.#criterion, (sentence) => {
      this.#work.refuse(sentence);
    });
    this.#picture = element(
      'div',
      { class: 'picture' },
      this.#before.intro,
      element('p', { class: 'hint' }, 'Where a cell is greener the criterion is smaller, which is better. A cell opens its machine in the playground.'),
      element('div', { class: 'scroller' }, this.#table),
    );
    this.#search = selectControl(
      'Search',
      '',
      [
        { value: 'grid', label: 'every combination of values' },
        { value: 'two-stage', label: 'C in two stages: powers of 4, then around the best' },
      ],
      (value) => {
        this.#twoStage = value === 'two-stage';
        setHidden(this.#axes, this.#twoStage);
        ask();
        return null;
      },
    );
    this.#axisControls = [0, 1].map((which) =>
      textControl(
        which === 0 ? 'Setting and its values' : 'A second setting',
        which === 0 ? 'For example C=0.1,1,10.' : 'For example kernel:sigma=0.5,1,2. May be empty.',
        (text) => {
          this.#texts[which as 0 | 1] = text.trim();
          ask();
          return null;
        },
        false,
      ),
    );
    this.#axes = element('div', {}, ...this.#axisControls.map(({ node }) => node));
    this.#work = new Work(
      'Select',
      this.#sentences,
      () => {
        this.#begin();
      },
      () => {
        this.#send({ type: 'stop' });
      },
    );
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      element(
        'div',
        { class: 'settings' },
        this.#criterion.node,
        this.#search.node,
        this.#axes,
      ),
      this.#work.node,
      this.#picture,
      element('div', { class: 'outcome' }, this.#before.plan, this.#origin.node, this.#sentences, this.#scatter),
    );
  }

  /** Suits the scene that is open: suggests axes, and tells whether the result is of that scene. */
  suit(now: Description): void {
    const suggested = usualAxes(this.#fieldsOf(now.algorithm), now.settings);
    // What a person wrote stays until the machine is of another kind.
    if (suggested.some((text, i) => text !== this.#suggested[i])) {
      this.#suggested = suggested;
      this.#texts = [...suggested];
      this.#axisControls.forEach((control, i) => {
        control.update(suggested[i] ?? '');
      });
    }
    this.#origin.suit(now);
  }

  #begin(): void {
    this.#clear();
    const now = this.#describe();
    const { wish } = this;
    // What is planned may be of the axes before: the answer is on its way.
    this.#origin.begin(now, wish.twoStage ? (this.#planned?.axes.map(({ field }) => field) ?? []) : triedBy(wish.axes));
    this.#errorText = (value) => (now.task === 'regression' ? numberText(value) : percentText(value, 3));
    this.#send({ type: 'selection', scene: now.scene, ...wish });
  }

  get wish(): SelectionWish {
    const axes = this.#twoStage ? [] : this.#texts.filter((text) => text !== '');
    return { criterion: this.#criterion.text, axes, twoStage: this.#twoStage };
  }

  /** The worker forgets the result before, so the page does, too. */
  #clear(): void {
    this.#work.clear();
    this.#origin.forget();
    this.#scatter.replaceChildren();
    this.#sentences.replaceChildren();
    this.#before.setShown(true);
    this.#showPlanned();
  }

  showScene(...scene: Parameters<Before['showScene']>): void {
    this.#before.showScene(...scene);
  }

  /** True where the criterion that was chosen does not fit and another one took its place. */
  takeProspect({ unfit, unfit_search: unfitSearch, selection }: Prospect): boolean {
    this.#before.showPlan(selection, unfit);
    this.#planned = selection.state;
    this.#search.disable(unfitSearch === null ? {} : { 'two-stage': asSentence(unfitSearch) });
    if (!this.#origin.isKnown) this.#showPlanned();
    return this.#criterion.suit(unfit);
  }

  /** The cells that will be judged, still empty. */
  #showPlanned(): void {
    this.#cells = [];
    this.#table.replaceChildren();
    if (this.#planned) this.#makeCells(this.#planned);
  }

  refuse(sentence: string): void {
    this.#clear();
    this.#work.refuse(sentence);
  }

  /** Nothing more will come. */
  end(): void {
    this.#work.end();
    for (const cell of this.#table.querySelectorAll('button')) setDisabled(cell, true);
  }

  show(state: SelectionState, working: boolean): void {
    this.#work.show(state.fraction, working);
    this.#sentences.replaceChildren(...state.sentences.map((text) => element('p', {}, text)));
    if (this.#before.isShown) {
      this.#before.setShown(false);
      this.#cells = [];
      bringIntoView(this.#picture);
    }
    this.#makeCells(state);
    const values = state.cells.flatMap(({ value }) => (value === null ? [] : [value]));
    const low = Math.min(...values);
    // Where all are equal none is better, and none greener.
    const span = Math.max(...values) - low;
    this.#cells.forEach((view, i) => {
      const cell = state.cells[i];
      if (!cell) return;
      const height = cell.value === null || span === 0 ? null : (cell.value - low) / span;
      view.update(cell, settingsText(state, cell), this.#nameOf(cell.bound || state.criterion), this.#errorText, height, i === state.chosen);
    });
    this.#compare(state);
  }

  /** Makes the cells that the table has not yet: a press, and the focus, must outlive the next report. */
  #makeCells(state: SelectionState): void {
    const [rows, columns] = state.axes;
    const first = this.#cells.length;
    if (first === state.cells.length) return;
    state.cells.slice(first).forEach((cell, i) => {
      const view = new CellView(() => {
        this.#send({ type: 'cell-scene', cell: first + i });
      });
      view.name(settingsText(state, cell));
      this.#cells.push(view);
    });
    if (rows && columns && state.axes.length === 2) this.#matrix(rows, columns);
    else this.#list(state, first);
  }

  #matrix(rows: SelectionState['axes'][number], columns: SelectionState['axes'][number]): void {
    const head = element('tr', {}, element('th', { scope: 'col' }, `${rows.field} ↓  ${columns.field} →`));
    for (const value of columns.values) head.append(element('th', { scope: 'col' }, value));
    const body = rows.values.map((value, r) => {
      const cells = this.#cells.slice(r * columns.values.length, (r + 1) * columns.values.length);
      return element('tr', {}, element('th', { scope: 'row' }, value), ...cells.map(({ node }) => node));
    });
    this.#table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
  }

  #list(state: SelectionState, first: number): void {
    if (first === 0) {
      const fields = [...state.axes.map(({ field }) => field), this.#nameOf(state.criterion)];
      const heads = fields.map((field) => element('th', { scope: 'col' }, field));
      this.#table.replaceChildren(element('thead', {}, element('tr', {}, ...heads)));
    }
    const rows = this.#cells.slice(first).map(({ node }, i) => {
      const heads = (state.cells[first + i]?.settings ?? []).map((value) =>
        element('th', { scope: 'row', title: value }, shortValue(value)),
      );
      return element('tr', {}, ...heads, node);
    });
    this.#table.append(element('tbody', {}, ...rows));
  }

  #nameOf(kind: string): string {
    return this.#criterion.find(kind)?.name ?? kind;
  }

  /** Criterion against validation error, where there is a validation part. */
  #compare({ cells, chosen, criterion }: SelectionState): void {
    const kind = this.#criterion.find(criterion);
    const name = this.#nameOf(criterion);
    const known = cells.flatMap(({ value, validation_error }, i) =>
      value === null || validation_error === null ? [] : [{ value, error: validation_error, chosen: i === chosen }],
    );
    const againstItself = kind !== undefined && 'of_validation' in kind && kind.of_validation;
    if (known.length < 2 || againstItself) {
      this.#scatter.replaceChildren();
      return;
    }
    const [width, height] = [320, 200];
    const x = scale(Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value)), 44, width - 22);
    const y = scale(0, Math.max(...known.map(({ error }) => error)), height - 34, 10);
    const chart = svg(
      'svg',
      { viewBox: `0 0 ${String(width)} ${String(height)}`, role: 'img', class: 'chart', 'aria-label': `Validation error against ${name}` },
      ...y.ticks.flatMap((tick) => [
        svg('line', { x1: 44, x2: width - 22, y1: y(tick), y2: y(tick), class: 'grid' }),
        svg('text', { x: 38, y: y(tick) + 4, 'text-anchor': 'end' }, this.#errorText(Number(tick.toPrecision(6)))),
      ]),
      ...x.ticks.map((tick) => svg('text', { x: x(tick), y: height - 18, 'text-anchor': 'middle' }, this.#errorText(Number(tick.toPrecision(6))))),
      svg('text', { x: width / 2, y: height - 4, 'text-anchor': 'middle' }, name),
      ...known.map(({ value, error, chosen: isChosen }) =>
        svg('circle', { cx: x(value), cy: y(error), r: isChosen ? 6 : 4, class: isChosen ? 'dot chosen' : 'dot' }),
      ),
    );
    this.#scatter.replaceChildren(
      element('figure', {}, element('figcaption', {}, `Validation error of the ${String(known.length)} machines, over the criterion`), chart),
    );
  }
}
