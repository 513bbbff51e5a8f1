// Lessons as sheets of paper: texts, pictures of the scenes, and blanks where the page asks. They are the content of
// lessons.html, which needs no script.

import { escaped, tag } from '../site/markup';
import type { Lesson, Step, Task } from './format';
import { pictureFile, shownScene } from './pictures';

const blank = tag('p', { class: 'blank', role: 'presentation' });

function picture(scene: string): string {
  return tag(
    'picture',
    {},
    tag('source', { srcset: `./${pictureFile(scene, true)}`, media: 'screen and (prefers-color-scheme: dark)' }),
    tag('img', { src: `./${pictureFile(scene, false)}`, alt: 'The scene of this step', loading: 'lazy', width: 320, height: 240 }),
  );
}

function question({ ask, choices }: Task): string {
  const answers = (choices ?? []).map(({ says, picture: scene }) => tag('li', {}, escaped(says), scene === undefined ? '' : picture(scene)));
  return tag('p', { class: 'ask' }, escaped(ask)) + (answers.length > 0 ? tag('ol', { class: 'choices' }, ...answers) : blank);
}

function section(step: Step): string {
  const scene = shownScene(step);
  const { heading, html, task } = step;
  return tag('section', { class: 'step' }, tag('h3', {}, escaped(heading)), scene === null ? '' : picture(scene), html, question(task));
}

export function sheets(lessons: Lesson[]): string {
  const contents = lessons.map(({ id, title, minutes, learns }) =>
    tag('li', {}, tag('a', { href: `#${id}` }, escaped(title)), ` (${String(minutes)} minutes): `, escaped(learns)),
  );
  const all = lessons.map(({ id, title, needs, learns, steps }) =>
    tag(
      'section',
      { class: 'lesson', 'aria-labelledby': id },
      tag('h2', { id }, escaped(title)),
      tag('p', {}, tag('a', { href: `./index.html?lesson=${id}` }, 'Take it on the canvas')),
      tag('p', {}, tag('strong', {}, 'You need: '), escaped(needs)),
      tag('p', {}, tag('strong', {}, 'You will know: '), escaped(learns)),
      ...steps.map(section),
    ),
  );
  return tag('ol', { class: 'contents' }, ...contents) + all.join('\n');
}
