// The scene in the address bar, both ways.

import { beginAnother, beginKeeping, keepScene, putAside, takeAside } from './autosave';
import { saveScene } from './files';
import { addMessage, copyText, loadPart, openPart, showMessage, type MessageAction } from './messages';
import type { Playground } from './playground';
import { isListLink } from './talk/kinds';
import { places } from './wishes';

const quiet = 250; // milliseconds without a change before the address follows
const listName = 'The list of scenes';
const mostBeside = 1_000_000; // characters that every browser takes beside an address

/** The address of the page as it is, with this scene. */
function addressWith(scene: string): string {
  return `${location.href.split('#')[0] ?? ''}#${scene}`;
}

/** For Back: what an address says that has no scene. One that is longer still only undo and what is kept bring back. */
function leaveBeside(scene: string): void {
  history.replaceState(scene.length <= mostBeside ? scene : null, '', location.href.split('#')[0]);
}

/** A link that opens the scene with everything, wherever it is copied: beside a lesson, in a frame. */
export function linkTo(scene: string): string {
  return `${location.origin}${location.pathname}#${scene}`;
}

/** The link of the scene that is open, and the sentence that says why it is too long for one; null where it is not. */
export function linkOf(playground: Playground): { link: string; refusal: string | null } {
  const link = linkTo(playground.app.scene_text());
  return { link, refusal: playground.linkRefusal(link) };
}

function fileOf(playground: Playground): MessageAction {
  return {
    label: 'Save as a file',
    run: () => {
      saveScene(playground);
    },
  };
}

export function copyLink(playground: Playground): void {
  const { link, refusal } = linkOf(playground);
  if (refusal !== null) showMessage(refusal, fileOf(playground));
  else void copyText(link, 'Link');
}

/** Whether it is a list of scenes that the address asks for, which opens in a moment. */
function opensList(playground: Playground, asked: string): boolean {
  if (!isListLink(asked)) return false;
  void openPart(places.scene, import('./talk/talk'), listName).then((part) => part?.openListLink(playground, asked));
  return true;
}

/**
 * Opens the scene and the list that were put aside, else what the address has after its #; whether there was any. A broken link leaves the
 * open scene and sets the session's notice.
 */
export function openAddress(playground: Playground, kept: string | null, list: string | null): boolean {
  const asked = location.hash.slice(1);
  // Loaded again, the page may still have the list's own address.
  if ((kept === null || list === null) && opensList(playground, asked)) return true;
  const scene = kept ?? asked;
  // Where there is none, somebody has begun anew.
  if (list !== null) void loadPart(import('./talk/talk'), listName).then((part) => part?.reopenList(playground, list, scene !== ''));
  const isOpen = scene !== '' && playground.send({ type: 'scene', text: scene }) === null;
  if (kept === null) return isOpen;
  const link = addressWith(playground.app.scene_text());
  if (playground.linkRefusal(link) === null) history.replaceState(null, '', link);
  return isOpen;
}

const listeners: (() => void)[] = [];

/** Calls back when an address has brought a scene in the place of what was on the canvas. */
export function onAddressed(listener: () => void): void {
  listeners.push(listener);
}

/** The same for an address that comes while a scene is open, which undo brings back: a link in the same tab, or one that Back returns to. */
function openNext(playground: Playground): void {
  const asked = location.hash.slice(1);
  if (opensList(playground, asked)) return;
  const beside: unknown = history.state;
  const scene = asked === '' && typeof beside === 'string' ? beside : asked;
  if (scene === '') return;
  const refusal = playground.send({ type: 'replace', text: scene });
  if (refusal !== null) playground.tell(`This scene could not be opened: ${refusal}`);
  else for (const tell of listeners) tell();
}

let leaveOpen = (): void => undefined;

/** What comes from now on is another scene: that which is open stays kept for the next visit as it is. */
export function leaveScene(): void {
  leaveOpen();
}

/** `keeps` whether the scene is offered at the next visit. */
export function connectAddress(playground: Playground, keeps: boolean): void {
  // What the address says already; a scene that was not touched leaves it alone.
  let written = playground.app.scene_text();
  let touched = false;
  let tooLong = false;
  let unkept = false;
  let timer = 0;
  if (keeps) beginKeeping(written);
  if (location.hash === '') leaveBeside(written);
  let address = location.hash;
  // An address that has come is opened by the event that tells of it, a moment later; until then it is not to be written over.
  const isAsked = () => location.hash !== address;

  const write = () => {
    if (playground.fault !== null || isAsked()) return;
    const scene = playground.app.scene_text();
    if (scene === written) return;
    written = scene;
    touched = true;
    const isKept = keepScene(scene);
    const link = addressWith(scene);
    const refusal = playground.linkRefusal(link);
    if (refusal === null) history.replaceState(null, '', link);
    else leaveBeside(scene);
    address = location.hash;
    const news = [tooLong ? null : refusal, isKept || unkept ? null : 'This browser does not keep your scene for the next visit: its storage is full or switched off.'].filter((one) => one !== null);
    tooLong = refusal !== null;
    unkept ||= !isKept;
    if (news.length > 0) addMessage(news.join(' '), fileOf(playground));
  };
  playground.onChange(() => {
    clearTimeout(timer);
    timer = window.setTimeout(write, quiet);
  });
  /** Keeps the scene that gives way to another address: its own can follow no more. */
  const keepLeft = () => {
    const scene = playground.app.scene_text();
    if (scene !== written) keepScene(scene);
  };
  leaveOpen = () => {
    keepLeft();
    beginAnother();
  };
  addEventListener('pagehide', () => {
    if (playground.fault !== null) return;
    if (isAsked()) {
      keepLeft();
      return;
    }
    write();
    // Loaded again, the page may have an address of before, and has one without the scene where that is too long for a link.
    if (keeps && (touched || playground.linkRefusal(addressWith(written)) !== null)) putAside(written);
  });
  // A page that comes back as it was needs nothing of that.
  addEventListener('pageshow', () => void takeAside());
  const come = () => {
    if (playground.fault !== null) return;
    leaveOpen();
    openNext(playground);
    tooLong = false;
    written = playground.app.scene_text();
    address = location.hash;
  };
  addEventListener('hashchange', come);
  // Between scenes that are both too long for a link the address stays the same.
  addEventListener('popstate', () => {
    if (!isAsked()) come();
  });
}
