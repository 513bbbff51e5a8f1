// The data sets that the site carries (assets/data): fetched when one is chosen.

import sets from '../../assets/data/sets.json';

const addresses: Record<string, string> = import.meta.glob('../../assets/data/*.csv', {
  query: '?url',
  import: 'default',
  eager: true,
});

function addressOf(name: string): string | undefined {
  return addresses[`../../assets/data/${name}.csv`];
}

export const carriedSets = sets;

async function textAt(address: string): Promise<string> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address}: ${String(response.status)}`);
  return response.text();
}

/** The set as the text of a file, and which of its rows train, where that is known (NAME_split.csv). */
export async function carriedSet(id: string): Promise<{ csv: string; parts: string }> {
  const address = addressOf(id);
  if (address === undefined) throw new Error(`The site carries no data set ${id}.`);
  const split = addressOf(`${id}_split`);
  const [csv, parts] = await Promise.all([textAt(address), split === undefined ? '' : textAt(split)]);
  return { csv, parts };
}
