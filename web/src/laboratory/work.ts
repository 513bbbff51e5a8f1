// What every panel has: the button that starts its work and stops it, how far the work is, and why there is none.

import { element, setDisabled, setHidden, setText } from '../dom';
import { button } from '../mirror/control';

export class Work {
  readonly #label: string;
  readonly #said: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #progress = element('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
  readonly #doing = element('p', { class: 'hint', role: 'status' });
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly node: HTMLElement;
  #working = false;

  /** `said` is what assistive technology reads out once the work is done, not ten times a second. */
  constructor(label: string, said: HTMLElement, begin: () => void, stop: () => void) {
    this.#label = label;
    this.#said = said;
    this.#button = button(label, () => {
      if (this.#working) stop();
      else begin();
    });
    this.node = element('div', { class: 'go' }, this.#button, this.#progress, this.#doing, this.#problem);
    this.clear();
  }

  /** As before the first start. */
  clear(): void {
    this.#setWorking(false);
    this.tell('');
    this.refuse('');
    setHidden(this.#progress, true);
  }

  show(fraction: number, working: boolean): void {
    this.#setWorking(working);
    setHidden(this.#progress, false);
    this.#progress.value = fraction;
  }

  /** What is being done, beside how far it is. */
  tell(doing: string): void {
    setText(this.#doing, doing);
  }

  refuse(sentence: string): void {
    setText(this.#problem, sentence);
  }

  /** Nothing more will come. */
  end(): void {
    this.#setWorking(false);
    setDisabled(this.#button, true);
  }

  #setWorking(working: boolean): void {
    this.#working = working;
    setText(this.#button, working ? 'Stop' : this.#label);
    this.#said.setAttribute('aria-busy', String(working));
  }
}
