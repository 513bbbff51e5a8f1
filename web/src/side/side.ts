// The place beside the canvas (below it on a phone) that lessons and scenes for a class share, and the keys that turn
// from one of their pages to the next.

import './side.css';
import { askFor } from '../asked';
import { element, isInForm, isSpokenFor, setText } from '../dom';
import { keep } from '../kept';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import { openGallery, openLessons, openTalk } from '../requests';
import { wayBack } from '../way_back';
import { places } from '../wishes';

export class Side {
  readonly title = element('h1', { tabindex: -1 });
  readonly body = element('div', { class: 'body' });
  readonly #playground: Playground;
  readonly #panel: HTMLElement;
  readonly #pages: HTMLButtonElement[];
  #leave: (() => void) | null = null; // of what stands here
  #asked: string | null = null; // what an address asks for to have it here; null: the address is not to be touched
  readonly #closed: (() => void)[] = [];
  #back: () => void = () => undefined;

  constructor(playground: Playground) {
    this.#playground = playground;
    const close = button('Close', () => {
      this.close();
    });
    const pages: [name: string, open: (playground: Playground) => void][] = [
      ['Lessons', openLessons],
      ['Gallery', openGallery],
      ['For a class', openTalk],
    ];
    this.#pages = pages.map(([name, open]) =>
      button(name, () => {
        open(playground);
      }),
    );
    const nav = element('nav', { 'aria-label': 'Beside the canvas' }, ...this.#pages);
    this.#panel = element('aside', { id: 'side' }, element('header', {}, this.title, close), nav, this.body);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
    });
    document.getElementById('stage')?.after(this.#panel);
    // What stands here stays where Back leads to an address of before.
    addEventListener('popstate', () => {
      this.#tellAddress();
    });
  }

  /** A page that is loaded again, or whose address is handed on, has here what is here now. */
  #tellAddress(): void {
    if (this.#asked !== null) askFor(this.isOpen ? this.#asked : '');
  }

  get isOpen(): boolean {
    return document.documentElement.classList.contains('with-side');
  }

  open(): void {
    if (!this.isOpen) this.#back = wayBack(this.#playground.canvas);
    document.documentElement.classList.add('with-side');
    keep('side', 'open');
    this.#tellAddress();
  }

  close(): void {
    places.beside.want();
    document.documentElement.classList.remove('with-side');
    keep('side', 'closed');
    this.#asked ??= '';
    this.#tellAddress();
    for (const tell of this.#closed) tell();
    this.#back();
  }

  onClose(listener: () => void): void {
    this.#closed.push(listener);
  }

  /**
   * What stands here from now on; `leave` is called before something else does. `asked` is what an address asks for to have it here; null where
   * something that the address asks for is still to come.
   */
  show(title: string, content: Node[], leave: (() => void) | null = null, asked: string | null = ''): void {
    places.beside.want();
    this.#leave?.();
    this.#leave = leave;
    this.#asked = asked;
    this.#tellAddress();
    this.#panel.setAttribute('aria-label', title);
    setText(this.title, title);
    for (const page of this.#pages) page.ariaCurrent = page.textContent === title ? 'page' : null;
    this.body.replaceChildren(...content);
    this.body.scrollTop = 0;
  }
}

let side: Side | null = null;

/** There is one. */
export function sideOf(playground: Playground): Side {
  return (side ??= new Side(playground));
}

const back = new Set(['PageUp', 'ArrowUp']);
const on = new Set(['PageDown', 'ArrowDown']);
type Turn = (by: -1 | 1) => boolean;
const turns = new Set<Turn>(); // the last is what turned pages last

/**
 * What turns pages from now on: it says whether there was one to turn, and if not, what turned them before is asked. The
 * keys of a clicker do it, and for a class the arrows up and down as well, but in the text form, which they scroll.
 */
export function turnedBy(playground: Playground, turn: Turn): void {
  if (turns.size === 0) {
    addEventListener(
      'keydown',
      (event) => {
        const by = back.has(event.key) ? -1 : on.has(event.key) ? 1 : 0;
        if (by === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (playground.fault !== null || isSpokenFor(event) || isInForm(event.target)) return;
        if (event.key.startsWith('Arrow') && !playground.app.presenting()) return;
        if (![...turns].reverse().some((each) => each(by))) return;
        event.preventDefault();
        event.stopPropagation();
      },
      // Before the canvas takes the arrows for its machines.
      { capture: true },
    );
  }
  turns.delete(turn);
  turns.add(turn);
}
