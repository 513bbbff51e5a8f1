// A long table is shown a page at a time: more rows than these make every step slow to show.

import { element, setHidden } from '../dom';
import { button } from './control';

const pageSize = 100; // rows

export interface Page {
  first: number;
  count: number;
}

export class Pager {
  readonly node: HTMLElement;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #first = 0;

  /** `what` the rows are: "points". `turned` is to show the page again. */
  constructor(what: string, turned: () => void) {
    const turn = (by: number) => () => {
      this.#first += by;
      turned();
    };
    this.#previous = button(`Previous ${what}`, turn(-pageSize));
    this.#next = button(`Next ${what}`, turn(pageSize));
    this.node = element('div', { class: 'row' }, this.#previous, this.#next);
  }

  /** The page that is shown, of so many rows. */
  page(rows: number): Page {
    const last = Math.max(0, Math.ceil(rows / pageSize) - 1) * pageSize;
    this.#first = Math.min(Math.max(this.#first, 0), last);
    setHidden(this.#previous, this.#first === 0);
    setHidden(this.#next, this.#first === last);
    return { first: this.#first, count: Math.min(pageSize, rows - this.#first) };
  }

  /** Turns to the page that a row is on. */
  turnTo(row: number): void {
    this.#first = Math.floor(row / pageSize) * pageSize;
  }
}
