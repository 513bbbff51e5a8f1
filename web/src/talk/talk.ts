// Scenes one after the other: a list that a teacher makes here, keeps as a file or a link, and steps through with arrows
// or a clicker. The list is kept on the device; where several pages of the site are open they have the same.

import './talk.css';
import { element, setDisabled, setText } from '../dom';
import { linkTo } from '../address';
import { putAside, takeAside } from '../autosave';
import { pickFile, saveFile } from '../files';
import { keep, kept, onKept } from '../kept';
import { copyText, showMessage } from '../messages';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import { sideOf, turnedBy, type Side } from '../side/side';
import { fileOfList, linkOfList, listOfFile, listOfLink, type TalkScene } from './list';

const storage = 'scenes';
const points = 'points';

class Talk {
  readonly #playground: Playground;
  readonly #side: Side;
  readonly #bar: HTMLElement;
  readonly #place = element('strong');
  readonly #title = element('span');
  readonly #back: HTMLButtonElement;
  readonly #on: HTMLButtonElement;
  #list: TalkScene[] = [];
  #at = -1; // the scene that is shown; −1: none of the list
  #isHere = false; // beside the canvas
  #typing: TalkScene | null = null; // whose title is being changed
  #isKept = true; // it is what the device keeps, and did not come with a link

