// Short messages over the page, and the dialogs that index.html holds.

import { byId, element, remove, setText } from './dom';
import { reopen } from './fault';
import { setSentence } from './sentence';
import type { Place } from './wishes';

export interface MessageAction {
  label: string;
  run: () => void;
  /** It can be pressed again; the message stays. */
  stays?: boolean;
}

const shownFor = 6000; // milliseconds; a message with something to press stays

const toast = byId('toast', HTMLDivElement);
const toastText = byId('toast-text', HTMLParagraphElement);
const toastActions = byId('toast-actions', HTMLDivElement);
let timer = 0;
let before: HTMLElement | null = null; // who had the focus before somebody came here

toast.addEventListener('focusin', ({ relatedTarget }) => {
  clearTimeout(timer);
  if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) before = relatedTarget;
});
toast.addEventListener('focusout', ({ relatedTarget }) => {
  if (!toast.contains(relatedTarget as Node | null) && !toastActions.hasChildNodes()) hideLater();
});

/** Gives the focus back to where it came from. */
function hideMessage(): void {
  if (toast.contains(document.activeElement)) (before?.isConnected ? before : byId('canvas', HTMLCanvasElement)).focus();
  clearTimeout(timer);
  toast.hidden = true;
}
byId('toast-close', HTMLButtonElement).addEventListener('click', hideMessage);

/** Not while somebody is in it. */
function hideLater(): void {
  clearTimeout(timer);
  timer = window.setTimeout(hideMessage, shownFor);
}

/** A dialog that is open lets nothing be seen, heard or pressed that is not in it. */
function bringForward(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (toast.parentElement === place) return;
  place.append(toast);
  dialog?.addEventListener('close', bringForward, { once: true });
}

/** Alternatives: one that is taken takes the others with it. */
function offer(actions: MessageAction[]): void {
  const buttons = actions.map(({ label, run, stays }) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      if (!stays && buttons.length === toastActions.childElementCount) hideMessage();
      if (!stays) for (const each of buttons) remove(each);
      run();
    });
    return button;
  });
  toastActions.append(...buttons);
}

export function showMessage(text: string, ...offered: MessageAction[]): void {
  clearTimeout(timer);
  for (const each of [...toastActions.children]) remove(each);
  bringForward();
  toast.hidden = false;
  setSentence(toastText, text);
  offer(offered);
  if (offered.length === 0 && !toast.contains(document.activeElement)) hideLater();
}

/** Shows a message that nobody asked for: what the one before it offers stays. */
export function addMessage(text: string, ...offered: MessageAction[]): void {
  if (toast.hidden || !toastActions.hasChildNodes()) {
    showMessage(text, ...offered);
    return;
  }
  setSentence(toastText, `${toastText.textContent} ${text}`);
  offer(offered);
}

/** A part of the page that is fetched when somebody first asks for it; null where it does not come, which a message says, and where it is not wanted any more by then. */
export async function loadPart<Part>(part: Promise<Part>, name: string, isWanted = () => true): Promise<Part | null> {
  try {
    const loaded = await part;
    return isWanted() ? loaded : null;
  } catch {
    if (!isWanted()) return null;
    showMessage(`${name} could not be loaded; try again when the connection is better, or load the page again if there is a new version of it.`, {
      label: 'Load it again with this scene',
      run: () => {
        reopen(window.marginscope.describe().scene);
      },
    });
    return null;
  }
}

/** The same for what is to be at a place, where somebody may want something else meanwhile. */
export function openPart<Part>(place: Place, part: Promise<Part>, name: string): Promise<Part | null> {
  return loadPart(part, name, place.want());
}

/** Copies; where the browser keeps the clipboard from the page, shows the text selected. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    // Missing on pages that do not come by https, whatever its declaration says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) throw new Error('There is no clipboard here.');
    await clipboard.writeText(text);
    showMessage(`${what} copied.`);
  } catch {
    const dialog = byId('copy', HTMLDialogElement);
    const area = byId('copy-text', HTMLTextAreaElement);
    setText(byId('copy-title', HTMLHeadingElement), `Copy: ${what.toLowerCase()}`);
    area.value = text;
    if (!dialog.open) dialog.showModal();
    area.focus();
    area.select();
  }
}
