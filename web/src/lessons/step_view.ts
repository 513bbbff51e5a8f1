// One step of a lesson: its text, what it asks for, and what it says of what the reader did.

import type { LessonCommand, Said, Step } from 'virtual:lessons';
import { element, setDisabled, setHidden, setText } from '../dom';
import { button } from '../mirror/control';
import type { Description, Playground } from '../playground';
import { LineGuess } from './line_guess';
import { strayed, strayedSentence } from './subject';

interface Line {
  wrong: number;
  of: number;
}

export class StepView {
  readonly node: HTMLElement;
  readonly heading: HTMLHeadingElement;
  readonly #playground: Playground;
  readonly #step: Step;
  readonly #done: () => void;
  readonly #feedback = element('p', { class: 'feedback', role: 'status' });
  readonly #answers = element('div', { class: 'answers' });
  readonly #choices: HTMLButtonElement[] = [];
  readonly #forget: () => void;
  #asked: LessonCommand[] = []; // that follow one another, each when the one before is done
  #guess: LineGuess | null = null;
  #began: Description | null = null; // once the step's scene is there
  #before: Description | null = null; // as it began before the page was loaded again
  #line: Line | null = null;
  #tried = -1; // the point that was judged last
  #strayed: ReturnType<typeof strayed> = null; // from what the step is about
  #said: Said | null = null; // to be said when all that was asked for is done
  #isDone = false;

  constructor(playground: Playground, step: Step, place: string, done: () => void) {
    this.#playground = playground;
    this.#step = step;
    this.#done = done;
    this.heading = element('h2', { tabindex: -1 }, step.heading);
    const text = element('div', { class: 'text' });
    // Written with the site and made with it: nothing in it comes from a person.
    text.innerHTML = step.html;
    this.node = element('div', { class: 'step' }, element('p', { class: 'soft' }, place), this.heading, text, this.#ask(), this.#feedback);
    // Not only where the session changed: what the plane's card shows is no part of it.
    this.#forget = playground.onFrame(() => {
      if (!this.#isDone || this.#waits) this.#look();
    });
  }

