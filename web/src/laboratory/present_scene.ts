// The scene that is open, as it is now: what a bound or a selection will start from.

import { element, setText } from '../dom';
import type { Description, Playground } from '../playground';
import { SmallPlane } from './small_plane';

export type ScenePicture = ReturnType<Playground['app']['picture']>;

export class PresentScene {
  readonly #plane = new SmallPlane();
  readonly #marks = element('p', { class: 'hint' });
  readonly node = element('div', { class: 'present' }, this.#plane.node, this.#marks);

  show(now: Description, { picture, painting }: ScenePicture): void {
    this.#plane.show(`The scene at iteration ${String(now.iteration)}. ${now.headline}`, picture, painting);
    const marks = [
      painting?.wrong.includes(1) === true ? 'A cross marks a point that the machine gets wrong.' : '',
      picture.validation.includes(1) ? 'Hollow points are the validation part.' : '',
    ];
    setText(this.#marks, marks.filter(Boolean).join(' '));
  }
}
