// The scene that is open is kept from visit to visit, also where it is too long for a link. Each page keeps its own under a
// name of its own, so that those which are open at the same time take nothing from each other. The next visit offers them
// (kept_scenes.ts); neither a link nor the opening scene gives way to them by itself. A page that is only loaded again goes
// on with the scene that it had.

import { forget, keep, kept, keptKeys, leave, takeLeft } from './kept';
import type { Playground } from './playground';

const most = 6; // scenes
const handed = 'own';
const shelf = 'reopen';
let isOn = false;
let own = '';

/** The keys of the scenes that are kept, the oldest first. */
export function sceneKeys(): string[] {
  return keptKeys().filter((key) => /^scene(-|$)/.test(key));
}

/** Leaves a scene for when the page is loaded again. False where it cannot. */
export function putAside(scene: string): boolean {
  return leave(shelf, scene);
}

/** The scene that was open when this page was loaded again, null for one that is opened; once. */
export function takeAside(): string | null {
  const scene = takeLeft(shelf);
  return performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload') ? scene : null;
}

/** From now on scenes are kept. A page that was only loaded again goes on with what it kept before. */
export function beginKeeping(scene: string): void {
  isOn = true;
  const last = takeLeft(handed);
  if (last !== null && kept(last) === scene) own = last;
  addEventListener('pagehide', () => {
    if (own !== '') leave(handed, own);
  });
}

/** To be told whenever a person has changed the scene. False where there is no room for it, not even without the older ones. */
export function keepScene(scene: string): boolean {
  if (!isOn) return true;
  if (own === '') {
    own = `scene-${String(Date.now())}-${Math.random().toString(36).slice(2, 6)}`;
    for (const key of sceneKeys().slice(0, 1 - most)) forget(key);
  }
  while (!keep(own, scene)) {
    const oldest = sceneKeys().find((key) => key !== own);
    if (oldest === undefined) return false;
    forget(oldest);
  }
  return true;
}

/** Offers the scenes of visits before, unless a link asks for another. */
export function offerKeptScenes(playground: Playground, asked: boolean): void {
  if (asked || sceneKeys().length === 0) return;
  import('./kept_scenes').then((part) => { part.offer(playground); }).catch(() => undefined);
}