  /** The step's scene as it begins, also after a detour. To be called once the step before has ended. */
  open(scene = this.#step.scene): void {
    this.#began = this.#before = null;
    this.node.ariaBusy = 'true';
    if (scene !== null) {
      this.#playground.app.set_stage();
      const refusal = this.#playground.send({ type: 'replace', text: scene });
      if (refusal !== null) this.#say(refusal);
      // The scene may be the one that is open.
      this.#playground.send({ type: 'select' });
    }
    if (!this.#isDone) this.#playground.app.let_taps_select(this.#step.task.predict === 'point');
    this.#look();
  }

  /** Goes on with the scene that is open. `began`: as the step did, where that is known. */
  goOn(began: Description | null): void {
    this.#before = began;
    this.node.ariaBusy = 'true';
    this.#playground.app.let_taps_select(this.#step.task.predict === 'point');
    this.#look();
  }

  /** As the step began; null while it has not. */
  get began(): Description | null {
    return this.#began;
  }

  end(): void {
    this.#forget();
    this.#playground.app.let_taps_select(false);
  }

  #ask(): HTMLElement {
    const { task } = this.#step;
    const node = element('div', { class: 'task' });
    node.append(element('p', { class: 'ask' }, task.ask), this.#answers);
    for (const [index, { says, pictures }] of (task.choices ?? []).entries()) {
      const choice = button('', () => {
        this.#choose(index);
      });
      for (const [theme, source] of [['light', pictures?.[0]] as const, ['dark', pictures?.[1]] as const]) {
        if (source !== undefined) choice.append(element('img', { src: source, alt: '', class: theme, loading: 'lazy' }));
      }
      choice.append(element('span', {}, says));
      this.#choices.push(choice);
      this.#answers.append(choice);
    }
    const hints = element('ol', { class: 'hints' });
    const hint = button('Hint', () => {
      const next = task.hints[hints.childElementCount];
      if (next !== undefined) hints.append(element('li', {}, next));
      setHidden(hint, hints.childElementCount === task.hints.length);
    });
    const show = button('Show me', () => {
      this.#show();
    });
    // Each hint is told as it comes.
    node.append(element('div', { role: 'status' }, hints), element('p', { class: 'actions' }, hint, show));
    return node;
  }

  /** Begins with the scene as the step does, whatever was done since: it shows the same at every press, and what is said is about that. */
  #show(): void {
    const { task, scene } = this.#step;
    if (!this.#began) return;
    this.#isDone = false;
    this.#said = null;
    // Before the scene opens, which may satisfy the step where its machine has been at the end.
    this.#asked = task.predict === 'choice' || task.predict === 'line' ? [] : [...(task.show as LessonCommand[])];
    this.node.classList.remove('done');
    setText(this.#feedback, '');
    this.open(scene ?? this.#began.scene);
    if (task.predict === 'choice') this.#choose(task.answer ?? 0);
    else if (task.predict === 'line') this.#guess?.show(task.show as number[]);
  }

  #choose(index: number): void {
    const choice = this.#step.task.choices?.[index];
    if (!choice || this.#isDone) return;
    for (const [i, each] of this.#choices.entries()) {
      setDisabled(each, true);
      each.classList.toggle('right', i === this.#step.task.answer);
      each.classList.toggle('chosen', i === index);
    }
    this.#reveal(choice.feedback);
  }

  /** What was predicted is shown to come, of the scene that it was asked of whatever was done since, and then spoken of. */
  #reveal(said: Said): void {
    this.#isDone = true;
    this.#said = said;
    const { task } = this.#step;
    const { scene, selected } = this.#playground.describe();
    const anew: LessonCommand[] = [];
    if (this.#began && scene !== this.#began.scene) {
      anew.push({ type: 'replace', text: this.#began.scene });
      if (task.predict === 'point') anew.push({ type: 'select', index: selected });
    }
    this.#askFor([...anew, ...task.then]);
  }

  /** For what was asked for to be done: then there is more to ask for, or to say. */
  get #waits(): boolean {
    return !this.#began || this.#asked.length > 0 || this.#said !== null;
  }

  #askFor(commands: LessonCommand[]): void {
    this.#asked.push(...commands);
    this.#look();
    this.#playground.wake();
  }

  /** After each frame in which something changed. */
  #look(): void {
    const now = this.#playground.describe();
    if (this.#waits) this.#playground.wake();
    if (now.busy) return;
    if (!this.#began) {
      this.#began = this.#before ?? now;
      this.#before = null;
      this.node.ariaBusy = 'false';
      this.#tried = now.selected;
      if (this.#step.task.predict === 'line' && !this.#guess) {
        this.#guess = new LineGuess(this.#began, (wrong, of) => {
          this.#line = { wrong, of };
          this.#guess?.close();
          if (this.#step.task.right) this.#reveal(this.#step.task.right);
        });
        this.#answers.append(this.#guess.node);
      }
    }
    const next = this.#asked.shift();
    if (next) {
      this.#carryOut(next);
      return;
    }
    if (this.#said) {
      this.#say(this.#said(now, this.#began, this.#line));
      this.#said = null;
      this.#finish();
    } else if (!this.#isDone) {
      this.#judge(now, this.#began);
    }
  }

  #carryOut({ type, view, ...rest }: LessonCommand): void {
    if (type === 'view') this.#playground.app.choose_view(view ?? '');
    else this.#playground.press({ type, ...rest } as Parameters<Playground['press']>[0]);
  }

  #judge(now: Description, began: Description): void {
    const { task } = this.#step;
    if (!task.check) return;
    const away = strayed(now, began, task.kept);
    if (away !== this.#strayed) {
      this.#strayed = away;
      this.#say(away === null ? '' : strayedSentence[away]);
    }
    if (away !== null) return;
    const good = task.check(now, began, this.#line);
    if (task.predict === 'point') {
      if (now.selected === this.#tried || now.selected < 0) return;
      this.#tried = now.selected;
      if (good && task.right) this.#reveal(task.right);
      else if (!good && task.wrong) this.#say(task.wrong(now, began, null));
      this.#look();
    } else if (good) {
      this.#say(task.right?.(now, began, null) ?? '');
      this.#finish();
    }
  }

  #say(text: string): void {
    setText(this.#feedback, text);
    this.#feedback.scrollIntoView({ block: 'nearest' });
  }

  #finish(): void {
    this.#isDone = true;
    this.#playground.app.let_taps_select(false);
    this.node.classList.add('done');
    this.#done();
  }
}
