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

  constructor({ about }: KindChoice) {
    this.#about = about;
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
  }
}
