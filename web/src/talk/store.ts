// The list of scenes, and which of them is shown. It is kept on the device; where several pages of the site are open they
// have the same.

import { saveFile } from '../files';
import { keep, kept, onKept } from '../kept';
import { addMessage, showMessage, type MessageAction } from '../messages';
import { counted } from '../sentence';
import { fileOfList, linkOfList, listOfLink, type TalkScene } from './list';

const key = 'scenes';

/** A scene of the list: the same object wherever it is moved, whatever its title becomes, and by whatever it is replaced. */
export type Entry = TalkScene;

export class Store {
  #entries: readonly Entry[] = listOf(kept(key) ?? '');
  #shown: Entry | null = null;
  #typed: { entry: Entry; before: string } | null = null; // its title is being typed, in place of that
  #isKept = true; // it is what the device keeps, or has none; not so what came with a link
  readonly #listeners: (() => void)[] = [];

  constructor() {
    onKept(key, (text) => {
      if (this.#isKept) this.#adopt(listOf(text));
    });
  }

  /** Calls back when the list, or what is shown of it, has changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The place of the scene that is shown; −1: none of the list. */
  get at(): number {
    return this.#shown ? this.#entries.indexOf(this.#shown) : -1;
  }

  show(entry: Entry | null): void {
    this.#shown = entry;
    this.#tell();
  }

  /**
   * Another list in place of the one that was here, which a press brings back. What a link brought does not take the
   * place of what the device keeps before somebody changes it.
   */
  take(list: readonly TalkScene[], from: string, isKept = true): void {
    const before = this.#entries;
    if (before.length > 0 && linkOfList(before) !== linkOfList(list)) {
      showMessage(`${from} has ${counted(list.length, 'scene', 'scenes')}.`, this.#wayBack(before));
    }
    this.#set(list, isKept);
  }

  add(scene: TalkScene): void {
    this.#set([...this.#entries, scene]);
  }

  move(entry: Entry, by: -1 | 1): void {
    const entries = this.#entries.filter((other) => other !== entry);
    const to = this.#entries.indexOf(entry) + by;
    entries.splice(to, 0, entry);
    showMessage(`“${entry.title}” is scene ${String(to + 1)} of ${String(entries.length)} now.`);
    this.#set(entries);
  }

  replace(entry: Entry, { scene, view }: TalkScene): void {
    Object.assign(entry, { scene, view });
    showMessage(`“${entry.title}” is now what the canvas shows.`);
    this.#set(this.#entries);
  }

  /** A press brings it back, into what has become of the list meanwhile. */
  remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    showMessage(`“${entry.title}” is not in the list any more.`, {
      label: 'Bring it back',
      run: () => {
        this.#set([...this.#entries.slice(0, at), entry, ...this.#entries.slice(at)]);
      },
    });
    this.#set(this.#entries.filter((other) => other !== entry));
  }

  /** What is typed for its title so far; it is kept once that has ended. */
  type(entry: Entry, title: string): void {
    if (this.#typed?.entry !== entry) this.#typed = { entry, before: entry.title };
    entry.title = title;
  }

  /** The title that is being typed is as it was before; false where none is. */
  takeBack(): boolean {
    if (!this.#typed) return false;
    const { entry, before } = this.#typed;
    this.#typed = null;
    entry.title = before;
    this.#tell();
    return true;
  }

  endTyping(): void {
    if (!this.#typed) return;
    this.#typed = null;
    this.#set(this.#entries);
  }

  save(): void {
    saveFile('scenes.txt', 'text/plain', fileOfList(this.#entries));
  }

  /** What a page that is loaded again goes on with; null where that is what the device keeps. */
  get aside(): string | null {
    return this.#shown || !this.#isKept ? `${String(this.at)} ${linkOfList(this.#entries)}` : null;
  }

  /** Goes on where the page was before it was loaded again; `isShown`: with the scene of then. */
  reopen(aside: string, isShown: boolean): void {
    const [at = '', text = ''] = aside.split(' '); // there is no blank in a link
    this.#entries = listOf(text);
    this.#isKept = text === kept(key);
    this.show((isShown && this.#entries[Number(at)]) || null);
  }

  /** Takes what another page has made of the list. What is shown, and a title that is being typed, stay. */
  #adopt(list: TalkScene[]): void {
    const { at } = this;
    const before = [...this.#entries];
    this.#entries = list.map((each) => {
      const same = before.findIndex(({ scene }) => scene === each.scene);
      const [entry = each] = same < 0 ? [] : before.splice(same, 1);
      return Object.assign(entry, each, entry === this.#typed?.entry ? { title: entry.title } : {});
    });
    if (this.at < 0) this.#shown = this.#entries[Math.min(at, list.length - 1)] ?? null;
    this.#tell();
  }

  #set(entries: readonly Entry[], isKept = true): void {
    // Of what somebody changes of a list that came with a link.
    const own = isKept && !this.#isKept ? listOf(kept(key) ?? '') : [];
    if (own.length > 0 && linkOfList(own) !== linkOfList(entries)) {
      addMessage('This list is in the place of your own now.', this.#wayBack(own));
    }
    this.#entries = entries;
    if (this.at < 0) this.#shown = null;
    this.#isKept = isKept;
    if (isKept && !keep(key, linkOfList(entries))) {
      showMessage('This browser does not keep the list for the next visit: its storage is full or switched off.', {
        label: 'Save it as a file',
        run: () => {
          this.save();
        },
      });
    }
    this.#tell();
  }

  /** From there a press leads back to the other list in turn. */
  #wayBack(before: readonly Entry[]): MessageAction {
    return {
      label: 'Back to the list from before',
      run: () => {
        this.take(before, 'The list from before');
      },
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What is kept as text; nothing where that is none. */
function listOf(text: string): TalkScene[] {
  const list = listOfLink(text);
  return typeof list === 'string' ? [] : list;
}
