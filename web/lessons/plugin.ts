// Lessons as modules of the page: `virtual:lessons` lists them, and each is a module of its own, fetched when it begins.
// What is wrong in one ends the build with its file and line.

import { join } from 'node:path';
import type { Plugin } from 'vite';
import { registries } from '../reference/registries';
import { Refused, report, thumbnail } from '../site/command_line';
import { functionText, keptFor, piecesOf, textFunction, wrongIn } from './expressions';
import { lessonFolder, readLesson, readLessons, type Lesson, type Step } from './format';
import { pictureFile, picturesOf } from './pictures';
import { sheets } from './sheets';

const sentences = join(import.meta.dirname, '../src/sentence.ts');
const listId = 'virtual:lessons';
const lessonId = 'virtual:lesson/';

/** The expressions of a step, checks and those inside of texts. */
export function expressionsOf({ task }: Step): string[] {
  const texts = [task.right, task.wrong, ...(task.choices ?? []).map(({ feedback }) => feedback)];
  const inside = texts.flatMap((text) => piecesOf(text ?? '').filter((piece) => piece.expression));
  const whole = [task.check, typeof task.answer === 'string' ? task.answer : undefined];
  return [...whole.filter((text) => text !== undefined), ...inside.map((piece) => piece.text)];
}

/** Every scene of a lesson, pictures of choices included. */
export function scenesOf(lesson: Lesson): { scene: string; step: Step }[] {
  return lesson.steps.flatMap((step) => {
    const pictures = (step.task.choices ?? []).map(({ picture }) => picture);
    return [step.scene, ...pictures].filter((scene) => typeof scene === 'string').map((scene) => ({ scene, step }));
  });
}

export function checkExpressions(lesson: Lesson): void {
  for (const step of lesson.steps) {
    for (const expression of expressionsOf(step)) {
      const wrong = wrongIn(expression);
      if (wrong !== null) throw new Error(`assets/lessons/${lesson.file}:${String(step.line)}: ${wrong}`);
    }
  }
}

/** Also what a step has done: by commands of the session, or by `view`. */
export async function checkScenes(lesson: Lesson): Promise<void> {
  const known = new Set([...(await registries.commands()).map(({ id }) => id), 'view']);
  for (const { line, task } of lesson.steps) {
    for (const each of [...task.then, ...task.show]) {
      if (typeof each === 'number' || known.has(each.type)) continue;
      throw new Error(`assets/lessons/${lesson.file}:${String(line)}: there is no command ${each.type}; marginscope list commands has them.`);
    }
  }
  for (const { scene, step } of scenesOf(lesson)) {
    try {
      await report(scene);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Error(`assets/lessons/${lesson.file}:${String(step.line)}: the scene ${scene} is refused: ${error.message}`, { cause: error });
    }
  }
}

const themes = [false, true];

function taskText({ task }: Step): string {
  const fields = [
    `predict: ${JSON.stringify(task.predict ?? null)}`,
    `ask: ${JSON.stringify(task.ask)}`,
    `hints: ${JSON.stringify(task.hints)}`,
    `then: ${JSON.stringify(task.then)}`,
    `show: ${JSON.stringify(task.show)}`,
    // Of a point that is asked for none may be another.
    `kept: ${JSON.stringify(keptFor(task.check ?? ''))}`,
  ];
  if (task.check !== undefined) fields.push(`check: ${functionText(task.check)}`);
  if (typeof task.answer === 'number') fields.push(`answer: ${String(task.answer - 1)}`);
  if (typeof task.answer === 'string') fields.push(`check: ${functionText(task.answer)}`);
  if (task.right !== undefined) fields.push(`right: ${textFunction(task.right)}`);
  if (task.wrong !== undefined) fields.push(`wrong: ${textFunction(task.wrong)}`);
  if (task.choices) {
    const choices: string[] = [];
    for (const { says, picture, feedback } of task.choices) {
      const pictures = JSON.stringify(picture === undefined ? null : themes.map((dark) => `./${pictureFile(picture, dark)}`));
      choices.push(`{ says: ${JSON.stringify(says)}, pictures: ${pictures}, feedback: ${textFunction(feedback)} }`);
    }
    fields.push(`choices: [${choices.join(', ')}]`);
  }
  return `{ ${fields.join(', ')} }`;
}

export function lessonsPlugin(): Plugin {
  let building = false;
  return {
    name: 'lessons',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === listId || id.startsWith(lessonId) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${listId}`) {
        this.addWatchFile(lessonFolder);
        const list = readLessons().map(({ id: name, title, minutes, needs, learns, steps }) => {
          const about = { id: name, title, minutes, needs, learns, steps: steps.length };
          return `{ ...${JSON.stringify(about)}, load: () => import('${lessonId}${name}') }`;
        });
        return `export const lessons = [${list.join(',\n')}];`;
      }
      if (!id.startsWith(`\0${lessonId}`)) return null;
      const lesson = readLesson(`${id.slice(lessonId.length + 1)}.md`);
      checkExpressions(lesson);
      if (building) await checkScenes(lesson);
      const steps: string[] = [];
      for (const step of lesson.steps) {
        const task = taskText(step);
        const { heading, html, scene } = step;
        steps.push(`{ ...${JSON.stringify({ heading, html, scene })}, task: ${task} }`);
      }
      return `import { fixed } from ${JSON.stringify(sentences)};\nexport const steps = [${steps.join(',\n')}];`;
    },
    async generateBundle() {
      for (const scene of new Set(readLessons().flatMap(picturesOf))) {
        for (const dark of themes) {
          this.emitFile({ type: 'asset', fileName: pictureFile(scene, dark), source: await thumbnail(scene, 'plane', dark) });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = request.url?.slice(1);
        const found = readLessons()
          .flatMap(picturesOf)
          .flatMap((scene) => themes.map((dark) => ({ scene, dark })))
          .find(({ scene, dark }) => pictureFile(scene, dark) === asked);
        if (!asked?.startsWith('lessons/') || !found) {
          next();
          return;
        }
        thumbnail(found.scene, 'plane', found.dark).then((svg) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(svg);
        }, next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!-- lessons -->', () => sheets(readLessons())),
    },
  };
}
