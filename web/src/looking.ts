// Scenes that are opened to be looked at, for which what somebody has made gives way and stays kept.

import { leaveScene } from './address';
import type { Playground } from './playground';

let shown = ''; // the scene that was opened to be looked at last

/** The text of the scene that is open, wherever its machine is on its way. */
export function sceneText({ app }: Playground): string {
  return app.scene_text().replace(/&iteration=\d+/, '');
}

/** Before another scene comes: what somebody has made of the one that is open stays kept for the next visit. */
export function giveWay(playground: Playground): void {
  if (sceneText(playground) !== shown) leaveScene();
}

/** Lets `open` open a scene to be looked at; answers as that does, null or the sentence that says why not. */
export function look(playground: Playground, open: () => string | null): string | null {
  giveWay(playground);
  const refusal = open();
  shown = sceneText(playground);
  return refusal;
}
