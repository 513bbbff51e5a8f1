// A scene of the list and the canvas: what is on it as one, and one on it.

import { leaveScene } from '../address';
import { nameOf, type Playground } from '../playground';
import type { TalkScene } from './list';

const points = 'points';

/** The text of the scene that is open, wherever its machine is on its way. */
export function sceneText({ app }: Playground): string {
  return app.scene_text().replace(/&iteration=\d+/, '');
}

/** What is on the canvas, titled by its points and its algorithm. */
export function sceneOn(playground: Playground): TalkScene {
  const now = playground.describe();
  const { algorithm } = now;
  const chosen = playground.app.view_choice();
  const title = `${nameOf(now)}: ${playground.catalogue.algorithms.find(({ id }) => id === algorithm)?.name ?? algorithm}`;
  return { title, scene: playground.app.scene_text(), view: chosen.startsWith(points) ? '' : chosen };
}

let shown = ''; // the scene that was opened to be looked at last

/** For others to be looked at: what somebody has made of the scene that is open stays kept for the next visit. */
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

/** Puts it on the canvas; answers null, or the sentence that says why not. */
export function putOn(playground: Playground, { scene, view }: TalkScene): string | null {
  playground.app.set_stage();
  const refusal = look(playground, () => playground.send({ type: 'replace', text: scene }));
  playground.app.choose_view(view === '' ? points : view);
  playground.wake();
  return refusal;
}
