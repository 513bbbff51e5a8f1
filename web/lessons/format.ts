// Lessons as files (assets/lessons/NN-name.md): Markdown with a block of YAML in each step. What a file says wrong is
// told with its line.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { parse } from 'yaml';

export const lessonFolder = join(import.meta.dirname, '../../assets/lessons');

/** A fact that the text tells, to be checked against what the command line says of a scene. */
export interface Claim {
  command: string;
  run: string;
  scene: string;
  expect: string;
  says: string;
  line: number;
}

/** Commands of the session, and `view`, which chooses what the plane's card shows. */
export type Command = { type: string } & Record<string, unknown>;

export interface Choice {
  says: string;
  picture?: string;
  feedback: string;
}

/** What a step asks for: to do something, or first to predict what will come. Expressions are text here. */
export interface Task {
  predict?: 'choice' | 'line' | 'point';
  ask: string;
  check?: string;
  right?: string;
  wrong?: string;
  choices?: Choice[];
  answer?: string | number;
  then: Command[];
  show: Command[] | number[];
  hints: string[];
}

export interface Step {
  heading: string;
  html: string;
  text: string; // of which `html` is the markup
  scene: string | null;
  task: Task;
  claims: Claim[];
  line: number; // of the heading, counted from 1
}

export interface Lesson {
  id: string;
  file: string;
  title: string;
  minutes: number;
  needs: string;
  learns: string;
  steps: Step[];
}

const mostWords = 80;

/** What the plane's card can show (wasm/app/plane_choice.h). */
const views = ['points', 'weight-space', 'proof'];

class Reader {
  constructor(readonly file: string) {}

  fail(line: number, what: string): never {
    throw new Error(`assets/lessons/${this.file}:${String(line)}: ${what}`);
  }

  need(values: Record<string, unknown>, name: string, line: number): string {
    const value = values[name];
    if (typeof value !== 'string' || value === '') this.fail(line, `${name} is missing; it must be a text.`);
    return value;
  }

  yaml(text: string, line: number): Record<string, unknown> {
    let values: unknown;
    try {
      values = parse(text);
    } catch (error) {
      this.fail(line, String(error));
    }
    if (values === null || typeof values !== 'object') this.fail(line, 'the block must have names and values.');
    return values as Record<string, unknown>;
  }

  task(values: Record<string, unknown>, line: number): Task {
    const { predict, wrong, answer, choices } = values;
    if (predict === undefined && values.do === undefined) {
      this.fail(line, 'a step asks for something: `do` with a check, or `predict`.');
    }
    const text = (name: string) => this.need(values, name, line);
    const hints = values.hints as string[] | undefined;
    if (hints?.length !== 2) this.fail(line, 'a step has two hints.');
    const task: Task = {
      ask: text(predict === undefined ? 'do' : 'ask'),
      then: (values.then ?? []) as Command[],
      show: (values.show ?? []) as Command[],
      hints,
    };
    if (predict === undefined) {
      task.check = text('check');
      task.right = text('right');
    } else if (predict === 'choice') {
      const list = choices as Choice[] | undefined;
      if (list?.length !== 3 || list.some(({ says, feedback }) => !says || !feedback)) {
        this.fail(line, 'a choice is among three, each with `says` and `feedback`.');
      }
      if (answer !== 1 && answer !== 2 && answer !== 3) this.fail(line, 'answer is 1, 2 or 3.');
      task.choices = list;
      task.answer = answer;
    } else if (predict === 'point') {
      task.answer = text('answer');
      task.right = text('right');
      task.wrong = text('wrong');
    } else if (predict === 'line') {
      task.right = text('right');
      if (task.show.length !== 4) this.fail(line, 'show is the line x1, y1, x2, y2.');
    } else {
      this.fail(line, 'predict is choice, line or point.');
    }
    for (const command of [...task.then, ...task.show]) {
      if (typeof command === 'number') continue;
      if (command.type === 'view' && !views.includes(String(command.view))) {
        this.fail(line, `there is no view ${String(command.view)}; there are ${views.join(', ')}.`);
      }
    }
    if (predict !== undefined) task.predict = predict as NonNullable<Task['predict']>;
    if (wrong !== undefined && predict !== 'point') this.fail(line, 'wrong is said of a point that was clicked; nothing else says it.');
    if (predict !== 'choice' && task.show.length === 0) this.fail(line, 'show is missing: the commands that do it.');
    return task;
  }
}

