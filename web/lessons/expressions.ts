// What lessons ask and say with numbers: expressions over the page's description, which become functions when the site
// is built, since the page's policy forbids to make functions from text there.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const globals = ['Math', 'Number', 'String', 'undefined', 'NaN', 'Infinity'];
const given = ['now', 'began', 'line', 'fixed'];

/** What `describe()` has: the core's (wasm/describe.h), and what the page puts in its place and beside it. */
const described = (() => {
  const source = readFileSync(join(import.meta.dirname, '../../wasm/describe.h'), 'utf8');
  const type = /description_type\[\] = R"\(\{(.*?)\n\}\)"/s.exec(source)?.[1] ?? '';
  const names = [...type.matchAll(/^ {2}(\w+):/gm)].map((found) => found[1] ?? '');
  return new Set([...names, 'patterns', 'view']);
})();

interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Names that a pattern of parameters introduces. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') return [String(node.name)];
  return Object.values(node).flatMap((value) => (typeof value === 'object' ? namesIn(value) : []));
}

/** The sentence that says what an expression must not have; null where it is good. */
export function wrongIn(expression: string): string | null {
  let tree: unknown;
  try {
    tree = parseAst(`(${expression}\n)`);
  } catch (error) {
    return `${expression} is no expression: ${String(error)}`;
  }
  let wrong: string | null = null;
  const walk = (value: unknown, known: string[]): void => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, known);
      return;
    }
    if (!isNode(value) || wrong !== null) return;
    if (value.type === 'Identifier') {
      const name = String(value.name);
      if (!known.includes(name)) wrong = `${expression} has ${name}; there are ${known.join(', ')}.`;
      return;
    }
    if (value.type === 'MemberExpression') {
      const { object, property, computed } = value;
      if (isNode(property) && property.name === 'toFixed') {
        wrong = `${expression} has toFixed; fixed(value, digits) writes numbers as the page does.`;
        return;
      }
      walk(object, known);
      if (computed) walk(property, known);
      else if (isNode(object) && ['now', 'began'].includes(String(object.name)) && isNode(property)) {
        if (!described.has(String(property.name))) wrong = `${expression}: a description has no ${String(property.name)}.`;
      }
      return;
    }
    if (value.type === 'Property') {
      walk(value.value, known);
      return;
    }
    const more = value.type === 'ArrowFunctionExpression' ? [...known, ...namesIn(value.params)] : known;
    for (const part of Object.values(value)) if (typeof part === 'object') walk(part, more);
  };
  walk(tree, [...given, ...globals]);
  return wrong;
}

/** What of a scene a check speaks of by these parts of a description. Whatever it does not speak of has to be as the step began. */
const spokenOf = {
  points: ['points', 'problem'],
  algorithm: ['algorithm'],
  settings: ['settings', 'algorithm'],
  rules: ['rules', 'algorithm'],
};

/** Of the points and a machine what has to be as the step began for its check to be asked. */
export function keptFor(check: string): string[] {
  const spoken = [...check.matchAll(/\bnow\.(\w+)/g)].map(([, name]) => name);
  return Object.entries(spokenOf).flatMap(([part, names]) => (names.some((name) => spoken.includes(name)) ? [] : [part]));
}

/** An expression as the text of a function. */
export function functionText(expression: string): string {
  return `(now, began, line) => (${expression})`;
}

/** A text with expressions in braces: its pieces, and those that are expressions. */
export function piecesOf(text: string): { text: string; expression: boolean }[] {
  return text
    .split(/\{([^{}]*)\}/)
    .map((piece, i) => ({ text: piece, expression: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Such a text as the text of a function. */
export function textFunction(text: string): string {
  const pieces = piecesOf(text).map((piece) => (piece.expression ? `String(${piece.text})` : JSON.stringify(piece.text)));
  return functionText(pieces.length > 0 ? `[${pieces.join(', ')}].join('')` : "''");
}
