// What an edit has changed, undo included, in a few words that are spoken. What is as it was is not said again.

import { element, setText } from '../dom';
import type { Description, Playground } from '../playground';
import type { Section } from './section';

export function changes({ catalogue }: Playground): Section {
  const node = element('p', { id: 'changed', role: 'status' });
  let known: string[] | null = null;
  const facts = ({ name, points, algorithm, settings, rules }: Description): string[] => {
    const chosen = catalogue.algorithms.find(({ id }) => id === algorithm);
    const validation = points.filter(({ part }) => part === 'validation').length;
    return [
      `${name}: ${points.length} points, ${validation} of them for validation.`,
      `Algorithm: ${chosen?.name ?? algorithm}.`,
      `Stopping rules: ${rules || 'none'}.`,
      ...(chosen?.fields ?? []).map((field) => `${field.name}: ${settings[field.id] ?? ''}.`),
    ];
  };
  return {
    node,
    update: (now) => {
      const all = facts(now);
      const changed = all.filter((fact) => !known?.includes(fact));
      // Another algorithm brings settings of its own, which are not spoken.
      if (known && changed.length > 0) setText(node, changed.slice(0, 3).join(' '));
      known = all;
    },
  };
}
