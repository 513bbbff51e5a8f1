// Numbers as a person reads and writes them.

import type { Catalogue } from '../module';
import { nameOf, type Description } from '../playground';
import { counted } from '../sentence';

const digits = 4;

/** At most so many significant digits, a whole number whole, with a real minus sign; "none" for what is not there. */
export function numberText(value: number | null | undefined, most = digits): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'none';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : '−infinite';
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(most))).replaceAll('-', '−');
}

/** What a person typed as a number; not a number where nothing was typed. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replaceAll('−', '-'));
}

/** The points of a scene by their name and number. */
export function pointsText(now: Description): string {
  const validation = now.points.filter(({ part }) => part === 'validation').length;
  return `${nameOf(now)}: ${counted(now.points.length, 'point', 'points')}, ${String(validation)} of them for validation.`;
}

export function percentText(fraction: number | null | undefined, most = digits): string {
  return fraction === null || fraction === undefined ? 'none' : `${numberText(100 * fraction, most)} %`;
}

/** A number of a record: an error of classification is a part of the patterns, one of regression a mean square. */
export function recordText(
  { fraction }: Catalogue['columns'][number],
  value: number | null | undefined,
  task: Description['task'],
): string {
  return (fraction && task === 'classification' ? percentText : numberText)(value);
}
