// How the errors are distributed, in text.

import { element, setText } from '../dom';
import type { Playground } from '../playground';
import { numberText } from './format';
import { section, type Section } from './section';

/** The histogram of the errors as a table, made while somebody looks at it. */
export function distribution(playground: Playground): Section {
  const body = element('tbody');
  const normality = element('p');
  const head = (text: string) => element('th', { scope: 'col' }, text);
  const table = element(
    'table',
    { id: 'distribution' },
    element('caption', {}, 'Error histogram'),
    element('thead', {}, element('tr', {}, head('Errors from'), head('to'), head('Training'), head('Validation'), head('Normal'))),
    body,
  );
  const details = element('details', {}, element('summary', {}, 'How many errors lie where'), normality, table);
  const update = () => {
    if (!details.open) return;
    const now = playground.app.distribution();
    setText(normality, now?.sentence ?? 'There are no errors to count.');
    const rows = (now?.training ?? []).map((count, i) => {
      const from = (now?.from ?? 0) + i * (now?.width ?? 1);
      const cells = [from, from + (now?.width ?? 1), count, now?.validation[i] ?? null, now?.normal[i] ?? null];
      return element('tr', {}, ...cells.map((value) => element('td', {}, numberText(value))));
    });
    body.replaceChildren(...rows);
  };
  details.addEventListener('toggle', update);
  return section('Distribution', [details], update);
}
