// The notation of formulas in the registry, "W ← (ZᵗZ + CĨ)⁻¹Zᵗ(B + 1)", set as MathML: scripts, fractions, roots and
// bars as a book has them. Words between formulas stay text, so that a long line wraps there.

/** An element of MathML, wherever it is put. */
export class MathNode {
  readonly attributes: Record<string, string> = {};

  constructor(
    readonly name: string,
    readonly children: (MathNode | string)[],
  ) {}
}

const functions = new Set(['argmin', 'diag', 'ln', 'max', 'min', 'sgn', 'sign']);
const raised: Record<string, string> = { 'ᵗ': 't', '⁺': '+', '⁻': '−', '⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4' };
const lowered: Record<string, string> = { '₋': '−', 'ᵢ': 'i', 'ⱼ': 'j', 'ₖ': 'k' };
for (let digit = 0; digit < 10; digit += 1) lowered[String.fromCharCode(0x2080 + digit)] = String(digit);

const closing: Record<string, string> = { '(': ')', '|': '|', '‖': '‖' };
// Names of settings, as kernel_bits, are words.
const tokens = /\s+|\d+(?:\.\d+)?(?:e[−-]?\d+)?|[a-z]{2,}(?:_[a-z]+)*|\p{L}\p{M}*|./gu;

function node(name: string, ...children: (MathNode | string)[]): MathNode {
  return new MathNode(name, children);
}

function row(nodes: MathNode[]): MathNode {
  const [only] = nodes;
  return only && nodes.length === 1 ? only : node('mrow', ...nodes);
}

/** An atom of a row; `bare` takes its brackets away, where a fraction's bar or a root groups instead. */
interface Atom {
  node: MathNode;
  bare?: () => MathNode;
}

/** What stands over or under a bar. */
function bared(atoms: Atom[]): MathNode {
  const [only] = atoms;
  return only && atoms.length === 1 ? (only.bare?.() ?? only.node) : row(atoms.map((atom) => atom.node));
}

/** An operator; a sign that has nothing before it belongs to what follows, a prime to what it follows, and a relation to neither. */
function operator(text: string, before: MathNode | undefined): MathNode {
  const result = node('mo', text);
  const isFirst = before === undefined || before.name === 'mo';
  result.attributes.form = text === '′' ? 'postfix' : isFirst && /[−+]/.test(text) ? 'prefix' : 'infix';
  return result;
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
  row(close?: string): MathNode[] {
    const result: MathNode[] = [];
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
        factors = [{ node: node('mfrac', bared(factors), this.#divisor(close)) }];
      } else {
        const atom = this.#atom(close);
        if (atom) {
          factors.push(atom);
        } else {
          settle();
          result.push(operator(token, result.at(-1)));
          this.#at += 1;
        }
      }
    }
    settle();
    return result;
  }

  #divisor(close?: string): MathNode {
    const factors: Atom[] = [];
    for (let atom = this.#atom(close); atom; atom = this.#atom(close)) factors.push(atom);
    return bared(factors);
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
      if (!/^[a-z_]{2,}$/.test(token)) return { node: node('mi', token) };
      const word = node(functions.has(token) ? 'mi' : 'mtext', token);
      word.attributes.class = 'word';
      return { node: word };
    }
    if (token === '½') {
      this.#at += 1;
      return { node: node('mfrac', node('mn', '1'), node('mn', '2')) };
    }
    if (token === '√') {
      this.#at += 1;
      const under = this.#atom();
      return { node: node('msqrt', ...(under ? [bared([under])] : [])) };
    }
    const close = closing[token];
    if (close === undefined) return null;
    this.#at += 1;
    const inside = this.row(close);
    this.#at += 1;
    const whole = node('mrow', node('mo', token), ...inside, node('mo', close));
    return token === '(' ? { node: whole, bare: () => row(inside) } : { node: whole };
  }

  #scripted(atom: Atom): Atom {
    let [above, below] = ['', ''];
    for (let token = this.#next; token !== undefined; token = this.#next) {
      if (token in raised) above += raised[token] ?? '';
      else if (token in lowered) below += lowered[token] ?? '';
      else if (token === '_') below += this.#tokens[(this.#at += 1)] ?? '';
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

const words = new RegExp(`((?:(?<![\\p{L}\\p{M}_])(?!(?:${[...functions].join('|')})\\b)[a-z]{2,}[,:]?(?:\\s+|$))+)`, 'u');

function isText(piece: string): boolean {
  return piece
    .trim()
    .split(/\s+/)
    .every((word) => /^(?:[a-z]{2,}[,:]?)?$/.test(word) && !functions.has(word));
}

/** A formula with words between its parts. A long one breaks before a sign of equality. */
export function formulaPieces(text: string): (MathNode | string)[] {
  return text
    .split(words)
    .flatMap((piece) => (isText(piece) ? [piece] : piece.split(/(\s+)(?==\s)/)))
    .flatMap((piece) => {
      if (piece === '') return [];
      if (isText(piece)) return [piece];
      const math = node('math', ...new Reader(piece.trim()).row());
      math.attributes.alttext = piece.trim();
      // The blanks on which a line may break.
      const blank = (there: boolean) => (there ? [' '] : []);
      return [...blank(/^\s/.test(piece)), math, ...blank(/\s$/.test(piece))];
    });
}
