// The table of points. Its rows stay the same elements while their contents change, so that a person who is
// in one of them keeps their place.

import { element, newId, remove, setText } from '../dom';
import type { Command } from '../module';
import type { Description, Playground } from '../playground';
import { button, connectField, numberRefusal } from './control';
import { numberOf, numberText } from './format';
import { Pager } from './pager';
import { section, type Section } from './section';

interface Row {
  node: HTMLTableRowElement;
  /** Shows the point of this index. */
  update: (now: Description, index: number, columns: Column[]) => void;
}

type Quantity = Description['published'][number];

interface Column {
  head: string;
  /** What the point of this index has in it. */
  text: (index: number) => string;
}

/** What has something to say of each pattern; in regression no margin has. */
function overPatterns(now: Description): Quantity[] {
  return now.published.filter(
    ({ id, kind, shape }) => shape[0] === 'pattern' && (kind === 'pattern-set' || now.quantities[id]?.length !== 0),
  );
}

/** "Error e", "Dual variables α in mistakes": the symbol of an error also holds how it is made. */
function headOf({ label, symbol, unit }: Quantity): string {
  return [label, symbol.split(' = ')[0], unit && `in ${unit}`].filter(Boolean).join(' ');
}

/** The entries of a quantity that belong to one pattern: one number, or one for each class; whether a set has it. */
function valuesOf(now: Description, { id, kind }: Quantity, pattern: number, patterns: number): string {
  const all = now.quantities[id];
  if (pattern < 0 || !all || patterns === 0) return 'none';
  if (kind === 'pattern-set') return all.includes(pattern) ? 'yes' : 'no';
  const width = all.length / patterns;
  return all
    .slice(pattern * width, (pattern + 1) * width)
    .map((value) => numberText(value))
    .join(', ');
}

/** What a machine says of each point, behind what a person may change. */
function columnsOf(now: Description): Column[] {
  const patterns = now.patterns.filter((pattern) => pattern >= 0).length;
  const columns = overPatterns(now).map((quantity) => ({
    head: headOf(quantity),
    text: (index: number) => valuesOf(now, quantity, now.patterns[index] ?? -1, patterns),
  }));
  if (now.task === 'classification') {
    columns.unshift({ head: 'Predicted class', text: (index) => numberText(now.points[index]?.predicted) });
  }
  return columns;
}

function makeRow(playground: Playground): Row {
  let index = 0;
  const problem = element('span', { id: newId('problem'), class: 'problem', role: 'alert' });

  const number = document.createTextNode('');
  const chosen = element('input', { type: 'checkbox' });
  const head = element('th', { scope: 'row' }, chosen, number);
  /** A field of the row, and what gives it another name and value. */
  const field = (take: (value: number) => Command) => {
    const input = element('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': problem.id });
    const show = connectField(input, problem, (value) => numberRefusal(value) ?? playground.send(take(numberOf(value))));
    const update = (name: string, value: number | null) => {
      if (input.getAttribute('aria-label') !== name) input.setAttribute('aria-label', name);
      show(String(value));
    };
    return { input, update };
  };
  // From where it is now: the rows follow a moment later.
  const moveTo = (place: { x?: number; y?: number }): Command => {
    const { x = NaN, y = NaN } = { ...playground.describe().points[index], ...place };
    return { type: 'move-point', index, x, y };
  };
  const x = field((value) => moveTo({ x: value }));
  const y = field((value) => moveTo({ y: value }));
  const label = field((value) => ({ type: 'label', index, label: value }));
  const cells: HTMLTableCellElement[] = [];
  const part = button('', () => {
    const now = playground.describe().points[index]?.part;
    playground.press({ type: 'part', index, part: now === 'training' ? 'validation' : 'training' });
  });
  const erase = button('Erase', () => {
    playground.press({ type: 'remove-point', index });
  });
  const node = element(
    'tr',
    {},
    head,
    ...[x.input, y.input, label.input, part].map((control) => element('td', {}, control)),
    element('td', {}, erase, problem),
  );
  chosen.addEventListener('change', () => {
    // What is selected now: the rows follow a moment later.
    const others = playground.describe().selection.filter((each) => each !== index);
    playground.press({ type: 'select', index: chosen.checked ? [...others, index] : others });
  });

  return {
    node,
    update: (now, at, columns) => {
      index = at;
      const point = now.points[at];
      if (!point) return;
      const name = `point ${at + 1}`;
      setText(number, String(at + 1));
      chosen.checked = now.selection.includes(at);
      chosen.setAttribute('aria-label', `Select ${name}`);
      x.update(`x of ${name}`, point.x);
      y.update(`y of ${name}`, point.y);
      const kind = point.label === null ? 'target' : 'class';
      label.update(`${kind} of ${name}`, point.label ?? point.target);
      setText(part, point.part);
      part.setAttribute('aria-label', `Part of ${name}: ${point.part}; press to change`);
      erase.setAttribute('aria-label', `Erase ${name}`);
      while (cells.length > columns.length) cells.pop()?.remove();
      while (cells.length < columns.length) {
        const cell = element('td');
        cells.push(cell);
        node.append(cell);
      }
      cells.forEach((cell, i) => {
        setText(cell, columns[i]?.text(at) ?? '');
      });
      if (chosen.checked) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    },
  };
}

export function points(playground: Playground): Section {
  const body = element('tbody');
  const head = (text: string) => element('th', { scope: 'col' }, text);
  const value = head('Class');
  const erase = head('Erase');
  let heads: HTMLElement[] = [];
  const table = element(
    'table',
    { id: 'points' },
    element('caption', {}, 'Points'),
    element('thead', {}, element('tr', {}, head('Point'), head('x'), head('y'), value, head('Part'), erase)),
    body,
  );
  const rows: Row[] = [];
  let latest: Description | null = null;
  const pager = new Pager('points', () => {
    if (latest) update(latest);
  });

  const update = (now: Description) => {
    latest = now;
    const { first, count } = pager.page(now.points.length);
    while (rows.length > count) remove(rows.pop()?.node);
    while (rows.length < count) {
      const row = makeRow(playground);
      rows.push(row);
      body.append(row.node);
    }
    const columns = columnsOf(now);
    const titles = columns.map((column) => column.head);
    if (titles.length !== heads.length || titles.some((text, i) => text !== heads[i]?.textContent)) {
      for (const old of heads) old.remove();
      heads = titles.map(head);
      erase.after(...heads);
    }
    rows.forEach((row, i) => {
      row.update(now, first + i, columns);
    });
    setText(value, now.task === 'regression' ? 'Target' : 'Class');
  };
  return section('Points', [table, pager.node], update);
}
