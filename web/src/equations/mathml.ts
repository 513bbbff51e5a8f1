// Formulas on the page, as nodes to append.

import './mathml.css';
import { formulaPieces, type MathNode } from './notation';

const namespace = 'http://www.w3.org/1998/Math/MathML';

function elementOf({ name, attributes, children }: MathNode): Element {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : elementOf(child))));
  return element;
}

export function mathNodes(text: string): Node[] {
  return formulaPieces(text).map((piece) => (typeof piece === 'string' ? document.createTextNode(piece) : elementOf(piece)));
}
