// Formulas of the registries, and how they are set.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './support/load.mjs';

const { formulaPieces } = await load('web/src/equations/notation.ts');

/** "msub(f −i)": elements that hold others by their names, and the rest by its text. */
const outline = (piece) => {
  if (typeof piece === 'string') return piece;
  const inside = piece.children.map(outline);
  if (['math', 'mrow'].includes(piece.name)) return inside.join(' ');
  return inside.length > 1 || typeof piece.children[0] !== 'string' ? `${piece.name}(${inside.join(' ')})` : inside[0];
};
const outlines = (text) => formulaPieces(text).map(outline);

describe('a formula', () => {
  it('has the names of functions in it, and words around it', () => {
    assert.deepEqual(outlines('find α with few errors of sgn Σα y k'), ['find ', 'α', ' ', 'with few errors of ', 'sgn Σ α y k']);
    assert.deepEqual(outlines('W with ZW > 0'), ['W', ' ', 'with ', 'Z W > 0']);
    const [, , , , math] = formulaPieces('find α with few errors of sgn Σα y k');
    assert.equal(math.children[0].name, 'mi');
  });

  it('has indices, with signs or after a low line', () => {
    assert.deepEqual(outlines('f₋ᵢ'), ['msub(f − i)']);
    assert.deepEqual(outlines('L_P = ½‖f‖²'), ['msub(L P)', ' ', '= mfrac(1 2) msup(‖ f ‖ 2)']);
  });

  it('has names of settings as they are written', () => {
    assert.deepEqual(outlines('0 < kernel_bits ≤ 24'), ['0 < kernel_bits ≤ 24']);
    assert.equal(formulaPieces('1 ≤ max_sweeps')[0].children[0].children?.length, 1);
    const names = (text) => formulaPieces(text)[0].children.map(({ name }) => name);
    assert.deepEqual(names('1 ≤ max_sweeps ≤ 1e9').slice(0, 3), ['mn', 'mo', 'mtext']);
  });
});
