// What the experiments came to: the JSON that `marginscope reproduce --out` writes, and beside it the figures.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Cell {
  dataset: string;
  method: string;
  at?: Record<string, number>;
  quantity?: string;
  n: number;
  text: string; // what came out, as tables show it
  published_text: string | null;
  verdict: string;
  cause?: string;
  best: boolean | null;
  not_significantly_different: boolean | null;
  published_best: boolean | null;
  published_not_significantly_different: boolean | null;
}

export interface Agreement {
  compared: number;
  equal: number;
  within: number;
}

export interface Result {
  experiment: string;
  about: {
    name: string;
    meaning: string;
    unit: string;
    by_the_text: boolean; // where it is not, nothing of it is counted
    methods: { id: string; name: string; meaning: string }[];
  };
  cells: Cell[];
  agreement: Agreement;
}

export const folder = join(import.meta.dirname, 'results');

export function readResults(): Result[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result);
}

const style = /<style>([^]*?)<\/style>\n?/;

/** The figure of a data set, without its style sheet, which is one for all; null where there is none. */
export function readFigure(experiment: string, dataset: string): string | null {
  const file = join(folder, `${experiment}-${dataset}.svg`);
  return existsSync(file) ? readFileSync(file, 'utf8').replace(style, '') : null;
}

/** What says in the page how figures look: its content-security policy allows no styles inside of it. */
export function figureStyles(): string {
  const sheets = readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .map((name) => style.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? '');
  return [...new Set(sheets)].join('\n');
}
