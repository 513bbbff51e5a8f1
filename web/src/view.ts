// What the plane's card shows of the machine: what the address asks for, else the person's choice, which is kept for the next visit.
// A page that is large for a class still is when it is loaded again.

import { askFor } from './asked';
import { putAside, takeAside } from './autosave';
import { keep, kept } from './kept';
import type { Playground } from './playground';

export function connectView(playground: Playground, asked: string | null): void {
  const wanted = asked ?? kept('view');
  if (wanted !== null) playground.app.choose_view(wanted);
  // Loaded again, the page shows what was chosen since.
  if (asked !== null) askFor('');
  if (takeAside('present') !== null) playground.app.present(true);
  addEventListener('pagehide', () => {
    if (playground.fault === null && playground.app.presenting()) putAside('', 'present');
    else takeAside('present');
  });
  let last = playground.app.view_choice();
  playground.onFrame(() => {
    const now = playground.app.view_choice();
    if (now === last) return;
    last = now;
    keep('view', now);
  });
}
