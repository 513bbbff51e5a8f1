// Patterns as they are given, and their way into the module's memory.

import { MarginscopeError, type Core } from './held.js';
import { isList, refuse, type Patterns } from './options.js';

/** How many patterns there are, where each has p features. */
export function countOf(patterns: Patterns, p: number): number {
  return ArrayBuffer.isView(patterns) ? patterns.length / p : patterns.length;
}

/** A pattern of a list of rows, from 0. */
export function rowOf(patterns: readonly ArrayLike<number>[], i: number): ArrayLike<number> {
  const row: unknown = patterns[i];
  return isList(row) ? (row as ArrayLike<number>) : refuse(`Pattern ${i + 1}`, row, 'a list of numbers');
}

/** Copies for views of the module's memory, which end where it grows; whatever else there is stays what it is. */
export function ownership(core: Core): <List>(list: List) => List {
  const { buffer } = core.call((module) => module.memory());
  return <List>(list: List): List => (ArrayBuffer.isView(list) && list.buffer === buffer ? ((list as unknown as Float64Array).slice() as List) : list);
}

export function patternsGiven(core: Core, patterns: unknown): Patterns {
  const owned = ownership(core);
  if (Array.isArray(patterns)) return Array.from(patterns as ArrayLike<number>[], owned);
  const numbers = ArrayBuffer.isView(patterns) && isList(patterns) && typeof patterns[0] !== 'bigint';
  return numbers ? owned(patterns as Patterns) : refuse('What is given as patterns', patterns, 'a list of rows of numbers, or one typed array of numbers');
}

/** Writes N patterns of p features, as many as `whose`, where `columns` shows the module's memory, column by column. */
export function write(patterns: Patterns, columns: Float64Array, N: number, p: number, whose: string): void {
  if (ArrayBuffer.isView(patterns)) {
    for (let i = 0, from = 0; i < N; ++i) for (let j = 0; j < p; ++j) columns[j * N + i] = patterns[from++] as number;
    return;
  }
  for (let i = 0; i < N; ++i) {
    const row = rowOf(patterns, i);
    if (row.length !== p) {
      throw new MarginscopeError(`Pattern ${i + 1} has ${row.length} ${row.length === 1 ? 'feature' : 'features'} where ${whose} ${p}; all patterns need the same number`);
    }
    for (let j = 0; j < p; ++j) {
      const value: unknown = row[j];
      columns[j * N + i] = typeof value === 'number' ? value : refuse(`Pattern ${i + 1}, feature ${j + 1}`, value, 'a finite number');
    }
  }
}
