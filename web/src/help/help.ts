// Help: what the page tells where it opens, what the picture shows, and the keys that the playground obeys.

import { byId, element, setText } from '../dom';
import { loadPart } from '../messages';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import more from './help.html?raw';

function dialogOf({ catalogue }: Playground): HTMLDialogElement {
  const article = byId('about', HTMLElement).cloneNode(true) as HTMLElement;
  article.removeAttribute('id');
  const rest = element('div');
  // A file of the site's own: nothing in it comes from a person.
  rest.innerHTML = more;
  article.querySelector('p:last-of-type')?.before(rest);
  rest
    .querySelector('dl')
    ?.append(...catalogue.keys.map(({ keys, meaning }) => element('div', {}, element('dt', {}, keys), element('dd', {}, meaning))));
  const forget = button('Forget what is kept on this device', () => {
    void loadPart(import('../offline/offline'), 'What forgets').then((part) => {
      dialog?.close();
      return part?.forgetAll();
    });
  });
  kept.id = 'help-kept';
  article.querySelector('p:last-of-type')?.after(kept, element('p', {}, forget));
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const dialog = element('dialog', { id: 'help', 'aria-label': 'Help' }, close, article);
  // The key that opened it closes it, too, and is used up by that: it would open it again.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== '?') return;
    event.preventDefault();
    dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

let dialog: HTMLDialogElement | null = null;
const kept = element('p'); // what this device has of the site

export function showHelp(playground: Playground): void {
  dialog ??= dialogOf(playground);
  if (!dialog.open) dialog.showModal();
  import('../offline/offline').then(({ tellKept }) => tellKept((text) => { setText(kept, text); })).catch(() => undefined);
}
