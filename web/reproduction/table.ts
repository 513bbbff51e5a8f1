// The cells of an experiment as a table: a row for each data set and place, a column for each method or quantity.

import { escaped, spoken, tag } from '../site/markup';
import type { Cell, Result } from './results';

/** Where a cell stands. */
interface Entry {
  dataset: string;
  row: string[]; // what tells the rows of a data set apart
  column: string;
  cell: Cell;
}

interface Layout {
  rowHeads: string[];
  columns: string[];
  entries: Entry[];
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}

const place = ({ dataset, row }: Entry): string => JSON.stringify([dataset, row]);

/** Quantities are named as in files. */
const inWords = (quantity: string): string => quantity.replaceAll('_', ' ');

/** The numbers of a table use the minus sign that sentences have. */
const signed = (text: string): string => text.replaceAll('-', '−');

/** Methods are columns, as in the papers. Where a method has several quantities these are, unless each has its own. */
function layOut({ about, cells }: Result): Layout {
  const nameOf = (id: string): string => about.methods.find((method) => method.id === id)?.name ?? id;
  const axes = distinct(cells.flatMap(({ at }) => Object.keys(at ?? {})));
  const written = (value = NaN): string => (Number.isNaN(value) ? '–' : signed(String(Number(value.toPrecision(6)))));
  const placesOf = ({ at }: Cell): string[] => axes.map((axis) => written(at?.[axis]));
  const arrange = (heads: string[], row: (cell: Cell) => string[], column: (cell: Cell) => string): Layout => {
    const entries = cells.map((cell) => ({ dataset: cell.dataset, row: row(cell), column: column(cell), cell }));
    return { rowHeads: ['data set', ...heads], columns: distinct(entries.map((entry) => entry.column)), entries };
  };
  if (cells.every(({ quantity }) => quantity === undefined)) {
    return arrange(axes, placesOf, ({ method }) => nameOf(method));
  }
  const byQuantity = arrange(
    ['method', ...axes],
    (cell) => [nameOf(cell.method), ...placesOf(cell)],
    ({ quantity }) => inWords(quantity ?? ''),
  );
  const places = byQuantity.columns.length * distinct(byQuantity.entries.map(place)).length;
  if (2 * cells.length > places) return byQuantity;
  return arrange(
    ['method', ...axes, 'quantity'],
    (cell) => [nameOf(cell.method), ...placesOf(cell), inWords(cell.quantity ?? '')],
    () => 'value',
  );
}

/** The causes of differences, each once; a cell refers to its own by the number. */
export class Notes {
  readonly #causes: string[] = [];
  readonly #experiment: string;

  constructor(experiment: string) {
    this.#experiment = experiment;
  }

  #id(index: number): string {
    return `${this.#experiment}-note-${String(index + 1)}`;
  }

  reference(cause: string): string {
    let index = this.#causes.indexOf(cause);
    if (index < 0) index = this.#causes.push(cause) - 1;
    return tag('sup', {}, tag('a', { href: `#${this.#id(index)}` }, spoken('note '), String(index + 1)));
  }

  list(): string {
    if (this.#causes.length === 0) return '';
    // A Greek letter that a sentence begins with is a symbol: μ stays small.
    const items = this.#causes.map((cause, index) => tag('li', { id: this.#id(index) }, escaped(`${cause.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`)));
    return tag('p', {}, 'What differs does so most likely for this reason:') + tag('ol', { class: 'notes' }, ...items);
  }
}

function starred(text: string, best: boolean | null, notDifferent: boolean | null): string {
  if (best) return tag('strong', {}, escaped(signed(text)));
  return escaped(signed(text)) + (notDifferent ? '*' : '');
}

const marks: Record<string, string> = { 'as printed': '=', 'within error': '≈', differs: '≠' };

function verdictOf(cell: Cell, notes: Notes): string {
  const mark = marks[cell.verdict];
  const reason = cell.verdict === 'differs' && cell.cause !== undefined ? notes.reference(cell.cause) : '';
  if (mark === undefined) return cell.verdict === '' ? '' : tag('span', { class: 'verdict' }, escaped(cell.verdict));
  return tag('span', { class: 'verdict' }, tag('span', { 'aria-hidden': 'true' }, mark), spoken(cell.verdict), reason);
}

function cellOf(cell: Cell | undefined, notes: Notes): string {
  if (!cell) return '<td></td>';
  const here = tag('span', { class: 'here' }, starred(cell.text, cell.best, cell.not_significantly_different));
  if (cell.published_text === null) return tag('td', {}, here);
  const printed = starred(cell.published_text, cell.published_best, cell.published_not_significantly_different);
  return tag(
    'td',
    cell.verdict in marks ? { class: cell.verdict.replaceAll(' ', '-') } : {},
    `${here} `,
    tag('span', { class: 'printed' }, cell.verdict === 'derived from print' ? '' : spoken('printed '), printed),
    ' ',
    verdictOf(cell, notes),
  );
}

/** Over how many trials the means are. */
function trialsOf({ cells }: Result): string {
  const counts = cells.map(({ n }) => n);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return '';
  return least === most ? `; n = ${String(most)}` : `; n = ${String(least)} to ${String(most)}`;
}

export function tableOf(result: Result, notes: Notes): string {
  const { rowHeads, columns, entries } = layOut(result);
  const head = [
    ...rowHeads.map((name) => tag('th', { scope: 'col' }, escaped(name))),
    ...columns.map((name) => tag('th', { scope: 'col', class: 'numbers' }, escaped(name))),
  ];
  const bodies = distinct(entries.map(({ dataset }) => dataset)).map((dataset) => {
    const own = entries.filter((entry) => entry.dataset === dataset);
    const rows = new Map<string, Entry[]>();
    for (const entry of own) rows.set(place(entry), [...(rows.get(place(entry)) ?? []), entry]);
    const group = tag('th', { scope: 'rowgroup', rowspan: rows.size }, escaped(dataset));
    const lines = [...rows.values()].map((line, index) =>
      tag(
        'tr',
        {},
        index === 0 ? group : '',
        ...(line[0]?.row ?? []).map((text) => tag('th', { scope: 'row' }, escaped(text))),
        ...columns.map((column) => cellOf(line.find((entry) => entry.column === column)?.cell, notes)),
      ),
    );
    return tag('tbody', {}, ...lines);
  });
  const { name, unit } = result.about;
  const table = tag(
    'table',
    {},
    tag('caption', {}, escaped(`${name} (${unit}${trialsOf(result)})`)),
    tag('thead', {}, tag('tr', {}, ...head)),
    ...bodies,
  );
  // What is wider than the page is scrolled in a box of its own, also with the keyboard.
  return tag('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, table);
}
