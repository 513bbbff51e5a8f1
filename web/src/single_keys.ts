// Keys of a single character, which somebody who speaks to the browser, or whose hand is unsteady, presses without
// meaning them (WCAG 2.1.4): they obey everywhere, only while the canvas has the focus, or not at all.

import { keep, kept } from './kept';

export const singleKeyChoices = ['everywhere', 'on the canvas', 'off'] as const;
type Choice = (typeof singleKeyChoices)[number];

export function singleKeys(): Choice {
  return singleKeyChoices.find((known) => known === kept('single-keys')) ?? 'everywhere';
}

export function chooseSingleKeys(choice: string): void {
  keep('single-keys', choice);
}

/** Whether a key is of a single character and somebody does not want it here. */
export function isUnwanted({ key, ctrlKey, metaKey, target }: KeyboardEvent, canvas: HTMLCanvasElement): boolean {
  if (ctrlKey || metaKey || !/^\S$/u.test(key)) return false;
  const choice = singleKeys();
  return choice === 'off' || (choice === 'on the canvas' && target !== canvas);
}
