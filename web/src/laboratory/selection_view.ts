// A model selection as it is made: the criterion over the settings as a surface, every cell a button that
// opens its machine in the playground.

import { element, setHidden, setText } from '../dom';
import { button, selectControl, textControl } from '../mirror/control';
import { numberText, percentText } from '../mirror/format';
import type { Description } from '../playground';
import { KindChoice, type Kind } from './kind_choice';
import type { LaboratoryCatalogue, Order, SelectionState } from './protocol';
import { scale, svg } from './svg';

type Cell = SelectionState['cells'][number];

/** Axes that suit the machine on the screen. */
export function usualAxes(settings: Record<string, string>): [string, string] {
  const first = 'C' in settings ? 'C=0.01,0.1,1,10,100' : '';
  const kernel = settings.kernel ?? 'linear';
  const second = kernel.startsWith('gaussian')
    ? 'kernel:sigma=0.25,0.5,1,2,4'
    : kernel.startsWith('polynomial')
      ? 'kernel:p=2,3,4,5'
      : '';
  return first ? [first, second] : [second, ''];
}

export class SelectionView {
  readonly node: HTMLElement;
  readonly #criterion: KindChoice;
  readonly #describe: () => Description;
  readonly #send: (order: Order) => void;
  readonly #start: HTMLButtonElement;
  readonly #axes: HTMLElement;
  readonly #axisControls: ReturnType<typeof textControl>[];
  readonly #progress = element('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly #intro = element(
    'p',
    { class: 'hint' },
    'The machine on the screen is trained once for every combination of values, and the criterion judges each. Where ' +
      'the table is darker the criterion is smaller, which is better; a cell opens its machine in the playground.',
  );
  readonly #table = element('table', { class: 'surface' });
  readonly #sentences = element('div', { class: 'sentences', role: 'status' });
  readonly #scatter = element('div');
  #texts: [string, string] = ['', ''];
  #twoStage = false;
  #working = false;

  constructor(catalogue: LaboratoryCatalogue, describe: () => Description, send: (order: Order) => void) {
    this.#describe = describe;
    this.#send = send;
    const kinds: Kind[] = [...catalogue.bounds, ...catalogue.criteria];
    const [first, ...rest] = kinds;
    if (!first) throw new Error('There is no criterion.');
    this.#criterion = new KindChoice('Criterion', [first, ...rest]);
    this.#criterion.choose('cross-validation');
    const search = selectControl(
      'Search',
      '',
      [
        { value: 'grid', label: 'every combination of values' },
        { value: 'two-stage', label: 'C in two stages: powers of 4, then around the best' },
      ],
      (value) => {
        this.#twoStage = value === 'two-stage';
        setHidden(this.#axes, this.#twoStage);
        return null;
      },
    );
    this.#axisControls = [0, 1].map((which) =>
      textControl(
        which === 0 ? 'Setting and its values' : 'A second setting',
        which === 0 ? 'For example C=0.1,1,10.' : 'For example kernel:sigma=0.5,1,2. May be empty.',
        (text) => {
          this.#texts[which as 0 | 1] = text.trim();
          return null;
        },
        false,
      ),
    );
    this.#axes = element('div', {}, ...this.#axisControls.map(({ node }) => node));
    this.#start = button('Select', () => {
      if (this.#working) this.#send({ type: 'stop' });
      else this.#begin();
    });
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      element(
        'div',
        { class: 'settings' },
        this.#criterion.node,
        search.node,
        this.#axes,
        this.#start,
        this.#progress,
        this.#problem,
      ),
      element('div', { class: 'picture' }, this.#intro, element('div', { class: 'scroller' }, this.#table)),
      element('div', { class: 'outcome' }, this.#sentences, this.#scatter),
    );
  }

  /** The axes that suit the scene, when the laboratory is opened on it. */
  suit(): void {
    this.#texts = usualAxes(this.#describe().settings);
    this.#axisControls.forEach((control, i) => {
      control.update(this.#texts[i] ?? '');
    });
  }

  #begin(): void {
    setText(this.#problem, '');
    this.#send({
      type: 'selection',
      scene: this.#describe().scene,
      criterion: this.#criterion.text,
      axes: this.#twoStage ? [] : this.#texts.filter((text) => text !== ''),
      twoStage: this.#twoStage,
    });
  }

  refuse(sentence: string): void {
    this.#setWorking(false);
    setText(this.#problem, `${sentence}.`);
  }

  #setWorking(working: boolean): void {
    this.#working = working;
    setText(this.#start, working ? 'Stop' : 'Select');
  }

  show(state: SelectionState, working: boolean): void {
    this.#setWorking(working);
    this.#progress.value = state.fraction;
    this.#sentences.replaceChildren(...state.sentences.map((text) => element('p', {}, text)));
    const values = state.cells.flatMap(({ value }) => (value === null ? [] : [value]));
    const low = Math.min(...values);
    const span = Math.max(...values) - low || 1;
    const cell = (which: number) => this.#cell(state, which, (value) => (value - low) / span);
    const [rows, columns] = state.axes;
    if (rows && columns && state.axes.length === 2) this.#matrix(rows, columns, cell);
    else this.#list(state, cell);
    this.#compare(state.cells, state.chosen);
  }

  #matrix(rows: SelectionState['axes'][number], columns: SelectionState['axes'][number], cell: (which: number) => HTMLElement): void {
    const head = element('tr', {}, element('th', { scope: 'col' }, `${rows.field} ↓  ${columns.field} →`));
    for (const value of columns.values) head.append(element('th', { scope: 'col' }, value));
    const body = rows.values.map((value, r) => {
      const row = element('tr', {}, element('th', { scope: 'row' }, value));
      columns.values.forEach((_, c) => row.append(cell(r * columns.values.length + c)));
      return row;
    });
    this.#table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
  }

  #list(state: SelectionState, cell: (which: number) => HTMLElement): void {
    const head = element('tr');
    for (const { field } of state.axes) head.append(element('th', { scope: 'col' }, field));
    head.append(element('th', { scope: 'col' }, state.criterion));
    const body = state.cells.map((entry, i) =>
      element('tr', {}, ...entry.settings.map((value) => element('th', { scope: 'row' }, value)), cell(i)),
    );
    this.#table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
  }

  #cell(state: SelectionState, which: number, height: (value: number) => number): HTMLElement {
    const entry = state.cells[which];
    if (!entry) return element('td');
    const value = !entry.judged ? '…' : entry.value === null ? '–' : percentText(entry.value, 3);
    const press = button(value, () => {
      this.#send({ type: 'cell-scene', cell: which });
    });
    if (entry.value !== null) press.style.setProperty('--height', String(height(entry.value)));
    press.disabled = !entry.judged;
    const settings = state.axes.map(({ field }, i) => `${field} = ${entry.settings[i] ?? ''}`).join(', ');
    const said = [
      settings,
      entry.reason || `${entry.bound || state.criterion} ${value}`,
      `training error ${percentText(entry.training_error, 3)}`,
      entry.validation_error === null ? '' : `validation error ${percentText(entry.validation_error, 3)}`,
    ].filter(Boolean);
    press.title = `${said.join('; ')}. Opens this machine in the playground.`;
    if (entry.validation_error !== null) {
      press.append(element('small', {}, `val. ${percentText(entry.validation_error, 3)}`));
    }
    const cell = element('td', which === state.chosen ? { class: 'chosen' } : {}, press);
    if (which === state.chosen) press.append(element('small', {}, 'chosen'));
    return cell;
  }

  /** Criterion against validation error, where there is a validation part. */
  #compare(cells: Cell[], chosen: number): void {
    const known = cells.flatMap(({ value, validation_error }, i) =>
      value === null || validation_error === null ? [] : [{ value, error: validation_error, chosen: i === chosen }],
    );
    if (known.length < 2) {
      this.#scatter.replaceChildren();
      return;
    }
    const [width, height] = [320, 200];
    const x = scale(Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value)), 44, width - 12);
    const y = scale(0, Math.max(...known.map(({ error }) => error)), height - 34, 10);
    const chart = svg(
      'svg',
      { viewBox: `0 0 ${String(width)} ${String(height)}`, role: 'img', class: 'chart', 'aria-label': 'Criterion against validation error' },
      ...y.ticks.flatMap((tick) => [
        svg('line', { x1: 44, x2: width - 12, y1: y(tick), y2: y(tick), class: 'grid' }),
        svg('text', { x: 38, y: y(tick) + 4, 'text-anchor': 'end' }, percentText(Number(tick.toPrecision(6)))),
      ]),
      ...x.ticks.map((tick) => svg('text', { x: x(tick), y: height - 18, 'text-anchor': 'middle' }, percentText(Number(tick.toPrecision(6))))),
      svg('text', { x: width / 2, y: height - 4, 'text-anchor': 'middle' }, 'criterion'),
      ...known.map(({ value, error, chosen: isChosen }) =>
        svg('circle', { cx: x(value), cy: y(error), r: isChosen ? 6 : 4, class: isChosen ? 'dot chosen' : 'dot' }),
      ),
    );
    this.#scatter.replaceChildren(
      element('figure', {}, element('figcaption', {}, `Validation error of the ${numberText(known.length)} machines over the criterion`), chart),
    );
  }
}
