// The gallery as cards by idea: a press opens a scene.

import { ideas } from 'virtual:gallery';
import { element } from '../dom';
import { button } from '../mirror/control';
import type { Playground } from '../playground';

export function galleryOf(playground: Playground): HTMLElement[] {
  return ideas.map(({ idea, scenes }) => {
    const cards = scenes.map(({ title, text, scene, pictures: [light, dark] }) => {
      const card = button('', () => {
        playground.press({ type: 'replace', text: scene });
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
