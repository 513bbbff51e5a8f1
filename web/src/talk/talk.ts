// Scenes one after the other: a list that a teacher makes here, keeps as a file or a link, and steps through with arrows
// or a clicker.

import './talk.css';
import { onAddressed } from '../address';
import { putAside, takeAside } from '../autosave';
import type { Playground } from '../playground';
import { sideOf, turnedBy } from '../side/side';
import { placeBar } from './bar';
import { putOn } from './canvas';
import { listOfFile, listOfLink, type TalkScene } from './list';
import { makePanel } from './panel';
import { Store } from './store';

interface Talk {
  open: () => void;
  /** Opens another list, at the first of its scenes; or says the sentence that refuses it. */
  begin: (list: TalkScene[] | string, from: string, isKept: boolean) => void;
  /** Goes on where the page was before it was loaded again; `isShown`: the scene has come back by itself. */
  reopen: (left: string, isShown: boolean) => void;
}

function makeTalk(playground: Playground): Talk {
  const { app, canvas } = playground;
  const store = new Store();
  const turn = (by: -1 | 1) => {
    if (store.at < 0) return false;
    go(store.at + by);
    return true;
  };
  const go = (at: number) => {
    const entry = store.entries[at];
    if (!entry) return;
    const refusal = putOn(playground, entry);
    if (refusal !== null) playground.tell(`Scene ${String(at + 1)} of the list: ${refusal}`);
    store.show(entry);
    turnedBy(playground, turn);
  };
  const present = () => {
    sideOf(playground).close();
    app.present(true);
    canvas.focus();
    go(Math.max(0, store.at));
  };
  const open = makePanel(playground, store, go, present);
  placeBar(store, turn, open, () => {
    app.present(false);
    playground.wake();
    canvas.focus();
  });
  onAddressed(() => {
    store.show(null);
  });
  addEventListener('pagehide', () => {
    store.endTyping();
    const { aside } = store;
    if (aside !== null) putAside(aside, 'list');
  });
  addEventListener('pageshow', () => void takeAside('list'));

  return {
    open,
    begin: (list, from, isKept) => {
      if (typeof list === 'string') {
        playground.tell(list);
        return;
      }
      store.take(list, from, isKept);
      go(0);
    },
    reopen: (left, isShown) => {
      store.reopen(left, isShown);
      if (store.at >= 0) turnedBy(playground, turn);
    },
  };
}

let talk: Talk | null = null;

/** There is one. */
function talkOf(playground: Playground): Talk {
  return (talk ??= makeTalk(playground));
}

export function openTalk(playground: Playground): void {
  talkOf(playground).open();
}

/** What a link of scenes asks for: its list, at the first of them. */
export function openListLink(playground: Playground, text: string): void {
  talkOf(playground).begin(listOfLink(text), 'The link', false);
}

/** What was put aside when the page was left to be loaded again. */
export function reopenList(playground: Playground, left: string, isShown: boolean): void {
  talkOf(playground).reopen(left, isShown);
}

export function openListFile(playground: Playground, text: string, name: string): void {
  talkOf(playground).begin(listOfFile(text), name, true);
}
