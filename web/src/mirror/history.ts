// The history as a table: a row for each iteration that was made, with the numbers of its record.

import { element, remove, setText } from '../dom';
import type { Catalogue, IterationRecord } from '../module';
import type { Description, Playground } from '../playground';
import { button } from './control';
import { recordText } from './format';
import { Pager } from './pager';
import { section, type Section } from './section';

interface Row {
  node: HTMLTableRowElement;
  update: (now: Description, record: IterationRecord, columns: Catalogue['columns']) => void;
}

function makeRow(playground: Playground): Row {
  let iteration = 0;
  const go = button('', () => {
    playground.press({ type: 'seek', iteration });
  });
  const cells: HTMLTableCellElement[] = [];
  const node = element('tr', {}, element('th', { scope: 'row' }, go));
  return {
    node,
    update: (now, record, columns) => {
      iteration = record.iteration ?? 0;
      setText(go, String(iteration));
      go.setAttribute('aria-label', `Go to iteration ${iteration}`);
      while (cells.length > columns.length) cells.pop()?.remove();
      while (cells.length < columns.length) {
        const cell = element('td');
        cells.push(cell);
        node.append(cell);
      }
      cells.forEach((cell, i) => {
        const column = columns[i];
        setText(cell, column ? recordText(column, record[column.name], now.task) : '');
      });
      if (iteration === now.iteration) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    },
  };
}

export function history(playground: Playground): Section {
  const measures = playground.catalogue.columns.filter(({ name }) => name !== 'iteration');
  const body = element('tbody');
  const heads = element('tr');
  const table = element('table', { id: 'history' }, element('caption', {}, 'History'), element('thead', {}, heads), body);
  const rows: Row[] = [];
  let followed = -1; // the iteration whose page was turned to last
  const pager = new Pager('rows', () => {
    if (latest) show(latest);
  });
  const details = element('details', {}, element('summary', {}, 'Every iteration so far'), table, pager.node);
  let latest: Description | null = null;

  const show = (now: Description) => {
    const { first, count } = pager.page(now.last_iteration + 1);
    const records = playground.app.records(first, count);
    const columns = measures.filter(({ name }) => records.some((record) => record[name] !== null));
    const titles = ['Iteration', ...columns.map(({ label }) => label)];
    if (titles.join() !== [...heads.cells].map(({ textContent }) => textContent).join()) {
      heads.replaceChildren(...titles.map((title) => element('th', { scope: 'col' }, title)));
    }
    while (rows.length > records.length) remove(rows.pop()?.node);
    while (rows.length < records.length) {
      const row = makeRow(playground);
      rows.push(row);
      body.append(row.node);
    }
    records.forEach((record, i) => rows[i]?.update(now, record, columns));
  };
  // Nobody looks at it while it is closed.
  const update = (now: Description) => {
    latest = now;
    if (!details.open) return;
    if (followed !== now.iteration) pager.turnTo(now.iteration);
    followed = now.iteration;
    show(now);
  };
  details.addEventListener('toggle', () => {
    followed = -1;
    if (latest) update(latest);
  });
  return section('History', [details], update);
}
