// The gallery as cards by idea: a press opens what the picture shows.

import { ideas } from 'virtual:gallery';
import { element } from '../dom';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import { putOn } from '../talk/canvas';

export function galleryOf(playground: Playground): HTMLElement[] {
  return ideas.map(({ idea, scenes }) => {
    const cards = scenes.map((shown) => {
      const { title, text, pictures: [light, dark] } = shown;
      const card = button('', () => {
        const refusal = putOn(playground, shown);
        if (refusal !== null) playground.tell(refusal);
      });
      card.append(
        element('img', { src: light, alt: '', class: 'light', loading: 'lazy', width: 320, height: 240 }),
        element('img', { src: dark, alt: '', class: 'dark', loading: 'lazy', width: 320, height: 240 }),
        element('strong', {}, title),
        element('span', {}, text),
      );
      return element('li', {}, card);
    });
    return element('section', { class: 'idea' }, element('h3', {}, idea), element('ul', { class: 'cards' }, ...cards));
  });
}
