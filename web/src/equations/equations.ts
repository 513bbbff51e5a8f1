// The equations of the present step as a book sets them, and what they come to for one pattern: a card over the
// plane that stays while one steps on. It is loaded when somebody first asks for it.

import './equations.css';
import { byId, element, isInForm, isSpokenFor, leadTo, setHidden, setText } from '../dom';
import { button } from '../mirror/control';
import type { Description, Playground } from '../playground';
import { wayBack } from '../way_back';
import { mathNodes } from './mathml';

const margin = 12; // CSS pixels between the card and the edges of the plane

class EquationCard {
  readonly #playground: Playground;
  readonly #problem = element('p', { class: 'equation' });
  readonly #step = element('ul', { 'aria-label': 'Each step' });
  readonly #whose = element('p', { class: 'hint' });
  readonly #worked = element('ul', { 'aria-label': 'With numbers' });
  readonly #source = element('p', { class: 'hint' });
  readonly #node: HTMLElement;
  #leave: () => void = () => undefined;
  #algorithm = '';
  #numbers = '';

  constructor(playground: Playground) {
    this.#playground = playground;
    const close = button('×', () => {
      this.close();
    });
    close.setAttribute('aria-label', 'Close the equations');
    this.#node = element(
      'aside',
      { id: 'equations', 'aria-label': 'Equations', tabindex: -1, hidden: true },
      element('header', {}, element('h2', {}, 'Equations'), close),
      this.#problem,
      this.#step,
      this.#whose,
      this.#worked,
      this.#source,
    );
    // On the canvas, too, before the key means anything else there.
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#node.hidden || isSpokenFor(event) || playground.app.ends_by_escape()) return;
      event.preventDefault();
      this.close();
    });
    document.body.append(this.#node);
    playground.onChange(() => {
      this.#update();
    });
    // Where the plane and a message over it are, a frame says after the app has laid them out, which may be later than the page does.
    let place = '';
    playground.onFrame(() => {
      const { left, top, width, height } = playground.canvas.getBoundingClientRect();
      const now = [left, top, width, height, playground.app.message_top()].join(' ');
      if (now === place) return;
      place = now;
      this.#update();
    });
  }

  toggle(): void {
    if (!this.#node.hidden) {
      this.close();
      return;
    }
    this.#leave = wayBack(this.#playground.canvas);
    setHidden(this.#node, false);
    this.#update();
    // Who came from the mirror is led here; on the canvas the keys go on stepping.
    if (isInForm(document.activeElement)) leadTo(this.#node);
  }

  close(): void {
    setHidden(this.#node, true);
    this.#leave();
  }

  #update(): void {
    if (this.#node.hidden || this.#playground.fault !== null) return;
    const now = this.#playground.describe();
    this.#place(now);
    this.#tellStep(now);
    this.#tellNumbers(now);
  }

  /** In the corner of the plane where its buttons are not, above a message, as far as the plane can be seen. */
  #place({ plane }: Description): void {
    const { style } = this.#node;
    const { canvas, app } = this.#playground;
    const seen = byId('stage', HTMLElement).getBoundingClientRect();
    const top = Math.max(plane.top, seen.top);
    const end = Math.min(plane.top + plane.height, canvas.getBoundingClientRect().top + app.message_top(), seen.bottom);
    style.left = `${String(plane.left + margin)}px`;
    style.bottom = `${String(innerHeight - end + margin)}px`;
    style.maxWidth = `${String(plane.width - 2 * margin)}px`;
    style.maxHeight = `${String(Math.max(0, end - top - 2 * margin))}px`;
  }

  #tellStep(now: Description): void {
    const chosen = this.#playground.catalogue.algorithms.find(({ id }) => id === now.algorithm);
    if (!chosen || chosen.id === this.#algorithm) return;
    this.#algorithm = chosen.id;
    this.#problem.replaceChildren(...mathNodes(chosen.problem));
    this.#step.replaceChildren(...lines(chosen.step.split(';').map((text) => text.trim())));
    setText(this.#source, chosen.source);
  }

  #tellNumbers(now: Description): void {
    // While the run moves there are none, and those of the last rest go on standing there, paler.
    this.#node.classList.toggle('moving', now.worked === null);
    if (now.worked === null) return;
    const { point, equations } = now.worked;
    const numbers = JSON.stringify([now.iteration, point, equations]);
    if (numbers === this.#numbers) return;
    this.#numbers = numbers;
    const told = equations.length > 0;
    setText(this.#whose, told ? `Iteration ${String(now.iteration)}, pattern ${String(point + 1)}:` : '');
    setHidden(this.#whose, !told);
    this.#worked.replaceChildren(...lines(equations));
  }
}

function lines(texts: string[]): HTMLElement[] {
  return texts.map((text) => element('li', { class: 'equation' }, ...mathNodes(text)));
}

let card: EquationCard | null = null;

/** Shows the card, or puts it away. */
export function toggleEquations(playground: Playground): void {
  card ??= new EquationCard(playground);
  card.toggle();
}
