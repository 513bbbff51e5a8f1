// What stands in a panel until there is a result: the scene that is open, what is chosen, and what will be done.

import { element, setHidden } from '../dom';
import { asSentence } from '../sentence';
import type { KindChoice } from './kind_choice';
import { PresentScene } from './present_scene';
import type { Prospect } from './protocol';

export class Before {
  readonly #about: HTMLDetailsElement;
  readonly #scene = new PresentScene();
  readonly #sentences = element('div');
  /** The scene, and what the chosen kind is. */
  readonly intro: HTMLElement;
  readonly plan = element('section', { class: 'plan' }, element('h2', {}, 'What will be done'), this.#sentences);

  readonly #refuse: (sentence: string) => void;
  #against = ''; // why nothing will be done, where that is told nowhere else

  /** `refuse` shows a sentence beside the button that begins, for as long as a result is in the plan's place. */
  constructor({ about }: KindChoice, refuse: (sentence: string) => void) {
    this.#about = about;
    this.#refuse = refuse;
    this.intro = element('div', { class: 'intro' }, this.#scene.node, about);
  }

  get isShown(): boolean {
    return !this.plan.hidden;
  }

  /** The explanation makes room for what it explains, and can be opened again. */
  setShown(shown: boolean): void {
    setHidden(this.#scene.node, !shown);
    setHidden(this.plan, !shown);
    this.#about.open = shown;
    this.#tellAgainst();
  }

  #tellAgainst(): void {
    if (!this.isShown) this.#refuse(this.#against);
  }

  showScene(...scene: Parameters<PresentScene['show']>): void {
    this.#scene.show(...scene);
  }

  /** `unfit`: that what is chosen does not fit is told where it is chosen. */
  showPlan({ plan, problem }: Prospect['bound'], unfit: Prospect['unfit']): void {
    const isTold = problem !== null && Object.values(unfit).includes(problem);
    const reason = isTold ? 'what is chosen does not fit the scene.' : asSentence(problem ?? '');
    const said = problem === null ? plan : [`Nothing yet: ${reason}`];
    this.#sentences.replaceChildren(...said.map((text) => element('p', {}, text)));
    this.#against = isTold ? '' : asSentence(problem ?? '');
    this.#tellAgainst();
  }
}
