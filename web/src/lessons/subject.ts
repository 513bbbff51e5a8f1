// What a step of a lesson is about: the points and the machines that it began with. Any detour is allowed, but what the step says is true of
// these alone.

import type { Part } from 'virtual:lessons';
import type { Description } from '../playground';

type Subject = 'points' | 'machine';

/** Equal for the same points under the same name. */
function pointsOf({ name, task, scaling, points }: Description, placed: boolean): unknown {
  return [name, task, scaling, placed && points.map(({ x, y, label, target, part }) => [x, y, label, target, part])];
}

/** Equal for machines that are the same in these parts. */
function machinesOf(now: Description, parts: readonly Part[]): unknown {
  const machines = now.machines.length > 0 ? now.machines : [now];
  return machines.map((machine) => parts.map((part) => (part === 'points' ? null : machine[part])));
}

/** Which of these parts is no longer what it was when the step began; null where all are. */
export function strayed(now: Description, began: Description, kept: readonly Part[]): Subject | null {
  const differ = (of: (each: Description) => unknown) => JSON.stringify(of(now)) !== JSON.stringify(of(began));
  if (differ((each) => pointsOf(each, kept.includes('points')))) return 'points';
  return differ((each) => machinesOf(each, kept)) ? 'machine' : null;
}

const again = '“This step’s scene again” brings';

export const strayedSentence: Record<Subject, string> = {
  points: `This step is about other points; ${again} them back.`,
  machine: `This step is about another machine; ${again} it back.`,
};