  constructor(playground: Playground) {
    this.#playground = playground;
    this.#side = sideOf(playground);
    this.#list = listOf(kept(storage) ?? '');
    onKept(storage, (text) => {
      if (this.#isKept) this.#adopt(listOf(text));
    });
    this.#back = button('‹ Back', () => {
      this.go(this.#at - 1);
    });
    this.#on = button('Next ›', () => {
      this.go(this.#at + 1);
    });
    const edit = button('List', () => {
      this.open();
    });
    const end = button('End', () => {
      this.end();
    });
    const spoken = element('p', { role: 'status' }, this.#place, ' ', this.#title);
    this.#bar = element('nav', { id: 'talk', 'aria-label': 'Scenes', hidden: true }, this.#back, this.#on, spoken, edit, end);
    document.getElementById('stage')?.after(this.#bar);
    addEventListener('pagehide', () => {
      if (this.#at >= 0 || !this.#isKept) putAside(`${String(this.#at)} ${linkOfList(this.#list)}`, 'list');
    });
    addEventListener('pageshow', () => void takeAside('list'));
    // What stands above it ends where it begins.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--talk', `${String(this.#bar.offsetHeight)}px`);
    }).observe(this.#bar);
  }

  readonly #turn = (by: -1 | 1): boolean => {
    if (this.#at < 0) return false;
    this.go(this.#at + by);
    return true;
  };

  /** The list to look at and to change. */
  open(): void {
    this.#draw();
    this.#side.open();
    this.#side.title.focus();
  }

  /**
   * Another list in place of the one that was here, which a press brings back. What a link brought does not take the
   * place of what the device keeps before somebody changes it.
   */
  take(list: TalkScene[], from: string, isKept = true): void {
    const before = this.#list;
    this.#change(list, isKept);
    if (before.length === 0 || linkOfList(before) === linkOfList(list)) return;
    showMessage(`${from} has ${count(list)}.`, {
      label: 'Back to the list from before',
      run: () => {
        this.#change(before);
      },
    });
  }

  go(at: number): void {
    const scene = this.#list[at];
    if (!scene) return;
    this.#playground.app.set_stage();
    const refusal = this.#playground.send({ type: 'replace', text: scene.scene });
    if (refusal !== null) this.#playground.tell(`Scene ${String(at + 1)} of the list: ${refusal}`);
    this.#playground.app.choose_view(scene.view === '' ? points : scene.view);
    this.#playground.wake();
    this.#turnTo(at);
  }

  /** The scene at this place is the one that is shown. */
  #turnTo(at: number): void {
    this.#at = at;
    document.documentElement.classList.add('with-talk');
    this.#bar.hidden = false;
    turnedBy(this.#playground, this.#turn);
    this.#tell();
  }

  /** Goes on where the page was before it was loaded again; the scene has come back by itself. */
  reopen(left: string): void {
    const [place = ''] = left.split(' ', 1);
    const text = left.slice(place.length + 1);
    this.#list = listOf(text);
    this.#isKept = text === kept(storage);
    if (Number(place) in this.#list) this.#turnTo(Number(place));
  }

  end(): void {
    this.#at = -1;
    this.#bar.hidden = true;
    document.documentElement.classList.remove('with-talk');
    this.#playground.app.present(false);
    this.#playground.wake();
    this.#playground.canvas.focus();
    this.#refresh();
  }

  /** Takes what another page has made of the list. What is shown, and a title that is being typed, stay. */
  #adopt(list: TalkScene[]): void {
    const shown = this.#list[this.#at];
    const typed = this.#typing?.title;
    const before = [...this.#list];
    this.#list = list.map((each) => {
      const at = before.findIndex(({ scene }) => scene === each.scene);
      const [same] = at < 0 ? [] : before.splice(at, 1);
      return Object.assign(same ?? each, each);
    });
    if (this.#typing && typed !== undefined) this.#typing.title = typed;
    if (shown) {
      const at = this.#list.indexOf(shown);
      this.#at = at < 0 ? Math.min(this.#at, list.length - 1) : at;
    }
    if (shown && this.#at < 0) this.end();
    else this.#tell();
  }

  #keep(): void {
    this.#isKept = true;
    if (keep(storage, linkOfList(this.#list))) return;
    showMessage('This browser does not keep the list for the next visit: its storage is full or switched off.', {
      label: 'Save it as a file',
      run: () => {
        this.#save();
      },
    });
  }

  #save(): void {
    saveFile('scenes.txt', 'text/plain', fileOfList(this.#list));
  }

  #change(list: TalkScene[], isKept = true): void {
    const shown = this.#list[this.#at];
    this.#list = list;
    if (isKept) this.#keep();
    else this.#isKept = false;
    if (shown) this.#at = list.indexOf(shown);
    if (shown && this.#at < 0) this.end();
    else this.#tell();
  }

  #tell(): void {
    this.#refresh();
    if (this.#at < 0) return;
    setText(this.#place, `${String(this.#at + 1)} of ${String(this.#list.length)}`);
    setText(this.#title, this.#list[this.#at]?.title ?? '');
    setDisabled(this.#back, this.#at === 0);
    setDisabled(this.#on, this.#at + 1 === this.#list.length);
  }

  #present(): TalkScene {
    const { name, algorithm } = this.#playground.describe();
    const chosen = this.#playground.app.view_choice();
    const title = `${name}: ${this.#playground.catalogue.algorithms.find(({ id }) => id === algorithm)?.name ?? algorithm}`;
    return { title, scene: this.#playground.app.scene_text(), view: chosen.startsWith(points) ? '' : chosen };
  }

  #row(each: TalkScene, at: number): HTMLElement {
    const among = (list: TalkScene[], from: number, to: number) => {
      const [moved] = list.splice(from, 1);
      if (moved) list.splice(to, 0, moved);
      return list;
    };
    const title = element('input', { type: 'text', 'aria-label': `Title of scene ${String(at + 1)}`, autocomplete: 'off' });
    title.value = each.title;
    title.addEventListener('input', () => {
      this.#typing = each;
      each.title = title.value.trim();
    });
    // The row stays as it is, and so does where the focus goes next.
    const take = () => {
      if (this.#typing !== each) return;
      this.#typing = null;
      this.#keep();
      if (this.#at === at) setText(this.#title, each.title);
    };
    title.addEventListener('change', take);
    title.addEventListener('blur', take);
    const act = (label: string, what: string, run: () => void) => {
      const node = button(label, run);
      node.setAttribute('aria-label', `${what} scene ${String(at + 1)}`);
      return node;
    };
    const up = act('↑', 'Move up', () => {
      this.#change(among([...this.#list], at, at - 1));
    });
    const down = act('↓', 'Move down', () => {
      this.#change(among([...this.#list], at, at + 1));
    });
    setDisabled(up, at === 0);
    setDisabled(down, at + 1 === this.#list.length);
    const show = act('Show', 'Show', () => {
      this.go(at);
    });
    const replace = act('Replace', 'Replace', () => {
      Object.assign(each, { ...this.#present(), title: each.title });
      this.#change(this.#list);
      showMessage(`“${each.title}” is now what the canvas shows.`);
    });
    replace.title = 'By what is on the canvas';
    const remove = act('Remove', 'Remove', () => {
      const before = this.#list;
      this.#change(before.filter((other) => other !== each));
      showMessage(`“${each.title}” is not in the list any more.`, {
        label: 'Bring it back',
        run: () => {
          this.#change(before);
        },
      });
    });
    const row = element('li', {}, title, element('p', { class: 'actions small' }, show, up, down, replace, remove));
    if (at === this.#at) row.setAttribute('aria-current', 'true');
    return row;
  }

  #refresh(): void {
    if (!this.#isHere) return;
    const { activeElement } = document;
    const labelOf = (node: Element) => node.getAttribute('aria-label') ?? node.textContent;
    const focused = activeElement && this.#side.body.contains(activeElement) ? labelOf(activeElement) : null;
    this.#draw();
    if (focused === null) return;
    [...this.#side.body.querySelectorAll<HTMLElement>('button, input')].find((node) => labelOf(node) === focused)?.focus();
  }

  #draw(): void {
    const add = button('Add this scene', () => {
      this.#change([...this.#list, this.#present()]);
    });
    add.classList.add('main', 'ready');
    const present = button('Present', () => {
      this.#side.close();
      this.#playground.app.present(true);
      this.#playground.canvas.focus();
      this.go(Math.max(0, this.#at));
    });
    const link = button('Copy link', () => {
      const address = linkTo(linkOfList(this.#list));
      const refusal = this.#playground.linkRefusal(address);
      if (refusal === null) void copyText(address, 'Link to the scenes');
      else showMessage(`${refusal} Save the list as a file instead.`);
    });
    const save = button('Save as a file', () => {
      this.#save();
    });
    const open = button('Open a file …', () => {
      pickFile(this.#playground, '.txt,text/plain');
    });
    const anew = button('New list', () => {
      this.take([], 'The new list');
    });
    const none = this.#list.length === 0;
    for (const each of [present, link, save, anew]) setDisabled(each, none);
    const about = none
      ? 'There is no scene yet. Make one on the canvas, at the iteration that you want to speak of, and add it.'
      : 'Page Down goes on and Page Up back, as a clicker does; while you present, the arrows up and down do, too.';
    this.#side.show(
      'For a class',
      [
        element('p', { class: 'soft' }, about),
        element('ol', { class: 'talk' }, ...this.#list.map((each, at) => this.#row(each, at))),
        element('p', { class: 'actions' }, add, present),
        element('p', { class: 'actions small' }, link, save, open, anew),
      ],
      () => {
        this.#isHere = false;
      },
    );
    this.#isHere = true;
  }
}

/** What is kept as text; nothing where that is none. */
function listOf(text: string): TalkScene[] {
  const list = listOfLink(text);
  return typeof list === 'string' ? [] : list;
}

function count(list: TalkScene[]): string {
  return list.length === 1 ? '1 scene' : `${String(list.length)} scenes`;
}

let talk: Talk | null = null;

export function openTalk(playground: Playground): void {
  talk ??= new Talk(playground);
  talk.open();
}

function begin(playground: Playground, list: TalkScene[] | string, from: string, isKept: boolean): void {
  talk ??= new Talk(playground);
  if (typeof list === 'string') {
    playground.tell(list);
    return;
  }
  talk.take(list, from, isKept);
  talk.go(0);
}

/** What a link of scenes asks for: its list, at the first of them. */
export function openListLink(playground: Playground, text: string): void {
  begin(playground, listOfLink(text), 'The link', false);
}

/** What was put aside when the page was left to be loaded again. */
export function reopenList(playground: Playground, left: string): void {
  talk ??= new Talk(playground);
  talk.reopen(left);
}

export function openListFile(playground: Playground, text: string, name: string): void {
  begin(playground, listOfFile(text), name, true);
}
