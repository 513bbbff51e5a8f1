// A text field laid over the canvas, for a value that is typed there.

import { byId, setText } from './dom';
import { showMessage } from './messages';
import type { CanvasRequest } from './module';
import type { Playground } from './playground';
import { setSentence } from './sentence';

export class TextEdit {
  readonly #playground: Playground;
  readonly #form = byId('edit', HTMLFormElement);
  readonly #input = byId('edit-value', HTMLInputElement);
  readonly #error = byId('edit-error', HTMLParagraphElement);
  #request: CanvasRequest | null = null;

  constructor(playground: Playground) {
    this.#playground = playground;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#apply()) this.#leave();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#leave();
    });
    this.#input.addEventListener('input', () => {
      setText(this.#error, '');
    });
    // Before what lies below it moves.
    const leave = () => {
      this.#input.blur();
    };
    new ResizeObserver(leave).observe(playground.canvas);
    for (const type of ['pointerdown', 'wheel']) playground.canvas.addEventListener(type, leave, { passive: true });
    // Leaving the field takes a value that is right and says why another is not. Who goes to another field stays there.
    this.#input.addEventListener('blur', (event) => {
      if (!this.#request) return;
      if (!this.#apply()) showMessage(this.#error.textContent);
      if (event.relatedTarget) this.#close();
      else this.#leave();
    });
  }

  /** What is in it was meant for the scene that was open. */
  forget(): void {
    if (this.#request) this.#leave();
  }

  open(request: CanvasRequest): void {
    const corner = this.#playground.canvas.getBoundingClientRect();
    this.#request = null;
    this.#form.hidden = false;
    this.#form.style.left = `${request.left}px`;
    this.#form.style.top = `${request.top}px`;
    this.#form.style.width = `${request.width}px`;
    this.#form.style.height = `${request.height}px`;
    this.#form.classList.toggle('to-the-left', request.left > corner.width / 2);
    this.#form.classList.toggle('above', request.top > corner.height / 2);
    const name = 'field' in request.command ? request.command.field : request.field;
    this.#input.setAttribute('aria-label', `New value of ${name.split(':').at(-1) ?? ''}`);
    this.#input.value = request.value;
    this.#input.placeholder = request.otherwise;
    setText(this.#error, '');
    this.#input.focus();
    this.#input.select();
    this.#request = request;
  }

  /** False where the value was refused; the sentence is then shown. */
  #apply(): boolean {
    if (!this.#request || this.#input.value === this.#request.value) return true;
    const { command, field } = this.#request;
    const refusal = this.#playground.apply({ ...command, [field]: this.#input.value });
    setSentence(this.#error, refusal ?? '');
    return refusal === null;
  }

  #close(): void {
    this.#request = null;
    this.#form.hidden = true;
    this.#playground.wake();
  }

  #leave(): void {
    this.#close();
    this.#playground.canvas.focus();
  }
}
