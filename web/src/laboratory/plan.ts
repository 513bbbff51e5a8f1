// What will be done, before anything is.

import { element } from '../dom';
import type { Prospect } from './protocol';
import { asSentence } from './sentence';

export class Plan {
  readonly #sentences = element('div');
  readonly node = element('section', { class: 'plan' }, element('h2', {}, 'What will be done'), this.#sentences);

  /** `unfit`: that what is chosen does not fit is told where it is chosen. */
  show({ plan, problem }: Prospect['bound'], unfit: Prospect['unfit']): void {
    const isTold = problem !== null && Object.values(unfit).includes(problem);
    const reason = isTold ? 'what is chosen does not fit the scene.' : asSentence(problem ?? '');
    const said = problem === null ? plan : [`Nothing yet: ${reason}`];
    this.#sentences.replaceChildren(...said.map((text) => element('p', {}, text)));
  }
}
