// What the plane's card shows of the machine: the person's choice is kept for the next visit.

import { keep, kept } from './kept';
import type { Playground } from './playground';

export function connectView(playground: Playground): void {
  const wanted = kept('view');
  if (wanted !== null) playground.app.choose_view(wanted);
  let last = playground.app.view_choice();
  playground.onFrame(() => {
    const now = playground.app.view_choice();
    if (now === last) return;
    last = now;
    keep('view', now);
  });
}
