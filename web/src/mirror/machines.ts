// The machines that learn the same points: the table of a comparison, and what can be done with each.

import { element, newId, remove as drop, setDisabled, setHidden, setText } from '../dom';
import type { Description, Playground } from '../playground';
import { button, connectField, focusMoved, selectControl } from './control';
import { section, type Section } from './section';

type Machine = Description['machines'][number];

interface Row {
  node: HTMLTableRowElement;
  moves: Record<-1 | 1, HTMLButtonElement>;
  update: (now: Description, machine: Machine, index: number) => void;
}

/** `moved` is called when the machine of that index is one further on, or back. */
function makeRow(playground: Playground, moved: (index: number, by: -1 | 1) => void): Row {
  let index = 0;
  const problem = element('span', { id: newId('problem'), class: 'problem', role: 'alert' });
  const choose = button('', () => {
    playground.press({ type: 'choose-machine', index });
  });
  const name = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': problem.id });
  const showName = connectField(name, problem, (value) => playground.send({ type: 'rename-machine', index, name: value }));
  const move = (by: -1 | 1) =>
    button(by < 0 ? 'Up' : 'Down', () => {
      const from = index;
      playground.press({ type: 'move-machine', index: from, to: from + by });
      moved(from, by);
    });
  const [up, down] = [move(-1), move(1)];
  const remove = button('Remove', () => {
    playground.press({ type: 'remove-machine', index });
  });
  const cells: HTMLTableCellElement[] = [];
  const state = element('td');
  const node = element(
    'tr',
    {},
    element('th', { scope: 'row' }, choose),
    element('td', {}, name, problem),
    state,
    element('td', {}, up, down, remove),
  );
  return {
    node,
    moves: { [-1]: up, 1: down },
    update: (now, machine, at) => {
      index = at;
      const title = `machine ${machine.id}`;
      setText(choose, machine.id);
      choose.setAttribute('aria-label', `Choose ${title}, ${machine.caption}`);
      choose.setAttribute('aria-pressed', String(at === now.chosen));
      name.setAttribute('aria-label', `Name of ${title}`);
      name.placeholder = machine.caption;
      showName(machine.name);
      up.setAttribute('aria-label', `Move ${title} up`);
      down.setAttribute('aria-label', `Move ${title} down`);
      remove.setAttribute('aria-label', `Remove ${title}`);
      setDisabled(up, at === 0);
      setDisabled(down, at + 1 === now.machines.length);
      setText(state, machine.state);
      while (cells.length > machine.cells.length) cells.pop()?.remove();
      while (cells.length < machine.cells.length) {
        const cell = element('td');
        cells.push(cell);
        state.before(cell);
      }
      cells.forEach((cell, i) => {
        setText(cell, machine.cells[i]?.text ?? '');
      });
      if (at === now.chosen) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    },
  };
}

/** Where they differ is shaded on the canvas. It may change there without anything else. */
function differences(playground: Playground): { node: HTMLElement; update: (now: Description) => void } {
  const box = element('input', { type: 'checkbox', id: newId('control') });
  const why = element('span', { class: 'hint' });
  box.addEventListener('change', () => {
    playground.app.shade_differences(box.checked);
    playground.wake();
  });
  playground.onFrame(() => {
    box.checked = playground.app.shades_differences();
  });
  return {
    node: element('div', { class: 'field' }, element('label', { for: box.id }, 'Shade where the machines differ'), box, why),
    update: ({ view }) => {
      setDisabled(box, view.differences.reason !== null);
      setText(why, view.differences.reason ?? '');
    },
  };
}

export function machines(playground: Playground): Section {
  const compare = button('Compare', () => {
    playground.press({ type: 'compare' });
  });
  const about = element('span', { class: 'hint' });
  const told = element('p', { id: 'comparison', 'aria-live': 'polite' });
  const heads = element('tr');
  const body = element('tbody');
  const table = element('table', { id: 'machines' }, element('caption', {}, 'Machines'), element('thead', {}, heads), body);
  const pace = selectControl(
    'Machines keep together',
    'By time each makes as many steps as it has time for, while they play.',
    [
      { value: 'iteration', label: 'by iteration' },
      { value: 'time', label: 'by time' },
    ],
    (value) => playground.send({ type: 'pace', pace: value }),
  );
  const shading = differences(playground);
  const rows: Row[] = [];
  const parts = [told, table, pace.node, shading.node];

  const update = (now: Description) => {
    const count = now.machines.length;
    const full = count === playground.catalogue.most_machines;
    setDisabled(compare, full);
    setText(
      about,
      full
        ? 'There are four machines, as many as can be compared; remove one before.'
        : 'Puts a copy of this machine beside it, for you to change: both learn the same points.',
    );
    for (const part of parts) setHidden(part, count === 0);
    shading.update(now);
    told.setAttribute('aria-live', now.playing || now.busy ? 'off' : 'polite');
    setText(told, now.comparison);
    pace.update(now.pace);
    const titles = ['Machine', 'Name', ...(now.machines[0]?.cells ?? []).map(({ head }) => head), 'State', 'Place'];
    if (titles.join() !== [...heads.cells].map(({ textContent }) => textContent).join()) {
      heads.replaceChildren(...titles.map((title) => element('th', { scope: 'col' }, title)));
    }
    while (rows.length > count) drop(rows.pop()?.node);
    while (rows.length < count) {
      const row = makeRow(playground, moved);
      rows.push(row);
      body.append(row.node);
    }
    now.machines.forEach((machine, at) => rows[at]?.update(now, machine, at));
  };
  const moved = (from: number, by: -1 | 1) => {
    // What the focus comes to is read out as it is by then.
    update(playground.describe());
    focusMoved(rows[from + by]?.moves, by);
  };
  return section('Comparison', [element('div', { class: 'row' }, compare, about), ...parts], update);
}
