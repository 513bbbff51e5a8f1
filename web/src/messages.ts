// Short messages over the page, and the dialogs that index.html holds.

import { byId, element, setText } from './dom';
import { reopen } from './fault';

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

function hideMessage(): void {
  toast.hidden = true;
}
byId('toast-close', HTMLButtonElement).addEventListener('click', hideMessage);

/** Alternatives: one that is taken takes the others with it. */
function offer(actions: MessageAction[]): void {
  const buttons = actions.map(({ label, run, stays }) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      if (!stays) for (const each of buttons) each.remove();
      if (!toastActions.hasChildNodes()) hideMessage();
      run();
    });
    return button;
  });
  toastActions.append(...buttons);
}

export function showMessage(text: string, ...offered: MessageAction[]): void {
  clearTimeout(timer);
  toastActions.replaceChildren();
  toast.hidden = false;
  setText(toastText, text);
  offer(offered);
  if (offered.length === 0) timer = window.setTimeout(hideMessage, shownFor);
}

/** Shows a message that nobody asked for: what the one before it offers stays. */
export function addMessage(text: string, ...offered: MessageAction[]): void {
  if (toast.hidden || !toastActions.hasChildNodes()) {
    showMessage(text, ...offered);
    return;
  }
  setText(toastText, `${toastText.textContent} ${text}`);
  offer(offered);
}

/** A part of the page that is fetched when somebody first asks for it; null, said in a message, where it does not come. */
export async function loadPart<Part>(part: Promise<Part>, name: string): Promise<Part | null> {
  try {
    return await part;
  } catch {
    showMessage(`${name} could not be loaded; try again when the connection is better, or load the page again if there is a new version of it.`, {
      label: 'Load it again with this scene',
      run: () => {
        reopen(window.marginscope.describe().scene);
      },
    });
    return null;
  }
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
