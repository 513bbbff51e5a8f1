// Lessons and the gallery beside the canvas, which stays live: any detour is allowed, and the step's scene comes back
// at the press of a button. How far somebody has come is kept on the device, and nowhere else.

import { lessons, type LessonAbout, type Step } from 'virtual:lessons';
import { putAside, takeAside } from '../autosave';
import { element, leadTo, setDisabled } from '../dom';
import { keep, kept } from '../kept';
import { giveWay, sceneText } from '../looking';
import { copyText, loadPart } from '../messages';
import { button } from '../mirror/control';
import { deferred } from '../module';
import type { Description, Playground } from '../playground';
import { sideOf, turnedBy, type Side } from '../side/side';
import { places } from '../wishes';
import { galleryOf } from './gallery';
import { StepView } from './step_view';

const finished = 'done';
const listAsked = 'lessons';

/** What an address asks for to have this step. */
function stepAsked(lesson: LessonAbout, at: number): string {
  return `lesson=${lesson.id}&step=${String(at + 1)}`;
}

/** A step whose scene is open already, with what a page that was loaded again has left of it. */
interface OpenStep {
  left: { asked: string; own: string | null; began: Description | null } | null;
}

class LessonPanel {
  readonly #playground: Playground;
  readonly #side: Side;
  #own: string | null = null; // the scene that was open before a lesson's
  #left: string | null = null; // what was open when lessons went out of sight; null while one is in sight
  #page: { asked: string; view: StepView | null } | null = null; // of a lesson, which stands here; after the last step without a view
  #pages: { back: HTMLButtonElement; next: HTMLButtonElement } | null = null; // what leads from the step that is shown
  #isHere = false; // and nothing else stands beside the canvas
  readonly #ofThisVisit = new Map<LessonAbout, string>(); // how far somebody has come, which counts where nothing is kept
  #isKept = true; // also for the next visit

  constructor(playground: Playground) {
    this.#playground = playground;
    this.#side = sideOf(playground);
    this.#side.onClose(() => {
      this.#leave();
    });
    addEventListener('pagehide', () => {
      if (!this.#page || !this.#side.isOpen) return;
      const { asked, view } = this.#page;
      const left: OpenStep['left'] = { asked, own: this.#own, began: view?.began ?? null };
      putAside(JSON.stringify(left), 'step');
    });
    addEventListener('pageshow', () => void takeAside('step'));
  }

  #leave(): void {
    if (this.#own !== null) this.#left ??= sceneText(this.#playground);
  }

  /** To be called before a lesson opens a scene: what somebody has made while lessons were out of sight is their own. */
  #takeOwn(): void {
    if (this.#own === null || (this.#left !== null && this.#left !== sceneText(this.#playground))) {
      this.#own = this.#playground.app.scene_text();
      giveWay(this.#playground);
    }
    this.#left = null;
  }

  readonly #turn = (by: -1 | 1): boolean => {
    if (!this.#side.isOpen || !this.#pages?.next.isConnected) return false;
    (by < 0 ? this.#pages.back : this.#pages.next).click();
    return true;
  };

  /** All lessons, or the one that is being taken; `asked` is what the address asks for. */
  open(asked: string | null = listAsked): void {
    if (!this.#isHere) this.list(asked);
    this.#side.open();
    leadTo(this.#side.title);
  }

  /** What there is to learn and to see. */
  list(asked: string | null = listAsked): void {
    const items = lessons.map((lesson) => {
      const progress = this.#progressOf(lesson);
      const isTaken = progress === finished;
      const begin = button('', () => {
        void this.begin(lesson, isTaken ? 0 : Number(progress) || 0);
      });
      const told = isTaken ? 'taken' : progress === '' ? '' : `at step ${String(Number(progress) + 1)} of ${String(lesson.steps)}`;
      begin.append(
        element('strong', {}, lesson.title),
        element('span', {}, lesson.learns),
        element('span', { class: 'soft' }, [`${String(lesson.minutes)} minutes`, told].filter(Boolean).join(' · ')),
      );
      return element('li', { class: isTaken ? 'taken' : '' }, begin);
    });
    const about = element('p', { class: 'soft' }, 'Each takes about five minutes. You act on the canvas, and the page notices.');
    this.#show('Lessons', [about, ...this.#unkept(), element('ol', { class: 'list' }, ...items)], asked);
  }

  /** The list in the place of what had the focus, which goes to its title. */
  #backToList(): void {
    this.list();
    this.#side.title.focus();
  }

  /** As far as it was taken: nothing, "3" (steps), or "done". */
  #progressOf(lesson: LessonAbout): string {
    return kept(`lesson-${lesson.id}`) ?? this.#ofThisVisit.get(lesson) ?? '';
  }

  /** That somebody is at this step; whoever has been further, or through, stays so. */
  #reach(lesson: LessonAbout, at: number): void {
    const before = this.#progressOf(lesson);
    if (before !== finished && Number(before) <= at) this.#keepProgress(lesson, String(at));
  }

  #keepProgress(lesson: LessonAbout, progress: string): void {
    this.#ofThisVisit.set(lesson, progress);
    this.#isKept = keep(`lesson-${lesson.id}`, progress);
  }

  /** What somebody has to know who counts on going on at the next visit. */
  #unkept(): Node[] {
    if (this.#isKept) return [];
    const sentence = 'This browser does not keep for the next visit how far you come: its storage is full or switched off. A link to a step leads back to it.';
    return [element('p', { class: 'soft' }, sentence)];
  }

  #show(title: string, content: Node[], asked: string | null, leave: () => void = () => undefined): void {
    const left = () => {
      this.#isHere = false;
      leave();
    };
    this.#side.show(title, content, left, asked);
    this.#isHere = true;
  }

  /** A page of a lesson: of a step, or what follows the last. */
  #showPage(lesson: LessonAbout, at: number, content: Node[], view: StepView | null): void {
    const asked = stepAsked(lesson, at);
    this.#show(lesson.title, content, asked, () => {
      view?.end();
      this.#page = null;
      this.#leave();
    });
    this.#page = { asked, view };
    this.#left = null;
  }

  /** `open`: the step goes on with the scene that is open. False where it did not come, or something else was wanted by then. */
  async begin(lesson: LessonAbout, at: number, open: OpenStep | null = null): Promise<boolean> {
    const isWantedBeside = places.beside.want();
    const isSceneWanted = open ? () => true : places.scene.want();
    const isWanted = () => isWantedBeside() && isSceneWanted();
    // Its steps need all of the module, for which the page would wait, its text already there, in the middle of opening the first.
    const [loaded] = await Promise.all([loadPart(lesson.load(), 'The lesson', isWanted), deferred.prepare()]);
    if (!loaded || !isWanted()) return false;
    const first = Math.min(at, loaded.steps.length - 1);
    if (open?.left) this.#own = open.left.own;
    else this.#takeOwn();
    if (!open?.left) this.#playground.app.choose_view('points');
    if (open) {
      this.#go(lesson, loaded.steps, first, open);
      return true;
    }
    // A step without a scene of its own goes on with that of a step before it.
    const scene = loaded.steps[first]?.scene === null ? loaded.steps.slice(0, first).findLast((step) => step.scene !== null)?.scene : null;
    if (typeof scene === 'string') this.#playground.press({ type: 'replace', text: scene });
    this.#go(lesson, loaded.steps, first);
    return true;
  }

  #go(lesson: LessonAbout, steps: Step[], at: number, open: OpenStep | null = null): void {
    const step = steps[at];
    if (!step) return;
    this.#takeOwn();
    const last = at + 1 === steps.length;
    const next = button(last ? 'To the end' : 'Next', () => {
      if (last) this.#end(lesson);
      else this.#go(lesson, steps, at + 1);
    });
    next.classList.add('main');
    const back = button('Back', () => {
      if (at > 0) this.#go(lesson, steps, at - 1);
      else this.#backToList();
    });
    const place = `Step ${String(at + 1)} of ${String(steps.length)}`;
    const view = new StepView(this.#playground, step, place, () => {
      next.classList.add('ready');
      if (last) this.#keepProgress(lesson, finished);
    });
    this.#pages = { back, next };
    turnedBy(this.#playground, this.#turn);
    this.#reach(lesson, at);
    const again = button('This step’s scene again', () => {
      view.open();
    });
    setDisabled(again, step.scene === null);
    const share = button('Copy link', () => {
      const address = new URL(location.href);
      address.search = `?${stepAsked(lesson, at)}`;
      address.hash = '';
      void copyText(address.href, 'Link to this step');
    });
    const all = button('All lessons', () => {
      this.#backToList();
    });
    const content = [view.node, element('p', { class: 'actions' }, back, next), element('p', { class: 'actions small' }, again, share, all), ...this.#unkept()];
    this.#showPage(lesson, at, content, view);
    if (open) view.goOn(open.left?.began ?? null);
    else view.open();
    leadTo(view.heading);
  }

  #end(lesson: LessonAbout): void {
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
          this.#side.close();
        }),
      );
    }
    actions.append(
      button('All lessons', () => {
        this.#backToList();
      }),
    );
    const heading = element('h2', { tabindex: -1 }, 'You have taken this lesson');
    this.#showPage(lesson, lesson.steps - 1, [heading, element('p', {}, `Now you know: ${lesson.learns}`), actions], null);
    heading.focus();
  }
}

