// The notation of formulas in the registry, "W ← (ZᵗZ + CĨ)⁻¹Zᵗ(B + 1)", set as MathML: scripts, fractions, roots and
// bars as a book has them. Words between formulas stay text, so that a long line wraps there.

const namespace = 'http://www.w3.org/1998/Math/MathML';

const functions = new Set(['argmin', 'diag', 'ln', 'max', 'min', 'sgn', 'sign']);
const raised: Record<string, string> = { 'ᵗ': 't', '⁺': '+', '⁻': '−', '⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4' };
const lowered: Record<string, string> = { 'ᵢ': 'i', 'ⱼ': 'j', 'ₖ': 'k' };
for (let digit = 0; digit < 10; digit += 1) lowered[String.fromCharCode(0x2080 + digit)] = String(digit);

const closing: Record<string, string> = { '(': ')', '|': '|', '‖': '‖' };
const tokens = /\s+|\d+(?:\.\d+)?(?:e[−-]?\d+)?|[a-z]{2,}|\p{L}\p{M}*|./gu;

function node(tag: string, ...children: (Node | string)[]): Element {
  const element = document.createElementNS(namespace, tag);
  element.append(...children);
  return element;
}

function row(nodes: Element[]): Element {
  const [only] = nodes;
  return only && nodes.length === 1 ? only : node('mrow', ...nodes);
}

/** An atom of a row; `bare` is what is left of it where a fraction's bar or a root groups instead of brackets. */
interface Atom {
  node: Element;
  bare?: Element;
}

class Reader {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(tokens) ?? [];
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  /** Up to the end, or to what closes the group that was opened. */
  row(close?: string): Element[] {
    const result: Element[] = [];
    // The factors that stand together without a blank: what a solidus divides.
    let factors: Atom[] = [];
    const settle = () => {
      result.push(...factors.map((atom) => atom.node));
      factors = [];
    };
    for (let token = this.#next; token !== undefined && token !== close; token = this.#next) {
      if (token.trim() === '') {
        this.#at += 1;
        settle();
      } else if (token === '/' && factors.length > 0) {
        this.#at += 1;
        const above = row(factors.map(({ node, bare }) => (factors.length === 1 ? (bare ?? node) : node)));
        factors = [{ node: node('mfrac', above, this.#divisor(close)) }];
      } else {
        const atom = this.#atom(close);
        if (atom) {
          factors.push(atom);
        } else {
          settle();
          result.push(node('mo', token));
          this.#at += 1;
        }
      }
    }
    settle();
    return result;
  }

  #divisor(close?: string): Element {
    const factors: Atom[] = [];
    for (let atom = this.#atom(close); atom; atom = this.#atom(close)) factors.push(atom);
    return row(factors.map(({ node, bare }) => (factors.length === 1 ? (bare ?? node) : node)));
  }

  /** What is no operator, with its scripts; null before an operator, a blank or the end. */
  #atom(close?: string): Atom | null {
    const token = this.#next;
    if (token === undefined || token === close || token.trim() === '') return null;
    const atom = this.#bare(token);
    return atom ? this.#scripted(atom) : null;
  }

  #bare(token: string): Atom | null {
    const [digits, power] = token.split('e');
    if (/^\d/.test(token)) {
      this.#at += 1;
      if (power === undefined) return { node: node('mn', token) };
      const ten = node('msup', node('mn', '10'), node('mn', power));
      return { node: node('mrow', node('mn', digits ?? ''), node('mo', '·'), ten) };
    }
    if (/^\p{L}/u.test(token) && token !== 'Σ' && !(token in raised) && !(token in lowered)) {
      this.#at += 1;
      return { node: node(token.length > 1 && !functions.has(token) && /^[a-z]+$/.test(token) ? 'mtext' : 'mi', token) };
    }
    if (token === '½') {
      this.#at += 1;
      return { node: node('mfrac', node('mn', '1'), node('mn', '2')) };
    }
    if (token === '√') {
      this.#at += 1;
      const under = this.#atom();
      return { node: node('msqrt', ...(under ? [under.bare ?? under.node] : [])) };
    }
    const close = closing[token];
    if (close === undefined) return null;
    this.#at += 1;
    const inside = this.row(close);
    this.#at += 1;
    const fence = (text: string) => node('mo', text);
    const whole = node('mrow', fence(token), ...inside, fence(close));
    return token === '(' ? { node: whole, bare: row(inside) } : { node: whole };
  }

  #scripted(atom: Atom): Atom {
    let [above, below] = ['', ''];
    for (let token = this.#next; token !== undefined; token = this.#next) {
      if (token in raised) above += raised[token] ?? '';
      else if (token in lowered) below += lowered[token] ?? '';
      else break;
      this.#at += 1;
    }
    const script = (text: string) =>
      row((text.match(/\d+|./gu) ?? []).map((part) => node(/\d/.test(part) ? 'mn' : /\p{L}/u.test(part) ? 'mi' : 'mo', part)));
    if (above && below) return { node: node('msubsup', atom.node, script(below), script(above)) };
    if (above) return { node: node('msup', atom.node, script(above)) };
    if (below) return { node: node('msub', atom.node, script(below)) };
    return atom;
  }
}

/** A formula with words between its parts, as nodes to append. */
export function mathNodes(text: string): Node[] {
  return text
    .split(/((?:(?<![\p{L}\p{M}])[a-z]{2,}[,:]?(?:\s+|$))+)/u)
    .flatMap((piece) => {
      const isText = piece.trim() === '' || piece.trim().split(/\s+/).every((word) => /^[a-z]{2,}[,:]?$/.test(word) && !functions.has(word));
      if (isText) return piece === '' ? [] : [document.createTextNode(piece)];
      const math = node('math', ...new Reader(piece.trim()).row());
      math.setAttribute('alttext', piece.trim());
      // The blank on which a line may break.
      return [...(/^\s/.test(piece) ? [document.createTextNode(' ')] : []), math, ...(/\s$/.test(piece) ? [document.createTextNode(' ')] : [])];
    });
}
