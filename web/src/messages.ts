// Short messages over the page, and the dialogs that index.html holds.

import { byId, setText } from './dom';

export interface MessageAction {
  label: string;
  run: () => void;
}

const shownFor = 6000; // milliseconds; a message with something to press stays

const toast = byId('toast', HTMLDivElement);
const toastText = byId('toast-text', HTMLParagraphElement);
const toastAction = byId('toast-action', HTMLButtonElement);
let timer = 0;
let action: MessageAction | null = null;

function hideMessage(): void {
  toast.hidden = true;
}
byId('toast-close', HTMLButtonElement).addEventListener('click', hideMessage);
toastAction.addEventListener('click', () => {
  hideMessage();
  action?.run();
});

export function showMessage(text: string, offered: MessageAction | null = null): void {
  clearTimeout(timer);
  action = offered;
  toastAction.hidden = !offered;
  setText(toastAction, offered?.label ?? '');
  toast.hidden = false;
  setText(toastText, text);
  if (!offered) timer = window.setTimeout(hideMessage, shownFor);
}

export function showHelp(): void {
  const dialog = byId('help', HTMLDialogElement);
  if (!dialog.querySelector('article')) {
    const article = byId('about', HTMLElement).cloneNode(true) as HTMLElement;
    for (const node of [article, ...article.querySelectorAll('[id]')]) node.removeAttribute('id');
    dialog.append(article);
  }
  if (!dialog.open) dialog.showModal();
}

/** Asks for pasted points until `use` takes them (answers null) or the person gives up. */
export function askForPaste(use: (text: string) => string | null): void {
  const dialog = byId('paste', HTMLDialogElement);
  const text = byId('paste-text', HTMLTextAreaElement);
  const error = byId('paste-error', HTMLParagraphElement);
  setText(error, '');
  byId('paste-form', HTMLFormElement).onsubmit = (event) => {
    const refusal = use(text.value);
    setText(error, refusal ?? '');
    if (refusal !== null) event.preventDefault();
    else text.value = '';
  };
  byId('paste-cancel', HTMLButtonElement).onclick = () => {
    dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  text.focus();
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
