// What the command line lists, as it says it (`marginscope list … --json`).

import { printed } from '../site/command_line';

export interface Setting {
  id: string;
  symbol: string;
  name: string;
  meaning: string;
  formula: string;
  source: string;
  type: string;
  range?: string;
  unit?: string;
  choices?: { id: string; meaning: string }[];
  default: unknown;
}

interface Row {
  id: string;
  name: string;
  settings: Setting[];
}

export interface Algorithm extends Row {
  preset: string | null;
  group: string;
  summary: string;
  problem: string | null;
  step: string | null;
  source: string;
  default_rules: string;
  publishes: Record<string, { symbol: string; label: string; meaning: string; unit: string; shape: string[] }>;
}

export interface Rule extends Row {
  statistic: string;
  meaning: string;
  source: string;
}

export interface Kernel extends Row {
  formula: string;
  meaning: string;
}

export interface Bound extends Row {
  formula: string;
  meaning: string;
  idea: string;
  source: string;
}

export interface Problem extends Row {
  meaning: string;
  source: string;
  random: boolean;
  suggests: string | null;
}

/** What has an identifier and a meaning. */
export interface Meaning {
  id: string;
  meaning: string;
}

export interface Outcome extends Meaning {
  name: string;
}

export interface Command extends Meaning {
  fields: { id: string; meaning: string; optional: boolean }[];
}

async function listed<Entry>(what: string): Promise<Entry[]> {
  return JSON.parse(await printed('list', what, '--json')) as Entry[];
}

export const registries = {
  algorithms: () => listed<Algorithm>('algorithms'),
  rules: () => listed<Rule>('rules'),
  kernels: () => listed<Kernel>('kernels'),
  bounds: () => listed<Bound>('bounds'),
  problems: () => listed<Problem>('problems'),
  outcomes: () => listed<Outcome>('outcomes'),
  commands: () => listed<Command>('commands'),
  sceneParts: () => listed<Meaning>('scene-parts'),
  columns: () => listed<Meaning>('columns'),
};
