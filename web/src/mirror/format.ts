// Numbers as a person reads and writes them.

const digits = 4;

/** At most so many significant digits, with a real minus sign; "none" for what is not there. */
export function numberText(value: number | null | undefined, most = digits): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'none';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : '−infinite';
  return String(Number(value.toPrecision(most))).replace('-', '−');
}

/** What a person typed as a number; not a number where nothing was typed. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace('−', '-'));
}

export function percentText(fraction: number | null | undefined, most = digits): string {
  return fraction === null || fraction === undefined ? 'none' : `${numberText(100 * fraction, most)} %`;
}
