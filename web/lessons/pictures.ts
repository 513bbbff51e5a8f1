// The pictures of lessons: of what the reader chooses among, and on paper of the scene that a step is about.

import { createHash } from 'node:crypto';
import type { Lesson, Step } from './format';

/** The scene that stands beside a step on paper; not where it would tell what is to be predicted. */
export function shownScene({ scene, task }: Step): string | null {
  return task.predict === undefined ? scene : null;
}

/** The scenes that have a picture. */
export function picturesOf(lesson: Lesson): string[] {
  return lesson.steps
    .flatMap((step) => [shownScene(step), ...(step.task.choices ?? []).map(({ picture }) => picture)])
    .filter((scene) => typeof scene === 'string');
}

/** Where the picture lies on the site. */
export function pictureFile(scene: string, dark: boolean): string {
  return `lessons/${createHash('sha256').update(scene).digest('hex').slice(0, 8)}${dark ? '-dark' : ''}.svg`;
}
