// The views of the machine in text: what the plane's card shows.

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
  const lines = element('p', { id: 'view-lines' });

  const update = ({ view: now, patterns }: Description) => {
    choice.disable(Object.fromEntries(now.choices.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]]))));
    choice.update(now.shown);
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
  const made = section('View', [choice.node, pairs, told, lines], update);
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
