// The views of the machine in text: what the plane's card shows, and how the errors are distributed.

import { element, setHidden, setText } from '../dom';
import type { Description, Playground } from '../playground';
import { selectControl, type SelectControl } from './control';
import { numberText } from './format';
import { section, type Section } from './section';

/** Which view the plane's card shows, and what it says. It may change without anything else: by a click there. */
export function view(playground: Playground): Section {
  const { app } = playground;
  const first = app.view();
  let wanted = { view: '', pair: '' };
  const choose = (part: Partial<typeof wanted>) => {
    wanted = { ...wanted, ...part };
    app.choose_view(`${wanted.view}:${wanted.pair}`);
    playground.wake();
    return null;
  };
  const choice = selectControl(
    'View of the plane',
    'The points; the weights, where each pattern is a line; or what the weights of the patterns prove.',
    first.choices.map(({ id, name }) => ({ value: id, label: name })),
    (value) => choose({ view: value }),
  );
  const pairs = element('div');
  let pair: SelectControl | null = null;
  let known = '';
  const told = element('p', { id: 'view-sentence', 'aria-live': 'polite' });
  const reasons = element('ul', { 'aria-label': 'Views that are not there' });
  const lines = element('p', { id: 'view-lines' });

  const update = ({ view: now, patterns }: Description) => {
    choice.disable(Object.fromEntries(now.choices.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]]))));
    choice.update(now.shown);
    const missing = now.choices.flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
    if (missing.join() !== [...reasons.children].map(({ textContent }) => textContent).join()) {
      reasons.replaceChildren(...missing.map((text) => element('li', {}, text)));
    }
    setHidden(reasons, missing.length === 0);
    if (known !== now.pairs.join()) {
      known = now.pairs.join();
      pair = selectControl(
        'Weights across and up',
        'The others are as they are now.',
        now.pairs.map((label, i) => ({ value: String(i), label })),
        (value) => choose({ pair: value }),
      );
      pairs.replaceChildren(pair.node);
    }
    pair?.update(String(now.pair));
    setHidden(pairs, now.weight_space === null);
    setText(told, now.sentence ?? '');
    const { weight_space: weights, proof } = now;
    const present = weights && weights.names.map((name, i) => `${name} = ${numberText(weights.present[i])}`).join(', ');
    const parts = proof?.shares.flatMap((share, i) =>
      share > 0 ? [`point ${patterns.indexOf(i) + 1} with ${numberText(100 * share, 3)} %`] : [],
    );
    setText(lines, present ? `Present weights: ${present}.` : parts ? `Mixed of their class: ${parts.join(', ')}.` : '');
  };
  const made = section('View', [choice.node, pairs, told, lines, reasons], update);
  let seen = '';
  playground.onFrame(() => {
    const now = app.view_choice();
    if (now === seen) return;
    seen = now;
    const [chosen = '', pairChosen = ''] = now.split(':');
    wanted = { view: chosen, pair: pairChosen };
    update(playground.describe());
  });
  return made;
}

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
