// Lessons and the gallery beside the canvas, which stays live: any detour is allowed, and the step's scene comes back
// at the press of a button. How far somebody has come is kept on the device, and nowhere else.

import './lessons.css';
import { lessons, type LessonAbout, type Step } from 'virtual:lessons';
import { element, setDisabled, setText, takesText } from '../dom';
import { keep, kept } from '../kept';
import { copyText, loadPart } from '../messages';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import { galleryOf } from './gallery';
import { StepView } from './step_view';

const finished = 'done';

/** As far as it was taken: nothing, "3" (steps), or "done". */
function progressOf({ id }: LessonAbout): string {
  return kept(`lesson-${id}`) ?? '';
}

function progressText(lesson: LessonAbout): string {
  const progress = progressOf(lesson);
  if (progress === finished) return 'taken';
  return progress === '' ? '' : `at step ${String(Number(progress) + 1)} of ${String(lesson.steps)}`;
}

class LessonPanel {
  readonly #playground: Playground;
  readonly #title = element('h1', { tabindex: -1 });
  readonly #body = element('div', { class: 'body' });
  readonly #panel: HTMLElement;
  #own: string | null = null; // the scene that was open before a lesson's
  #step: StepView | null = null;
  #turn: { PageUp: HTMLButtonElement; PageDown: HTMLButtonElement } | null = null; // of the step

  constructor(playground: Playground) {
    this.#playground = playground;
    const close = button('Close', () => {
      this.close();
    });
    this.#panel = element('aside', { id: 'lessons', 'aria-label': 'Lessons' }, element('header', {}, this.#title, close), this.#body);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
    });
    document.getElementById('stage')?.after(this.#panel);
    // The keys of a clicker.
    addEventListener('keydown', (event) => {
      if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
      if (!this.#turn || !this.#isOpen || takesText(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      this.#turn[event.key].click();
    });
  }

  get #isOpen(): boolean {
    return document.documentElement.classList.contains('with-lessons');
  }

  open(): void {
    document.documentElement.classList.add('with-lessons');
    if (!this.#body.hasChildNodes()) this.list();
    this.#title.focus();
  }

  close(): void {
    document.documentElement.classList.remove('with-lessons');
    this.#playground.canvas.focus();
  }

  /** What there is to learn and to see. */
  list(): void {
    this.#leave();
    setText(this.#title, 'Lessons');
    const items = lessons.map((lesson) => {
      const begin = button('', () => {
        void this.begin(lesson, progressOf(lesson) === finished ? 0 : Number(progressOf(lesson)) || 0);
      });
      begin.append(
        element('strong', {}, lesson.title),
        element('span', {}, lesson.learns),
        element('span', { class: 'soft' }, [`${String(lesson.minutes)} minutes`, progressText(lesson)].filter(Boolean).join(' · ')),
      );
      return element('li', { class: progressOf(lesson) === finished ? 'taken' : '' }, begin);
    });
    this.#body.replaceChildren(
      element('p', { class: 'soft' }, 'Each takes about five minutes. You act on the canvas, and the page notices.'),
      element('ol', { class: 'list' }, ...items),
      element('h2', {}, 'Gallery'),
      element('p', { class: 'soft' }, 'One press opens a scene, and undo brings back what was there.'),
      ...galleryOf(this.#playground),
    );
    this.#body.scrollTop = 0;
  }

  async begin(lesson: LessonAbout, at: number): Promise<void> {
    const loaded = await loadPart(lesson.load(), 'The lesson');
    if (!loaded) return;
    this.#own ??= this.#playground.app.scene_text();
    this.#playground.app.choose_view('points');
    this.#go(lesson, loaded.steps, Math.min(at, loaded.steps.length - 1));
  }

  #leave(): void {
    this.#step?.end();
    this.#step = null;
    this.#turn = null;
  }

  #go(lesson: LessonAbout, steps: Step[], at: number): void {
    const step = steps[at];
    if (!step) return;
    this.#leave();
    setText(this.#title, lesson.title);
    const last = at + 1 === steps.length;
    const next = button(last ? 'To the end' : 'Next', () => {
      if (last) this.#end(lesson);
      else this.#go(lesson, steps, at + 1);
    });
    next.classList.add('main');
    const back = button('Back', () => {
      if (at > 0) this.#go(lesson, steps, at - 1);
      else this.list();
    });
    const place = `Step ${String(at + 1)} of ${String(steps.length)}`;
    const view = new StepView(this.#playground, step, place, () => {
      next.classList.add('ready');
      if (last) keep(`lesson-${lesson.id}`, finished);
    });
    this.#step = view;
    this.#turn = { PageUp: back, PageDown: next };
    if (progressOf(lesson) !== finished) keep(`lesson-${lesson.id}`, String(at));
    const again = button('This step’s scene again', () => {
      view.open();
    });
    setDisabled(again, step.scene === null);
    const share = button('Copy link', () => {
      const address = new URL(location.href);
      address.search = `?lesson=${lesson.id}&step=${String(at + 1)}`;
      address.hash = '';
      void copyText(address.href, 'Link to this step');
    });
    const all = button('All lessons', () => {
      this.list();
      this.#title.focus();
    });
    this.#body.replaceChildren(
      view.node,
      element('p', { class: 'actions' }, back, next),
      element('p', { class: 'actions small' }, again, share, all),
    );
    this.#body.scrollTop = 0;
    view.heading.focus();
  }

  #end(lesson: LessonAbout): void {
    this.#leave();
    const following = lessons[lessons.indexOf(lesson) + 1];
    const actions = element('p', { class: 'actions' });
    if (following) {
      const go = button(`Next: ${following.title}`, () => void this.begin(following, 0));
      go.classList.add('main');
      actions.append(go);
    }
    const own = this.#own;
    if (own !== null) {
      actions.append(
        button('Back to the scene from before', () => {
          this.#playground.press({ type: 'replace', text: own });
          this.#own = null;
          this.close();
        }),
      );
    }
    actions.append(
      button('All lessons', () => {
        this.list();
      }),
    );
    const heading = element('h2', { tabindex: -1 }, 'You have taken this lesson');
    this.#body.replaceChildren(heading, element('p', {}, `Now you know: ${lesson.learns}`), actions);
    heading.focus();
  }
}

let panel: LessonPanel | null = null;

export function openLessons(playground: Playground): void {
  panel ??= new LessonPanel(playground);
  panel.open();
}

/** What an address asks for: ?lesson=09-who-carries-the-line&step=2, or ?lessons for all of them. */
export function openAsked(playground: Playground, search: URLSearchParams): void {
  openLessons(playground);
  const asked = search.get('lesson');
  if (asked === null) return;
  const lesson = lessons.find(({ id }) => id === asked || id.startsWith(`${asked}-`));
  if (lesson) void panel?.begin(lesson, Math.max(0, (Number(search.get('step')) || 1) - 1));
  else playground.tell(`There is no lesson “${asked}”; the list shows those that there are.`);
}
