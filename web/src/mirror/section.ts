// A part of the mirror under its own heading.

import { element } from '../dom';
import type { Description } from '../playground';

export interface Section {
  node: HTMLElement;
  update: (description: Description) => void;
}

export function section(
  title: string,
  children: (Node | string)[],
  update: (description: Description) => void,
): Section {
  return { node: element('section', { 'aria-label': title }, element('h2', {}, title), ...children), update };
}