let panel: LessonPanel | null = null;

export function openLessons(playground: Playground): void {
  panel ??= new LessonPanel(playground);
  panel.open();
}

/** `asked`: by a press, after which the focus goes there. */
export function openGallery(playground: Playground, asked: boolean): void {
  const side = sideOf(playground);
  const about = element('p', { class: 'soft' }, 'One press opens a scene, and undo brings back what was there.');
  side.show('Gallery', [about, ...galleryOf(playground)]);
  side.open();
  if (asked) leadTo(side.title);
}

/**
 * What an address asks for: ?lesson=09-who-carries-the-line&step=2, or ?lessons for all of them. `hasScene`: it has a scene as well, or one was
 * left when the page was loaded again; then the step goes on with that.
 */
export async function openAsked(playground: Playground, search: URLSearchParams, hasScene: boolean): Promise<void> {
  const aside = takeAside('step');
  const asked = search.get('lesson');
  const lesson = lessons.find(({ id }) => id === asked || id.startsWith(`${String(asked)}-`));
  panel ??= new LessonPanel(playground);
  panel.open(lesson ? null : listAsked);
  if (asked === null) return;
  if (!lesson) {
    playground.tell(`There is no lesson “${asked}”; the list shows those that there are.`);
    return;
  }
  const step = search.get('step') ?? '1';
  const isThere = /^[1-9]\d*$/.test(step) && Number(step) <= lesson.steps;
  const at = isThere ? Number(step) - 1 : 0;
  const left = aside === null ? null : (JSON.parse(aside) as OpenStep['left']);
  // Why the scene of the address is not there, which that of the lesson would end.
  const { notice } = playground.describe();
  const began = await panel.begin(lesson, at, hasScene && isThere ? { left: left?.asked === stepAsked(lesson, at) ? left : null } : null);
  if (!began) return;
  if (notice !== null) playground.tell(notice);
  if (!isThere) playground.tell(`The lesson “${lesson.title}” has steps 1 to ${String(lesson.steps)} and no “${step}”; it begins with the first.`);
}
