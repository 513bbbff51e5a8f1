// Formulas in pages that are written when the site is built.

import { formulaPieces, type MathNode } from '../src/equations/notation';
import { escaped, tag } from './markup';

function markupOf({ name, attributes, children }: MathNode): string {
  return tag(name, attributes, ...children.map((child) => (typeof child === 'string' ? escaped(child) : markupOf(child))));
}

export function formula(text: string): string {
  return formulaPieces(text)
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : markupOf(piece)))
    .join('');
}
