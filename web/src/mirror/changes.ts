// What an edit has changed, undo included, in a few words that are spoken. What is as it was is not said again.

import { element } from '../dom';
import type { Description, Playground, Point } from '../playground';
import { numberText, pointsText } from './format';
import type { Section } from './section';

type Machines = Description['machines'];

const mostSpoken = 3; // facts, and points one by one

/** Where the points of that index lie and what they are. */
function pointText({ x, y, label, target }: Point, index: number): string {
  return `Point ${index + 1}: ${numberText(x)}, ${numberText(y)}, ${label === null ? `target ${numberText(target)}` : `class ${numberText(label)}`}.`;
}

/** Which of the same points lie elsewhere or are something else. */
function changedPoints(before: Point[], now: Point[]): string[] {
  if (before.length !== now.length) return [];
  const changed = now.flatMap(({ x, y, label, target }, i) => {
    const was = before[i];
    return was?.x === x && was.y === y && was.label === label && was.target === target ? [] : [i];
  });
  return changed.length > mostSpoken
    ? [`${changed.length} points are others or elsewhere.`]
    : changed.flatMap((index) => (now[index] ? [pointText(now[index], index)] : []));
}

/** Machines that have come or gone, have other names, or are the same in another order. Another setting of one is spoken as that. */
function changedMachines(before: Machines, now: Machines): string[] {
  const captions = (machines: Machines) => machines.map(({ name, caption }) => name || caption);
  const [were, are] = [captions(before), captions(now)];
  const isMoved = [...were].sort().join('\n') === [...are].sort().join('\n') && were.some((caption, i) => caption !== are[i]);
  const isRenamed = before.some(({ name }, i) => name !== now[i]?.name);
  if (before.length === now.length && !isMoved && !isRenamed) return [];
  return [now.length === 0 ? 'One machine is left.' : `Machines: ${now.map(({ id }, i) => `${id} is ${are[i] ?? ''}`).join(', ')}.`];
}

export function changes({ catalogue }: Playground): Section {
  const node = element('p', { id: 'changed', role: 'status' });
  let known: string[] | null = null;
  let chosen = ''; // the algorithm
  let points: Point[] = [];
  let machines: Machines = [];
  const algorithmOf = ({ algorithm }: Description) => catalogue.algorithms.find(({ id }) => id === algorithm);
  const facts = (now: Description): string[] => {
    const { rules, limit, scaling } = now;
    return [
      pointsText(now),
      `Algorithm: ${algorithmOf(now)?.name ?? now.algorithm}.`,
      `Stopping rules: ${rules || 'none'}.`,
      `Limit on iterations: ${limit}.`,
      `Scaling: ${scaling}.`,
    ];
  };
  const settingsOf = (now: Description): string[] =>
    (algorithmOf(now)?.fields ?? []).map(({ id, name }) => `${name}: ${now.settings[id] || 'the default'}.`);
  return {
    node,
    update: (now) => {
      const all = facts(now);
      const settings = settingsOf(now);
      // Another algorithm brings settings of its own, which are not spoken.
      const spoken = [...all, ...(now.algorithm === chosen ? settings : [])];
      const changed = [...changedPoints(points, now.points), ...changedMachines(machines, now.machines), ...spoken.filter((fact) => !known?.includes(fact))];
      // As a part of its own it is spoken also where it is what was spoken last.
      if (known && changed.length > 0) node.replaceChildren(element('span', {}, changed.slice(0, mostSpoken).join(' ')));
      known = [...all, ...settings];
      chosen = now.algorithm;
      points = now.points;
      machines = now.machines;
    },
  };
}
