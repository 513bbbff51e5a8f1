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
    // The key that opened it closes it, too, and is used up by that: it would open it again.
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== '?') return;
      event.preventDefault();
      dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
}

/** How separated text is to be read, where it is not as usual: which column the label is, and what for. */
export interface CsvChoice {
  label?: number;
  task?: 'classification' | 'regression';
}

/** Asks for points as text until `use` takes them (answers null) or the person gives up. `refusal` is why they were not taken as they are. */
export function askForPoints(given: string, refusal: string, use: (text: string, choice: CsvChoice) => string | null): void {
  const dialog = byId('paste', HTMLDialogElement);
  const text = byId('paste-text', HTMLTextAreaElement);
  const label = byId('paste-label', HTMLInputElement);
  const task = byId('paste-task', HTMLSelectElement);
  const error = byId('paste-error', HTMLParagraphElement);
  if (given !== '') text.value = given;
  setText(error, refusal);
  byId('paste-form', HTMLFormElement).onsubmit = (event) => {
    const choice: CsvChoice = {};
    if (label.value !== '') choice.label = Number(label.value);
    if (task.value === 'classification' || task.value === 'regression') choice.task = task.value;
    const again = use(text.value, choice);
    setText(error, again ?? '');
    if (again !== null) event.preventDefault();
    else text.value = label.value = task.value = '';
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
