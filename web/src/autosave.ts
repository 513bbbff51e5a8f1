// The scene that was last open is kept from visit to visit, also where it is too long for a link. The next visit
// offers it; neither a link nor the opening scene gives way to it by itself.

import { forget, keep, kept } from './kept';
import { addMessage } from './messages';
import type { Playground } from './playground';

const now = 'scene'; // of this visit
const before = 'scene-before'; // of the one before, until the next is worth keeping

/** To be told whenever a person has changed the scene. */
export function keepScene(scene: string): void {
  keep(now, scene);
}

/** Offers the scene of the visit before, unless a link asks for another. */
export function offerKeptScene(playground: Playground, asked: boolean): void {
  const last = kept(now);
  if (last !== null) {
    keep(before, last);
    forget(now);
  }
  const scene = kept(before);
  if (asked || scene === null || scene === playground.app.scene_text()) return;
  const name = new URLSearchParams(scene).get('name');
  addMessage(
    name === null ? 'Your scene of last time is kept.' : `Your scene of last time, “${name}”, is kept.`,
    {
      label: 'Open it',
      run: () => {
        playground.send({ type: 'replace', text: scene });
      },
    },
    {
      label: 'Forget it',
      run: () => {
        forget(before);
      },
    },
  );
}
