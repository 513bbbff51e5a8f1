// What is offered of the scenes that were open at visits before, or are in other windows.

import { otherSceneKeys } from './autosave';
import { forget, kept } from './kept';
import { look } from './looking';
import { addMessage, showMessage, type MessageAction } from './messages';
import type { Playground } from './playground';

const mostAtOnce = 3; // scenes; a press shows the others

interface KeptScene {
  keys: string[];
  scene: string;
}

/** The newest first, each once. */
function keptScenes(): KeptScene[] {
  const found: KeptScene[] = [];
  for (const key of otherSceneKeys().reverse()) {
    const scene = kept(key);
    if (scene === null) continue;
    const same = found.find((one) => one.scene === scene);
    if (same) same.keys.push(key);
    else found.push({ keys: [key], scene });
  }
  return found;
}

/** A part of a scene's text, in which + is no blank. */
function partOf(scene: string, part: string): string | null {
  return new URLSearchParams(scene.replaceAll('+', '%2B')).get(part);
}

/** “moons” of 24 Nov, 13:05 */
function nameOf({ keys, scene }: KeptScene): string {
  const name = partOf(scene, 'name') ?? partOf(scene, 'problem')?.split(':')[0];
  const time = Number(keys[0]?.split('-')[1]);
  const when = time > 0 ? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(time) : '';
  return [name === undefined ? 'points' : `“${name}”`, when].filter(Boolean).join(' of ');
}

export function offer(playground: Playground): void {
  const open = playground.app.scene_text();
  const scenes = keptScenes().filter(({ scene }) => scene !== open);
  if (scenes.length === 0) return;
  const opened = ({ scene }: KeptScene) => () => {
    const refusal = look(playground, () => playground.send({ type: 'replace', text: scene }));
    if (refusal !== null) playground.tell(refusal);
  };
  const forgetAll = () => {
    for (const { keys } of scenes) for (const key of keys) forget(key);
  };
  const forgetting = { label: scenes.length === 1 ? 'Forget it' : 'Forget them', run: forgetAll };
  const [first, ...others] = scenes;
  if (first && others.length === 0) {
    const name = partOf(first.scene, 'name');
    const text = name === null ? 'Your scene of last time is kept.' : `Your scene of last time, “${name}”, is kept.`;
    addMessage(text, { label: 'Open it', run: opened(first) }, forgetting);
    return;
  }
  const text = 'Your last scenes are kept.';
  const each = scenes.map((one): MessageAction => ({ label: `Open ${nameOf(one)}`, run: opened(one) }));
  const showAll = () => {
    showMessage(text, ...each, forgetting);
  };
  const more = each.length > mostAtOnce ? [{ label: `Show all ${String(each.length)}`, run: showAll, stays: true }] : [];
  addMessage(text, ...each.slice(0, mostAtOnce), ...more, forgetting);
}
