// The scene that is open is kept from visit to visit, also where it is too long for a link. Each page keeps its own under a
// name of its own, so that those which are open at the same time take nothing from each other. The next visit offers them
// (kept_scenes.ts); neither a link nor the opening scene gives way to them by itself. A page that is only loaded again goes
// on with the scene that it had.

import { forget, keep, kept, keptKeys, leave, left, takeLeft } from './kept';
import type { Playground } from './playground';

const most = 6; // scenes
const handed = 'own';
type Shelf = 'reopen' | 'list' | 'step' | 'present';
let isOn = false;
let own = '';

/** The keys of the scenes that are kept, the oldest first. */
function sceneKeys(): string[] {
  return keptKeys().filter((key) => /^scene(-|$)/.test(key));
}

/** The same of those that are not this page's own. */
export function otherSceneKeys(): string[] {
  return sceneKeys().filter((key) => key !== own);
}

/** Missing on pages that do not come by https. */
const locks = () => (navigator as { locks?: LockManager }).locks;
const lockOf = (key: string) => `marginscope-${key}`;
let letGo = (): void => undefined;

/** This page's own scene is kept under this key; other pages see by a lock that it is open. */
function hold(key: string): void {
  letGo();
  own = key;
  if (key === '') return;
  const closed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // A browser that refuses: then nobody sees.
  locks()?.request(lockOf(key), { mode: 'shared' }, () => closed).catch(() => undefined);
}

/** Forgets the oldest scenes where there are too many, but none that is open in another window. */
async function forgetOldest(): Promise<void> {
  const { held = [] } = (await locks()?.query().catch(() => undefined)) ?? {};
  const open = held.map(({ name }) => name);
  for (const key of sceneKeys().slice(0, -most)) if (!open.includes(lockOf(key))) forget(key);
}

/** Leaves a scene, a list of them, how a step of a lesson began, or that a class looks on, for when the page is loaded again. False where it cannot. */
export function putAside(text: string, shelf: Shelf = 'reopen'): boolean {
  return leave(shelf, text);
}

function isLoadedAgain(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');
}

/** Whether something was put aside for this page, that was loaded again. It stays until it is taken: the page may be loaded once more before. */
export function isAside(shelf: Shelf = 'reopen'): boolean {
  return isLoadedAgain() && left(shelf) !== null;
}

/** The scene, list, step or presentation that was open when this page was loaded again, null for one that is opened; once. */
export function takeAside(shelf: Shelf = 'reopen'): string | null {
  const text = takeLeft(shelf);
  return isLoadedAgain() ? text : null;
}

/** From now on scenes are kept. A page that was only loaded again goes on with what it kept before. */
export function beginKeeping(scene: string): void {
  isOn = true;
  const last = takeLeft(handed);
  if (last !== null && kept(last) === scene) hold(last);
  addEventListener('pagehide', () => {
    if (own !== '') leave(handed, own);
    // A page that holds a lock could not be gone back to as it was.
    letGo();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hold(own);
  });
}

/** What comes from now on is another scene: what is kept of the one before stays as it is. */
export function beginAnother(): void {
  hold('');
}

/** Keeps it in the room that older scenes leave, if need be; they stay where it has no room even without them. */
function keepInstead(key: string, scene: string): boolean {
  const forgotten: [key: string, scene: string][] = [];
  while (!keep(key, scene)) {
    const oldest = sceneKeys().find((each) => each !== key);
    if (oldest === undefined) {
      for (const [each, text] of forgotten) keep(each, text);
      return false;
    }
    forgotten.push([oldest, kept(oldest) ?? '']);
    forget(oldest);
  }
  return true;
}

/** To be told whenever a person has changed the scene. False where there is no room for it, not even without the older ones. */
export function keepScene(scene: string): boolean {
  if (!isOn) return true;
  const key = own || `scene-${String(Date.now())}-${Math.random().toString(36).slice(2, 6)}`;
  if (!keepInstead(key, scene)) return false;
  if (key !== own) {
    hold(key);
    void forgetOldest();
  }
  return true;
}

/** Offers the scenes of visits before, unless the address asks for something. */
export function offerKeptScenes(playground: Playground, asked: boolean): void {
  if (asked || otherSceneKeys().length === 0) return;
  import('./kept_scenes').then((part) => { part.offer(playground); }).catch(() => undefined);
}