/** What stands between two headings, from this line. */
function readStep(reader: Reader, heading: string, body: string, line: number, before: string | null): Step {
  const blocks = [...body.matchAll(/^~~~yaml\n(.*?)^~~~$/gms)];
  if (blocks.length > 1) reader.fail(line, 'a step has one block of YAML.');
  const [block] = blocks;
  const text = body.replace(block?.[0] ?? '', '').trim();
  const words = text.split(/\s+/).length;
  if (/[{}]/.test(text)) reader.fail(line, 'the text has a brace; numbers of the description stand in `right`, `wrong` and `feedback` alone.');
  if (words > mostWords) reader.fail(line, `the text has ${String(words)} words; ${String(mostWords)} are the most.`);
  const blockLine = line + body.slice(0, block?.index ?? 0).split('\n').length - 1;
  const values = block ? reader.yaml(block[1] ?? '', blockLine) : {};
  const scene = typeof values.scene === 'string' ? values.scene : null;
  const claims = ((values.claims ?? []) as Record<string, unknown>[]).map((claim): Claim => {
    const of = typeof claim.scene === 'string' ? claim.scene : (scene ?? before);
    if (of === null) reader.fail(blockLine, 'a claim needs a scene.');
    return {
      command: typeof claim.command === 'string' ? claim.command : of.includes('&others=') ? 'compare' : 'run',
      run: typeof claim.run === 'string' ? claim.run : '',
      scene: of,
      expect: reader.need(claim, 'expect', blockLine),
      says: reader.need(claim, 'says', blockLine),
      line: blockLine,
    };
  });
  return { heading, html: marked.parse(text, { async: false }), text, scene, task: reader.task(values, blockLine), claims, line };
}

/** The lesson that this text of a file is; what is wrong with it is thrown, with file and line. */
export function parseLesson(file: string, source: string): Lesson {
  const reader = new Reader(file);
  const head = /^---\n(.*?)^---\n/ms.exec(source)?.[1];
  if (head === undefined) return reader.fail(1, 'it must begin with --- title, minutes, needs, learns ---.');
  const about = reader.yaml(head, 2);
  const { minutes } = about;
  if (typeof minutes !== 'number') return reader.fail(2, 'minutes is missing; it must be a number.');
  const headings = [...source.matchAll(/^## (.*)$/gm)];
  let scene: string | null = null;
  const steps = headings.map((found, i) => {
    const from = found.index + found[0].length;
    const body = source.slice(from, headings[i + 1]?.index);
    const line = source.slice(0, found.index).split('\n').length;
    const step = readStep(reader, found[1] ?? '', body, line, scene);
    scene = step.scene ?? scene;
    return step;
  });
  if (steps.length === 0) reader.fail(1, 'it has no step: a heading with ## begins one.');
  if (typeof steps[0]?.scene !== 'string') reader.fail(steps[0]?.line ?? 1, 'the first step needs a scene.');
  return {
    id: file.replace(/\.md$/, ''),
    file,
    title: reader.need(about, 'title', 2),
    minutes,
    needs: reader.need(about, 'needs', 2),
    learns: reader.need(about, 'learns', 2),
    steps,
  };
}

export function readLesson(file: string): Lesson {
  return parseLesson(file, readFileSync(join(lessonFolder, file), 'utf8'));
}

/** All lessons, in the order of their files. */
export function readLessons(): Lesson[] {
  return readdirSync(lessonFolder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map(readLesson);
}
