// What an edit has changed, undo included, in a few words that are spoken. What is as it was is not said again.

import { element, setText } from '../dom';
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

/** The same machines in another order. */
function movedMachines(before: Machines, now: Machines): string[] {
  const names = (machines: Machines) => machines.map(({ name, caption }) => name || caption);
  const [were, are] = [names(before), names(now)];
  if ([...were].sort().join('\n') !== [...are].sort().join('\n') || were.every((name, i) => name === are[i])) return [];
  return [`Machines: ${now.map(({ id }, i) => `${id} is ${are[i] ?? ''}`).join(', ')}.`];
}

export function changes({ catalogue }: Playground): Section {
  const node = element('p', { id: 'changed', role: 'status' });
  let known: string[] | null = null;
  let points: Point[] = [];
  let machines: Machines = [];
  const facts = (now: Description): string[] => {
    const { algorithm, settings, rules, limit, scaling } = now;
    const chosen = catalogue.algorithms.find(({ id }) => id === algorithm);
    return [
      pointsText(now),
      `Algorithm: ${chosen?.name ?? algorithm}.`,
      `Stopping rules: ${rules || 'none'}.`,
      `Limit on iterations: ${limit}.`,
      `Scaling: ${scaling}.`,
      ...(chosen?.fields ?? []).map((field) => `${field.name}: ${settings[field.id] || 'the default'}.`),
    ];
  };
  return {
    node,
    update: (now) => {
      const all = facts(now);
      const changed = [...changedPoints(points, now.points), ...movedMachines(machines, now.machines), ...all.filter((fact) => !known?.includes(fact))];
      // Another algorithm brings settings of its own, which are not spoken.
      if (known && changed.length > 0) setText(node, changed.slice(0, mostSpoken).join(' '));
      known = all;
      points = now.points;
      machines = now.machines;
    },
  };
}
