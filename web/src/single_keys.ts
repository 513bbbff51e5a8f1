// Keys of a single character, which somebody who speaks to the browser, or whose hand is unsteady, presses without
// meaning them (WCAG 2.1.4): they obey everywhere, only while the canvas has the focus, or not at all.

import { keep, kept } from './kept';

export const singleKeyChoices = ['everywhere', 'on the canvas', 'off'] as const;
type Choice = (typeof singleKeyChoices)[number];

const known = (text: string | null): Choice => singleKeyChoices.find((choice) => choice === text) ?? 'everywhere';
let chosen: Choice = known(kept('single-keys'));

export function singleKeys(): Choice {
  return chosen;
}

export function chooseSingleKeys(choice: string): void {
  chosen = known(choice);
  keep('single-keys', chosen);
}

/** Whether a key is of a single character and somebody does not want it here. */
export function isUnwanted({ key, ctrlKey, metaKey, target }: KeyboardEvent, canvas: HTMLCanvasElement): boolean {
  if (ctrlKey || metaKey || !/^.$/u.test(key)) return false;
  return chosen === 'off' || (chosen === 'on the canvas' && target !== canvas);
}
