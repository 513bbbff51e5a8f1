// The bar below the canvas that steps through the list.

import { element, setDisabled, setText } from '../dom';
import { button } from '../mirror/control';
import type { Store } from './store';

/** It is there while a scene of the list is shown; `ended` is called when none is any more. */
export function placeBar(store: Store, turn: (by: -1 | 1) => void, open: () => void, ended: () => void): void {
  const back = button('‹ Back', () => {
    turn(-1);
  });
  const on = button('Next ›', () => {
    turn(1);
  });
  const list = button('List', open);
  const end = button('End', () => {
    store.show(null);
  });
  const place = element('strong');
  const title = element('span');
  const spoken = element('p', { role: 'status' }, place, ' ', title);
  const bar = element('nav', { id: 'talk', 'aria-label': 'Scenes', hidden: true }, back, on, spoken, list, end);
  document.getElementById('stage')?.after(bar);
  // What stands above it ends where it begins.
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--talk', `${String(bar.offsetHeight)}px`);
  }).observe(bar);

  store.onChange(() => {
    const { at, entries } = store;
    const isOver = at < 0;
    if (bar.hidden !== isOver) {
      bar.hidden = isOver;
      document.documentElement.classList.toggle('with-talk', !isOver);
      if (isOver) ended();
    }
    if (isOver) return;
    setText(place, `${String(at + 1)} of ${String(entries.length)}`);
    setText(title, entries[at]?.title ?? '');
    setDisabled(back, at === 0);
    setDisabled(on, at + 1 === entries.length);
  });
}
