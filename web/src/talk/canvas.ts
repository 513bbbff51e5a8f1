// A scene of the list and the canvas: what is on it as one, and one on it.

import { look } from '../looking';
import { nameOf, type Playground } from '../playground';
import type { TalkScene } from './list';

const points = 'points';

/** What is on the canvas, titled by its points and its algorithm. */
export function sceneOn(playground: Playground): TalkScene {
  const now = playground.describe();
  const { algorithm } = now;
  const chosen = playground.app.view_choice();
  const title = `${nameOf(now)}: ${playground.catalogue.algorithms.find(({ id }) => id === algorithm)?.name ?? algorithm}`;
  return { title, scene: playground.app.scene_text(), view: chosen.startsWith(points) ? '' : chosen };
}

/** Puts it on the canvas; answers null, or the sentence that says why not. */
export function putOn(playground: Playground, { scene, view }: TalkScene): string | null {
  playground.app.set_stage();
  const refusal = look(playground, () => playground.send({ type: 'replace', text: scene }));
  playground.app.choose_view(view === '' ? points : view);
  playground.wake();
  return refusal;
}
