// The list beside the canvas, to look at and to change.

import { linkTo } from '../address';
import { element, leadTo, remove as drop, setDisabled, setText, setValue } from '../dom';
import { pickFile } from '../files';
import { copyText, showMessage } from '../messages';
import { button, focusMoved } from '../mirror/control';
import type { Playground } from '../playground';
import { asSentence } from '../sentence';
import { sideOf } from '../side/side';
import { sceneOn } from './canvas';
import { linkOfList } from './list';
import type { Entry, Store } from './store';

interface Row {
  node: HTMLElement;
  moves: Record<-1 | 1, HTMLButtonElement>;
  update: (entry: Entry) => void;
}

/** What stands at this place of the list. `moved` is called when that is one further on, or back. */
function makeRow(playground: Playground, store: Store, at: number, go: (at: number) => void, moved: (by: -1 | 1) => void): Row {
  let entry: Entry;
  const title = element('input', { type: 'text', 'aria-label': `Title of scene ${String(at + 1)}`, autocomplete: 'off' });
  const typed = () => title.value.trim();
  title.addEventListener('input', () => {
    store.type(entry, typed());
  });
  title.addEventListener('keydown', (event) => {
    // Where there is nothing to take back it closes the panel.
    if (event.key === 'Escape' && !event.isComposing && store.takeBack()) event.stopPropagation();
  });
  for (const done of ['change', 'blur']) {
    title.addEventListener(done, () => {
      store.endTyping();
    });
  }
  const act = (what: string, run: () => void) => {
    const node = button(what, run);
    node.setAttribute('aria-label', `${what} scene ${String(at + 1)}`);
    return node;
  };
  const show = act('Show', () => {
    go(at);
  });
  const up = act('Move up', () => {
    store.move(entry, -1);
    moved(-1);
  });
  const down = act('Move down', () => {
    store.move(entry, 1);
    moved(1);
  });
  setText(up, '↑');
  setText(down, '↓');
  setDisabled(up, at === 0);
  const replace = act('Replace', () => {
    store.replace(entry, sceneOn(playground));
  });
  replace.title = 'By what is on the canvas';
  const remove = act('Remove', () => {
    store.remove(entry);
  });
  const node = element('li', {}, title, element('p', { class: 'actions small' }, show, up, down, replace, remove));
  return {
    node,
    moves: { [-1]: up, 1: down },
    update: (now) => {
      entry = now;
      if (typed() !== entry.title) setValue(title, entry.title);
      setDisabled(down, at + 1 === store.entries.length);
      node.ariaCurrent = at === store.at ? 'true' : null;
    },
  };
}

/** Makes the panel; what is returned opens it. */
export function makePanel(playground: Playground, store: Store, go: (at: number) => void, present: () => void): () => void {
  const side = sideOf(playground);
  const about = element('p', { class: 'soft' });
  const list = element('ol', { class: 'talk' });
  const rows: Row[] = [];
  const add = button('Add this scene', () => {
    store.add(sceneOn(playground));
  });
  add.classList.add('main', 'ready');
  const begin = button('Present', present);
  const link = button('Copy link', () => {
    const address = linkTo(linkOfList(store.entries));
    const refusal = playground.linkRefusal(address);
    if (refusal === null) void copyText(address, 'Link to the scenes');
    else showMessage(`${asSentence(refusal)} Save the list as a file instead.`);
  });
  const save = button('Save as a file', () => {
    store.save();
  });
  const open = button('Open a file …', () => {
    pickFile(playground, '.txt,text/plain');
  });
  const anew = button('New list', () => {
    store.take([], 'The new list');
  });
  const content = [
    about,
    list,
    element('p', { class: 'actions' }, add, begin),
    element('p', { class: 'actions small' }, link, save, open, anew),
  ];

  const addRow = (at: number) => {
    const row = makeRow(playground, store, at, go, (by) => {
      focusMoved(rows[at + by]?.moves, by);
    });
    list.append(row.node);
    return row;
  };
  const update = () => {
    const { entries } = store;
    const none = entries.length === 0;
    setText(
      about,
      none
        ? 'There is no scene yet. Make one on the canvas, at the iteration that you want to speak of, and add it.'
        : 'Page Down goes on and Page Up back, as a clicker does; while you present, the arrows up and down do, too.',
    );
    for (const each of [begin, link, save, anew]) setDisabled(each, none);
    while (rows.length > entries.length) drop(rows.pop()?.node);
    entries.forEach((entry, at) => {
      (rows[at] ??= addRow(at)).update(entry);
    });
  };
  store.onChange(update);
  update();

  return () => {
    side.show('For a class', content);
    side.open();
    leadTo(side.title);
  };
}
